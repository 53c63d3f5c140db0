import type { IDataObject } from 'n8n-workflow';

import type { Modes } from '../../../../nodes/VoiceSms/operations/mergeContact';
import { putBody } from '../../../../nodes/VoiceSms/operations/mergeContact';

const usual: Modes = { tags: 'replace', customFields: 'merge' };

describe('putBody with the current contact', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['has no more than an id', { id: 'x' }, { tags: [], customFields: {} }],
		[
			'has null for fields',
			{ firstName: null, tags: null, customFields: null },
			{ tags: [], customFields: {} },
		],
	])('sends no undefined or null when the contact %s', (_name, record, expected) => {
		expect(putBody(record, {}, usual)).toEqual(expected);
	});

	it.each<[string, IDataObject]>([
		['text', { tags: 'vip, new', customFields: 'plan: gold' }],
		['lists and objects swapped', { tags: { vip: true }, customFields: ['gold'] }],
		['numbers', { tags: 7, customFields: 0 }],
		['empty text', { tags: '', customFields: '' }],
	])('sends tags and custom fields that are %s back as they were', (_name, record) => {
		expect(putBody(record, { notes: 'N' }, usual)).toEqual({ notes: 'N', ...record });
	});

	it.each<[string, IDataObject, IDataObject, Partial<Modes>, IDataObject]>([
		[
			'adds to',
			{ tags: 'vip, new' },
			{ tags: ['a'] },
			{ tags: 'add' },
			{ tags: ['vip', 'new', 'a'] },
		],
		[
			'removes from',
			{ tags: 'vip, new' },
			{ tags: ['vip'] },
			{ tags: 'remove' },
			{ tags: ['new'] },
		],
		[
			'removes every spelling from',
			{ tags: ['No-SMS', 'no-sms ', 'arre\u0302t', 7, 'vip'] },
			{ tags: ['no-sms', 'ARR\u00caT', '7'] },
			{ tags: 'remove' },
			{ tags: ['vip'] },
		],
		[
			'keeps as they are, when it adds to,',
			{ tags: ['No-SMS', 'no-sms', ' vip', 7] },
			{ tags: ['VIP', 'a'] },
			{ tags: 'add' },
			{ tags: ['No-SMS', 'no-sms', ' vip', 7, 'a'] },
		],
		[
			'adds what is missing in a text of several to',
			{ tags: ['vip, no-sms'] },
			{ tags: ['No-SMS', 'vip', 'new'] },
			{ tags: 'add' },
			{ tags: ['vip, no-sms', 'new'] },
		],
		[
			'adds no text of several that are there to',
			{ tags: ['vip', 'no-sms'] },
			{ tags: ['vip, no-sms', 'vip, new'] },
			{ tags: 'add' },
			{ tags: ['vip', 'no-sms', 'vip, new'] },
		],
		[
			'takes a text of several apart, where it removes from it,',
			{ tags: ['vip, no-sms,,new', 'a, b', 'no-sms'] },
			{ tags: ['no-sms'] },
			{ tags: 'remove' },
			{ tags: ['vip', 'new', 'a, b'] },
		],
		[
			'removes each of a text of several from',
			{ tags: ['vip', 'no-sms', 'new'] },
			{ tags: ['vip, no-sms'] },
			{ tags: 'remove' },
			{ tags: ['new'] },
		],
		['replaces', { tags: { a: 1 } }, { tags: ['a'] }, { tags: 'replace' }, { tags: ['a'] }],
	])('%s tags of another shape', (_name, record, changes, modes, expected) => {
		expect(putBody(record, changes, { ...usual, ...modes })).toEqual({
			customFields: {},
			...expected,
		});
	});

	it.each<[string, IDataObject, IDataObject, Partial<Modes>, string]>([
		[
			'tags',
			{ id: 'c1', tags: { a: 1 } },
			{ tags: ['b'] },
			{ tags: 'add' },
			'The tags of contact c1',
		],
		['tags', { id: 'c1', tags: 7 }, { tags: ['b'] }, { tags: 'remove' }, 'The tags of contact c1'],
		...[[{ name: 'b' }], '["b"]', '{"name":"b"}', [null]].flatMap((tags) =>
			(['add', 'remove'] as const).map(
				(mode): [string, IDataObject, IDataObject, Partial<Modes>, string] => [
					`the tags ${JSON.stringify(tags)}`,
					{ id: 'c1', tags },
					{ tags: ['b'] },
					{ tags: mode },
					'The tags of contact c1 are not a list of texts at the service',
				],
			),
		),
		[
			'custom fields',
			{ id: 'c1', customFields: ['a'] },
			{ customFields: { b: 1 } },
			{ customFields: 'merge' },
			'The custom fields of contact c1',
		],
	])(
		'refuses to lose %s that nothing can be added to',
		(_name, record, changes, modes, message) => {
			expect(() => putBody(record, changes, { ...usual, ...modes })).toThrow(message);
		},
	);

	const long = 17841405793187219n.toString();
	const fieldsOf = (json: string) => JSON.parse(json) as IDataObject;

	it.each<[string, string, IDataObject, Partial<Modes>, string]>([
		['that nobody touches', `{"page": ${long}}`, { notes: 'N' }, {}, 'page'],
		['beside those given', `{"page": ${long}}`, { customFields: { a: 1 } }, {}, 'page'],
		['in an object', `{"ids": {"page": ${long}}}`, {}, {}, 'ids.page'],
		['in a list', `{"ids": [1, {"page": -${long}}]}`, {}, {}, 'ids[1].page'],
		['where there is a list for them', `[${long}]`, {}, {}, '[0]'],
	])('refuses to change a number %s', (_name, customFields, changes, modes, path) => {
		const contact = { id: 'c1', customFields: fieldsOf(customFields) };
		expect(() => putBody(contact, changes, { ...usual, ...modes })).toThrow(
			`Contact c1 has a number of more than 15 digits in its custom fields: ${path}`,
		);
	});

	it.each<[string, string, IDataObject, Partial<Modes>, IDataObject]>([
		['given anew', `{"page": ${long}}`, { customFields: { page: long } }, {}, { page: long }],
		[
			'replaced',
			`{"page": ${long}}`,
			{ customFields: { a: 1 } },
			{ customFields: 'replace' },
			{ a: 1 },
		],
		['stored as text', `{"page": "${long}"}`, {}, {}, { page: long }],
		[
			"given as a number, which is the user's own",
			`{"page": "${long}"}`,
			{ customFields: fieldsOf(`{"page": ${long}}`) },
			{},
			fieldsOf(`{"page": ${long}}`),
		],
		['short enough', '{"a": 9007199254740991, "b": -1.5}', {}, {}, { a: 2 ** 53 - 1, b: -1.5 }],
	])('writes a contact whose number is %s', (_name, customFields, changes, modes, expected) => {
		const contact = { id: 'c1', customFields: fieldsOf(customFields) };
		const body = putBody(contact, changes, { ...usual, ...modes });
		expect(body.customFields).toStrictEqual(expected);
	});

	it('adds tags to a contact without any', () => {
		const body = putBody({ id: 'x' }, { tags: ['a', 'a'] }, { ...usual, tags: 'add' });
		expect(body.tags).toEqual(['a']);
	});
});
