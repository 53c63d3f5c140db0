import type { IDataObject } from 'n8n-workflow';

import { runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { onTheWire } from '../../../harness/service/wire';
import { serviceTime } from '../../../harness/time/serviceTime';
import { manualClock } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { empty, withSimulator } from '../../../harness/service/service';
import { stored, withDeafService } from '../../../harness/service/contacts';

const { pace, watch } = serviceTime();
const clock = { ...manualClock(), pace };
const simulator = withSimulator({ seed: { ...empty, contacts: 20 }, clock }, watch);
const { deaf, credentialOfDeaf } = withDeafService();

const address = '/api/v1/api/contacts';
const phone = '+15550100042';

async function upsert(
	fields: IDataObject,
	items: IDataObject[] = [{}],
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runAt(
		simulator,
		{ resource: 'contact', operation: 'upsert', options: {}, simple: false, ...fields },
		{ items, ...more },
	);
}

const verbs = (from = simulator) => from.requests.map(({ method }) => method).join(' ');

describe('nobody has the number or address yet', () => {
	it.each<[string, IDataObject, IDataObject, string[]]>([
		['phone', { phone }, { phone }, [phone, '5550100042']],
		[
			'a number as it is written',
			{ phone: '(555) 010-0042', options: { defaultCountry: 'US' } },
			{ phone },
			[phone, '5550100042'],
		],
		[
			'email',
			{ matchBy: 'email', email: ' Ada@Example.com ' },
			{ email: 'Ada@Example.com' },
			['Ada@Example.com', 'ada@example.com'],
		],
		[
			'email in lower case',
			{ matchBy: 'email', email: 'a@b.example' },
			{ email: 'a@b.example' },
			['a@b.example'],
		],
		[
			'every field',
			{
				phone,
				email: 'ada@example.com',
				firstName: 'Ada',
				lastName: 'Smith',
				additionalFields: { city: 'Springfield', tags: 'vip, new', customFields: '{"a": 1}' },
			},
			{
				phone,
				email: 'ada@example.com',
				firstName: 'Ada',
				lastName: 'Smith',
				city: 'Springfield',
				tags: ['vip', 'new'],
				customFields: { a: 1 },
			},
			[phone, '5550100042'],
		],
	])('creates a contact by %s', async (_name, fields, body, searches) => {
		const { error, items, hints } = await upsert(fields);
		expect(error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([
			...searches.map((search) => ({
				method: 'GET',
				path: address,
				query: { page: '1', limit: '100', search },
				body: undefined,
			})),
			{ method: 'POST', path: address, query: {}, body },
		]);
		const [{ id }] = simulator.ledger;
		expect(items).toEqual([
			{ json: { ...simulator.store.contacts.get(id), created: true }, pairedItem: { item: 0 } },
		]);
		expect(hints).toStrictEqual([]);
	});

	it('a new contact does not get the tags that are to be removed', async () => {
		await upsert({ phone, additionalFields: { tags: 'old' }, options: { tagsMode: 'remove' } });
		expect(simulator.ledger.map(({ body }) => body)).toEqual([{ phone }]);
	});
});

describe('somebody has it', () => {
	const eight = {
		firstName: 'Ada',
		lastName: 'Smith',
		email: 'Ada@example.com',
		phone,
		notes: 'First note',
		status: 'lead',
		tags: ['vip'],
		customFields: { plan: 'gold', visits: 3 },
	};

	it.each<[string, IDataObject, IDataObject]>([
		[
			'changes what is given and keeps the rest',
			{ phone, lastName: 'Jones' },
			{ lastName: 'Jones' },
		],
		[
			'keeps what is left empty',
			{ phone, firstName: '', email: ' ', lastName: 'Jones', additionalFields: {} },
			{ lastName: 'Jones' },
		],
		[
			'keeps a field whose expression gives nothing',
			{ phone, lastName: 'Jones', additionalFields: { notes: '={{ $json.missing }}' } },
			{ lastName: 'Jones' },
		],
		[
			'clears a field that is added and left empty',
			{ phone, additionalFields: { notes: '' } },
			{ notes: '' },
		],
		[
			'finds by email in any case',
			{ matchBy: 'email', email: 'ADA@EXAMPLE.COM', firstName: 'Eva' },
			{ email: 'ADA@EXAMPLE.COM', firstName: 'Eva' },
		],
		[
			'adds tags and merges custom fields',
			{ phone, additionalFields: { tags: 'new', customFields: '{"visits": 4}' } },
			{ tags: ['vip', 'new'], customFields: { plan: 'gold', visits: 4 } },
		],
		[
			'replaces tags',
			{ phone, additionalFields: { tags: 'new' }, options: { tagsMode: 'replace' } },
			{ tags: ['new'] },
		],
		[
			'removes tags',
			{ phone, additionalFields: { tags: 'vip' }, options: { tagsMode: 'remove' } },
			{ tags: [] },
		],
		[
			'replaces custom fields',
			{
				phone,
				additionalFields: { customFields: '{"a": 1}' },
				options: { customFieldsMode: 'replace' },
			},
			{ customFields: { a: 1 } },
		],
	])('%s', async (_name, fields, changed) => {
		const { id } = simulator.store.addContact(eight);
		const { error, items, hints } = await upsert(fields);
		expect(error).toBeUndefined();
		expect(verbs()).toBe('GET GET GET PUT');
		expect(simulator.requests.slice(2).map(onTheWire)).toEqual([
			{ method: 'GET', path: `${address}/${id}`, query: {}, body: undefined },
			{ method: 'PUT', path: `${address}/${id}`, query: {}, body: { ...eight, ...changed } },
		]);
		expect(items).toEqual([
			{ json: { ...simulator.store.contacts.get(id), created: false }, pairedItem: { item: 0 } },
		]);
		expect(hints).toStrictEqual([]);
	});

	it('says once what cannot be written to contacts that exist, and for how many', async () => {
		const people = ['+15552000001', '+15552000002', phone].map((to) => ({ to }));
		const { error, hints } = await upsert(
			{ phone: '={{ $json.to }}', additionalFields: { city: 'Austin', source: 'CSV', notes: 'N' } },
			people,
		);
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([
			expect.stringMatching(/^Not changed in 2 contacts .*: City, Source\./),
		]);
		const puts = simulator.requests.filter(({ method }) => method === 'PUT');
		expect(puts).toHaveLength(2);
		for (const { body } of puts) {
			expect(Object.keys(body as object).sort()).toStrictEqual(Object.keys(eight).sort());
		}
	});
});

describe('a number that is stored in another spelling', () => {
	it.each<[string, string]>([
		['+1 (555) 010-0042', ''],
		['1 555 010 0042', ''],
		['001-555-010-0042', ''],
		['(555) 010-0042', 'US'],
		['555.010.0042', 'US'],
	])('%s is found where the search gives everything', async (spelling, defaultCountry) => {
		const id = stored({ phone: spelling, firstName: 'Ada' }, deaf);
		const { error, items } = await upsert({ phone, options: { defaultCountry } }, [{}], {
			credential: credentialOfDeaf(),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.id, json.created, json.phone])).toEqual([
			[id, false, phone],
		]);
	});

	it.each(['15550100042', '001 5550100042'])(
		'%s is found by a search that does not know "+1…"',
		async (spelling) => {
			const id = stored({ phone: spelling, firstName: 'Ada' }, simulator);
			const { items } = await upsert({ phone });
			expect(verbs()).toBe('GET GET GET PUT');
			expect(items.map(({ json }) => [json.id, json.created])).toEqual([[id, false]]);
		},
	);

	it('without a country code is found by the default country', async () => {
		const id = stored({ phone: '5550100042' }, simulator);
		const { items } = await upsert({ phone, options: { defaultCountry: 'US' } });
		expect(items.map(({ json }) => [json.id, json.created])).toEqual([[id, false]]);
	});

	it('without a country code, and no country known, is neither taken for it nor doubled', async () => {
		const id = stored({ phone: '5550100042', firstName: 'Ada' }, simulator);
		const { error } = await upsert({ phone });
		expect(error?.message).toBe(`It ${said.unclear} a contact has the phone number ${phone}`);
		expect(error?.description).toContain(`Ada (5550100042, ID ${id})`);
		expect(error?.description).toContain("'Default Country'");
		expect(simulator.ledger).toStrictEqual([]);
	});

	it('an email address with the hyphen of Word is found by the usual one', async () => {
		const id = stored({ email: 'ada@my-shop.example' }, simulator);
		const { items } = await upsert({ matchBy: 'email', email: 'ada@my\u2011shop.example' });
		expect(items[0].json).toMatchObject({ id, created: false });
	});

	it('an email address that is stored in capitals is found', async () => {
		const id = stored({ email: ' ADA@Example.com' }, simulator);
		const { items } = await upsert({ matchBy: 'email', email: 'ada@example.com' });
		expect(items.map(({ json }) => [json.id, json.created])).toEqual([[id, false]]);
	});
});

describe('a service that knows the search by another name', () => {
	it('is read to the last of its pages', async () => {
		const last = deaf.store.contacts.all().at(-1);
		const { items, hints, error } = await upsert({ phone: String(last?.phone) }, [{}], {
			credential: credentialOfDeaf(),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => [json.id, json.created])).toEqual([[last?.id, false]]);
		expect(deaf.requests.map(({ query }) => query.page)).toEqual([
			'1',
			'2',
			'3',
			// It is searched for in each spelling.
			'1',
			'2',
			'3',
			undefined,
		]);
		expect(hints).toStrictEqual([]);
	});

	it('gets a new contact when none of all matches', async () => {
		const { items, hints } = await upsert(
			{ phone: '={{ $json.to }}' },
			[phone, '+15550100043'].map((to) => ({ to })),
			{ credential: credentialOfDeaf() },
		);
		expect(items.map(({ json }) => json.created)).toEqual([true, true]);
		expect(hints).toStrictEqual([]);
	});

	it('gets none while its list keeps changing', async () => {
		deaf.fail({ query: { page: '1' } }, { kind: 'shift', by: -1 }, Infinity);
		deaf.fail({ query: { page: '2' } }, { kind: 'shift', by: -1 }, Infinity);
		deaf.fail({ query: { page: '3' } }, { kind: 'shift', by: -1 }, Infinity);
		const { error } = await upsert({ phone }, [{}], { credential: credentialOfDeaf() });
		expect(error?.message).toBe(`It is unclear whether a contact has the phone number ${phone}`);
		expect(deaf.ledger).toStrictEqual([]);
	});

	it('gets none when it counts more than it gives', async () => {
		deaf.phantoms = 2;
		const { error } = await upsert({ phone }, [{}], { credential: credentialOfDeaf() });
		expect(error?.message).toBe(`It is unclear whether a contact has the phone number ${phone}`);
		expect(error?.description).toContain(
			'counts 2 more contacts than it returns. Nothing was written.',
		);
		expect(deaf.ledger).toStrictEqual([]);
	});
});

describe('several contacts have it', () => {
	it.each<[number, string]>([
		[2, 'Person 1 (+15550100042, ID contact_000022), Person 0 (+15550100042, ID contact_000021).'],
		[7, 'Person 2 (+15550100042, ID contact_000023) and 2 more.'],
	])('%d are named, and nothing is written', async (count, named) => {
		for (let index = 0; index < count; index++) {
			simulator.store.addContact({ firstName: 'Person', lastName: `${index}`, phone });
		}
		const { error } = await upsert({ phone });
		expect(error?.message).toBe(`${count} contacts have the phone number ${phone}`);
		expect(error?.description).toContain(named);
		expect(error?.description).toContain('Nothing was written.');
		expect(simulator.ledger).toStrictEqual([]);
	});

	it('also by email, in any case, and only of that item', async () => {
		for (const email of ['ada@example.com', 'ADA@example.com'])
			simulator.store.addContact({ email });
		const { items } = await upsert(
			{ matchBy: 'email', email: '={{ $json.email }}' },
			['Ada@example.com', 'bo@example.com'].map((email) => ({ email })),
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(items[0].json.error).toMatchObject({
			message: '2 contacts have the email address Ada@example.com',
		});
		expect(items[1].json.created).toBe(true);
		expect(simulator.ledger).toHaveLength(1);
	});
});

describe('what is refused on the form, before any request', () => {
	it.each<[string, IDataObject, string]>([
		['no number', { phone: '={{ "" }}', email: 'a@b.example' }, `'Phone' ${said.empty}`],
		['a blank number', { phone: '  ' }, `'Phone' ${said.empty}`],
		['no address', { matchBy: 'email', email: '={{ "" }}', phone }, `'Email' ${said.empty}`],
		['a number that is none', { phone: 'soon' }, `'Phone' ${said.notAPhone}`],
		[
			'an address that is none',
			{ matchBy: 'email', email: 'soon' },
			`'Email' ${said.notAnEmail}: "soon"`,
		],
		[
			'a wrong address beside the number',
			{ phone, email: 'a@b.example c@d.example' },
			`'Email' ${said.notAnEmail}`,
		],
		['a number without a country', { phone: '555 010 0042' }, `'Phone' ${said.noCountryCode}`],
		[
			'a wrong number beside the address',
			{ matchBy: 'email', email: 'a@b.example', phone: '+1 555' },
			`'Phone' ${said.tooShort}`,
		],
		['another way to match', { matchBy: 'name', phone }, '\'Match By\' cannot be "name"'],
		['another mode', { phone, options: { tagsMode: 'mix' } }, 'Tags'],
	])('%s', async (_name, fields, message) => {
		const { error } = await upsert(fields);
		expect(error?.message).toContain(message);
		expect(error?.name).toBe('NodeOperationError');
		expect(simulator.requests).toStrictEqual([]);
	});
});

describe('several items of one person', () => {
	const spellings = ['+1 555 010 0042', '(555) 010-0042', '001 555 010 0042'];

	it.each([false, true])('make one contact (search lags: %s)', async (searchLags) => {
		simulator.searchLags = searchLags;
		simulator.latencyMs = 2;
		const { error, items } = await upsert(
			{
				phone: '={{ $json.phone }}',
				additionalFields: { tags: '={{ $json.tag }}' },
				options: { tagsMode: 'add', defaultCountry: 'US' },
			},
			[
				...spellings.map((spelling, index) => ({ phone: spelling, tag: `tag${index}` })),
				{ phone: '+15550100043', tag: 'other' },
			],
		);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.created)).toEqual([true, false, false, true]);
		const [{ json }] = items;
		expect(items.slice(0, 3).map((item) => item.json.id)).toEqual([json.id, json.id, json.id]);
		expect(simulator.store.contacts.get(String(json.id))?.tags).toEqual(['tag0', 'tag1', 'tag2']);
		expect(simulator.ledger.filter(({ kind }) => kind === 'contact.create')).toHaveLength(2);
		expect(simulator.mostInFlight).toBeGreaterThan(1);
	});

	it('make one contact by email, in whatever case', async () => {
		simulator.searchLags = true;
		const { items } = await upsert(
			{ matchBy: 'email', email: '={{ $json.email }}' },
			['ada@example.com', 'ADA@example.com', ' Ada@Example.com'].map((email) => ({ email })),
		);
		expect(items.map(({ json }) => json.created)).toEqual([true, false, false]);
	});
});
