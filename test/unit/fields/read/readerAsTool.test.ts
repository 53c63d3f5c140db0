import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asList } from '../../../../nodes/VoiceSms/fields/read/objects';
import { asCount, asFlag, asSeenText, filled } from '../../../../nodes/VoiceSms/fields/read/values';
import { itemOf } from '../../../harness/n8n/fields';
import { said } from '../../../harness/n8n/messages';

const field = (displayName: string, name: string, more: Partial<INodeProperties> = {}) =>
	({ displayName, name, type: 'string', default: '', ...more }) as INodeProperties;

const forTools = { show: { '@tool': [true] } };
const forPeople = { hide: { '@tool': [true] } };
const mode = {
	type: 'options',
	default: 'add',
	options: [
		{ name: 'Add', value: 'add' },
		{ name: 'Replace', value: 'replace' },
	],
} as const;

const fields: INodeProperties[] = [
	field('Text', 'plain'),
	field('Mode', 'mode', { ...mode, options: [...mode.options] }),
	field('Return All', 'returnAll', { type: 'boolean', displayOptions: forPeople }),
	field('Limit', 'limit', { type: 'number', default: 50, displayOptions: forTools }),
	field('Most Records', 'limit', { type: 'number', default: 10, displayOptions: forPeople }),
	field('Simplify', 'simple', { type: 'boolean', default: false, displayOptions: forPeople }),
	field('Simplify', 'simple', { type: 'boolean', default: true, displayOptions: forTools }),
	field('Record', 'record', { type: 'resourceLocator', displayOptions: forPeople }),
	field('Record ID', 'record', { type: 'resourceLocator', displayOptions: forTools }),
	field('Things', 'things', {
		type: 'collection',
		default: {},
		options: [
			field('Inner Name', 'inner'),
			field('List of Things', 'list'),
			field('JSON Thing', 'json', { type: 'json' }),
			field('Mode', 'mode', { ...mode, options: [...mode.options] }),
			field('Country', 'country', {
				type: 'options',
				typeOptions: { loadOptionsMethod: 'getCountries' },
			}),
			field('File', 'file', { displayOptions: forPeople }),
			field('Rows', 'rows', { type: 'fixedCollection' }),
		],
	}),
];

const reader = (values: Record<string, unknown>, asTool = true) =>
	itemOf(fields, values, { asTool, defaultCountry: 'US' });

const things = (value: unknown) => reader({ things: value }).collection('things');

function refusal(read: () => unknown): [string, string | null | undefined] {
	try {
		read();
	} catch (error) {
		expect(error).toBeInstanceOf(NodeOperationError);
		const { message, description } = error as NodeOperationError;
		return [message, description];
	}
	return ['was taken', ''];
}

const nothing = ['', ' ', '\n', null, undefined, [], {}];

describe('in tool use, where a model has to give each argument something', () => {
	it.each(nothing)('%j is no text', (value) => {
		expect(reader({ plain: value }).optionalText('plain')).toBe('');
		expect(refusal(() => reader({ plain: value }).text('plain'))[0]).toBe(`'Text' ${said.empty}`);
	});

	it.each(nothing)('%j leaves a field at its default', (value) => {
		const item = reader({ limit: value, mode: value, simple: value });
		expect(item.wanted()).toBe(50);
		expect(item.choice('mode')).toBe('add');
		expect(item.flag('simple')).toBe(true);
		expect(reader({ plain: value }).date('plain')).toBeUndefined();
	});

	it.each(nothing)('%j is no record, and the error calls it as the model does', (value) => {
		for (const record of [value, { __rl: true, mode: 'id', value }]) {
			expect(refusal(() => reader({ record }).id('record'))[0]).toBe(`'Record ID' ${said.empty}`);
		}
	});

	it.each(nothing)('%j in a collection is a field that was not added', (value) => {
		const collection = things({ inner: value, list: value, json: value, mode: value });
		expect(collection.has('inner')).toBe(false);
		expect(collection.text('inner')).toBeUndefined();
		expect(collection.phone('inner', { country: 'US', countrySetIn: '' })).toBeUndefined();
		expect(collection.moment('inner', 'UTC')).toBeUndefined();
		expect(collection.count('inner')).toBeUndefined();
		expect(collection.whereGiven('inner', asCount)).toBeUndefined();
		expect(collection.flag('inner')).toBeUndefined();
		expect(collection.read('list', asList)).toBeUndefined();
		expect(collection.object('json')).toBeUndefined();
		expect(collection.choice('mode')).toBeUndefined();
	});

	it.each(nothing)('%j in a field that is dangerous to leave out is refused', (value) => {
		const collection = things({ inner: value });
		const emptyKey = ['is empty', 'Enter a key.'] as [string, string];
		for (const as of [asCount, asFlag, filled(asSeenText, emptyKey), filled(asList, emptyKey)]) {
			expect(refusal(() => collection.whereAdded<unknown>('inner', as))[0]).toMatch(
				/^'Inner Name' (is empty|must be .*, not nothing)$/,
			);
			expect(collection.whereAdded<unknown>('list', as)).toBeUndefined();
		}
	});

	it.each(nothing)('%j for a whole collection adds no field', (value) => {
		expect(things(value).has('inner')).toBe(false);
	});

	it.each(['{}', ' { } ', '{"a": 1}'])(
		'%j for an object is one only with something in it',
		(json) => {
			const given = json.includes('a') ? { a: 1 } : undefined;
			expect(things({ json }).object('json')).toStrictEqual(given);
		},
	);

	it.each<[unknown, string[] | undefined]>([
		[',', undefined],
		['[]', undefined],
		['[""]', undefined],
		[[''], undefined],
		['["a", "b"]', ['a', 'b']],
		['a, b', ['a', 'b']],
		[['a'], ['a']],
	])('%j for a list is %j', (list, given) => {
		expect(things({ list }).read('list', asList)).toStrictEqual(given);
	});

	it('the empty word that a menu begins with is a choice: people make it, as no model fills in menus', () => {
		expect(things({ country: '' }).text('country')).toBe('');
		expect(things({ country: ' ' }).text('country')).toBeUndefined();
		expect(things({ country: null }).text('country')).toBeUndefined();
	});

	it('a row without a value is no parameter', () => {
		const row = (name: string, value: unknown) => ({ name, value });
		const rows = { row: [row('a', ''), row('b', 0), row('', 'x'), row('c', null)] };
		expect(things({ rows }).rows('rows')).toStrictEqual({ b: 0 });
	});

	it('what it gives is read as ever', () => {
		const item = reader({ plain: 7, limit: '3', simple: 'false', mode: 'Replace' });
		expect(item.text('plain')).toBe('7');
		expect(item.wanted()).toBe(3);
		expect(item.flag('simple')).toBe(false);
		expect(item.choice('mode')).toBe('replace');
		expect(things({ inner: 0 }).text('inner')).toBe('0');
		expect(things({ inner: false }).flag('inner')).toBe(false);
		const date = new Date('2026-01-31T09:00:00Z');
		expect(reader({ plain: date }).date('plain')).toBe('2026-01-31T09:00:00.000Z');
	});

	it('a field that is not for tools counts for nothing, whatever a workflow holds', () => {
		expect(reader({ returnAll: true, limit: 7 }).wanted()).toBe(7);
		expect(things({ file: 'data' }).text('file')).toBeUndefined();
	});

	it('0 is no limit that was given', () => {
		for (const limit of [0, '0', '', null]) expect(reader({ limit }).wanted()).toBe(50);
	});

	it('an error names the field, and no item', () => {
		expect(refusal(() => reader({ plain: '' }).text('plain'))).toStrictEqual([
			"'Text' is empty",
			'Fill it in. If you do not know it, ask the user.',
		]);
		expect(refusal(() => reader({ limit: -1 }).wanted())[0]).toContain('not -1');
		expect(refusal(() => reader({ limit: 'x' }).wanted())).toStrictEqual([
			`'Limit' ${said.notAWholeNumber}, not "x"`,
			'Give 1 or more.',
		]);
	});
});

describe('outside tool use', () => {
	it('each field is the one for people', () => {
		const item = reader({}, false);
		expect(item.flag('simple')).toBe(false);
		expect(reader({ returnAll: false }, false).wanted()).toBe(10);
		expect(reader({ returnAll: 'true' }, false).wanted()).toBe(Infinity);
		expect(refusal(() => reader({ returnAll: false, limit: 0 }, false).wanted())[0]).toBe(
			`'Most Records' ${said.notAWholeNumber}, not 0`,
		);
		expect(refusal(() => item.text('record'))[0]).toBe(`'Record' ${said.empty}`);
		const given: IDataObject = { things: { file: 'data' } };
		expect(reader(given, false).collection('things').text('file')).toBe('data');
	});

	it('an empty field of a collection was added all the same', () => {
		const given = { things: { inner: '', list: '', json: '{}' } };
		const collection = reader(given, false).collection('things');
		expect(collection.text('inner')).toBe('');
		expect(collection.read('list', asList)).toStrictEqual([]);
		expect(collection.object('json')).toStrictEqual({});
	});
});
