import type { IDataObject } from 'n8n-workflow';

import type { Modes } from '../../../../nodes/VoiceSms/operations/mergeContact';
import { putBody } from '../../../../nodes/VoiceSms/operations/mergeContact';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const usual: Modes = { tags: 'replace', customFields: 'merge' };

describe('putBody with the current contact', () => {
	it.each<[string, IDataObject]>([
		['has no more than an id', { id: 'x' }],
		['has null for fields', { firstName: null, tags: null, customFields: null }],
	])('sends nothing in place of what is missing when the contact %s', (_name, record) => {
		expect(putBody(record, { notes: 'N' }, usual)).toStrictEqual({ notes: 'N' });
	});

	const stored: IDataObject = {
		firstName: 'Ada',
		lastName: 'Smith',
		email: 'ada@example.com',
		phone: '+15550100042',
		notes: 'First note',
		status: 'lead',
		tags: ['vip', 'new'],
		customFields: { plan: 'gold', visits: 3 },
	};

	it.each(Object.keys(stored))('leaves out %s where the contact lacks it', (name) => {
		const { [name]: missing, ...others } = stored;
		const given: IDataObject = name === 'notes' ? { status: 'won' } : { notes: 'N' };
		expect(missing).toBeDefined();
		expect(putBody({ id: 'x', ...others }, given, usual)).toStrictEqual({ ...others, ...given });
	});

	it.each<[string, IDataObject, Partial<Modes>, IDataObject?]>([
		['no field', {}, {}],
		['the texts that it has', { firstName: 'Ada', notes: 'First note' }, {}],
		['a tag that it has', { tags: ['VIP'] }, { tags: 'add' }],
		['a tag to remove that it lacks', { tags: ['old'] }, { tags: 'remove' }],
		['its own tags in place of all', { tags: ['vip', 'new'] }, { tags: 'replace' }],
		['no tags to add', { tags: [] }, { tags: 'add' }],
		['custom fields that it has', { customFields: { visits: 3 } }, {}],
		['its custom fields in another order', { customFields: { visits: 3, plan: 'gold' } }, {}],
		[
			'its own custom fields in place of all',
			{ customFields: { visits: 3, plan: 'gold' } },
			{ customFields: 'replace' },
		],
		['an empty text for null', { notes: '' }, {}, { notes: null }],
		['no tags for null', { tags: [] }, { tags: 'replace' }, { tags: null }],
		[
			'no custom fields for null',
			{ customFields: {} },
			{ customFields: 'replace' },
			{ customFields: null },
		],
		['a tag that a text of tags holds', { tags: ['vip'] }, { tags: 'add' }, { tags: 'vip, new' }],
		['the tags in another order', { tags: ['new', 'vip'] }, { tags: 'replace' }],
		['an email in another case', { email: ' ADA@x.example' }, {}, { email: 'ada@x.example' }],
		['a text with blanks around it', { notes: ' Hi\u00a0Ada ' }, {}, { notes: 'Hi Ada' }],
		['the tags of a text in another order', { tags: ['new', 'vip'] }, {}, { tags: 'vip,new' }],
		['the tags of a text of tags', { tags: ['vip', 'new'] }, {}, { tags: 'vip,new' }],
	])('sends nothing for %s', (_name, given, modes, more = {}) => {
		expect(putBody({ ...stored, ...more }, given, { ...usual, ...modes })).toBeUndefined();
	});

	it.each<[string, IDataObject, Partial<Modes>, IDataObject?]>([
		['a text in another case', { firstName: 'ADA' }, {}],
		['an empty text for one that is missing', { notes: '' }, {}, { notes: undefined }],
		['an empty text', { notes: '' }, {}],
		['a number for its text', { customFields: { visits: '3' } }, {}],
		['fewer custom fields', { customFields: { visits: 3 } }, { customFields: 'replace' }],
		['a list for an object', { customFields: { plan: ['gold'] } }, {}],
		['no tags', { tags: [] }, { tags: 'replace' }],
		['a tag in another case', { tags: ['VIP', 'new'] }, { tags: 'replace' }],
	])('sends all fields for %s', (_name, given, modes, more = {}) => {
		const body = putBody({ ...stored, ...more }, given, { ...usual, ...modes });
		expect(body).toMatchObject(
			modes.customFields === undefined && given.tags === undefined ? {} : given,
		);
		expect(Object.keys(body ?? {})).toStrictEqual(Object.keys(stored));
	});

	it.each([[], {}, '', '{}', null])('%j is no custom fields, so others are added', (own) => {
		const given = { customFields: { plan: 'gold' } };
		const current = { ...stored, customFields: untyped<IDataObject>(own) };
		expect(putBody(current, given, usual)).toMatchObject(given);
	});

	it.each<[string, IDataObject, Partial<Modes>, string]>([
		['tags to add', { tags: ['a'] }, { tags: 'add' }, 'tags'],
		['tags to remove', { tags: ['a'] }, { tags: 'remove' }, 'tags'],
		['custom fields to merge', { customFields: { a: 1 } }, {}, 'custom fields'],
	])('refuses %s where the answer lacks its own', (_name, given, modes, what) => {
		expect(() => putBody({ id: 'c1' }, given, { ...usual, ...modes })).toThrow(
			`as the ${what} of contact c1`,
		);
	});

	it.each<[string, IDataObject, Partial<Modes>]>([
		['tags in place of all', { tags: ['a'] }, { tags: 'replace' }],
		['custom fields in place of all', { customFields: { a: 1 } }, { customFields: 'replace' }],
	])('writes %s where the answer lacks its own', (_name, given, modes) => {
		expect(putBody({ id: 'c1' }, given, { ...usual, ...modes })).toStrictEqual(given);
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
			'adds to JSON text of a list, as to that list,',
			{ tags: '["vip","no-sms"]' },
			{ tags: ['VIP', 'new'] },
			{ tags: 'add' },
			{ tags: ['vip', 'no-sms', 'new'] },
		],
		[
			'takes a text of several apart, where it removes from it,',
			{ tags: ['vip, no-sms,,new', 'a, b', 'no-sms'] },
			{ tags: ['no-sms'] },
			{ tags: 'remove' },
			{ tags: ['vip', 'new', 'a, b'] },
		],
		[
			'removes from a text with other signs between the tags, as from a list,',
			{ tags: 'vip; no-sms\nnew' },
			{ tags: ['no-sms'] },
			{ tags: 'remove' },
			{ tags: ['vip', 'new'] },
		],
		['replaces', { tags: { a: 1 } }, { tags: ['a'] }, { tags: 'replace' }, { tags: ['a'] }],
	])('%s tags of another shape', (_name, record, changes, modes, expected) => {
		expect(putBody(record, changes, { ...usual, ...modes })).toEqual(expected);
	});

	it.each<[string, IDataObject, IDataObject, Partial<Modes>, string]>([
		[
			'tags',
			{ id: 'c1', tags: { a: 1 } },
			{ tags: ['b'] },
			{ tags: 'add' },
			'as the tags of contact c1',
		],
		[
			'tags',
			{ id: 'c1', tags: 7 },
			{ tags: ['b'] },
			{ tags: 'remove' },
			'as the tags of contact c1',
		],
		...[[{ name: 'b' }], '["b', '{"name":"b"}', [null]].flatMap((tags) =>
			(['add', 'remove'] as const).map(
				(mode): [string, IDataObject, IDataObject, Partial<Modes>, string] => [
					`the tags ${JSON.stringify(tags)}`,
					{ id: 'c1', tags },
					{ tags: ['b'] },
					{ tags: mode },
					'no list of texts as the tags of contact c1',
				],
			),
		),
		[
			'custom fields',
			{ id: 'c1', customFields: ['a'] },
			{ customFields: { b: 1 } },
			{ customFields: 'merge' },
			`${said.noCustomFields} c1`,
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
		['in an object', `{"ids": {"page": ${long}}}`, { notes: 'N' }, {}, 'ids.page'],
		['in a list', `{"ids": [1, {"page": -${long}}]}`, { notes: 'N' }, {}, 'ids[1].page'],
		['where there is a list for them', `[${long}]`, { notes: 'N' }, {}, '[0]'],
	])('refuses to change a number %s', (_name, customFields, changes, modes, path) => {
		const contact = { id: 'c1', customFields: fieldsOf(customFields) };
		expect(() => putBody(contact, changes, { ...usual, ...modes })).toThrow(
			`in its custom fields: ${path}`,
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
		['stored as text', `{"page": "${long}"}`, { notes: 'N' }, {}, { page: long }],
		[
			"given as a number, which is the user's own",
			`{"page": "${long}"}`,
			{ customFields: fieldsOf(`{"page": ${long}}`) },
			{},
			fieldsOf(`{"page": ${long}}`),
		],
		[
			'short enough',
			'{"a": 9007199254740991, "b": -1.5}',
			{ notes: 'N' },
			{},
			{ a: 2 ** 53 - 1, b: -1.5 },
		],
	])('writes a contact whose number is %s', (_name, customFields, changes, modes, expected) => {
		const contact = { id: 'c1', customFields: fieldsOf(customFields) };
		const body = putBody(contact, changes, { ...usual, ...modes });
		expect(body?.customFields).toStrictEqual(expected);
	});

	it('adds tags to a contact without any', () => {
		const body = putBody({ id: 'x', tags: null }, { tags: ['a', 'a'] }, { ...usual, tags: 'add' });
		expect(body?.tags).toEqual(['a']);
	});
});
