import { jestExpect as expect } from '@jest/expect';

import { items } from '../../../sandbox/workflows';
import { deliver, keptRows, onWebhook, sender } from '../deliveries';
import { ran, workflowOfTests } from '../runs';
import type { Check } from './checks';
import { whilePublished } from './workflows';

/** That nothing is sent twice. */
export const ofPromises: Check[] = [
	{
		name: 'Retry On Fail sends nothing twice',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const workflow = workflowOfTests('send-to-three');
			Object.assign(workflow, { id: 'versionsRetryOnFail', name: 'Test: retry on fail' });
			Object.assign(sender(workflow), { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
			simulator.fail({ body: { to: '+15550200002' } }, { kind: 'status', status: 400 }, 2);
			const sent = items(await ran(sandbox, workflow), 'Send an SMS');
			expect(sent.map(({ json }) => json.status)).toEqual(['queued', 'queued', 'queued']);
			const sentTo = simulator.ledger.map(({ body }) => (body as { to: string }).to);
			expect(sentTo.sort()).toEqual(['+15550200001', '+15550200002', '+15550200003']);
			expect(simulator.requests).toHaveLength(5);
		},
	},
	{
		name: 'Send Once Key: 20 at once by webhook, delivered again, each key in a row of its own',
		async run({ sandbox }) {
			const workflow = onWebhook(workflowOfTests('send-to-three'), 'versionsOnce');
			await whilePublished(sandbox, workflow, async () => {
				const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
				const [first, again] = [keys.map(() => 'queued'), keys.map(() => true)];
				expect(await deliver(sandbox, workflow, keys)).toEqual(first);
				expect(await deliver(sandbox, workflow, keys)).toEqual(again);
				// The same key 20 times at the same moment.
				const same = await deliver(sandbox, workflow, new Array<string>(20).fill('same'));
				expect(same.filter((answer) => answer !== true)).toEqual(['queued']);
				expect(sandbox.simulator.ledger).toHaveLength(keys.length + 1);
				// A member that n8n does not document gives each key a row, and a mode that it does not document
				// says whose that is: without either, Send Once is refused.
				const rows = await keptRows(sandbox, workflow);
				const own = rows.filter((row) => row.startsWith(`n:${sender(workflow).id}:key:`));
				expect([own.length, rows.length]).toEqual([keys.length + 1, keys.length + 1]);
			});
		},
	},
];
