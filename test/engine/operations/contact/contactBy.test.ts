import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { type Fault, manualClock } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { searchGives, stored, withDeafService } from '../../../harness/service/contacts';

const { pace, watch } = serviceTime();
const clock = { ...manualClock(), pace };
const simulator = withSimulator({ seed: { ...empty, contacts: 5 }, clock }, watch);
const { deaf, credentialOfDeaf } = withDeafService();

const phone = '+15550100042';
const email = 'ada@example.com';

async function get(
	value: string,
	mode: string,
	options: IDataObject = {},
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'get',
			contactId: locator(value, mode),
			simple: true,
			...collections(options),
		},
		more,
	);
}

async function update(
	contactId: unknown,
	more: { fields?: IDataObject; options?: IDataObject } & Partial<NodeRun> = {},
): Promise<NodeResult> {
	const { fields = { notes: 'New' }, options = {}, ...run } = more;
	return await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'update',
			contactId: contactId as IDataObject,
			simple: false,
			updateFields: fields,
			...collections(options),
		},
		run,
	);
}

const verbs = (at = simulator) =>
	at.requests.map(({ method, path }) => `${method} ${path.replace('/api/v1/api/', '')}`);
const idsOf = ({ items }: NodeResult) => items.map(({ json }) => json.id);

describe('Get by phone', () => {
	it.each(['+15550100042', '15550100042', '+1 (555) 010-0042', '001 555 010 0042'])(
		'gives the contact whose number is stored as %s',
		async (spelling) => {
			const id = stored({ phone: spelling, firstName: 'Ada' }, simulator);
			// A service that searches in the text as it stands finds some spellings only.
			const at = spelling.includes(' ') ? deaf : simulator;
			const own = at === deaf ? stored({ phone: spelling, firstName: 'Ada' }, deaf) : id;
			const credential = at === deaf ? credentialOfDeaf() : simulator;
			const result = await get('+1 555-010-0042', 'phone', {}, { credential });
			expect(result.error).toBeUndefined();
			expect(idsOf(result)).toStrictEqual([own]);
		},
	);

	it.each([
		['+52 1 55 1234 5678', '+525512345678'],
		['+52 55 1234 5678', '+5215512345678'],
		['+54 9 11 1234-5678', '+541112345678'],
		['+54 11 1234-5678', '+5491112345678'],
	])('of %s gives the contact with %s, and Update changes it', async (written, spelling) => {
		const id = stored({ phone: spelling }, simulator);
		expect(idsOf(await get(written, 'phone'))).toStrictEqual([id]);
		const updated = await update(locator(written, 'phone'));
		expect(updated.items[0].json).toMatchObject({ id, phone: spelling, notes: 'New' });
	});

	it('asks for the contact itself, and gives what Get by ID gives', async () => {
		const id = stored({ phone, firstName: 'Ada', notes: 'Mornings' }, simulator);
		const byPhone = await get(phone, 'phone');
		expect(verbs()).toStrictEqual(['GET contacts', 'GET contacts', `GET contacts/${id}`]);
		const byId = await get(id, 'id');
		expect(byPhone.items).toStrictEqual(byId.items);
		expect(byPhone.hints).toStrictEqual([]);
	});

	it('reads the number in the default country', async () => {
		const id = stored({ phone: '5550100042' }, simulator);
		const result = await get('(555) 010-0042', 'phone', { defaultCountry: 'US' });
		expect(idsOf(result)).toStrictEqual([id]);
	});

	it('keeps the query parameters for the contact: they are none of the search', async () => {
		const id = stored({ phone }, deaf);
		const options = { queryParameters: { parameter: [{ name: 'search', value: 'nobody' }] } };
		const { items } = await get(phone, 'phone', options, { credential: deaf });
		expect(items.map(({ json }) => json.id)).toStrictEqual([id]);
		expect(deaf.requests.at(-1)?.query).toEqual({ search: 'nobody' });
		expect(deaf.requests[0].query.search).toBe(phone);
	});

	it('of a service that ignores the search reads the whole list', async () => {
		const last = deaf.store.contacts.all().at(-1);
		const result = await get(String(last?.phone), 'phone', {}, { credential: credentialOfDeaf() });
		expect(idsOf(result)).toStrictEqual([last?.id]);
		expect(result.hints).toStrictEqual([]);
	});

	it('of an unsimplified contact gives all of its fields', async () => {
		stored({ phone, customFields: { plan: 'gold' } }, simulator);
		const { items } = await runAt(simulator, {
			resource: 'contact',
			operation: 'get',
			contactId: locator(phone, 'phone'),
			simple: false,
		});
		expect(items[0].json.customFields).toEqual({ plan: 'gold' });
	});

	it.each(['Ada', '+1555', '555 010 0042', '={{ "" }}'])(
		'refuses %j before any request',
		async (value) => {
			const { error } = await get(value, 'phone');
			expect(error?.message).toMatch(/^'Contact' .*/);
			expect(simulator.requests).toStrictEqual([]);
		},
	);
});

describe('Get by email', () => {
	it('finds it in upper and lower case', async () => {
		const id = stored({ email: 'ADA@Example.com' }, simulator);
		expect(idsOf(await get(email, 'email'))).toStrictEqual([id]);
	});

	it('does not take a longer address for it', async () => {
		stored({ email: `not${email}` }, simulator);
		const { error } = await get(email, 'email');
		expect(error?.message).toBe(`No contact has the email address ${email}`);
	});
});

describe('when no contact has it', () => {
	it('Get ends in an error that says what to do', async () => {
		const { error } = await get(phone, 'phone');
		expect(error?.message).toBe(`No contact has the phone number ${phone}`);
		expect(error?.description).toContain("'Get Many'");
		expect(error?.name).toBe('NodeOperationError');
	});

	it.each(['phone', 'email'])('Get by %s gives an empty item, if wished', async (mode) => {
		const { items, error } = await get(mode === 'phone' ? phone : email, mode, {
			ifNotFound: 'empty',
		});
		expect(error).toBeUndefined();
		expect(items).toStrictEqual([{ json: {}, pairedItem: { item: 0 } }]);
	});

	it('Update writes nothing', async () => {
		const { error } = await update(locator(phone, 'phone'));
		expect(error?.message).toBe(`No contact has the phone number ${phone}`);
		expect(simulator.ledger).toStrictEqual([]);
	});
});

describe('when several contacts have it', () => {
	it.each(['get', 'update'])('%s names them, and does nothing', async (operation) => {
		const ids = [1, 2].map((number) =>
			stored({ phone, firstName: 'Ada', lastName: `Smith ${number}` }, simulator),
		);
		const { error } =
			operation === 'get'
				? await get(phone, 'phone', { ifNotFound: 'empty' })
				: await update(locator(phone, 'phone'));
		expect(error?.message).toBe(`2 contacts have the phone number ${phone}`);
		expect(error?.description).toContain(`Ada Smith 1 (${phone}, ID ${ids[0]})`);
		expect(error?.description).toContain(`Ada Smith 2 (${phone}, ID ${ids[1]})`);
		expect(error?.description).toContain('choose the right contact by its ID.');
		expect(String(error?.description).includes('Nothing was written.')).toBe(
			operation === 'update',
		);
		expect(simulator.ledger).toStrictEqual([]);
	});

	it('or one of them may have it, none is taken', async () => {
		stored({ phone: '5550100042', firstName: 'Ada' }, simulator);
		const { error } = await get(phone, 'phone', { ifNotFound: 'empty' });
		expect(error?.message).toBe(`It ${said.unclear} a contact has the phone number ${phone}`);
		expect(error?.description).not.toContain('written');
	});
});

describe('while the service fails', () => {
	it.each<[string, Fault]>([
		['asks for fewer requests', { kind: 'rateLimited', retryAfter: '1' }],
		['is overloaded', { kind: 'status', status: 503 }],
		['fails', { kind: 'status', status: 500 }],
		['loses the connection', { kind: 'reset' }],
	])('and %s, the search is tried again', async (_name, fault) => {
		const id = stored({ phone }, simulator);
		simulator.fail({ path: '/api/contacts' }, fault);
		expect(idsOf(await get(phone, 'phone'))).toStrictEqual([id]);
	});

	it.each<[string, Fault]>([
		['HTTP 500', { kind: 'status', status: 500, message: 'Not found' }],
		['HTTP 401', { kind: 'status', status: 401 }],
		// The list itself: it says nothing of the contact.
		['HTTP 404', { kind: 'status', status: 404, message: 'Contact not found' }],
		['a lost connection', { kind: 'reset' }],
		['an answer that cannot be read', { kind: 'missingData' }],
	])('for good with %s, it is no empty item', async (_name, fault) => {
		stored({ phone }, simulator);
		simulator.fail({ path: '/api/contacts' }, fault, Infinity);
		const { items, error } = await get(phone, 'phone', { ifNotFound: 'empty' });
		expect(error?.message).toContain(`contact with the phone number ${phone}`);
		expect(items).toStrictEqual([]);
	});

	it('a list that keeps changing is no proof that there is none', async () => {
		for (const page of ['1', '2', '3']) {
			deaf.fail({ query: { page } }, { kind: 'shift', by: -1 }, Infinity);
		}
		const { error } = await get(
			phone,
			'phone',
			{ ifNotFound: 'empty' },
			{ credential: credentialOfDeaf() },
		);
		expect(error?.message).toBe(`It is unclear whether a contact has the phone number ${phone}`);
		expect(error?.description).not.toContain('written');
	});
});

describe('a contact that the search gives as it was a while ago', () => {
	it.each([true, false])(
		'is not taken by Update (Keep Other Fields %s)',
		async (keepOtherFields) => {
			const bo = simulator.store.addContact({ firstName: 'Bo', phone: '+15550100043' });
			searchGives([{ ...bo, phone }], simulator);
			const { error } = await update(locator(phone, 'phone'), { options: { keepOtherFields } });
			expect(error?.message).toContain(`no longer has the phone number ${phone}`);
			expect(error?.description).toContain('Nothing was written.');
			expect(simulator.ledger).toStrictEqual([]);
		},
	);

	it('is not given by Get', async () => {
		const bo = simulator.store.addContact({ firstName: 'Bo', email: 'bo@example.com' });
		searchGives([{ ...bo, email }], simulator);
		const { error } = await get(email, 'email', { ifNotFound: 'empty' });
		expect(error?.message).toContain(`no longer has the email address ${email}`);
	});

	it('and was deleted since is not found', async () => {
		const bo = simulator.store.addContact({ firstName: 'Bo', phone });
		for (const ifNotFound of ['error', 'empty']) {
			simulator.store.removeContact(bo.id);
			searchGives([bo], simulator);
			const { items, error } = await get(phone, 'phone', { ifNotFound });
			if (ifNotFound === 'empty') expect(items.map(({ json }) => json)).toStrictEqual([{}]);
			else expect(error?.message).toBe(`${said.notFound}: contact with the phone number ${phone}`);
		}
	});
});

describe('Update of a contact that is looked up', () => {
	it('by phone keeps its other fields', async () => {
		const id = stored({ phone, firstName: 'Ada', tags: ['vip'] }, simulator);
		const result = await update(locator('001 555 010 0042', 'phone'));
		expect(idsOf(result)).toStrictEqual([id]);
		expect(simulator.store.contacts.get(id)).toMatchObject({
			firstName: 'Ada',
			tags: ['vip'],
			notes: 'New',
			phone,
		});
	});

	it('by email sends only what was given without Keep Other Fields', async () => {
		const id = stored({ email, firstName: 'Ada' }, simulator);
		await update(locator(email, 'email'), { options: { keepOtherFields: false } });
		expect(verbs()).toStrictEqual(['GET contacts', `GET contacts/${id}`, `PUT contacts/${id}`]);
		expect(simulator.requests.at(-1)?.body).toStrictEqual({ notes: 'New' });
	});

	it('is done again when the connection is lost on the way', async () => {
		const id = stored({ phone }, simulator);
		simulator.fail({ method: 'PUT' }, { kind: 'reset', processed: true });
		expect(idsOf(await update(locator(phone, 'phone')))).toStrictEqual([id]);
	});
});

describe('items that update one contact', () => {
	const tags = (at: string) => simulator.store.contacts.get(at)?.tags;
	const add = { fields: { tags: '={{ $json.tag }}' }, options: { tagsMode: 'add' } };

	it('by one number, however it is written, do not undo each other', async () => {
		const id = stored({ phone, tags: [] }, simulator);
		simulator.latencyMs = 2;
		const items = ['+15550100042', '1-555-010-0042', '(555) 010-0042'].map((to, index) => ({
			to: index === 1 ? `+${to}` : to,
			tag: `tag${index}`,
		}));
		const { error } = await update(locator('={{ $json.to }}', 'phone'), {
			...add,
			options: { ...add.options, defaultCountry: 'US' },
			items,
		});
		expect(error).toBeUndefined();
		expect(tags(id)).toEqual(['tag0', 'tag1', 'tag2']);
	});

	it('by its ID, its number and its address do not undo each other', async () => {
		const id = stored({ phone, email, tags: [] }, simulator);
		simulator.latencyMs = 2;
		const items = [
			locator(phone, 'phone'),
			locator(id),
			locator(email, 'email'),
			locator(id, 'list'),
		].map((which, index) => ({ which, tag: `tag${index}` }));
		const { error } = await update('={{ $json.which }}', { ...add, items });
		expect(error).toBeUndefined();
		expect(tags(id)).toEqual(['tag0', 'tag1', 'tag2', 'tag3']);
		expect(simulator.mostInFlight).toBe(1);
	});

	it('by the number that an earlier item gives it, wait for that', async () => {
		const id = stored({ phone }, simulator);
		simulator.latencyMs = 2;
		const next = '+15550100077';
		const items = [
			{ which: phone, phone: next },
			{ which: next, phone: '+15550100078' },
		];
		const { error } = await update(locator('={{ $json.which }}', 'phone'), {
			fields: { phone: '={{ $json.phone }}' },
			items,
		});
		expect(error).toBeUndefined();
		expect(simulator.store.contacts.get(id)?.phone).toBe('+15550100078');
	});

	it('of different contacts run side by side', async () => {
		const numbers = [1, 2, 3, 4].map((number) => `+1555010005${number}`);
		for (const number of numbers) stored({ phone: number }, simulator);
		simulator.latencyMs = 5;
		const { error } = await update(locator('={{ $json.to }}', 'phone'), {
			items: numbers.map((to) => ({ to })),
		});
		expect(error).toBeUndefined();
		expect(simulator.mostInFlight).toBeGreaterThan(1);
	});
});
