import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { additionalDataWith, locator, nodeTypesWith, runAt } from '../../harness/n8n/engine';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { good } from '../../harness/n8n/parameters';
import { said } from '../../harness/n8n/messages';
import { indexesOf } from '../../harness/random/told';
import { few, withSimulator } from '../../harness/service/service';

const simulator = withSimulator({ seed: { ...few, contacts: 30 } });

// Some of the values that `fields/read/reader.test.ts` refuses: each field is read in the right way.

describe('when the node continues on fail', () => {
	const emptyContact = {
		error: {
			message: `'Contact' ${said.empty}`,
			description: expect.stringContaining('Enter a value') as string,
			mayHaveBeenDone: false,
			itemIndex: 1,
		},
	};
	const unknownContact = {
		error: {
			message: `${said.notFound}: contact contact_9`,
			description: expect.stringContaining(`${said.serviceSays} `) as string,
			httpCode: '404',
			mayHaveBeenDone: false,
			itemIndex: 3,
		},
	};
	/** Items of which the second is wrong before, and the fourth at the service. */
	const ids = ['contact_000001', '', 'contact_000002', 'contact_9', 'contact_000003'];
	const forms: Array<[string, Partial<INode>]> = [
		['onError: continueRegularOutput', { onError: 'continueRegularOutput' }],
		['continueOnFail: true of old workflows', { continueOnFail: true }],
	];

	const read = async (settings: Partial<INode>) =>
		await runAt(
			simulator,
			{ ...good.getContact, contactId: locator('={{ $json.id }}') },
			{ items: ids.map((id) => ({ id, mine: { kept: true } })), settings },
		);

	/** The same with the node before it, which n8n asks for the input of what goes to the branch. */
	async function readToBranch(
		these = ids,
		own: IDataObject = { mine: { kept: true } },
	): Promise<[INodeExecutionData[], INodeExecutionData[]]> {
		const before: INode = {
			id: 'node-0',
			name: 'Items',
			type: 'n8n-nodes-voice-sms.voiceSms',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const node: INode = {
			...before,
			id: 'node-1',
			name: 'Voice and SMS',
			onError: 'continueErrorOutput',
			credentials: { voiceSmsApi: { id: '1', name: 'Voice and SMS account' } },
			parameters: { ...good.getContact, contactId: locator('={{ $json.id }}') },
		};
		const main = [these.map((id): INodeExecutionData => ({ json: { id, ...own } }))];
		const source = [{ previousNode: before.name }];
		const execute = new WorkflowExecute(
			additionalDataWith(async () => ({ baseUrl: simulator.baseUrl, apiKey: simulator.apiKey })),
			'trigger',
			createRunExecutionData({
				resultData: {
					runData: {
						[before.name]: [
							{
								startTime: 0,
								executionTime: 0,
								executionIndex: 0,
								executionStatus: 'success',
								source: [],
								data: { main },
							},
						],
					},
				},
				executionData: { nodeExecutionStack: [{ node, data: { main }, source: { main: source } }] },
			}),
		);
		const result = await execute.processRunExecutionData(
			new Workflow({
				id: 'workflow-1',
				nodes: [before, node],
				connections: { [before.name]: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
				active: false,
				nodeTypes: nodeTypesWith(new VoiceSms()),
				settings: {},
			}),
		);
		const outputs = result.data.resultData.runData[node.name]?.[0].data?.main;
		return [outputs?.[0] ?? [], outputs?.[1] ?? []];
	}

	it.each(forms)(
		'%s: good items come in order, each linked to its own',
		async (_name, settings) => {
			const result = await read(settings);
			expect(result.error).toBeUndefined();
			const done = result.items.filter(
				({ json }) => json.id !== undefined && json.error === undefined,
			);
			expect(done.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
				['contact_000001', { item: 0 }],
				['contact_000002', { item: 2 }],
				['contact_000003', { item: 4 }],
			]);
			expect(simulator.requests).toHaveLength(4);
		},
	);

	it.each(forms)('%s: a failed item is its error in its place', async (_name, settings) => {
		const { items, errorItems } = await read(settings);
		expect(items).toHaveLength(5);
		expect(errorItems).toEqual([]);
		expect(items[1]).toEqual({
			json: { mine: { kept: true }, ...emptyContact },
			pairedItem: { item: 1 },
		});
		expect(items[3]).toEqual({
			json: { id: 'contact_9', mine: { kept: true }, ...unknownContact },
			pairedItem: { item: 3 },
		});
	});

	it('onError: continueErrorOutput sends failed items, and only these, to the branch with their own fields', async () => {
		const [items, errorItems] = await readToBranch();
		expect(items.map(({ json, error }) => [json.id, json.error, error])).toEqual([
			['contact_000001', undefined, undefined],
			['contact_000002', undefined, undefined],
			['contact_000003', undefined, undefined],
		]);
		expect(errorItems.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
			[{ id: '', mine: { kept: true }, ...emptyContact }, { item: 1 }],
			[{ id: 'contact_9', mine: { kept: true }, ...unknownContact }, { item: 3 }],
		]);
		expect(errorItems.every(({ error }) => error === undefined)).toBe(true);
	});

	it("an own field 'error' gives way to the reason, and nothing else does", async () => {
		const own = { error: 'old', message: 'mine', details: { a: 1 }, note: 'kept' };
		const [, errorItems] = await readToBranch(['contact_9'], own);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				id: 'contact_9',
				message: 'mine',
				details: { a: 1 },
				note: 'kept',
				error: { ...unknownContact.error, itemIndex: 0 },
			},
		]);
	});

	it('says of a write whether it may have been carried out', async () => {
		simulator.fail({ body: { to: '+15557654321' } }, { kind: 'reset', processed: true });
		simulator.fail({ body: { to: '+15557654322' } }, { kind: 'status', status: 503 });
		simulator.fail(
			{ body: { to: '+15557654323' } },
			{ kind: 'status', status: 400, message: 'No credit' },
		);
		const { items } = await runAt(
			simulator,
			{ ...good.send, to: '={{ $json.to }}' },
			{
				items: ['+15557654321', '+15557654322', '+15557654323'].map((to) => ({ to })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json }) => json.error)).toMatchObject([
			{ mayHaveBeenDone: true, itemIndex: 0 },
			{ httpCode: '503', mayHaveBeenDone: true, itemIndex: 1 },
			{
				httpCode: '400',
				mayHaveBeenDone: false,
				itemIndex: 2,
				description: expect.stringContaining(`${said.serviceSays} No credit.`) as string,
			},
		]);
	});

	it('a run in which every item fails still gives one item each', async () => {
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' }, 10);
		const { items } = await runAt(
			simulator,
			{ ...good.send, to: '={{ $json.to }}' },
			{
				items: ['+15557654321', '+15557654322'].map((to) => ({ to })),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		const told = items.map(({ json, pairedItem }) => {
			const { message, description } = json.error as IDataObject;
			return [message, description, pairedItem];
		});
		expect(told).toEqual([
			[`${said.not}sent: SMS to +15557654321`, `${said.serviceSays} No.`, { item: 0 }],
			[`${said.not}sent: SMS to +15557654322`, `${said.serviceSays} No.`, { item: 1 }],
		]);
	});
});

describe('when it stops on a failure', () => {
	it('throws the error of the first failed item and names the item', async () => {
		simulator.fail({ path: '/api/contacts/contact_000002' }, { kind: 'status', status: 400 });
		const result = await runAt(
			simulator,
			{
				...good.getContact,
				contactId: locator('={{ $json.id }}'),
				requestOptions: { requestsAtOnce: 1 },
			},
			{ items: [1, 2, 3, 4].map((number) => ({ id: `contact_00000${number}` })) },
		);
		expect(result.items).toEqual([]);
		expect(indexesOf(String(result.error?.message))).toEqual([1]);
		expect(result.error?.httpCode).toBe('400');
		// The editor would write it behind the message.
		expect(result.error?.context.itemIndex).toBeUndefined();
		expect(simulator.requests).toHaveLength(2);
	});
});
