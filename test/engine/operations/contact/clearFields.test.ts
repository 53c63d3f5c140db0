import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { said } from '../../../harness/n8n/messages';
import { wholeContact } from '../../../harness/service/contacts';

const simulator = withSimulator({ seed: empty });

const id = 'contact_000001';
beforeEach(() => {
	simulator.store.addContact({ ...wholeContact, id });
});

async function update(updateFields: IDataObject, options: IDataObject = {}, asTool = false) {
	return await runAt(
		simulator,
		{ resource: 'contact', operation: 'update', contactId: locator(id), updateFields, options },
		{ asTool },
	);
}

const bodies = () =>
	simulator.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

const nothingGiven = (asTool: boolean) =>
	asTool ? 'No field to change was given.' : `'Update Fields' ${said.empty}`;

describe.each([
	['for people', false],
	['as a tool', true],
])('Fields to Clear %s', (_name, asTool) => {
	it.each<[IDataObject[string], IDataObject]>([
		[['notes'], { notes: '' }],
		[['tags'], { tags: [] }],
		[['customFields'], { customFields: {} }],
		['notes', { notes: '' }],
		['Notes, Tags', { notes: '', tags: [] }],
		['["first_name","Custom Fields"]', { firstName: '', customFields: {} }],
		['={{ ["PHONE", "e-mail", "lastName", "phone"] }}', { phone: '', email: '', lastName: '' }],
		[['status', 'tags', 'status'], { status: '', tags: [] }],
	])('of %j empties these and keeps the others', async (clearFields, cleared) => {
		const { error } = await update({ clearFields }, {}, asTool);
		expect(error).toBeUndefined();
		expect(bodies()).toStrictEqual([{ ...wholeContact, ...cleared }]);
		expect(simulator.store.contacts.get(id)).toMatchObject(cleared);
	});

	it('goes together with fields that are given', async () => {
		await update({ clearFields: ['notes'], firstName: 'Bo' }, {}, asTool);
		expect(bodies()).toStrictEqual([{ ...wholeContact, firstName: 'Bo', notes: '' }]);
	});

	it('sends nothing but them with Keep Other Fields off', async () => {
		const clearFields = ['notes', 'tags', 'customFields'];
		await update({ clearFields }, { keepOtherFields: false }, asTool);
		expect(bodies()).toStrictEqual([{ notes: '', tags: [], customFields: {} }]);
		expect(simulator.requests).toHaveLength(1);
	});

	it.each<[IDataObject]>([
		[{ tagsMode: 'add', customFieldsMode: 'merge' }],
		[{ tagsMode: 'remove', customFieldsMode: 'replace' }],
		[{ tagsMode: 'add', customFieldsMode: 'merge', keepOtherFields: false }],
	])('counts whatever the modes are: %j', async (options) => {
		const { error } = await update({ clearFields: 'tags, customFields' }, options, asTool);
		expect(error).toBeUndefined();
		expect(bodies()[0]).toMatchObject({ tags: [], customFields: {} });
	});

	it('leaves the modes to fields that are given', async () => {
		const customFields = '{"size": "XL"}';
		await update({ clearFields: ['tags'], customFields }, { customFieldsMode: 'merge' }, asTool);
		expect(bodies()).toStrictEqual([
			{ ...wholeContact, tags: [], customFields: { plan: 'gold', size: 'XL' } },
		]);
	});

	it.each<[IDataObject, string]>([
		[{ clearFields: ['notes'], notes: 'New' }, "'Notes' is both given and in 'Fields to Clear'"],
		[{ clearFields: 'tags', tags: 'a' }, "'Tags' is both given and in 'Fields to Clear'"],
		[
			{ clearFields: 'Custom Fields', customFields: '{"a": 1}' },
			`'Custom Fields${asTool ? ' JSON' : ''}' is both given and in 'Fields to Clear'`,
		],
		[{ clearFields: 'notes, address' }, `'Fields to Clear' cannot contain "address"`],
		[{ clearFields: ['fullName'] }, `'Fields to Clear' cannot contain "fullName"`],
		[{ clearFields: ['constructor'] }, `'Fields to Clear' cannot contain "constructor"`],
		[{ clearFields: [] }, nothingGiven(asTool)],
		[{ clearFields: '' }, nothingGiven(asTool)],
	])('refuses %j before any request', async (updateFields, message) => {
		const { error } = await update(updateFields, {}, asTool);
		expect(error?.message).toContain(message);
		expect(simulator.requests).toStrictEqual([]);
	});
});

it('a model that gives nothing for a field may clear it', async () => {
	await update({ clearFields: 'notes', notes: '', tags: '', customFields: '{}' }, {}, true);
	expect(bodies()).toStrictEqual([{ ...wholeContact, notes: '' }]);
});

it('a model that clears nothing and gives nothing is told what may be given', async () => {
	const { error } = await update({ clearFields: 'everything' }, {}, true);
	expect(error?.message).toBe(
		`'Fields to Clear' cannot contain "everything". Use any of: Custom Fields, Email, First Name, Last Name, Notes, Phone, Status, Tags.`,
	);
});

it.each<[IDataObject, IDataObject]>([
	[{}, { notes: '' }],
	[{ tagsMode: 'replace' }, { notes: '', tags: [] }],
])('for people a text that is left empty is cleared, tags by %j', async (options, cleared) => {
	await update({ notes: '', tags: '' }, options);
	expect(bodies()).toStrictEqual([{ ...wholeContact, ...cleared }]);
});

describe('custom fields whose values are all missing are not given', () => {
	const none = '={{ { plan: $json.plna, size: $json.siez } }}';
	it.each(['merge', 'replace'])(
		'in the mode %s: the stored ones stay',
		async (customFieldsMode) => {
			const { error } = await update({ notes: 'N', customFields: none }, { customFieldsMode });
			expect(error).toBeUndefined();
			expect(bodies()).toStrictEqual([{ ...wholeContact, notes: 'N' }]);
		},
	);

	it('alone, they are no change', async () => {
		const { hints } = await update({ customFields: none }, { customFieldsMode: 'replace' });
		expect(hints).toContainEqual(expect.stringContaining(said.changedNothing));
		expect(simulator.requests.filter(({ method }) => method !== 'GET')).toStrictEqual([]);
	});

	it('an empty object empties them', async () => {
		await update({ customFields: '={{ {} }}' }, { customFieldsMode: 'replace' });
		expect(bodies()).toStrictEqual([{ ...wholeContact, customFields: {} }]);
	});
});
