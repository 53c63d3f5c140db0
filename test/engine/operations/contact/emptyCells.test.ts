import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { operations } from '../../../../nodes/VoiceSms/operations';
import { locator, runAt } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { wholeContact } from '../../../harness/service/contacts';

/** An empty cell of a sheet, in any field that writes to a contact, never clears what the contact has. */
const simulator = withSimulator({ seed: empty });

const id = 'contact_000001';
const { phone } = wholeContact;
beforeEach(() => {
	simulator.store.addContact({ ...wholeContact, id });
});

/** The fields of a collection, as the description lists them for people. */
function fieldsOf(operation: string, collection: string): string[] {
	const found = operations.find(({ resource, value }) => {
		return resource === 'contact' && value === operation;
	});
	const { options = [] } = found?.fields.find(({ name }) => name === collection) ?? {};
	const names = (options as INodeProperties[]).map(({ name }) => name);
	return [...new Set(names)].filter((name) => name !== 'clearFields');
}

const cells: Array<[string, unknown]> = [
	['an empty cell', ''],
	['blanks', '  '],
	['a non-breaking blank', '\u00a0'],
	['a sign that nobody sees', '\u200b'],
	['null', null],
];
const replace = { tagsMode: 'replace', customFieldsMode: 'replace' };

const written = () =>
	simulator.requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);

describe.each(fieldsOf('update', 'updateFields'))('Update, the field %s', (name) => {
	const other = name === 'firstName' ? { lastName: 'Other' } : { firstName: 'Other' };
	const update = async (updateFields: unknown, cell: unknown) =>
		await runAt(
			simulator,
			{
				resource: 'contact',
				operation: 'update',
				contactId: locator(id),
				updateFields: updateFields as IDataObject,
				options: replace,
			},
			{ items: [{ cell } as IDataObject] },
		);

	it.each(cells)('keeps its value for %s', async (_cell, cell) => {
		const { error } = await update({ ...other, [name]: '={{ $json.cell }}' }, cell);
		expect(error).toBeUndefined();
		expect(written()).toStrictEqual([{ ...wholeContact, ...other }]);
	});

	it('is emptied where it was left empty by hand', async () => {
		const { error } = await update({ ...other, [name]: '' }, '');
		expect(error).toBeUndefined();
		const none = { tags: [], customFields: {} }[name] ?? '';
		expect(written()).toStrictEqual([{ ...wholeContact, ...other, [name]: none }]);
	});

	it('may be emptied by Fields to Clear beside an empty cell', async () => {
		await update({ clearFields: [name], [name]: '={{ $json.cell }}' }, '');
		const none = { tags: [], customFields: {} }[name] ?? '';
		expect(written()).toStrictEqual([{ ...wholeContact, [name]: none }]);
	});
});

describe.each(fieldsOf('upsert', 'additionalFields'))('Create or Update, the field %s', (name) => {
	const upsert = async (number: string, additionalFields: IDataObject, cell: unknown) =>
		await runAt(
			simulator,
			{
				resource: 'contact',
				operation: 'upsert',
				matchBy: 'phone',
				phone: number,
				email: '',
				firstName: 'Other',
				lastName: '',
				additionalFields,
				options: replace,
			},
			{ items: [{ cell } as IDataObject] },
		);

	it.each(cells)('keeps its value for %s', async (_cell, cell) => {
		const { error } = await upsert(phone, { [name]: '={{ $json.cell }}' }, cell);
		expect(error).toBeUndefined();
		expect(written()).toStrictEqual([{ ...wholeContact, firstName: 'Other' }]);
	});

	it('is not sent of a new contact', async () => {
		const { error } = await upsert('+15557654322', { [name]: '={{ $json.cell }}' }, '');
		expect(error).toBeUndefined();
		expect(written()).toStrictEqual([{ firstName: 'Other', phone: '+15557654322' }]);
	});
});

it.each(fieldsOf('create', 'additionalFields'))('Create, the field %s', async (name) => {
	await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'create',
			firstName: 'Other',
			additionalFields: { [name]: '={{ $json.cell }}' },
		},
		{ items: [{ cell: '' }] },
	);
	expect(written()).toStrictEqual([{ firstName: 'Other' }]);
});

describe.each(['replace', 'add'])('tags from several empty cells, mode %s', (tagsMode) => {
	it.each<[string, string]>([
		['a list', '={{ [$json.cell, $json.none] }}'],
		['a list of null', '={{ [null, $json.cell] }}'],
		['a text', '={{ $json.cell }}, {{ $json.cell }}'],
		['a text with semicolons', '={{ $json.cell + " ; " + $json.cell }}'],
		['JSON', '=["{{ $json.cell }}"]'],
	])('%s keep the tags', async (_name, tags) => {
		const updateFields = { tags, notes: 'new' };
		await runAt(
			simulator,
			{
				resource: 'contact',
				operation: 'update',
				contactId: locator(id),
				updateFields,
				options: { tagsMode },
			},
			{ items: [{ cell: '' }] },
		);
		expect(written()).toStrictEqual([{ ...wholeContact, notes: 'new' }]);
	});
});

it('an empty list of tags from an expression is a list: with Replace, it clears', async () => {
	await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'update',
			contactId: locator(id),
			updateFields: { tags: '={{ [] }}' },
			options: replace,
		},
		{ items: [{}] },
	);
	expect(written()).toStrictEqual([{ ...wholeContact, tags: [] }]);
});

it.each<[string, unknown, IDataObject]>([
	['null', '={{ { plan: $json.nothing, size: "XL" } }}', { plan: 'gold', size: 'XL' }],
	['null in a text', '={"plan": null, "size": "{{ "XL" }}"}', { plan: 'gold', size: 'XL' }],
	['null by hand', '{"plan": null, "size": "XL"}', { plan: null, size: 'XL' }],
	['an empty cell', '={"plan": "{{ $json.cell }}", "size": "XL"}', { plan: 'gold', size: 'XL' }],
	[
		'an empty cell in an object',
		'={{ { plan: $json.cell, size: "XL" } }}',
		{ plan: 'gold', size: 'XL' },
	],
	['a value that was emptied by hand', '{"plan": "", "size": "XL"}', { plan: '', size: 'XL' }],
])('a custom field with %s', async (_name, customFields, merged) => {
	await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'update',
			contactId: locator(id),
			updateFields: { customFields } as IDataObject,
		},
		{ items: [{ cell: '', nothing: null }] },
	);
	expect(written()).toStrictEqual([{ ...wholeContact, customFields: merged }]);
});
