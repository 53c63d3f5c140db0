/** Makes Node's timers stand still until `pass`, also those of `AbortSignal.timeout`, which jest leaves. */
export function fakeTimers(): void {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), ms);
		return controller.signal;
	});
}

export function realTimers(): void {
	jest.useRealTimers();
	jest.restoreAllMocks();
}

/** Lets so many milliseconds go by, and everybody do what is to be done then. */
export async function pass(ms: number): Promise<void> {
	const turns = async () => {
		for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
	};
	await turns();
	await jest.advanceTimersByTimeAsync(ms);
	await turns();
}
