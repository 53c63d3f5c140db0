import assert from 'node:assert/strict';
import type { INodePropertyOptions } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox';
import { saveCredential } from '../../sandbox/workflows';
import { nodeType } from '../sandbox/deliveries';
import type { Check } from './checks';
import { items, ran, workflowOfTests, workflowThat } from './workflows';

type Simulator = Sandbox['simulator'];
/** The writes that were carried out. */
const writes = ({ ledger }: Simulator) => ledger.map(({ kind, id }) => `${kind} ${id}`);

/** The credential, and what the node does with each kind of record. */
export const ofResources: Check[] = [
	{
		name: 'Credential test, with a right and a wrong key',
		async run({ sandbox }) {
			const right = await sandbox.testCredential();
			assert.equal(right.status, 'OK', right.message);
			const wrong = await sandbox.testCredential({ apiKey: 'wrong' });
			assert.equal(wrong.status, 'Error');
			assert.match(wrong.message, /does not accept this API Key/);
		},
	},
	{
		name: 'Default Country: the list of node, trigger, tool and human review, without a credential',
		async run({ sandbox, types }) {
			const names = types.map(({ name }) => name).filter((name) => name.startsWith(nodeType));
			assert.ok(names.length > 2, `n8n has ${names.join(', ')}.`);
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
				assert.equal(data.length, 246, name);
				assert.deepEqual([data[0].value, data[data.length - 1].value], ['', 'ZW']);
			}
			assert.equal(sandbox.simulator.ledger.length, 0);
		},
	},
	{
		name: 'SMS: Send',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('send-to-three'));
			const people = items(run, 'One item per person').map(({ json }) => json.phone);
			const sent = items(run, 'Send an SMS');
			const links = sent.map(({ pairedItem }) => pairedItem);
			assert.deepEqual(links, [{ item: 0 }, { item: 1 }, { item: 2 }]);
			const { ledger } = sandbox.simulator;
			const arrived = new Map(ledger.map(({ id, body }) => [id, (body as { to: string }).to]));
			assert.deepEqual([people.length, ledger.length], [3, 3]);
			assert.deepEqual(
				sent.map(({ json }) => arrived.get(String(json.messageId))),
				people,
			);
		},
	},
	{
		name: 'SMS: Get Many Conversations, Get Many Messages',
		async run({ sandbox }) {
			const example = sandbox.examples.find(({ file }) => file === '11-read-conversations');
			assert.ok(example);
			const run = await ran(sandbox, example);
			const conversations = items(run, 'Active conversations').map(({ json }) => json.id);
			assert.equal(conversations.length, 5);
			const { messages } = sandbox.simulator.store;
			const ids = items(run, 'Messages').map(({ json }) => String(json.id));
			const from = new Set(ids.map((id) => messages.get(id)?.conversationId));
			assert.deepEqual([...from], conversations);
			const wanted = messages.all().filter(({ conversationId }) => from.has(conversationId));
			assert.equal(ids.length, wanted.length);
		},
	},
	{
		name: 'Call: Create, Get',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('call-a-customer'));
			const [started] = items(run, 'Start the call');
			assert.equal(items(run, 'See the call')[0].json.id, started.json.id);
			assert.deepEqual(writes(sandbox.simulator), [`call.create ${String(started.json.id)}`]);
		},
	},
	{
		name: 'Call: Get Many, Search, Get Analytics, Get Recording, Delete',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const newest = simulator.store.calls.all().slice(0, 3);
			const run = await ran(sandbox, workflowOfTests('call-records'));
			assert.equal(typeof items(run, 'Analytics')[0].json.totalCalls, 'number');
			const ended = items(run, 'Ended calls');
			const recordings = items(run, 'Recording');
			const callOf = recordings.map(({ json }) => json.callId);
			assert.equal(ended.length, 2);
			assert.deepEqual(
				callOf,
				ended.map(({ json }) => json.id),
			);
			for (const { binary } of recordings) {
				assert.match(binary?.data.mimeType ?? '', /wav/);
				assert.ok((binary?.data.bytes ?? 0) > 0 || binary?.data.fileSize !== undefined);
			}
			// They are on another host, which the key is no business of.
			assert.ok(simulator.recordingRequests.length > 0);
			for (const { headers } of simulator.recordingRequests) {
				assert.equal(headers['x-api-key'], undefined);
			}
			const deleted = newest.map(({ id }) => `call.delete ${id}`);
			assert.deepEqual(writes(simulator).sort(), deleted.sort());
		},
	},
	{
		name: 'Contact: Create, Update, Get',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('contact-records'));
			const [{ json: created }] = items(run, 'Create the contact');
			const [{ json: read }] = items(run, 'Read it back');
			assert.equal(read.id, created.id);
			assert.equal(read.email, 'ada.lovelace@example.com');
			const kept = sandbox.simulator.store.contacts.get(String(created.id));
			// What Update was not given stays as it was.
			assert.deepEqual(kept?.tags, ['vip', 'newsletter']);
			const id = String(created.id);
			const both = [`contact.create ${id}`, `contact.update ${id}`];
			assert.deepEqual(writes(sandbox.simulator), both);
		},
	},
	{
		name: 'Contact: Get Many of 2,500',
		async run({ sandbox }) {
			const all = { resource: 'contact', operation: 'getAll', returnAll: true };
			const run = await ran(sandbox, workflowThat('all contacts', all));
			const ids = items(run, 'Node').map(({ json }) => json.id);
			const contacts = sandbox.simulator.store.contacts.all();
			assert.equal(ids.length, 2500);
			assert.deepEqual(
				ids,
				contacts.map(({ id }) => id),
			);
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
			const shown = data.results.map(({ value }) => value);
			assert.ok(shown.length > 0, 'The list is empty.');
			assert.ok(shown.every((value) => store.contacts.get(value) !== undefined));
		},
	},
];
