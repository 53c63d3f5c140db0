import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { additionalDataWith, locator, nodeTypesWith, runNode } from '../../harness/n8n/engine';
import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { run } from '../../../nodes/VoiceSms/run/run';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { companyNumbers, startSimulator, type Simulator } from '../../simulator';

const [own] = companyNumbers;
const customer = '+15557654321';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({
		seed: { contacts: 30, conversations: 5, messages: 5, calls: 5 },
	});
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

/** Parameters that work, by resource and operation. */
const good = {
	send: {
		resource: 'sms',
		operation: 'send',
		from: locator(own),
		to: customer,
		body: 'Hello',
		options: {},
	},
	getMessages: {
		resource: 'sms',
		operation: 'getMessages',
		conversationId: locator('conversation_000001'),
		returnAll: false,
		limit: 50,
		options: {},
	},
	getConversations: {
		resource: 'sms',
		operation: 'getConversations',
		returnAll: false,
		limit: 50,
		options: {},
	},
	createCall: {
		resource: 'call',
		operation: 'create',
		fromNumber: locator(own),
		toNumber: customer,
		options: {},
	},
	getCall: {
		resource: 'call',
		operation: 'get',
		callId: locator('call_000001'),
		simple: true,
		options: {},
	},
	deleteCall: {
		resource: 'call',
		operation: 'delete',
		callId: locator('call_000001'),
		options: {},
	},
	getRecording: {
		resource: 'call',
		operation: 'getRecording',
		callId: locator('call_000001'),
		download: true,
		binaryPropertyName: 'data',
		options: {},
	},
	getCalls: {
		resource: 'call',
		operation: 'getAll',
		returnAll: false,
		limit: 50,
		simple: true,
		options: {},
	},
	searchCalls: {
		resource: 'call',
		operation: 'search',
		query: '+1555',
		returnAll: false,
		limit: 50,
		simple: true,
		options: {},
	},
	getAnalytics: {
		resource: 'call',
		operation: 'getAnalytics',
		dateRange: 'custom',
		startDate: '2026-01-01',
		endDate: '2026-01-31',
		options: {},
	},
	createContact: {
		resource: 'contact',
		operation: 'create',
		firstName: 'Ada',
		lastName: '',
		email: '',
		phone: '',
		options: {},
	},
	getContact: {
		resource: 'contact',
		operation: 'get',
		contactId: locator('contact_000001'),
		simple: true,
		options: {},
	},
	getContacts: {
		resource: 'contact',
		operation: 'getAll',
		returnAll: false,
		limit: 50,
		simple: true,
		options: {},
	},
	updateContact: {
		resource: 'contact',
		operation: 'update',
		contactId: locator('contact_000001'),
		updateFields: { notes: 'N' },
		options: {},
	},
	upsertContact: {
		resource: 'contact',
		operation: 'upsert',
		matchBy: 'phone',
		phone: customer,
		email: '',
		options: {},
	},
} satisfies Record<string, IDataObject>;
type Name = keyof typeof good;

/** Parameters with one field that is an expression on `value` of the item. */
function withBad(name: Name, field: string): IDataObject {
	const [outer, inner] = field.split('.');
	const parameters: IDataObject = { ...good[name] };
	const value = '={{ $json.value }}';
	parameters[outer] = inner === undefined ? value : { [inner]: value };
	return parameters;
}

const badIds = ['', '.', '..', '   ', ' .. ', null, undefined];
const badCounts = [0, 1.5, -1, 'abc', '', '1.5', null, true];
const badObjects = ['[1]', '"x"', 'nope', '1', 'null', [1], 7, '{"a": }'];
const badFlags = ['', 'yes', 'no', '1', 0, 1, null, {}];
const badDates = [
	'tomorrow',
	'abc',
	'2026-13-01',
	'2026-01-31T25:00:00Z',
	'item 3',
	'5',
	5,
	0,
	true,
];

interface BadField {
	operation: Name;
	field: string;
	/** Display name that the message must name. */
	shown: string;
	values: unknown[];
	/** A value that works, for the items that are good. */
	works: unknown;
}

const fieldsThatRefuse: BadField[] = [
	...(['getCall', 'deleteCall', 'getRecording'] as const).map((operation) => ({
		operation,
		field: 'callId',
		shown: 'Call',
		values: badIds,
		works: 'call_000001',
	})),
	...(['getContact', 'updateContact'] as const).map((operation) => ({
		operation,
		field: 'contactId',
		shown: 'Contact',
		values: badIds,
		works: 'contact_000001',
	})),
	{
		operation: 'getMessages',
		field: 'conversationId',
		shown: 'Conversation',
		values: badIds,
		works: 'conversation_000001',
	},
	...(['getMessages', 'getConversations', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation) => ({ operation, field: 'limit', shown: 'Limit', values: badCounts, works: 1 }),
	),
	{ operation: 'send', field: 'to', shown: 'To Number', values: ['', '  '], works: customer },
	{ operation: 'send', field: 'from', shown: 'From Number', values: ['', '  '], works: own },
	{ operation: 'send', field: 'body', shown: 'Message', values: ['', ' \n', {}], works: 'Hi' },
	{
		operation: 'createCall',
		field: 'toNumber',
		shown: 'To Number',
		values: ['', '  ', ['+1']],
		works: customer,
	},
	{
		operation: 'createCall',
		field: 'fromNumber',
		shown: 'From Number',
		values: ['', '  '],
		works: own,
	},
	{
		operation: 'createCall',
		field: 'additionalFields.metadata',
		shown: 'Metadata',
		values: badObjects,
		works: '{}',
	},
	{
		operation: 'createContact',
		field: 'additionalFields.customFields',
		shown: 'Custom Fields',
		values: badObjects,
		works: '{}',
	},
	{
		operation: 'updateContact',
		field: 'updateFields.customFields',
		shown: 'Custom Fields',
		values: badObjects,
		works: '{}',
	},
	{
		operation: 'updateContact',
		field: 'updateFields.notes',
		shown: 'Notes',
		values: [{ a: 1 }, ['a']],
		works: 'N',
	},
	{
		operation: 'updateContact',
		field: 'updateFields.tags',
		shown: 'Tags',
		values: [{ a: 1 }, [{}]],
		works: 'vip',
	},
	{
		operation: 'getContact',
		field: 'requestOptions.maxTries',
		shown: 'Max Tries',
		values: [0, -1, 'abc'],
		works: 1,
	},
	{
		operation: 'getContact',
		field: 'requestOptions.timeout',
		shown: 'Timeout',
		values: [0, -1, 'abc'],
		works: 1000,
	},
	{
		operation: 'getContact',
		field: 'requestOptions.requestsAtOnce',
		shown: 'Requests at Once',
		values: [0, -1, 'abc'],
		works: 1,
	},
	{
		operation: 'getAnalytics',
		field: 'startDate',
		shown: 'Start Date',
		values: badDates,
		works: '2026-01-01',
	},
	{
		operation: 'getAnalytics',
		field: 'endDate',
		shown: 'End Date',
		values: badDates,
		works: '2026-01-31',
	},
	...(['getMessages', 'getConversations', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation) => ({
			operation,
			field: 'returnAll',
			shown: 'Return All',
			values: badFlags,
			works: 'true',
		}),
	),
	...(['getCall', 'getContact', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation) => ({
			operation,
			field: 'simple',
			shown: 'Simplify',
			values: badFlags,
			works: 'FALSE',
		}),
	),
	{
		operation: 'getRecording',
		field: 'download',
		shown: 'Download',
		values: badFlags,
		works: 'false',
	},
	{
		operation: 'updateContact',
		field: 'options.keepOtherFields',
		shown: 'Keep Other Fields',
		values: ['', 'yes', 0, 1, {}],
		works: 'true',
	},
	{
		operation: 'updateContact',
		field: 'options.tagsMode',
		shown: 'Tags Mode',
		values: ['append', 'merge', '', true],
		works: 'add',
	},
	{
		operation: 'updateContact',
		field: 'options.customFieldsMode',
		shown: 'Custom Fields Mode',
		values: ['mix', 'add', '', 1],
		works: 'merge',
	},
	{
		operation: 'searchCalls',
		field: 'filters.status',
		shown: 'Status',
		values: ['end', 'ALL'],
		works: 'ENDED',
	},
	{
		operation: 'getConversations',
		field: 'filters.status',
		shown: 'Status',
		values: ['activ', 'ALL'],
		works: 'ACTIVE',
	},
	{
		operation: 'getContacts',
		field: 'filters.source',
		shown: 'Source',
		values: ['Apis', 'WEB'],
		works: 'API',
	},
	{
		operation: 'createContact',
		field: 'additionalFields.source',
		shown: 'Source',
		values: ['Apis', 'WEB'],
		works: 'API',
	},
	{
		operation: 'upsertContact',
		field: 'matchBy',
		shown: 'Match By',
		values: ['', 'name', true],
		works: 'PHONE',
	},
	{
		operation: 'upsertContact',
		field: 'phone',
		shown: 'Phone',
		values: ['', '  ', 'soon', '555', ['+1']],
		works: customer,
	},
	...(['getCall', 'getContact'] as const).map((operation) => ({
		operation,
		field: 'options.ifNotFound',
		shown: 'If Not Found',
		values: ['', 'nothing', true],
		works: 'EMPTY',
	})),
	{
		operation: 'getRecording',
		field: 'binaryPropertyName',
		shown: 'Put Output File in Field',
		values: ['', '  '],
		works: 'data',
	},
];

const refusals = fieldsThatRefuse.flatMap(({ values, ...row }) =>
	values.map((value) => ({ ...row, value, text: JSON.stringify(value) ?? 'undefined' })),
);

describe('input that cannot be right', () => {
	it.each(refusals)('$operation refuses $field $text before any request', async (row) => {
		for (const items of [[row.value], [row.works, row.works, row.value]]) {
			simulator.reset();
			const result = await runNode({
				parameters: withBad(row.operation, row.field),
				items: items.map((value) => ({ value }) as IDataObject),
				credential: simulator,
				clock: testClock(),
			});
			const itemIndex = items.length - 1;
			expect(result.error?.message).toMatch(
				new RegExp(`^'${row.shown}' .*\\[item ${itemIndex}\\]$`),
			);
			expect(result.error?.name).toBe('NodeOperationError');
			expect(result.error?.context.itemIndex).toBe(itemIndex);
			expect(result.error?.description).toMatch(/\w/);
			expect(result.items).toEqual([]);
			expect(simulator.requests).toEqual([]);
			expect(simulator.recordingRequests).toEqual([]);
		}
	});

	it.each<[string, IDataObject, string]>([
		[
			'a contact without a field',
			{ ...good.createContact, firstName: '={{ $json.value }}', phone: ' ' },
			'First Name',
		],
		['an update without a field', { ...good.updateContact, updateFields: {} }, 'Update Fields'],
		[
			'an update of nothing but an expression without a value',
			{ ...good.updateContact, updateFields: { notes: '={{ $json.missing }}' } },
			'Update Fields',
		],
		[
			'a start after the end',
			{ ...good.getAnalytics, startDate: '2026-02-01', endDate: '2026-01-31' },
			'Start Date',
		],
		[
			'a start after the end, by their offsets',
			{
				...good.getAnalytics,
				startDate: '2026-01-31T00:30:00-02:00',
				endDate: '2026-01-31T02:00:00Z',
			},
			'Start Date',
		],
	])('%s is refused before any request', async (_name, parameters, shown) => {
		const result = await runNode({
			parameters,
			items: [{ value: '' }],
			credential: simulator,
			clock: testClock(),
		});
		expect(result.error?.message).toMatch(new RegExp(`^'${shown}' .*\\[item 0\\]$`));
		expect(result.error?.name).toBe('NodeOperationError');
		expect(result.error?.context.itemIndex).toBe(0);
		expect(simulator.requests).toEqual([]);
	});

	it.each<[string, IDataObject, string]>([
		['a message', { ...good.send, body: '={{ 0 / 0 }}' }, 'Message'],
		['a number', { ...good.send, to: '={{ 1 / 0 }}' }, 'To Number'],
		['a contact', { ...good.createContact, lastName: '={{ Number("x") }}' }, 'Last Name'],
		['a tag', { ...good.updateContact, updateFields: { tags: '={{ [0 / 0] }}' } }, 'Tags'],
		[
			'a query',
			{
				...good.getContact,
				requestOptions: { queryParameters: { parameter: [{ name: 'a', value: '={{ 0 / 0 }}' }] } },
			},
			'Query Parameters',
		],
	])(
		'%s that is no number is refused, not sent as the word NaN',
		async (_name, parameters, shown) => {
			const { error } = await runNode({ parameters, credential: simulator, clock: testClock() });
			expect(error?.message).toMatch(
				new RegExp(`^'${shown}' is (NaN|Infinity), which is not a number \\[item 0\\]$`),
			);
			expect(simulator.requests).toEqual([]);
		},
	);

	it('a date in seconds is that date, not one of 1970', async () => {
		await runNode({
			parameters: { ...good.getAnalytics, endDate: '={{ 1769850000 }}' },
			credential: simulator,
		});
		expect(simulator.requests[0].query.endDate).toBe('2026-01-31T09:00:00.000Z');
	});

	it('an operation that does not exist is named', async () => {
		const { error } = await runNode({
			parameters: { resource: 'sms', operation: 'recall', options: {} },
			credential: simulator,
		});
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe('There is no operation "recall" of resource "sms"');
		expect(simulator.requests).toEqual([]);
	});
});

describe('when the node continues on fail', () => {
	const emptyContact = {
		error: {
			message: "'Contact' is empty [item 1]",
			description: 'Enter a value, or check the expression: it gives nothing.',
			mayHaveBeenDone: false,
			itemIndex: 1,
		},
	};
	const unknownContact = {
		error: {
			message: 'Not found (HTTP 404): contact contact_9',
			description: expect.stringContaining('The service says: ') as string,
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
		await runNode({
			parameters: { ...good.getContact, contactId: locator('={{ $json.id }}') },
			items: ids.map((id) => ({ id, mine: { kept: true } })),
			settings,
			credential: simulator,
			clock: testClock(),
		});

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
			'integrated',
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
		const { items } = await runNode({
			parameters: { ...good.send, to: '={{ $json.to }}' },
			items: ['+15557654321', '+15557654322', '+15557654323'].map((to) => ({ to })),
			settings: { onError: 'continueRegularOutput' },
			credential: simulator,
			clock: testClock(),
		});
		expect(items.map(({ json }) => json.error)).toMatchObject([
			{ mayHaveBeenDone: true, itemIndex: 0 },
			{ httpCode: '503', mayHaveBeenDone: true, itemIndex: 1 },
			{
				httpCode: '400',
				mayHaveBeenDone: false,
				itemIndex: 2,
				description: expect.stringContaining('The service says: No credit.') as string,
			},
		]);
	});

	it('a run in which every item fails still gives one item each', async () => {
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' }, 10);
		const { items } = await runNode({
			parameters: { ...good.send, to: '={{ $json.to }}' },
			items: ['+15557654321', '+15557654322'].map((to) => ({ to })),
			settings: { onError: 'continueRegularOutput' },
			credential: simulator,
			clock: testClock(),
		});
		const told = items.map(({ json, pairedItem }) => {
			const { message, description } = json.error as IDataObject;
			return [message, description, pairedItem];
		});
		expect(told).toEqual([
			[
				'The service refused the request (HTTP 400): SMS to +15557654321',
				'The service says: No.',
				{ item: 0 },
			],
			[
				'The service refused the request (HTTP 400): SMS to +15557654322',
				'The service says: No.',
				{ item: 1 },
			],
		]);
	});
});

describe('when it stops on a failure', () => {
	it('throws the error of the first failed item and says what became of the others', async () => {
		simulator.fail({ path: '/api/contacts/contact_000002' }, { kind: 'status', status: 400 });
		const result = await runNode({
			parameters: {
				...good.getContact,
				contactId: locator('={{ $json.id }}'),
				requestOptions: { requestsAtOnce: 1 },
			},
			items: [1, 2, 3, 4].map((number) => ({ id: `contact_00000${number}` })),
			credential: simulator,
			clock: testClock(),
		});
		expect(result.items).toEqual([]);
		expect(result.error?.context.itemIndex).toBe(1);
		expect(result.error?.description).toMatch(/Rows done: 1\. Not done: 2\. Not started: 3-4\.$/);
		expect(simulator.requests).toHaveLength(2);
	});
});

/** Freezes a value and all in it: a change throws. */
function frozen<T>(value: T): T {
	if (typeof value === 'object' && value !== null) {
		Object.values(value).forEach(frozen);
		Object.freeze(value);
	}
	return value;
}

type Seen = Array<{ name: string; index: number }>;

/** The shipped `run` behind a context that notes each parameter read and freezes what it gives. */
async function observed(parameters: IDataObject, items: IDataObject[], seen: Seen) {
	const original = VoiceSms.prototype.execute;
	const observing = async function (this: IExecuteFunctions) {
		const context = new Proxy(this, {
			get(target, name) {
				const member: unknown = Reflect.get(target, name, target);
				if (name === 'getInputData') return () => frozen(target.getInputData());
				if (name === 'getNodeParameter') {
					return (...[parameter, index, ...rest]: [string, number, ...never[]]) => {
						seen.push({ name: parameter, index });
						return frozen(target.getNodeParameter(parameter, index, ...rest));
					};
				}
				return typeof member === 'function' ? member.bind(target) : member;
			},
		});
		return await run(context, operationsWithOptions, testClock());
	};
	VoiceSms.prototype.execute = observing;
	try {
		return await runNode({ parameters, items: frozen(items), credential: simulator });
	} finally {
		VoiceSms.prototype.execute = original;
	}
}

describe.each(Object.entries(good))('%s', (_name, parameters) => {
	const items: IDataObject[] = [{ a: { b: [1, { c: 2 }] } }, { a: { b: [2] } }, {}];
	const settled = { ...parameters, requestOptions: { maxTries: 1 } };

	it('reads the credential and each parameter without an expression once a run', async () => {
		const seen: Seen = [];
		const result = await observed(settled, items, seen);
		expect(result.credentialReads).toBe(1);
		const names = seen.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names).toContain('requestOptions');
		// What one parameter gives at once is not asked for piece by piece.
		expect(seen.filter(({ name }) => name.includes('.'))).toEqual([]);
	});

	it('changes neither its input nor its parameters', async () => {
		const before = structuredClone([items, settled]);
		const result = await observed(frozen(settled), items, []);
		expect(result.error?.message ?? '').not.toMatch(/read only|not extensible|Cannot/);
		expect([items, settled]).toEqual(before);
		expect(simulator.requests.length).toBeGreaterThan(0);
	});
});
