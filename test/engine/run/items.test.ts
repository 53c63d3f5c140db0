import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { locator, runAt, runNode } from '../../harness/n8n/engine';
import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { run } from '../../../nodes/VoiceSms/run/run';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { good } from '../../harness/n8n/parameters';
import { companyNumbers } from '../../simulator';
import { said } from '../../harness/n8n/messages';
import { few, withSimulator } from '../../harness/service/service';

const [own] = companyNumbers;
const customer = '+15557654321';

const simulator = withSimulator({ seed: { ...few, contacts: 30 } });

type Name = keyof typeof good;

/** Parameters with one field that is an expression on `value` of the item. */
function withBad(name: Name, field: string): IDataObject {
	const [outer, inner] = field.split('.');
	const parameters: IDataObject = { ...good[name] };
	const value = '={{ $json.value }}';
	parameters[outer] = inner === undefined ? value : { [inner]: value };
	return parameters;
}

// Some of the values that `fields/read/reader.test.ts` refuses: each field is read in the right way.
const badIds = ['', '..', undefined];
const badCounts = [0, 'abc', null];
const badObjects = ['[1]', 'nope', 7];
const badFlags = ['', 'yes', 1];
const badDates = ['tomorrow', 5];

/** A field, its display name that the message must name, values that it refuses, and one that works. */
type BadField = [operation: Name, field: string, shown: string, values: unknown[], works: unknown];

const fieldsThatRefuse: BadField[] = [
	...(['getCall', 'deleteCall', 'getRecording'] as const).map(
		(operation): BadField => [operation, 'callId', 'Call', badIds, 'call_000001'],
	),
	...(['getContact', 'updateContact'] as const).map(
		(operation): BadField => [operation, 'contactId', 'Contact', badIds, 'contact_000001'],
	),
	['getMessages', 'conversationId', 'Conversation', badIds, 'conversation_000001'],
	...(['getMessages', 'getConversations', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation): BadField => [operation, 'limit', 'Limit', badCounts, 1],
	),
	['send', 'to', 'To Number', ['', ' '], customer],
	['send', 'from', 'From Number', ['', ' '], own],
	['send', 'body', 'Message', ['', ' \n', {}], 'Hi'],
	['createCall', 'toNumber', 'To Number', ['', ' ', ['+1']], customer],
	['createCall', 'fromNumber', 'From Number', ['', ' '], own],
	['createCall', 'additionalFields.metadata', 'Metadata', badObjects, '{}'],
	['createContact', 'additionalFields.customFields', 'Custom Fields', badObjects, '{}'],
	['updateContact', 'updateFields.customFields', 'Custom Fields', badObjects, '{}'],
	['updateContact', 'updateFields.notes', 'Notes', [{ a: 1 }, ['a']], 'N'],
	['updateContact', 'updateFields.tags', 'Tags', [{ a: 1 }, [{}]], 'vip'],
	['getContact', 'requestOptions.maxTries', 'Max Tries', [0, -1, 'abc'], 1],
	['getContact', 'requestOptions.timeout', 'Timeout', [0, -1, 'abc'], 1000],
	['getContact', 'requestOptions.requestsAtOnce', 'Requests at Once', [0, -1, 'abc'], 1],
	['getAnalytics', 'startDate', 'Start Date', badDates, '2026-01-01'],
	['getAnalytics', 'endDate', 'End Date', badDates, '2026-01-31'],
	...(['getMessages', 'getConversations', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation): BadField => [operation, 'returnAll', 'Return All', badFlags, 'true'],
	),
	...(['getCall', 'getContact', 'getCalls', 'searchCalls', 'getContacts'] as const).map(
		(operation): BadField => [operation, 'simple', 'Simplify', badFlags, 'FALSE'],
	),
	['getRecording', 'download', 'Download', badFlags, 'false'],
	['updateContact', 'options.keepOtherFields', 'Keep Other Fields', ['yes', 0, 1, {}], 'true'],
	['updateContact', 'options.tagsMode', 'Tags Mode', ['append', 'merge', true], 'add'],
	['updateContact', 'options.customFieldsMode', 'Custom Fields Mode', ['mix', 'add', 1], 'merge'],
	['searchCalls', 'filters.status', 'Status', ['end', 'ALL'], 'ENDED'],
	['getConversations', 'filters.status', 'Status', ['activ', 'ALL'], 'ACTIVE'],
	['getContacts', 'filters.source', 'Source', ['Apis', 'WEB'], 'API'],
	['createContact', 'additionalFields.source', 'Source', ['Apis', 'WEB'], 'API'],
	['upsertContact', 'matchBy', 'Match By', ['', 'name', true], 'PHONE'],
	['upsertContact', 'phone', 'Phone', ['', ' ', 'soon', '555', ['+1']], customer],
	...(['getCall', 'getContact'] as const).map(
		(operation): BadField => [
			operation,
			'options.ifNotFound',
			'If Not Found',
			['nothing', true],
			'EMPTY',
		],
	),
	['getRecording', 'binaryPropertyName', 'Put Output File in Field', ['', ' '], 'data'],
];

const refusals = fieldsThatRefuse.flatMap(([operation, field, shown, values, works]) =>
	values.map((value) => ({
		operation,
		field,
		shown,
		works,
		value,
		text: JSON.stringify(value) ?? 'undefined',
	})),
);

describe('input that cannot be right', () => {
	it.each(refusals)('$operation refuses $field $text before any request', async (row) => {
		for (const items of [[row.value], [row.works, row.works, row.value]]) {
			simulator.reset();
			const result = await runAt(simulator, withBad(row.operation, row.field), {
				items: items.map((value) => ({ value }) as IDataObject),
			});
			const itemIndex = items.length - 1;
			expect(result.error?.message).toContain(`'${row.shown}' `);
			expect(result.error?.name).toBe('NodeOperationError');
			if (itemIndex > 0) expect(result.error?.message).toMatch(/\(item 3(, .*)?\)$/);
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
		const result = await runAt(simulator, parameters, { items: [{ value: '' }] });
		expect(result.error?.message).toContain(`'${shown}' `);
		expect(result.error?.name).toBe('NodeOperationError');
		expect(simulator.requests).toEqual([]);
	});

	describe('a row that asks for nothing is no error', () => {
		const two = [{ value: '' }, { value: 'x' }] as IDataObject[];

		it.each<unknown>(['', null, undefined, ' ', 'undefined', 'NaN'])(
			'an update: %j',
			async (value) => {
				simulator.store.addContact({ notes: 'allergic to nuts' });
				const [id] = [...simulator.store.contacts.keys()].slice(-1);
				const parameters = { ...good.updateContact, contactId: locator(id), simple: false };
				const { error, items, hints } = await runAt(
					simulator,
					{ ...parameters, updateFields: { notes: '={{ $json.value }}' } },
					{ items: [{ value }] as IDataObject[] },
				);
				expect(error).toBeUndefined();
				expect(items[0].json).toMatchObject({ id, notes: 'allergic to nuts' });
				expect(simulator.requests.filter(({ method }) => method !== 'GET')).toStrictEqual([]);
				expect(hints).toContainEqual(expect.stringContaining(`1 item ${said.changedNothing}`));
			},
		);

		it.each([
			['getContact', 'contactId'],
			['getCall', 'callId'],
			['getRecording', 'callId'],
		] as const)('%s with Empty Item', async (name, field) => {
			const parameters = {
				...good[name],
				[field]: locator('={{ $json.value }}'),
				options: { ifNotFound: 'empty' },
			};
			const items = [{ value: '' }, {}] as IDataObject[];
			const { error, items: rows } = await runAt(simulator, parameters, { items });
			expect(error).toBeUndefined();
			expect(rows.map(({ json }) => json)).toStrictEqual([{}, {}]);
			expect(simulator.requests).toStrictEqual([]);
		});

		it.each(['', null, undefined])('a value of JSON: %j', async (amount) => {
			const additionalFields = { metadata: '={"amount": {{ $json.amount }}, "a": 1}' };
			const parameters = { ...good.createCall, additionalFields };
			const { error } = await runAt(simulator, parameters, {
				items: [{ amount }] as IDataObject[],
			});
			expect(error).toBeUndefined();
			expect(simulator.ledger.at(-1)?.body).toMatchObject({ metadata: { amount: null, a: 1 } });
		});

		it('a country, which is not given then', async () => {
			const options = { defaultCountry: '={{ $json.value }}' };
			const { error } = await runAt(
				simulator,
				{ ...good.send, options },
				{ items: two.slice(0, 1) },
			);
			expect(error).toBeUndefined();
		});
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
			const { error } = await runAt(simulator, parameters);
			expect(error?.message).toMatch(
				new RegExp(`'${shown}' is (NaN|Infinity), ${said.notANumber}`),
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

	it.each([
		[
			'sms',
			'recall',
			'"recall" of resource "sms"',
			'Operations: getConversations, getMessages, send, sendAndWait.',
		],
		['SMS', 'send', '"" of resource "SMS"', 'Resources: call, contact, sms.'],
	])(
		'there is no %s %s, and the error says what there is',
		async (resource, operation, named, existing) => {
			const { error } = await runNode({
				parameters: { resource, operation, options: {} },
				credential: simulator,
			});
			expect(error?.name).toBe('NodeOperationError');
			expect(error?.message).toBe(`There is no operation ${named}`);
			expect((error as { description?: string } | undefined)?.description).toBe(
				`Choose one from the list. ${existing}`,
			);
			expect(simulator.requests).toEqual([]);
		},
	);
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
		// Of the first item and of the last.
		expect(result.credentialReads).toBe(2);
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
