import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asChoice } from '../../../../nodes/VoiceSms/fields/read/choices';
import { asList } from '../../../../nodes/VoiceSms/fields/read/objects';
import { Parameters } from '../../../../nodes/VoiceSms/fields/read/parameters';
import { asContactPhone } from '../../../../nodes/VoiceSms/fields/phone/phone';
import { FieldReader } from '../../../../nodes/VoiceSms/fields/read/reader';
import { readerOfTrigger } from '../../../../nodes/VoiceSms/fields/read/triggerReader';
import { fake, untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const field = (displayName: string, name: string, more: Partial<INodeProperties> = {}) =>
	({ displayName, name, type: 'string', default: '', ...more }) as INodeProperties;

const fields: INodeProperties[] = [
	field('Shown Name', 'plain'),
	field('Things', 'things', {
		type: 'collection',
		options: [
			field('Inner Name', 'inner'),
			field('List of Things', 'list'),
			field('JSON Thing', 'json', { type: 'json' }),
			field('Mode', 'mode', {
				type: 'options',
				options: [
					{ name: 'Add', value: 'add' },
					{ name: 'Replace', value: 'replace' },
				],
			}),
			field('Rows', 'rows', {
				type: 'fixedCollection',
				options: [{ displayName: 'Row', name: 'row', values: [field('Name', 'name')] }],
			}),
		],
	}),
	field('Return All', 'returnAll', { type: 'boolean' }),
	field('Limit', 'limit', { type: 'number' }),
];

/** A reader of item 4 whose parameters have these values. */
function reader(values: Record<string, unknown>): FieldReader {
	const context: Pick<
		IExecuteFunctions,
		'getInputData' | 'getNode' | 'getNodeParameter' | 'getTimezone'
	> = {
		getInputData: () => [],
		getNode: () => fake<INode>({ name: 'Voice and SMS', parameters: {} }),
		getTimezone: () => 'Europe/Berlin',
		getNodeParameter: ((name: string, index: number) => {
			expect(index).toBe(4);
			return values[name];
		}) as IExecuteFunctions['getNodeParameter'],
	};
	const filledIn = { asTool: false, defaultCountry: '', skipTag: '', testNumbers: '' };
	const parameters = new Parameters(context as IExecuteFunctions, fields, filledIn);
	return new FieldReader(context as IExecuteFunctions, parameters, 4);
}

const plain = (value: unknown) => reader({ plain: value });
const things = (value: unknown) => reader({ things: value }).collection('things');

function refusal(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		expect(error).toBeInstanceOf(NodeOperationError);
		const { message, description, context } = error as NodeOperationError;
		expect(context.itemIndex).toBe(4);
		expect(description).toMatch(/\.$/);
		return message;
	}
	return 'was taken';
}

describe('text', () => {
	it.each<[unknown, string]>([
		['Hello', 'Hello'],
		[' two\nlines ', ' two\nlines '],
		[42, '42'],
		[0, '0'],
		[false, 'false'],
		[{ __rl: true, mode: 'id', value: 'call_1' }, 'call_1'],
	])('of %j is %j', (value, text) => {
		expect(plain(value).text('plain')).toBe(text);
	});

	it.each([undefined, null, '', '  ', { __rl: true, mode: 'list', value: '' }])(
		'is missing in %j',
		(value) => {
			expect(refusal(() => plain(value).text('plain'))).toBe(`'Shown Name' ${said.empty}`);
			expect(plain(value).optionalText('plain').trim()).toBe('');
		},
	);

	it.each([[{}], [{ a: 1 }], [[]], [['a']], [String.prototype.search]])('is not %j', (value) => {
		expect(refusal(() => plain(value).text('plain'))).toBe(`'Shown Name' ${said.notText}`);
	});

	it.each([NaN, Infinity, -Infinity])('is not %p, which would be sent as a word', (value) => {
		const message = `'Shown Name' is ${value}, ${said.notANumber}`;
		expect(refusal(() => plain(value).text('plain'))).toBe(message);
		expect(refusal(() => plain(value).optionalText('plain'))).toBe(message);
		expect(refusal(() => plain(value).id('plain'))).toBe(message);
	});

	it('of a phone number is its E.164 form', () => {
		expect(plain(' +1 (555) 010-0042 \n').phone('plain')).toBe('+15550100042');
	});
});

describe('id', () => {
	it.each<[unknown, string]>([
		['call_1', 'call_1'],
		[' call_1 ', 'call_1'],
		['a/b', 'a/b'],
		['...', '...'],
		[7, '7'],
		[{ __rl: true, mode: 'id', value: ' call_1 ' }, 'call_1'],
	])('of %j is %j', (value, id) => {
		expect(plain(value).id('plain')).toBe(id);
	});

	it.each(['', ' ', '.', '..', ' .. ', null])('is not %j', (value) => {
		expect(refusal(() => plain(value).id('plain'))).toMatch(/^'Shown Name' .*$/);
	});
});

describe('count', () => {
	it.each<[unknown, number]>([
		[1, 1],
		[50, 50],
		['7', 7],
		[' 7 ', 7],
	])('of %j is %i', (value, count) => {
		expect(plain(value).count('plain')).toBe(count);
	});

	it.each([0, -1, 1.5, NaN, Infinity, '', ' ', 'abc', '1.5', '0', null, undefined, true, [1], {}])(
		'is not %p',
		(value) => {
			const shown = typeof value === 'number' ? value : (JSON.stringify(value) ?? 'nothing');
			expect(refusal(() => plain(value).count('plain'))).toBe(
				`'Shown Name' ${said.notAWholeNumber}, not ${shown}`,
			);
		},
	);

	it('wanted is Limit, or everything with Return All', () => {
		expect(reader({ returnAll: false, limit: 7 }).wanted()).toBe(7);
		expect(reader({ returnAll: true, limit: 7 }).wanted()).toBe(Infinity);
		expect(refusal(() => reader({ returnAll: false, limit: 0 }).wanted())).toMatch(/^'Limit' /);
	});
});

describe('word', () => {
	it.each(['add', 'Add', ' ADD '])('%j is add', (value) => {
		const refuse = () => {
			throw new Error('refused');
		};
		expect(asChoice(value, ['add', 'replace'], refuse)).toBe('add');
	});
});

describe('phone', () => {
	it.each([
		['+15550100042', '+15550100042'],
		[' 0049 (0)30 123456 ', '+4930123456'],
		[{ __rl: true, mode: 'id', value: '+1 (555) 010-0042' }, '+15550100042'],
	])('of %j is %s', (value, number) => {
		expect(plain(value).phone('plain')).toBe(number);
		expect(plain(value).phone('plain', asContactPhone)).toBe(number);
	});

	it.each(['', ' ', null, undefined])('of %j is missing', (value) => {
		expect(refusal(() => plain(value).phone('plain'))).toBe(`'Shown Name' ${said.empty}`);
	});

	it.each([301234.5, -5550100042])('is refused in %d, which is not a phone number', (value) => {
		const message = `'Shown Name' ${said.notAPhone}: "${value}"`;
		expect(refusal(() => plain(value).phone('plain'))).toBe(message);
	});

	it('is refused where there is no digit', () => {
		expect(refusal(() => plain('call me').phone('plain'))).toBe(
			`'Shown Name' ${said.notAPhone}: "call me"`,
		);
	});
});

describe('flag', () => {
	it.each<[unknown, boolean]>([
		[true, true],
		[false, false],
		['true', true],
		['false', false],
		[' TRUE ', true],
		['False', false],
	])('of %j is %j', (value, flag) => {
		expect(plain(value).flag('plain')).toBe(flag);
		expect(things({ inner: value }).flag('inner')).toBe(flag);
	});

	it.each(['', 'yes', 'no', '1', 0, 1, {}, [], ['true']])('is not %j', (value) => {
		expect(refusal(() => plain(value).flag('plain'))).toBe(
			`'Shown Name' ${said.notABoolean}, not ${JSON.stringify(value)}`,
		);
		expect(refusal(() => things({ inner: value }).flag('inner'))).toBe(
			`'Inner Name' ${said.notABoolean}, not ${JSON.stringify(value)}`,
		);
	});

	it.each([null, undefined])('is not %p, where it is no matter of having been added', (value) => {
		expect(refusal(() => plain(value).flag('plain'))).toMatch(/must be true or false/);
	});

	it('of Return All may come as text', () => {
		expect(reader({ returnAll: 'true', limit: 7 }).wanted()).toBe(Infinity);
		expect(reader({ returnAll: 'false', limit: 7 }).wanted()).toBe(7);
	});
});

describe('word', () => {
	it.each(['add', ' replace '])('of %j is one of the menu', (value) => {
		expect(things({ mode: value }).choice('mode')).toBe(value.trim());
	});

	it.each(['append', 'merge', '', 'constructor', 0, true])('is not %j', (value) => {
		expect(refusal(() => things({ mode: value }).choice('mode'))).toBe(
			`'Mode' cannot be "${value}"`,
		);
	});

	it('may be left out, or empty where that means none', () => {
		expect(things({}).choice('mode')).toBeUndefined();
		expect(things({}).choiceOrNone('mode')).toBeUndefined();
		expect(things({ mode: '' }).choiceOrNone('mode')).toBeUndefined();
		expect(things({ mode: 'add' }).choiceOrNone('mode')).toBe('add');
		expect(refusal(() => things({ mode: 'x' }).choiceOrNone('mode'))).toMatch(/^'Mode' cannot be/);
	});
});

describe('of a trigger, which has no items', () => {
	const trigger = (values: Record<string, unknown>) => {
		const context: Pick<IPollFunctions, 'getNode' | 'getTimezone' | 'getNodeParameter'> = {
			getNode: () => fake<INode>({ name: 'Voice and SMS Trigger', parameters: {} }),
			getTimezone: () => 'Europe/Berlin',
			getNodeParameter: ((name: string, fallback?: unknown) => {
				return values[name] ?? fallback;
			}) as IPollFunctions['getNodeParameter'],
		};
		return readerOfTrigger(context as IPollFunctions, fields, '');
	};

	it('reads the same', () => {
		expect(trigger({ plain: 'x' }).text('plain')).toBe('x');
		expect(trigger({ returnAll: 'true' }).flag('returnAll')).toBe(true);
		expect(
			trigger({ things: { inner: '7' } })
				.collection('things')
				.count('inner'),
		).toBe(7);
	});

	it('takes the default of a field that n8n leaves out', () => {
		expect(trigger({}).optionalText('plain')).toBe('');
	});

	it('names the field, and no item', () => {
		let error: unknown;
		try {
			trigger({ things: { inner: 'x' } })
				.collection('things')
				.count('inner');
		} catch (thrown) {
			error = thrown;
		}
		expect(error).toBeInstanceOf(NodeOperationError);
		expect((error as NodeOperationError).message).toBe(
			`'Inner Name' ${said.notAWholeNumber}, not "x"`,
		);
		expect((error as NodeOperationError).context.itemIndex).toBeUndefined();
	});
});

describe('date', () => {
	const luxon = { toISO: () => '2026-01-31T09:00:00.000+02:00' };

	it.each<[unknown, string | undefined]>([
		['2026-01-31', '2026-01-31'],
		['2026-01-31T09:00:00', '2026-01-31T09:00:00.000+01:00'],
		['2026-01-31T09:00:00Z', '2026-01-31T09:00:00Z'],
		[' 2026-01-31T09:00:00+02:00 ', '2026-01-31T09:00:00+02:00'],
		[new Date('2026-01-31T09:00:00Z'), '2026-01-31T09:00:00.000Z'],
		[Date.parse('2026-01-31T09:00:00Z'), '2026-01-31T09:00:00.000Z'],
		[luxon, '2026-01-31T09:00:00.000+02:00'],
		[1_769_850_000, '2026-01-31T09:00:00.000Z'],
		['1769850000', '2026-01-31T09:00:00.000Z'],
		['1769850000000', '2026-01-31T09:00:00.000Z'],
		[1_769_850_000.5, '2026-01-31T09:00:00.500Z'],
		[1e8, '1973-03-03T09:46:40.000Z'],
		[1e11, '1973-03-03T09:46:40.000Z'],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
	])('of %j is %j', (value, iso) => {
		expect(plain(value).date('plain')).toBe(iso);
	});

	it.each([
		'tomorrow',
		'20260131T090000Z',
		'2026-13-01',
		'2026-01-32',
		'12:00',
		'5',
		'item 3',
		'31.01.2026',
		true,
		{},
		[],
		NaN,
		1e300,
		0,
		-1,
		5,
		20260131,
		new Date(NaN),
	])('is not %p', (value) => {
		expect(refusal(() => plain(value).date('plain'))).toBe(`'Shown Name' ${said.notADate}`);
	});
});

describe('a collection', () => {
	it.each([undefined, null, ''])('that is %j has no field', (value) => {
		const collection = things(value);
		expect(collection.has('inner')).toBe(false);
		expect(collection.text('inner')).toBeUndefined();
		expect(collection.read('list', asList)).toBeUndefined();
		expect(collection.object('json')).toBeUndefined();
		expect(collection.count('inner')).toBeUndefined();
		expect(collection.flag('inner')).toBeUndefined();
		expect(collection.rows('rows')).toEqual({});
	});

	it.each([undefined, null])('takes a field of %j for one that was not added', (value) => {
		expect(things({ inner: value }).text('inner')).toBeUndefined();
		expect(things({ json: value }).object('json')).toBeUndefined();
		expect(things({ list: value }).read('list', asList)).toBeUndefined();
	});

	it('keeps a field that was added and left empty', () => {
		const collection = things({ inner: '', list: '', json: '' });
		expect(collection.text('inner')).toBe('');
		expect(collection.read('list', asList)).toEqual([]);
		expect(collection.object('json')).toEqual({});
	});

	it.each<[unknown, string[]]>([
		['a, b', ['a', 'b']],
		['a', ['a']],
		[' , a,, ', ['a']],
		[
			['a', ' b '],
			['a', 'b'],
		],
		[['a, b'], ['a, b']],
		[[], []],
		[[1, ''], ['1']],
		[7, ['7']],
	])('list of %j is %j', (value, list) => {
		expect(things({ list: value }).read('list', asList)).toEqual(list);
	});

	it.each<[unknown, IDataObject]>([
		['{"a": 1}', { a: 1 }],
		[' {} ', {}],
		['  ', {}],
		[{ a: { b: [1] } }, { a: { b: [1] } }],
	])('object of %j is %j', (value, object) => {
		expect(things({ json: value }).object('json')).toEqual(object);
	});

	it.each(['[1]', '"x"', 'nope', 'null', '1', '{"a":}', [1], 7, true])(
		'object is not %j',
		(value) => {
			expect(refusal(() => things({ json: value }).object('json'))).toBe(
				`'JSON Thing' ${said.notJson}`,
			);
		},
	);

	it.each([NaN, Infinity])('refuses a row of %p, which would be sent as a word', (value) => {
		const rows = { row: [{ name: 'a', value }] };
		expect(refusal(() => things({ rows }).rows('rows'))).toBe(
			`'Rows' is ${value}, ${said.notANumber}`,
		);
	});

	it('offers what all fields of its name offer, as a trigger has one for each event', () => {
		const twice = [
			field('Filters', 'filters', { type: 'collection', options: [field('A', 'a')] }),
			field('Filters', 'filters', { type: 'collection', options: [field('B', 'b')] }),
		];
		const context = {
			getNode: () => ({ parameters: {} }),
			getNodeParameter: () => ({ a: '1', b: '2', c: '3' }),
		};
		const filters = readerOfTrigger(untyped(context), twice, '').collection('filters');
		expect([filters.text('a'), filters.text('b'), filters.text('c')]).toEqual([
			'1',
			'2',
			undefined,
		]);
	});

	it('may come as JSON text, as an expression on the whole of it gives', () => {
		expect(things('{"inner": "x"}').text('inner')).toBe('x');
		expect(things('').has('inner')).toBe(false);
		expect(things(null).has('inner')).toBe(false);
	});

	it.each(['on', '[]', 5, [], true])('is not %j', (value) => {
		expect(refusal(() => things(value))).toBe(`'Things' ${said.notJson}`);
	});

	it('names the inner field that is wrong', () => {
		expect(refusal(() => things({ inner: {} }).text('inner'))).toBe(`'Inner Name' ${said.notText}`);
		expect(refusal(() => things({ list: [{}] }).read('list', asList))).toBe(
			`'List of Things' ${said.notText}`,
		);
		expect(refusal(() => things({ inner: 0 }).count('inner'))).toBe(
			`'Inner Name' ${said.notAWholeNumber}, not 0`,
		);
	});

	it.each<[unknown, IDataObject]>([
		[{}, {}],
		[{ row: [] }, {}],
		[{ row: [{ name: '', value: 'x' }] }, {}],
		[{ row: [{ name: 'a', value: '' }] }, { a: '' }],
		[
			{
				row: [
					{ name: 'a', value: '1' },
					{ name: 'b', value: '2' },
					{ name: 'a', value: '3' },
				],
			},
			{ a: '3', b: '2' },
		],
	])('rows of %j are %j', (value, rows) => {
		expect(things({ rows: value }).rows('rows')).toEqual(rows);
	});
});
