import type { INode } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { operations } from '../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import { run } from '../../../nodes/VoiceSms/run/run';
import { locator, runNode } from '../../harness/engine';
import { turn, watchTurns } from '../../harness/turns';

const count = 20_000;

/** Items of this run that began: an item that breaks early would leave nothing to measure. */
let begun = 0;

/** An operation whose service answers in the next turn, so that what is left is this node's own work. */
function quick({ run: answer, ...own }: Partial<Operation>): Operation {
	let read = 0;
	return {
		...(smsSend as Operation),
		read: () => `+1555${String(read++).padStart(7, '0')}`,
		nameInErrors: (to) => `SMS to ${String(to)}`,
		lane: (to) => String(to),
		sent: (to) => ({ to: String(to) }),
		lines: () => [],
		...own,
		async run(to, surroundings) {
			begun++;
			await turn();
			if (answer !== undefined) return await answer(to, surroundings);
			return { messageId: `message to ${String(to)}`, status: 'queued' };
		},
	};
}

/** The longest time in ms for which a run with that many items lets nobody else work. */
async function longestBlock(own: Partial<Operation>, settings: Partial<INode>): Promise<number> {
	let longest = Infinity;
	begun = 0;
	await runNode({
		parameters: {
			resource: 'sms',
			operation: 'send',
			from: locator('+15550100001'),
			to: '+15550200001',
			body: 'Hi',
			options: {},
		},
		items: Array.from({ length: count }, () => ({})),
		credential: { baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'none' },
		settings,
		code: {
			operations: [quick(own), ...operations],
			async run(...given) {
				const turns = watchTurns();
				try {
					return await run(...given);
				} finally {
					longest = await turns.stop();
				}
			},
		},
	});
	expect(begun).toBeGreaterThanOrEqual(count);
	return longest;
}

test.each<[string, Partial<Operation>, Partial<INode>]>([
	['to different numbers', {}, {}],
	['to one number', { lane: () => '+15550200001' }, {}],
	['that are reads', { lane: undefined, creates: false }, {}],
	[
		'that all fail and go on',
		{
			run: async () => {
				throw new UserError('No');
			},
		},
		{ onError: 'continueRegularOutput' },
	],
	[
		'of which every second fails, and n8n tries again',
		{
			run: async (to) => {
				if (Number(to) % 2 === 1) throw new UserError('No');
				return { messageId: String(to) };
			},
		},
		{ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	],
	[
		'of which the last one fails and stops all',
		{
			run: async (to) => {
				if (Number(to) % count === count - 1) throw new UserError('No');
				return { messageId: String(to) };
			},
		},
		{},
	],
])('20,000 items %s never hold up others for 50 ms', async (_name, own, settings) => {
	// V8 collects garbage when it likes: the work itself is the same each time.
	const blocks: number[] = [];
	while (blocks.length < 4 && !(Math.min(...blocks) < 50)) {
		blocks.push(await longestBlock(own, settings));
	}
	expect(Math.min(...blocks)).toBeLessThan(50);
});
