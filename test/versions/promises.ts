import assert from 'node:assert/strict';

import { waitFor } from '../../sandbox/progress';
import { deliver, keptRows, onWebhook, sender } from '../sandbox/deliveries';
import { often, triggerType } from '../sandbox/often';
import type { Check } from './checks';
import { items, ran, whilePublished, workflowOfTests, workflowThat } from './workflows';

/** That nothing is sent twice and nothing comes out twice. */
export const ofPromises: Check[] = [
	{
		name: 'Retry On Fail sends nothing twice',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const workflow = workflowOfTests('send-to-three');
			Object.assign(workflow, { id: 'versionsRetryOnFail', name: 'Test: retry on fail' });
			Object.assign(sender(workflow), { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
			simulator.fail({ body: { to: '+15550200002' } }, { kind: 'status', status: 400 }, 2);
			await ran(sandbox, workflow);
			const sentTo = simulator.ledger.map(({ body }) => (body as { to: string }).to);
			assert.deepEqual(sentTo.sort(), ['+15550200001', '+15550200002', '+15550200003']);
			assert.equal(simulator.requests.length, 5);
		},
	},
	{
		name: 'Send Once Key: 20 at once by webhook, delivered again, each key in a row of its own',
		async run({ sandbox }) {
			const workflow = onWebhook(workflowOfTests('send-to-three'), 'versionsOnce');
			await whilePublished(sandbox, workflow, async () => {
				const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
				const [first, again] = [keys.map(() => 'queued'), keys.map(() => true)];
				assert.deepEqual(await deliver(sandbox, workflow, keys), first);
				assert.deepEqual(await deliver(sandbox, workflow, keys), again);
				// The same key 20 times at the same moment.
				const same = await deliver(sandbox, workflow, new Array<string>(20).fill('same'));
				assert.deepEqual(
					same.filter((answer) => answer !== true),
					['queued'],
				);
				assert.equal(sandbox.simulator.ledger.length, keys.length + 1);
				// A member that n8n does not document gives each key a row, and a mode that it does not document
				// says whose that is: without either, Send Once is refused.
				const rows = await keptRows(sandbox, workflow);
				const own = rows.filter((row) => row.startsWith(`n:${sender(workflow).id}:key:`));
				assert.deepEqual([own.length, rows.length], [keys.length + 1, keys.length + 1]);
			});
		},
	},
	{
		name: 'Trigger: each event comes out once, also over a restart of n8n',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const workflow = workflowThat('new contacts', {
				event: 'contactCreated',
				pollTimes: often,
			});
			const [, trigger] = workflow.nodes;
			Object.assign(workflow, { nodes: [{ ...trigger, type: triggerType }], connections: {} });
			const given = async () => {
				const runs = await sandbox.triggered(workflow);
				assert.ok(
					runs.every(({ status }) => status === 'success'),
					'A run failed.',
				);
				return runs.flatMap((run) => items(run, 'Node')).map(({ json }) => String(json.id));
			};
			const until = async (what: string, isSo: () => Promise<boolean> | boolean) => {
				await waitFor(what, 60, async () => ((await isSo()) ? true : undefined));
			};
			// Each begins with the first page.
			const polls = () => simulator.requests.filter(({ query }) => query.page === '1').length;
			const more = async (count: number) => {
				const wanted = polls() + count;
				await until('n8n to poll', () => polls() >= wanted);
			};
			const wanted: string[] = [];
			const add = () => void wanted.push(simulator.store.addContact().id);
			const happen = async () => {
				for (let i = 0; i < 3; i++) add();
				const areOut = async () => (await given()).length >= wanted.length;
				await until('the new contacts to come out', areOut);
			};
			await whilePublished(sandbox, workflow, async () => {
				await more(1);
				await happen();
				await sandbox.restartN8n(add);
				await happen();
				// What comes out twice could still be to come.
				await more(2);
				assert.deepEqual((await given()).sort(), wanted.sort());
			});
		},
	},
];
