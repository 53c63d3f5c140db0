import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult } from '../../../harness/n8n/engine';
import { onTheWire } from '../../../harness/service/wire';
import { serviceTime } from '../../../harness/time/serviceTime';
import { type Contact, manualClock } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { few, withSimulator } from '../../../harness/service/service';

const { pace, watch } = serviceTime();
const simulator = withSimulator(
	{
		seed: { ...few, contacts: 120 },
		clock: { ...manualClock(), pace },
	},
	watch,
);

async function contact(
	operation: string,
	fields: IDataObject,
	items: IDataObject[] = [{}],
): Promise<NodeResult> {
	return await runAt(
		simulator,
		{ resource: 'contact', operation, options: {}, simple: false, ...fields },
		{ items },
	);
}

const address = '/api/v1/api/contacts';

/** Identifiers and how they stand in a path. */
const ids = [
	['contact_000001', 'contact_000001'],
	['a/b', 'a%2Fb'],
	['a b', 'a%20b'],
	['Grüße🚗', 'Gr%C3%BC%C3%9Fe%F0%9F%9A%97'],
	['100%', '100%25'],
	['a?b=c#d', 'a%3Fb%3Dc%23d'],
] as const;

describe('create', () => {
	const nobody = { firstName: '', lastName: '', email: '', phone: '' };

	it.each<[string, IDataObject, IDataObject]>([
		['only the fields that are filled in', { firstName: 'Ada' }, { firstName: 'Ada' }],
		[
			'the four main fields, without spaces around',
			{ firstName: ' Ada ', lastName: 'de la Cruz', email: 'a@example.com ', phone: '(555) 0100' },
			{ firstName: 'Ada', lastName: 'de la Cruz', email: 'a@example.com', phone: '(555) 0100' },
		],
		[
			'every documented field',
			{
				firstName: 'Ada',
				lastName: 'Smith',
				email: 'a@example.com',
				phone: '+15557654321',
				additionalFields: {
					address: '12 Main Street',
					city: 'Springfield',
					company_name: 'Acme',
					country: 'US',
					customFields: '{"plan": "gold"}',
					notes: 'A\nnote',
					source: 'CSV',
					state: 'Oregon',
					status: 'lead',
					tags: 'vip, newsletter',
					zipCode: '01234',
				},
			},
			{
				firstName: 'Ada',
				lastName: 'Smith',
				email: 'a@example.com',
				phone: '+15557654321',
				address: '12 Main Street',
				city: 'Springfield',
				company_name: 'Acme',
				country: 'US',
				customFields: { plan: 'gold' },
				notes: 'A\nnote',
				source: 'CSV',
				state: 'Oregon',
				status: 'lead',
				tags: ['vip', 'newsletter'],
				zipCode: '01234',
			},
		],
		[
			'additional fields that were added and left empty, empty',
			{ firstName: 'Ada', additionalFields: { city: '', notes: '', tags: '', customFields: '' } },
			{ firstName: 'Ada', city: '', notes: '', tags: [], customFields: {} },
		],
		[
			'tags of a list and an object of an expression',
			{
				firstName: '={{ $json.name }}',
				additionalFields: { tags: '={{ $json.tags }}', customFields: '={{ $json.fields }}' },
			},
			{
				firstName: 'Ada',
				tags: ['with', 'comma', 'vip', '7'],
				customFields: { visits: 3, nested: { a: [1, null] } },
			},
		],
		[
			'tags without empty ones',
			{ firstName: 'Ada', additionalFields: { tags: ' ,vip,, newsletter , ' } },
			{ firstName: 'Ada', tags: ['vip', 'newsletter'] },
		],
		[
			'nothing for expressions that give nothing',
			{
				firstName: 'Ada',
				lastName: '={{ $json.missing }}',
				additionalFields: { city: '={{ $json.missing }}', tags: '={{ $json.missing }}' },
			},
			{ firstName: 'Ada' },
		],
		[
			'a number as text',
			{ firstName: 'Ada', phone: '={{ $json.phone }}' },
			{ firstName: 'Ada', phone: '15557654321' },
		],
		['a contact of a tag only', { additionalFields: { tags: 'vip' } }, { tags: ['vip'] }],
		[
			'no fullName, which cannot be sent',
			{ firstName: 'Ada', fullName: 'Ada Smith', additionalFields: { fullName: 'Ada Smith' } },
			{ firstName: 'Ada' },
		],
	])('sends %s', async (_name, fields, body) => {
		const result = await contact('create', { ...nobody, ...fields }, [
			{
				name: 'Ada',
				tags: ['with, comma', ' vip ', '', 7],
				fields: { visits: 3, nested: { a: [1, null] } },
				phone: 15557654321,
			},
		]);
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			{ method: 'POST', path: address, query: {}, body },
		]);
		expect(simulator.requests[0].headers).toMatchObject({
			'x-api-key': simulator.apiKey,
			accept: 'application/json',
			'content-type': 'application/json',
		});
		expect(result.items).toEqual([
			{ json: simulator.store.contacts.get(simulator.ledger[0].id), pairedItem: { item: 0 } },
		]);
	});
});

describe('get', () => {
	it.each(ids)('puts the id %j into its path as %s', async (id, encoded) => {
		simulator.store.addContact({ id, firstName: 'Ada' });
		const result = await contact('get', { contactId: locator(id), simple: false });
		expect(simulator.requests.map(onTheWire)).toEqual([
			{ method: 'GET', path: `${address}/${encoded}`, query: {}, body: undefined },
		]);
		expect(result.items).toEqual([
			{ json: simulator.store.contacts.get(id), pairedItem: { item: 0 } },
		]);
	});

	it.each<[string, unknown]>([
		['a locator', locator('={{ $json.id }}')],
		['an entry of the list', locator('={{ $json.id }}', 'list')],
		['plain text', '={{ $json.id }}'],
	])('takes the id of each item from %s', async (_name, contactId) => {
		const items = ['contact_000003', 'contact_000001'].map((id) => ({ id }));
		const result = await contact(
			'get',
			{ contactId: contactId as IDataObject, simple: true },
			items,
		);
		expect(result.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['contact_000003', { item: 0 }],
			['contact_000001', { item: 1 }],
		]);
	});
});

describe('get many', () => {
	it.each<[string, IDataObject, object]>([
		['no filters', {}, {}],
		['empty filters', { search: '', tags: '' }, {}],
		[
			'all filters',
			{ search: 'Ada', source: 'MANUAL', tags: 'lead' },
			{ search: 'Ada', source: 'MANUAL', tags: 'lead' },
		],
		['a filter of an expression', { search: '={{ $json.term }}' }, { search: 'a+b@example.com' }],
	])('asks with %s', async (_name, filters, query) => {
		const result = await contact(
			'getAll',
			{ returnAll: false, limit: 50, simple: false, filters },
			[{ term: 'a+b@example.com' }],
		);
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			{
				method: 'GET',
				path: address,
				query: { page: '1', limit: '50', ...query },
				body: undefined,
			},
		]);
	});

	it('gives one item a contact and links it to the input item', async () => {
		const items = [{ tag: 'vip' }, { tag: 'churned' }];
		const result = await contact(
			'getAll',
			{ returnAll: true, simple: false, filters: { tags: '={{ $json.tag }}' } },
			items,
		);
		const expected = items.flatMap(({ tag }, item) => {
			const found = simulator.store.contacts.all().filter(({ tags }) => tags.includes(tag));
			expect(found.length).toBeGreaterThan(0);
			return found.map((json) => ({ json, pairedItem: { item } }));
		});
		expect(result.items).toEqual(expected);
	});
});

describe('update', () => {
	const id = 'contact_000001';
	/** The fields that PUT documents. */
	const eight: Partial<Contact> = {
		firstName: 'Ada',
		lastName: 'Smith',
		email: 'ada@example.com',
		phone: '+15557654321',
		notes: 'First note',
		status: 'lead',
		tags: ['vip', 'newsletter'],
		customFields: { plan: 'gold', visits: 3 },
	};
	beforeEach(() => {
		simulator.store.addContact({ ...eight, id });
	});

	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['a text', { notes: 'New' }, {}, { notes: 'New' }],
		['a text to empty, which clears it', { notes: '' }, {}, { notes: '' }],
		[
			'all texts',
			{
				firstName: 'Eva',
				lastName: 'Jones',
				email: 'eva@example.com',
				phone: '+15557654322',
				notes: 'N',
				status: 'won',
			},
			{},
			{
				firstName: 'Eva',
				lastName: 'Jones',
				email: 'eva@example.com',
				phone: '+15557654322',
				notes: 'N',
				status: 'won',
			},
		],
		['the tags by adding', { tags: 'new' }, {}, { tags: ['vip', 'newsletter', 'new'] }],
		['no tags by adding none', { tags: '', notes: 'N' }, {}, { notes: 'N' }],
		[
			'the tags by replacing, with a list',
			{ tags: '={{ $json.tags }}' },
			{ tagsMode: 'replace' },
			{ tags: ['x', 'y'] },
		],
		['the tags by replacing with none', { tags: '' }, { tagsMode: 'replace' }, { tags: [] }],
		[
			'the tags by adding, each once',
			{ tags: 'new, vip' },
			{ tagsMode: 'add' },
			{ tags: ['vip', 'newsletter', 'new'] },
		],
		[
			'the tags by removing',
			{ tags: 'vip, unknown' },
			{ tagsMode: 'remove' },
			{ tags: ['newsletter'] },
		],
		[
			'custom fields by merging',
			{ customFields: '{"visits": 4, "new": true}' },
			{},
			{ customFields: { plan: 'gold', visits: 4, new: true } },
		],
		[
			'custom fields of an object by merging',
			{ customFields: '={{ $json.fields }}' },
			{ customFieldsMode: 'merge' },
			{ customFields: { plan: 'silver', visits: 3 } },
		],
		[
			'custom fields by replacing',
			{ customFields: '{"new": true}' },
			{ customFieldsMode: 'replace' },
			{ customFields: { new: true } },
		],
		[
			'custom fields by replacing with none',
			{ customFields: '{}' },
			{ customFieldsMode: 'replace' },
			{ customFields: {} },
		],
		['nothing but fields that PUT documents', { notes: 'N', fullName: 'X Y' }, {}, { notes: 'N' }],
	])('reads the contact and writes all eight fields: changes %s', async (...row) => {
		const [, updateFields, options, changed] = row;
		const result = await contact('update', { contactId: locator(id), updateFields, options }, [
			{ tags: ['x', 'y'], fields: { plan: 'silver' } },
		]);
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			{ method: 'GET', path: `${address}/${id}`, query: {}, body: undefined },
			{ method: 'PUT', path: `${address}/${id}`, query: {}, body: { ...eight, ...changed } },
		]);
		expect(simulator.requests[1].headers).toMatchObject({
			'x-api-key': simulator.apiKey,
			accept: 'application/json',
			'content-type': 'application/json',
		});
		expect(result.items).toEqual([
			{ json: simulator.store.contacts.get(id), pairedItem: { item: 0 } },
		]);
		expect(simulator.store.contacts.get(id)).toMatchObject({ ...eight, ...changed });
	});

	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['one text', { notes: 'New' }, {}, { notes: 'New' }],
		['an empty text', { notes: '' }, {}, { notes: '' }],
		['tags', { tags: 'new' }, { tagsMode: 'replace' }, { tags: ['new'] }],
		[
			'custom fields by replacing',
			{ customFields: '{"a": 1}' },
			{ customFieldsMode: 'replace' },
			{ customFields: { a: 1 } },
		],
	])('sends only what is given with Keep Other Fields off: %s', async (...row) => {
		const [, updateFields, options, body] = row;
		const result = await contact('update', {
			contactId: locator(id),
			updateFields,
			options: { ...options, keepOtherFields: false },
		});
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			{ method: 'PUT', path: `${address}/${id}`, query: {}, body },
		]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['tags cannot be added', { tags: 'new' }, { tagsMode: 'add' }],
		['tags cannot be added by default', { tags: 'new' }, {}],
		['tags cannot be removed', { tags: 'vip' }, { tagsMode: 'remove' }],
		['custom fields cannot be merged', { customFields: '{"a": 1}' }, { customFieldsMode: 'merge' }],
		['custom fields cannot be merged by default', { customFields: '{"a": 1}' }, {}],
	])('says that %s without reading the contact', async (_name, updateFields, options) => {
		const result = await contact('update', {
			contactId: locator(id),
			updateFields,
			options: { ...options, keepOtherFields: false },
		});
		expect(result.error?.message).toContain("'Keep Other Fields' is off");
		expect(result.error?.description).toContain("' to Replace.");
		expect(simulator.requests).toEqual([]);
	});

	it('keeps the changes of two items to the same contact', async () => {
		simulator.latencyMs = 5;
		const items = [
			{ id, tag: 'first' },
			{ id: 'contact_000002', tag: 'other' },
			{ id, tag: 'second' },
			{ id: `${id} `, tag: 'third' },
		];
		const result = await contact(
			'update',
			{
				contactId: locator('={{ $json.id }}'),
				updateFields: { tags: '={{ $json.tag }}' },
				options: { tagsMode: 'add' },
			},
			items,
		);
		expect(result.error).toBeUndefined();
		expect(simulator.store.contacts.get(id)?.tags).toEqual([
			'vip',
			'newsletter',
			'first',
			'second',
			'third',
		]);
		expect(result.items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			[id, { item: 0 }],
			['contact_000002', { item: 1 }],
			[id, { item: 2 }],
			[id, { item: 3 }],
		]);
		expect(simulator.mostInFlight).toBeGreaterThan(1);
	});

	it('does not write a contact with a number that would be changed', async () => {
		const page = 17841405793187219n;
		simulator.store.addContact({ ...eight, id: 'contact_9', customFields: { page: Number(page) } });
		const write = async (updateFields: IDataObject) =>
			await contact('update', { contactId: locator('contact_9'), updateFields });
		const { error } = await write({ notes: 'N' });
		expect(error?.message).toMatch(/^Contact contact_9 has a number .*: page$/);
		expect(error?.description).toContain('Nothing was written.');
		expect(simulator.ledger).toStrictEqual([]);
		await write({ notes: 'N', customFields: `{"page": "${page}"}` });
		expect(simulator.store.contacts.get('contact_9')?.customFields).toStrictEqual({
			page: String(page),
		});
	});

	it.each(['ada', 'a@b.example, c@d.example', 'ada @example.com'])(
		'refuses the email address %j, as Create does',
		async (email) => {
			const updated = await contact('update', { contactId: locator(id), updateFields: { email } });
			const created = await contact('create', { email });
			for (const { error } of [updated, created]) {
				expect(error?.message).toContain(`'Email' ${said.notAnEmail}: "${email}"`);
			}
			expect(simulator.requests).toStrictEqual([]);
		},
	);

	it('fails without writing when the contact is not there', async () => {
		const result = await contact('update', {
			contactId: locator('contact_9'),
			updateFields: { notes: 'N' },
		});
		expect(result.error).toMatchObject({
			message: 'Not updated: contact contact_9',
			httpCode: '404',
		});
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET']);
		expect(simulator.ledger).toEqual([]);
	});

	it('says of a PUT that was tried four times not that the node does not repeat it', async () => {
		simulator.fail({ method: 'PUT' }, { kind: 'status', status: 500, processed: true }, 4);
		const { error } = await contact('update', {
			contactId: locator(simulator.store.contacts.all()[0].id),
			updateFields: { firstName: 'Eve' },
		});
		const puts = simulator.requests.filter(({ method }) => method === 'PUT');
		expect(puts).toHaveLength(4);
		expect(error?.description).toContain(said.lookItUp);
		expect(error?.description).not.toContain('The node does not repeat it');
	});

	it('repeats a PUT whose answer was lost, which changes nothing twice', async () => {
		simulator.fail({ method: 'PUT' }, { kind: 'reset', processed: true });
		const result = await contact('update', {
			contactId: locator(id),
			updateFields: { tags: 'new' },
			options: { tagsMode: 'add' },
		});
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'PUT']);
		expect(simulator.store.contacts.get(id)?.tags).toEqual(['vip', 'newsletter', 'new']);
	});
});

describe('options that come as text', () => {
	it('Return All "true" gives all, "false" as many as the limit says', async () => {
		const all = await contact('getAll', { returnAll: 'true', limit: 5, simple: 'false' });
		expect(all.items).toHaveLength(120);
		expect(all.items[0].json.updatedAt).toBeDefined();
		const some = await contact('getAll', { returnAll: 'false', limit: 5, simple: 'true' });
		expect(some.items).toHaveLength(5);
		expect(some.items[0].json.updatedAt).toBeUndefined();
	});
});

describe('a filter that the service ignores, or takes for a part of a tag', () => {
	it.each<[string, IDataObject, (one: Contact) => boolean]>([
		['Tag', { tags: 'VIP' }, ({ tags }) => tags.includes('vip')],
		['Source', { source: 'CSV' }, ({ source }) => source === 'CSV'],
	])('%s leaves the others out', async (_label, filters, isMeant) => {
		const { contacts } = simulator.store;
		for (const tags of [['vip'], ['no-vip'], ['vip-2']]) simulator.store.addContact({ tags });
		const all = contacts.all();
		const ignored = jest.spyOn(contacts, 'where').mockReturnValue(all);
		try {
			const { items } = await contact('getAll', { returnAll: true, simple: true, filters });
			expect(items.map(({ json }) => json.id)).toStrictEqual(
				all.filter(isMeant).map(({ id }) => id),
			);
			expect(items.length).toBeGreaterThan(0);
		} finally {
			ignored.mockRestore();
		}
	});
});
