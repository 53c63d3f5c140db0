import { jestExpect as expect } from '@jest/expect';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox';
import { items, saveCredential } from '../../../sandbox/workflows';
import { inARow, n8nNode, smsNode } from '../../queue/workflows';
import { nodeType } from '../deliveries';
import { ran, workflowOfTests } from '../runs';
import { companyNumbers } from '../../simulator';
import type { Check } from './checks';

type Simulator = Sandbox['simulator'];
/** The writes that were carried out. */
const writes = ({ ledger }: Simulator) => ledger.map(({ kind, id }) => `${kind} ${id}`);
const pairs = (count: number) => Array.from({ length: count }, (_, item) => ({ item }));

/**
 * In these an error of n8n keeps no cause (n8n-workflow 2.30, `ExecutionBaseError`), so n8n does not find the status for
 * our words, and shows its own.
 */
const withoutCause = ['1.123.81', '2.30.8'];

/** The credential, and what the node does with each kind of record. */
export const ofResources: Check[] = [
	{
		name: 'Credential test, with a right and a wrong key',
		async run({ sandbox, version }) {
			expect(await sandbox.testCredential()).toMatchObject({ status: 'OK' });
			expect(await sandbox.testCredential({ apiKey: 'wrong' })).toEqual({
				status: 'Error',
				message: expect.stringContaining(
					withoutCause.includes(version) ? 'Authorization failed' : 'does not accept this API Key',
				),
			});
		},
	},
	{
		name: 'Default Country: the list of node, trigger, tool and human review, without a credential',
		async run({ sandbox, types }) {
			const names = types.map(({ name }) => name).filter((name) => name.startsWith(nodeType));
			expect(names.length).toBeGreaterThan(2);
			for (const name of names) {
				const { data } = await sandbox.n8n.rest.post<INodePropertyOptions[]>(
					'/dynamic-node-parameters/options',
					{
						nodeTypeAndVersion: { name, version: 1 },
						path: 'parameters.options.defaultCountry',
						methodName: 'getCountries',
						currentNodeParameters: {},
					},
				);
				expect([name, data.length]).toEqual([name, 246]);
				expect([data[0].value, data[data.length - 1].value]).toEqual(['', 'ZW']);
			}
			expect(sandbox.simulator.ledger).toEqual([]);
		},
	},
	{
		name: 'SMS: Send',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('send-to-three'));
			const people = items(run, 'One item per person');
			const sent = items(run, 'Send an SMS');
			expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
			expect(sent.map(({ json }) => json.status)).toEqual(['queued', 'queued', 'queued']);
			// Different numbers are served side by side, so they may arrive in any order.
			const arrived = new Map(sandbox.simulator.ledger.map(({ id, body }) => [id, body]));
			expect(arrived.size).toBe(people.length);
			expect(sent.map(({ json }) => arrived.get(String(json.messageId)))).toEqual(
				people.map(({ json }) => ({
					to: json.phone,
					from: companyNumbers[0],
					body: `Hello ${json.name}, your appointment is tomorrow at 10:00.`,
				})),
			);
		},
	},
	{
		name: 'SMS: Get Many Conversations, Get Many Messages',
		async run({ sandbox }) {
			const [example] = sandbox.examples.filter(({ file }) => file === '11-read-conversations');
			const run = await ran(sandbox, example);
			const conversations = items(run, 'Active conversations').map(({ json }) => json.id);
			expect(conversations).toHaveLength(5);
			const { messages } = sandbox.simulator.store;
			const ids = items(run, 'Messages').map(({ json }) => String(json.id));
			const from = new Set(ids.map((id) => messages.get(id)?.conversationId));
			expect([...from]).toEqual(conversations);
			const wanted = messages.all().filter(({ conversationId }) => from.has(conversationId));
			expect(ids).toHaveLength(wanted.length);
		},
	},
	{
		name: 'Call: Create, Get',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('call-a-customer'));
			const [started] = items(run, 'Start the call');
			const [read] = items(run, 'See the call');
			const [toNumber, fromNumber] = ['+15550200001', companyNumbers[0]];
			expect(read.json).toMatchObject({ id: started.json.id, toNumber });
			expect(read.pairedItem).toEqual({ item: 0 });
			expect(writes(sandbox.simulator)).toEqual([`call.create ${String(started.json.id)}`]);
			expect(sandbox.simulator.ledger.map(({ body }) => body)).toEqual([
				{ toNumber, fromNumber, metadata: { order: 'A-1001' } },
			]);
		},
	},
	{
		name: 'Call: Get Many, Search, Get Analytics, Get Recording, Delete',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const newest = simulator.store.calls.all().slice(0, 3);
			const run = await ran(sandbox, workflowOfTests('call-records'));
			expect(items(run, 'Analytics')[0].json.totalCalls).toEqual(expect.any(Number));
			const ended = items(run, 'Ended calls');
			const recordings = items(run, 'Recording');
			expect(ended.map(({ json }) => json.status)).toEqual(['ENDED', 'ENDED']);
			expect(recordings.map(({ json }) => json.callId)).toEqual(ended.map(({ json }) => json.id));
			expect(recordings.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2));
			for (const { binary } of recordings) {
				expect(binary?.data.mimeType).toMatch(/wav/);
				expect((binary?.data.bytes ?? 0) > 0 || binary?.data.fileSize !== undefined).toBe(true);
			}
			// They are on another host, which the key is no business of.
			expect(simulator.recordingRequests.length).toBeGreaterThan(0);
			for (const { headers } of simulator.recordingRequests) {
				expect(headers['x-api-key']).toBeUndefined();
			}
			const deleted = items(run, 'Delete');
			expect(deleted.map(({ json }) => json.deleted)).toEqual([true, true, true]);
			expect(deleted.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
			const wanted = newest.map(({ id }) => `call.delete ${id}`);
			expect(writes(simulator).sort()).toEqual(wanted.sort());
		},
	},
	{
		name: 'Contact: Create, Update, Get',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('contact-records'));
			const [{ json: created }] = items(run, 'Create the contact');
			const [{ json: read, pairedItem }] = items(run, 'Read it back');
			expect(read).toMatchObject({
				id: created.id,
				firstName: 'Ada',
				lastName: 'Lovelace',
				email: 'ada.lovelace@example.com',
				phone: '+15550200001',
				status: 'customer',
			});
			expect(pairedItem).toEqual({ item: 0 });
			const id = String(created.id);
			// What Update was not given stays as it was.
			expect(sandbox.simulator.store.contacts.get(id)).toMatchObject({
				notes: 'Prefers calls in the morning',
				tags: ['vip', 'newsletter'],
				customFields: { plan: 'gold' },
			});
			const both = [`contact.create ${id}`, `contact.update ${id}`];
			expect(writes(sandbox.simulator)).toEqual(both);
		},
	},
	{
		name: 'Contact: Get Many of 2,500',
		async run({ sandbox }) {
			const all = smsNode('All', { resource: 'contact', operation: 'getAll', returnAll: true });
			const workflow = inARow('versionsAllContacts', [n8nNode('Start', 'manualTrigger'), all]);
			const listed = items(await ran(sandbox, workflow), 'All').map(({ json }) => json.id);
			expect(listed).toHaveLength(2500);
			expect(listed).toEqual(sandbox.simulator.store.contacts.all().map(({ id }) => id));
		},
	},
	{
		name: 'Pickers: From List',
		async run({ sandbox }) {
			const { rest } = sandbox.n8n;
			const { apiKey, baseUrl, store } = sandbox.simulator;
			const id = await saveCredential(rest, { apiKey, baseUrl });
			const { data } = await rest.post<{ results: Array<{ value: string }> }>(
				'/dynamic-node-parameters/resource-locator-results',
				{
					nodeTypeAndVersion: { name: nodeType, version: 1 },
					path: 'parameters.contactId',
					methodName: 'searchContacts',
					currentNodeParameters: { resource: 'contact', operation: 'get' },
					credentials: { voiceSmsApi: { id, name: 'Voice and SMS account' } },
				},
			);
			expect(data.results.length).toBeGreaterThan(0);
			for (const { value } of data.results) {
				expect([value, store.contacts.get(value)]).not.toContain(undefined);
			}
		},
	},
];
