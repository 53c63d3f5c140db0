import { answering } from './examples/answering';
import { asking } from './examples/asking';
import { models } from './examples/models';
import { records } from './examples/records';
import { begin, end, exampleOf, sandbox } from './examples/running';
import { sending } from './examples/sending';

jest.setTimeout(10 * 60_000);

describe('the examples, in a real n8n', () => {
	beforeAll(begin);
	beforeEach(() => sandbox.simulator.reset());
	afterAll(end);

	const all = Object.entries({ ...answering, ...asking, ...models, ...records, ...sending });
	const checks = all.sort(([one], [other]) => one.localeCompare(other));

	it('all have a test here', () => {
		expect(sandbox.examples.map(({ file }) => file)).toStrictEqual(checks.map(([file]) => file));
	});

	const tests = checks.map(([file, [does, check]]) => [file, does, check] as const);
	it.each(tests)('%s %s', async (file, _does, check) => {
		await check(exampleOf(file));
	});
});
