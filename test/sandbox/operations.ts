import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import type { IDataObject, INode, INodeExecutionData, INodeTypeDescription } from 'n8n-workflow';
import type { Run, WorkflowFile } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';
import { workflowWith } from './asker';
import { deliver, keptRows, nodeType, onWebhook, sender } from './deliveries';
import { sandbox } from './running';

const [callACustomer, callRecords, contactRecords, contactsOfAFile, sendToThree] = [
	'call-a-customer',
	'call-records',
	'contact-records',
	'contacts-of-a-file',
	'send-to-three',
].map((name) => {
	const text = readFileSync(join(__dirname, 'workflows', `${name}.json`), 'utf8');
	return JSON.parse(text) as WorkflowFile;
});

describe('in a real n8n', () => {
	it('shows every operation of the node in the workflows below', async () => {
		const shown = [
			...sandbox.examples,
			callACustomer,
			callRecords,
			contactRecords,
			workflowWith({}, 1),
		]
			.flatMap(({ nodes }) => nodes)
			.filter(({ type }) => type === nodeType)
			.map(({ parameters }) => `${parameters.resource}.${parameters.operation}`);
		const { properties } = await typeOf(nodeType);
		const offered = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ options = [], displayOptions }) =>
				options.flatMap((option) =>
					'value' in option ? `${displayOptions?.show?.resource?.[0]}.${option.value}` : [],
				),
			)
			// n8n's own entry, which sends people to the HTTP Request node.
			.filter((operation) => !operation.endsWith('.__CUSTOM_API_CALL__'));
		expect([...new Set(shown)].sort()).toEqual(offered.sort());
	});

	it('sends one SMS per item', async () => {
		const run = await ran(sendToThree);
		const people = items(run, 'One item per person');
		const sent = items(run, 'Send an SMS');
		expect(sent.map(({ pairedItem }) => pairedItem)).toEqual(pairs(people.length));
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
	});

	it('calls a customer and reads the call', async () => {
		const run = await ran(callACustomer);
		const [started] = items(run, 'Start the call');
		const [read] = items(run, 'See the call');
		expect(read.json).toMatchObject({ id: started.json.id, toNumber: '+15550200001' });
		expect(read.pairedItem).toEqual({ item: 0 });
		expect(sandbox.simulator.ledger).toEqual([
			expect.objectContaining({
				kind: 'call.create',
				id: started.json.id,
				body: {
					toNumber: '+15550200001',
					fromNumber: companyNumbers[0],
					metadata: { order: 'A-1001' },
				},
			}),
		]);
	});

	it('creates, updates and reads a contact without losing its other fields', async () => {
		const run = await ran(contactRecords);
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
		expect(sandbox.simulator.store.contacts.get(String(created.id))).toMatchObject({
			notes: 'Prefers calls in the morning',
			tags: ['vip', 'newsletter'],
			customFields: { plan: 'gold' },
		});
		expect(sandbox.simulator.ledger.map(({ kind }) => kind)).toEqual([
			'contact.create',
			'contact.update',
		]);
	});

	it('creates the contacts that a file lists', async () => {
		const run = await ran(contactsOfAFile);
		expect(items(run, 'Create the contacts').map(({ json }) => json.firstName)).toEqual([
			'Grace',
			'Alan',
		]);
		expect(sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).phone).sort()).toEqual([
			'+15550200002',
			'+15550200003',
		]);
	});

	it('reads analytics, finds, downloads and deletes call records', async () => {
		const newest = sandbox.simulator.store.calls.all().slice(0, 3);
		const run = await ran(callRecords);
		expect(items(run, 'Analytics')[0].json.totalCalls).toEqual(expect.any(Number));

		const ended = items(run, 'Ended calls');
		const recordings = items(run, 'Recording');
		expect(ended.map(({ json }) => json.status)).toEqual(['ENDED', 'ENDED']);
		expect(recordings.map(({ json }) => json.callId)).toEqual(ended.map(({ json }) => json.id));
		expect(recordings.map(({ pairedItem }) => pairedItem)).toEqual(pairs(2));
		expect(recordings[0].binary?.data).toMatchObject({ mimeType: expect.stringMatching(/wav/) });
		// The recordings are elsewhere, and the key is nobody else's business.
		for (const { headers } of sandbox.simulator.recordingRequests) {
			expect(headers['x-api-key']).toBeUndefined();
		}

		const deleted = items(run, 'Delete');
		expect(deleted.map(({ json }) => json.deleted)).toEqual([true, true, true]);
		expect(deleted.map(({ pairedItem }) => pairedItem)).toEqual(pairs(3));
		expect(sandbox.simulator.ledger.map(({ id }) => id).sort()).toEqual(
			newest.map(({ id }) => id).sort(),
		);
	});

	it('sends a message with a Send Once Key once, also over two executions and a restart', async () => {
		const workflow = withOptions(sendToThree, 'sendOnce', {
			onceKey: 'welcome',
		});
		const { simulator } = sandbox;
		simulator.fail(
			{ body: { to: '+15550200002' } },
			{ kind: 'successFalse', message: 'No credit' },
		);
		const refused = await sandbox.runWorkflow(workflow);
		expect(refused.status).toBe('error');
		expect(refused.error?.description).toContain('No credit');
		await sandbox.restartN8n();
		const second = items(await ran(workflow), 'Send an SMS');
		// What was sent in the first execution is skipped, and the refused one is sent now.
		expect(second.map(({ json }) => json.outcome === 'skipped' || json.status)).toEqual([
			true,
			'queued',
			true,
		]);
		const third = items(await ran(workflow), 'Send an SMS');
		expect(third.map(({ json }) => json.outcome === 'skipped')).toEqual([true, true, true]);
		expect(third[0].json.onceKey).toBe('welcome');
		const sent = simulator.ledger.map(({ body }) => (body as { to: string }).to);
		expect(sent.sort()).toEqual(['+15550200001', '+15550200002', '+15550200003']);
	});

	it('keeps every Send Once Key of executions that overlap, each in a row of its own', async () => {
		const workflow = onWebhook(sendToThree, 'overlapping');
		const node = sender(workflow);
		expect(await sandbox.publish(workflow)).toMatchObject({ status: 'published' });
		const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
		const deliverAll = async () => new Set(await deliver(sandbox, workflow, keys));
		try {
			expect(await deliverAll()).toEqual(new Set(['queued']));
			expect(await deliverAll()).toEqual(new Set([true]));
			expect(sandbox.simulator.ledger).toHaveLength(100);
			// The id of the node behind the context is nothing that n8n documents: without it the keys
			// would stand in one row, and Send Once is refused.
			const own = await keptRows(sandbox, workflow);
			expect(own).toHaveLength(100);
			expect(own.every((context) => context.startsWith(`n:${node.id}:key:`))).toBe(true);
		} finally {
			await sandbox.unpublish(workflow);
		}
	});

	it("survives n8n's Retry On Fail without sending twice", async () => {
		const workflow = withOptions(sendToThree, 'retryOnFail', {});
		Object.assign(sender(workflow), { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 });
		sandbox.simulator.fail({ body: { to: '+15550200002' } }, { kind: 'status', status: 400 }, 2);
		const sent = items(await ran(workflow), 'Send an SMS');
		expect(sent.map(({ json }) => json.status)).toEqual(['queued', 'queued', 'queued']);
		expect(sandbox.simulator.ledger).toHaveLength(3);
		expect(sandbox.simulator.requests).toHaveLength(5);
	});

	it('tests the credential', async () => {
		const { restrictedKey, sendOnlyKey } = sandbox.simulator;
		expect(await sandbox.testCredential()).toMatchObject({ status: 'OK' });
		expect(await sandbox.testCredential({ apiKey: restrictedKey })).toMatchObject({ status: 'OK' });
		expect(await sandbox.testCredential({ apiKey: 'wrong' })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not accept this API Key'),
		});
		expect(await sandbox.testCredential({ apiKey: sendOnlyKey })).toEqual({
			status: 'Error',
			message: expect.stringContaining('may not read contacts'),
		});
		expect(await sandbox.testCredential({ baseUrl: sandbox.simulator.url })).toEqual({
			status: 'Error',
			message: expect.stringContaining('/api/v1'),
		});
	});

	it('offers the node as a tool and serves its icons', async () => {
		const node = await typeOf(nodeType);
		const tool = await typeOf(`${nodeType}Tool`);
		expect(tool.outputs).toEqual(['ai_tool']);
		expect(node.iconUrl).toEqual({ light: expect.any(String), dark: expect.any(String) });
		for (const path of Object.values(node.iconUrl as object)) {
			const { headers } = await axios.get(`${sandbox.n8n.url}/${path}`, { proxy: false });
			expect(headers['content-type']).toContain('image/svg+xml');
		}
	});

	it('starts again with the same workflows', async () => {
		await sandbox.restartN8n();
		const { data } = await sandbox.n8n.rest.get<Array<{ id: string }>>('/workflows');
		expect(data.map(({ id }) => id)).toEqual(
			expect.arrayContaining(sandbox.examples.map(({ id }) => id)),
		);
		await ran(sandbox.examples[0]);
		expect(sandbox.simulator.ledger).toHaveLength(1);
	});

	async function ran(workflow: WorkflowFile): Promise<Run> {
		const run = await sandbox.runWorkflow(workflow);
		expect(run.error).toBeUndefined();
		expect(run.status).toBe('success');
		return run;
	}

	async function typeOf(name: string): Promise<INodeTypeDescription> {
		const { data } = await sandbox.n8n.rest.get<INodeTypeDescription[]>('/types/nodes.json', {
			baseURL: sandbox.n8n.url,
		});
		const found = data.find((type) => type.name === name);
		if (!found) throw new Error(`n8n knows no node type ${name}`);
		return found;
	}
});

/** A copy of an example under an id of its own, with options set on the node that sends. */
function withOptions(workflow: WorkflowFile, id: string, options: IDataObject): WorkflowFile {
	const copy = { ...structuredClone(workflow), id, name: `Test: ${id}` };
	sender(copy).parameters.options = options as INode['parameters'];
	return copy;
}

function items(run: Run, node: string): INodeExecutionData[] {
	return run.outputs[node]?.[0] ?? [];
}

function pairs(count: number) {
	return Array.from({ length: count }, (_, item) => ({ item }));
}
