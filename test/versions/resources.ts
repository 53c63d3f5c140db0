import assert from 'node:assert/strict';
import type { INodePropertyOptions } from 'n8n-workflow';

import { saveCredential } from '../../sandbox/workflows';
import { nodeType } from '../sandbox/deliveries';
import type { Check } from './check';
import { exampleOf, items, ran, workflowOfTests, workflowThat } from './workflows';

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
			assert.equal(people.length, 3);
			const sent = items(run, 'Send an SMS');
			assert.deepEqual(
				sent.map(({ pairedItem }) => pairedItem),
				[{ item: 0 }, { item: 1 }, { item: 2 }],
			);
			const { ledger } = sandbox.simulator;
			const arrived = new Map(ledger.map(({ id, body }) => [id, (body as { to: string }).to]));
			assert.equal(ledger.length, 3);
			assert.deepEqual(
				sent.map(({ json }) => arrived.get(String(json.messageId))),
				people,
			);
		},
	},
	{
		name: 'SMS: Get Many Conversations, Get Many Messages',
		async run({ sandbox }) {
			const run = await ran(sandbox, exampleOf(sandbox, '11-read-conversations'));
			const conversations = items(run, 'Active conversations').map(({ json }) => json.id);
			assert.equal(conversations.length, 5);
			const messages = items(run, 'Messages').map(({ json }) => json);
			const { store } = sandbox.simulator;
			const conversationOf = ({ id }: { id?: unknown }) =>
				store.messages.get(String(id))?.conversationId;
			assert.deepEqual([...new Set(messages.map(conversationOf))], conversations);
			const wanted = store.messages
				.all()
				.filter(({ conversationId }) => conversations.includes(conversationId));
			assert.equal(messages.length, wanted.length);
		},
	},
	{
		name: 'Call: Create, Get',
		async run({ sandbox }) {
			const run = await ran(sandbox, workflowOfTests('call-a-customer'));
			const [started] = items(run, 'Start the call');
			assert.equal(items(run, 'See the call')[0].json.id, started.json.id);
			assert.deepEqual(
				sandbox.simulator.ledger.map(({ kind, id }) => [kind, id]),
				[['call.create', started.json.id]],
			);
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
			assert.equal(ended.length, 2);
			assert.deepEqual(
				recordings.map(({ json }) => json.callId),
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
			assert.deepEqual(
				simulator.ledger.map(({ kind, id }) => `${kind} ${id}`).sort(),
				newest.map(({ id }) => `call.delete ${id}`).sort(),
			);
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
			assert.deepEqual(
				sandbox.simulator.ledger.map(({ kind }) => kind),
				['contact.create', 'contact.update'],
			);
		},
	},
	{
		name: 'Contact: Get Many of 2,500',
		async run({ sandbox }) {
			const workflow = workflowThat('all contacts', {
				resource: 'contact',
				operation: 'getAll',
				returnAll: true,
			});
			const ids = items(await ran(sandbox, workflow), 'Node').map(({ json }) => json.id);
			const { store } = sandbox.simulator;
			assert.equal(ids.length, 2500);
			assert.deepEqual(
				ids,
				store.contacts.all().map(({ id }) => id),
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
			assert.deepEqual(
				shown.filter((value) => store.contacts.get(value) === undefined),
				[],
			);
		},
	},
];
