import { agent2, agent3 } from './agentNode';
import { everythingOf, runtimes } from './everything';
import { examples } from './examples';

describe.each(runtimes)('in $name', (runtime) => {
	const answered = Object.entries(examples).filter(
		([, { asksPerson }]) => asksPerson === undefined || runtime === agent3,
	);

	it.each(answered)('%s gives a sensible answer', async (operation, { gives }) => {
		const answer = (await everythingOf(runtime)).good.get(operation) ?? '';
		expect(runtime.read(answer)).toEqual({
			records: expect.arrayContaining([expect.objectContaining(gives)]) as unknown,
		});
	});

	it.each(Object.entries(examples))('%s says what went wrong', async (operation, { wrong }) => {
		const answer = (await everythingOf(runtime)).wrong.get(operation) ?? '';
		// n8n 2.41 tells a model there nothing of an error, whatever the node.
		if (runtime === agent2) {
			expect(answer).toBe('');
			return;
		}
		expect(runtime.read(answer)).toEqual({ error: expect.stringMatching(wrong.words) as string });
		expect(answer).not.toMatch(/\[item \d+\]|Base URL|executionData/);
	});
});
