import type { IDataObject } from 'n8n-workflow';

import { runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import type { Contact } from '../../../simulator';
import { searchGives, stored, withDeafService } from '../../../harness/service/contacts';

const simulator = withSimulator({ seed: empty });
const { deaf, credentialOfDeaf } = withDeafService();

const phone = '+15550100042';
const otherPhone = '+15550100043';
const email = 'ada@example.com';

async function upsert(items: IDataObject[], more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await runAt(
		simulator,
		{
			resource: 'contact',
			operation: 'upsert',
			matchBy: '={{ $json.by ?? "phone" }}',
			phone: '={{ $json.phone }}',
			email: '={{ $json.email }}',
			firstName: 'Ada',
			additionalFields: {},
			options: {},
		},
		{ items, ...more },
	);
}

const created = ({ items }: NodeResult) =>
	items.map(({ json }) => json.created ?? (json.error as IDataObject).message);
const asked = (method: string, at = simulator) =>
	at.requests.filter((one) => one.method === method).length;

describe.each([false, true])('items with other keys (search lags: %s)', (searchLags) => {
	beforeEach(() => (simulator.searchLags = searchLags));

	it('of one person make one contact', async () => {
		const result = await upsert([
			{ phone, email },
			{ by: 'email', email: 'ADA@example.com' },
			{ phone },
		]);
		expect(result.error).toBeUndefined();
		expect(created(result)).toStrictEqual([true, false, false]);
		expect(new Set(result.items.map(({ json }) => json.id)).size).toBe(1);
		expect(asked('POST')).toBe(1);
	});

	it.each([
		['+52 1 55 1234 5678', '+52 55 1234 5678'],
		['+54 11 1234-5678', '+54 9 11 1234-5678'],
	])('of one phone, written %s and %s, make one contact', async (...spellings) => {
		for (const phones of [spellings, [...spellings].reverse()]) {
			simulator.reset();
			simulator.searchLags = searchLags;
			const result = await upsert(phones.map((spelling) => ({ phone: spelling })));
			expect(created(result)).toStrictEqual([true, false]);
			const [{ phone: last }] = simulator.store.contacts.all();
			expect(last).toBe(`+${phones[0].replace(/\D/g, '')}`);
		}
	});

	it('are of two persons where the number says so, though they share an address', async () => {
		const result = await upsert([
			{ phone, email },
			{ phone: otherPhone, email },
		]);
		expect(created(result)).toStrictEqual([true, true]);
		expect(
			simulator.store.contacts
				.all()
				.map((contact) => contact.phone)
				.sort(),
		).toStrictEqual([phone, otherPhone]);
	});

	it('do not make one whose create may have been done', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset' });
		const result = await upsert(
			[
				{ phone, email },
				{ by: 'email', email },
			],
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(created(result)[1]).toBe(`Not created: contact ${email}`);
		expect(asked('POST')).toBe(1);
	});
});

it('a second contact with the address of the one that an item has made is an error', async () => {
	stored({ email, firstName: 'Other' }, simulator);
	const { error } = await upsert([
		{ phone, email },
		{ by: 'email', email },
	]);
	expect(error?.message).toContain(`2 contacts have the email address ${email}`);
	expect(asked('PUT')).toBe(0);
});

it.each<[string, IDataObject, Partial<Contact>]>([
	['address', { phone, email }, { email }],
	['number', { by: 'email', email, phone }, { phone }],
])('a contact may get the %s of another one', async (_name, item, others) => {
	stored({ firstName: 'Bo', ...others }, simulator);
	stored('email' in others ? { phone } : { email }, simulator);
	const { error } = await upsert([item]);
	expect(error).toBeUndefined();
	expect(asked('PUT')).toBe(1);
});

it('an address that a contact shares already is written back, without a search for it', async () => {
	stored({ phone: otherPhone, email }, simulator);
	stored({ phone, email }, simulator);
	const { error } = await upsert([{ phone, email: 'ADA@example.com' }]);
	expect(error).toBeUndefined();
	expect(asked('PUT')).toBe(1);
});

it('a contact that an earlier item gave another address no longer counts for the first one', async () => {
	const result = await upsert([
		{ by: 'email', email },
		{ phone, email },
		{ phone, email: 'bo@example.com' },
		{ by: 'email', email },
	]);
	expect(created(result)).toStrictEqual([true, true, false, false]);
	expect(result.items[3].json.id).toBe(result.items[0].json.id);
});

describe('a contact that the search gives as it was a while ago', () => {
	it.each<[string, IDataObject, Partial<Contact>]>([
		[`phone number ${phone}`, { phone }, { phone }],
		[`email address ${email}`, { by: 'email', email }, { email }],
	])('is neither overwritten nor doubled by its former %s', async (what, item, former) => {
		const bo = simulator.store.addContact({
			firstName: 'Bo',
			phone: otherPhone,
			email: 'bo@example.com',
		});
		searchGives([{ ...bo, ...former }], simulator);
		const { error } = await upsert([item]);
		expect(error?.message).toBe(`The contact that was found no longer has the ${what}`);
		expect(error?.description).toContain(`Bo (${otherPhone}, ID ${bo.id}). Nothing was written.`);
		expect(simulator.ledger).toStrictEqual([]);
	});
});

it('a contact that an earlier item made, and that was changed meanwhile, is not blamed on the search', async () => {
	const client = { id: 'contact_000001', firstName: 'Bo', phone: otherPhone };
	simulator.fail(
		{ method: 'GET', path: '/api/contacts/{clientId}' },
		{ kind: 'moreData', value: { client } },
	);
	const { error } = await upsert([{ phone }, { phone, firstName: 'Ada' }]);
	expect(error?.message).toContain(`no longer has the phone number ${phone}`);
	expect(error?.description).toContain('Nothing was written.');
});

it.each(['1 5550100042', '15550100042'])(
	'two contacts with the number, one of them as %s, are an error that names both',
	async (spelling) => {
		const ids = [
			stored({ phone, firstName: 'One' }, simulator),
			stored({ phone: spelling, firstName: 'Two' }, simulator),
		];
		const { error } = await upsert([{ phone }]);
		expect(error?.message).toContain(`2 contacts have the phone number ${phone}`);
		for (const id of ids) expect(error?.description).toContain(id);
		expect(simulator.ledger).toStrictEqual([]);
	},
);

describe('a search that gives other contacts, too', () => {
	it('is read for each spelling where it gives all contacts', async () => {
		const credential = credentialOfDeaf();
		const result = await upsert([{ phone }, { phone: otherPhone }], { credential });
		expect(created(result)).toStrictEqual([true, true]);
		// Three pages for each of the two spellings of each item.
		expect(asked('GET', deaf)).toBe(12);
	});

	it('is asked for the other spelling, too, where it gives others for that', async () => {
		const id = stored({ phone: '1 5550100042' }, simulator);
		searchGives([simulator.store.addContact({ firstName: 'Bo', phone: otherPhone })], simulator);
		const { items } = await upsert([{ phone }]);
		expect(items.map(({ json }) => [json.id, json.created])).toStrictEqual([[id, false]]);
	});
});

it.each([
	['+5491112345678', '+541112345678'],
	['+541112345678', '+5491112345678'],
	['+5215512345678', '+525512345678'],
])('the number stays as it is stored: %s, found by %s', async (phone, sameAs) => {
	const id = stored({ phone, firstName: 'Eva' }, simulator);
	const { items } = await upsert([{ phone: sameAs }]);
	expect(items[0].json).toMatchObject({ id, phone, firstName: 'Ada', created: false });
});
