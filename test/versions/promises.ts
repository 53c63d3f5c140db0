import assert from 'node:assert/strict';

import { waitFor } from '../../sandbox/progress';
import { deliver, keptRows, onWebhook, sender } from '../sandbox/deliveries';
import { often, triggerType } from '../sandbox/often';
import type { Check } from './check';
import { items, ran, workflowOfTests, workflowThat } from './workflows';

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
			assert.deepEqual(simulator.ledger.map(({ body }) => (body as { to: string }).to).sort(), [
				'+15550200001',
				'+15550200002',
				'+15550200003',
			]);
			assert.equal(simulator.requests.length, 5);
		},
	},
	{
		name: 'Send Once Key: 20 at once by webhook, delivered again, each key in a row of its own',
		async run({ sandbox }) {
			const { ledger } = sandbox.simulator;
			const workflow = onWebhook(workflowOfTests('send-to-three'), 'versionsOnce');
			const published = await sandbox.publish(workflow);
			assert.equal(published.status, 'published', published.problem);
			try {
				const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`);
				assert.deepEqual(
					await deliver(sandbox, workflow, keys),
					keys.map(() => 'queued'),
				);
				assert.deepEqual(
					await deliver(sandbox, workflow, keys),
					keys.map(() => true),
				);
				// The same key 20 times at the same moment.
				const same = await deliver(sandbox, workflow, new Array<string>(20).fill('same'));
				assert.deepEqual(
					same.filter((answer) => answer !== true),
					['queued'],
				);
				assert.equal(ledger.length, keys.length + 1);
				// A member that n8n does not document gives each key a row, and a mode that it does not document
				// says whose that is: without either, Send Once is refused.
				const rows = await keptRows(sandbox, workflow);
				const own = rows.filter((row) => row.startsWith(`n:${sender(workflow).id}:key:`));
				assert.equal(own.length, keys.length + 1);
				assert.equal(rows.length, own.length);
			} finally {
				await sandbox.unpublish(workflow);
			}
		},
	},
	{
		name: 'Trigger: each event comes out once, also over a restart of n8n',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const workflow = {
				...workflowThat('new contacts', {}),
				nodes: [
					{
						...{ id: 'trigger', name: 'Trigger', type: triggerType, typeVersion: 1 },
						position: [0, 0] as [number, number],
						parameters: { event: 'contactCreated', pollTimes: often },
						credentials: { voiceSmsApi: { id: '', name: 'Voice and SMS account' } },
					},
				],
				connections: {},
			};
			const published = await sandbox.publish(workflow);
			assert.equal(published.status, 'published', published.problem);
			const given = async () => {
				const runs = await sandbox.triggered(workflow);
				assert.deepEqual(
					runs.map(({ status }) => status),
					runs.map(() => 'success'),
				);
				return runs.flatMap((run) => items(run, 'Trigger')).map(({ json }) => String(json.id));
			};
			// Each begins with the first page.
			const polls = () => simulator.requests.filter(({ query }) => query.page === '1').length;
			const more = async (count: number) => {
				const before = polls();
				await waitFor('n8n to poll', 60, async () =>
					polls() >= before + count ? true : undefined,
				);
			};
			const wanted: string[] = [];
			const happen = async () => {
				for (let i = 0; i < 3; i++) wanted.push(simulator.store.addContact().id);
				await waitFor('the new contacts to come out', 60, async () =>
					(await given()).length >= wanted.length ? true : undefined,
				);
			};
			try {
				await more(1);
				await happen();
				await sandbox.restartN8n(() => {
					wanted.push(simulator.store.addContact().id);
				});
				await happen();
				// What comes out twice could still be to come.
				await more(2);
				assert.deepEqual((await given()).sort(), wanted.sort());
			} finally {
				await sandbox.unpublish(workflow);
			}
		},
	},
];
