import type { INode } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import { run } from '../../../nodes/VoiceSms/run/run';
import { testClock } from '../../harness/time/clock';
import { runNode } from '../../harness/n8n/engine';
import { turn } from '../../harness/time/turns';
import { good } from '../../harness/n8n/parameters';

/** `npm run bench` measures how long 20,000 items hold up others. */
const count = 220;

/** An operation whose service answers in the next turn, so that what is left is this node's own work. */
function quick({ run: answer, ...own }: Partial<Operation>): Operation {
	let read = 0;
	return {
		...(smsSend as Operation),
		read: () => `+1555${String(read++).padStart(7, '0')}`,
		nameInErrors: (to) => `SMS to ${String(to)}`,
		lane: (to) => String(to),
		sends: { ...(smsSend as Operation).sends!, requestColumns: (to) => ({ to: String(to) }) },
		lines: () => [],
		...own,
		async run(to, surroundings) {
			await turn();
			if (answer !== undefined) return await answer(to, surroundings);
			return { messageId: `message to ${String(to)}`, status: 'queued' };
		},
	};
}

/** How often a run pauses of whose loops each round takes a millisecond. */
async function pausesOf(own: Partial<Operation>, settings: Partial<INode>): Promise<number> {
	const clock = testClock();
	let looks = 0;
	await runNode({
		parameters: { ...good.send, to: '+15550200001', body: 'Hi', options: {} },
		items: Array.from({ length: count }, () => ({})),
		credential: { baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'none' },
		settings,
		// A loop looks at the clock once a round.
		clock: { ...clock, now: () => clock.now() + looks++ },
		code: { operations: [quick(own), ...operationsWithOptions], run },
	});
	return clock.waits.length;
}

/** More than 10 ms are 11 rounds. */
const once = count / 11;

test.each<[string, number, Partial<Operation>, Partial<INode>]>([
	['to different numbers', 5 * once, {}, {}],
	['to one number', 5 * once, { lane: () => '+15550200001' }, {}],
	['that are reads', 5 * once, { lane: undefined, creates: false }, {}],
	[
		'that wait together',
		6 * once,
		{ finish: { isDue: () => true, work: async (_to, sent) => sent } },
		{},
	],
	[
		'that all fail and go on',
		5 * once,
		{
			run: async () => {
				throw new UserError('No');
			},
		},
		{ onError: 'continueRegularOutput' },
	],
	[
		'of which every second fails, and n8n tries again',
		10 * once,
		{
			run: async (to) => {
				if (Number(to) % 2 === 0) throw new UserError('No');
				return { messageId: String(to) };
			},
		},
		{ onError: 'continueRegularOutput', retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	],
	[
		'of which the last one fails and stops all',
		3 * once,
		{
			run: async (to) => {
				if (String(to).endsWith(String(count - 1))) throw new UserError('No');
				return { messageId: String(to) };
			},
		},
		{},
	],
])('items %s let others work after each 10 ms of every loop', async (_, pauses, own, settings) => {
	expect(await pausesOf(own, settings)).toBe(pauses);
});
