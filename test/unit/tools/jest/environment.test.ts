const environmentFile = '../../../jest/environment.cjs';
type Environment = new () => { setup(): Promise<void>; teardown(): Promise<void> };

test('what a test file leaves in the process is taken back', async () => {
	const { default: ThisProcess } = (await import(environmentFile)) as { default: Environment };
	const environment = new ThisProcess();
	const name = 'leftByTestFile';
	const listener = () => {};
	const before = process.listenerCount('warning');
	await environment.setup();
	Object.assign(globalThis, { [name]: true });
	process.on('warning', listener);
	await environment.teardown();
	const left = { global: name in globalThis, listeners: process.listenerCount('warning') - before };
	Reflect.deleteProperty(globalThis, name);
	process.off('warning', listener);
	expect(left).toStrictEqual({ global: false, listeners: 0 });
});
