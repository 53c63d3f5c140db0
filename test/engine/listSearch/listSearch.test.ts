import { companyNumbers } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';
import { withSimulator } from '../../harness/service/service';
import { openPicker } from '../../harness/n8n/picker';

const simulator = withSimulator();

const open = async (method: string, filter?: string, page?: string, apiKey = simulator.apiKey) =>
	await openPicker({ baseUrl: simulator.baseUrl, apiKey }, method, filter, page);

const pick = async (method: string, filter?: string, apiKey?: string) =>
	(await open(method, filter, undefined, apiKey)).results;

test('contacts: name, phone and email to recognise them by', async () => {
	const [newest] = simulator.store.contacts.all();
	const results = await pick('searchContacts');
	expect(results).toHaveLength(100);
	expect(results[0]).toEqual({
		name: [newest.fullName, newest.phone, newest.email].join(' · '),
		value: newest.id,
	});
});

test('contacts: the service searches', async () => {
	const wanted = simulator.store.contacts.all()[700];
	const results = await pick('searchContacts', wanted.phone);
	expect(results.map(({ value }) => value)).toContain(wanted.id);
	expect(simulator.requests[0].query).toEqual({ page: '1', limit: '100', search: wanted.phone });
});

test('calls: newest first, or what the service finds', async () => {
	const all = await pick('searchCalls');
	expect(all).toHaveLength(50);
	const wanted = simulator.store.calls.all()[300];
	const found = await pick('searchCalls', wanted.toNumber);
	expect(found.map(({ value }) => value)).toContain(wanted.id);
	expect(found.every(({ name }) => name.includes(wanted.toNumber))).toBe(true);
	expect(simulator.requests.at(-1)?.path).toBe('/api/v1/api/calls/search');
});

test('conversations: customer, number, day and last text', async () => {
	const [newest] = simulator.store.conversations.all();
	const { customerName, customerPhone, lastMessageAt, lastMessagePreview } = newest;
	const [first] = await pick('searchConversations');
	expect(first.value).toBe(newest.id);
	expect(lastMessagePreview).not.toBe('');
	// n8n's default time zone is New York; the locale of Sweden writes ISO days.
	const timeZone = 'America/New_York';
	const day = new Date(String(lastMessageAt)).toLocaleDateString('sv-SE', { timeZone });
	const [name, text] = [[customerName, customerPhone, day].join(' · '), lastMessagePreview];
	expect(first.name.startsWith(`${name} · ${text.slice(0, 40)}`)).toBe(true);
});

test('company numbers: each once, narrowed down by what was typed', async () => {
	const results = await pick('searchCompanyNumbers');
	expect(results.map(({ value }) => value).sort()).toEqual([...companyNumbers].sort());
	const [one, ...more] = await pick('searchCompanyNumbers', companyNumbers[1]);
	expect([one.value, more]).toEqual([companyNumbers[1], []]);
});

test.each(['searchCalls', 'searchContacts', 'searchConversations', 'searchCompanyNumbers'])(
	'%s shows a wrong key instead of an empty list',
	async (method) => {
		await expect(pick(method, undefined, 'wrong')).rejects.toThrow(
			'refused the API Key (HTTP 401)',
		);
	},
);

test('a service that asks for more time than anybody waits is told, and not asked again', async () => {
	simulator.fail({}, { kind: 'rateLimited', retryAfter: '30' }, Infinity);
	await expect(pick('searchContacts')).rejects.toThrow('asked for fewer requests (HTTP 429)');
	expect(simulator.requests).toHaveLength(1);
});

/** All pages of a picker, as the editor asks for them when the user scrolls to the end. */
async function scroll(method: string, filter?: string) {
	const pages: string[][] = [];
	let paginationToken: string | undefined;
	do {
		const page = await open(method, filter, paginationToken);
		pages.push(page.results.map(({ value }) => String(value)));
		({ paginationToken } = page);
	} while (paginationToken !== undefined && pages.length < 100);
	return pages;
}
const idsOf = (records: Iterable<{ id: string }>) => [...records].map(({ id }) => id);

describe('scrolling on', () => {
	test.each([
		['searchContacts', 100, () => idsOf(simulator.store.contacts.all())],
		['searchConversations', 50, () => idsOf(simulator.store.conversations.all())],
		['searchCalls', 50, () => idsOf(simulator.store.calls.all())],
	])('%s gives every record once, %i at a time', async (method, atATime, all) => {
		const pages = await scroll(method);
		expect(pages.flat()).toEqual(all());
		for (const page of pages.slice(0, -1)) expect(page).toHaveLength(atATime);
		expect(pages.at(-1)?.length).toBeGreaterThan(0);
	});

	test('what the search of calls finds is shown by 100, although the search has no pages', async () => {
		const pages = await scroll('searchCalls', '+1');
		expect(pages.flat()).toEqual(idsOf(simulator.store.calls.all()));
		expect(pages.slice(0, -1).every((page) => page.length === 100)).toBe(true);
	});

	test.each(['', 'nonsense', '{"page":2,"index":0,"seen":[]}'])(
		'begins anew for a place that is none: %j',
		async (token) => {
			const { results } = await open('searchContacts', undefined, token);
			expect(results[0].value).toBe(simulator.store.contacts.all()[0].id);
		},
	);
});

describe('a search that the service knows by another name, so that it gives everything', () => {
	test.each<[string, (phone: string) => string]>([
		['as it is written there', (phone) => phone],
		[
			'with punctuation',
			(phone) => `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
		],
	])('finds only what contains the text, %s', async (_name, write) => {
		const { contacts, conversations } = simulator.store;
		const contact = contacts.all()[1700];
		const [conversation] = conversations.all();
		jest.spyOn(contacts, 'where').mockReturnValue(contacts.all());
		jest.spyOn(conversations, 'where').mockReturnValue(conversations.all());
		expect((await scroll('searchContacts', write(contact.phone))).flat()).toEqual([contact.id]);
		expect((await scroll('searchConversations', write(conversation.customerPhone))).flat()).toEqual(
			idsOf(conversations.all().filter((one) => one.customerPhone === conversation.customerPhone)),
		);
		jest.restoreAllMocks();
	});
});

test('an ID that is a number is shown as text, and a record without one not at all', async () => {
	const { contacts } = simulator.store;
	const [first, second, third] = contacts.all();
	contacts.set(first.id, { ...first, id: untyped(42) });
	contacts.set(second.id, { ...second, id: untyped(0) });
	contacts.set(third.id, { ...third, id: untyped(null) });
	const results = await pick('searchContacts');
	expect(results.slice(0, 2).map(({ value }) => value)).toEqual(['42', '0']);
	expect(results.map(({ value }) => value)).not.toContain('');
});

test('company numbers of all conversations are shown at once', async () => {
	const { conversations } = simulator.store;
	const [first] = conversations.all();
	for (let number = 0; number < 150; number++) {
		const companyPhone = `+1555900${String(number).padStart(4, '0')}`;
		for (const half of ['a', 'b']) {
			const id = `conversation_${number}_${half}`;
			conversations.set(id, { ...first, id, companyPhone });
		}
	}
	const pages = await scroll('searchCompanyNumbers');
	expect(pages).toHaveLength(1);
	expect(pages[0]).toHaveLength(150 + companyNumbers.length);
});

test('a company number is found however it is written', async () => {
	const digits = companyNumbers[1].slice(1);
	const results = await pick(
		'searchCompanyNumbers',
		`+${digits[0]} (${digits.slice(1, 4)}) ${digits.slice(4)}`,
	);
	expect(results.map(({ value }) => value)).toEqual([companyNumbers[1]]);
});

test('a list that the key may not read says how to go on without it', async () => {
	simulator.fail({}, { kind: 'status', status: 403, message: 'Not for this key' });
	const [refused] = await Promise.allSettled([pick('searchContacts')]);
	expect(refused).toMatchObject({
		reason: {
			message: `${said.notAllowed} (HTTP 403): list of contacts`,
			description: expect.stringMatching(
				/Without the list, choose 'By ID' or 'Number' and enter the value\.$/,
			) as unknown,
		},
	});
});

describe('a picker of company numbers', () => {
	const conversation = (companyPhone: string) =>
		simulator.store.addConversation({ companyPhone, customerPhone: '+15550209999' });

	test('shows a number once, however it is stored', async () => {
		const before = await pick('searchCompanyNumbers');
		conversation(`+1 (${companyNumbers[0].slice(2, 5)}) ${companyNumbers[0].slice(5)}`);
		const after = await pick('searchCompanyNumbers');
		const sorted = (found: typeof after) => found.map(({ value }) => value).sort();
		expect(sorted(after)).toEqual(sorted(before));
	});

	test.each([429, 500])('fails where a later page fails (HTTP %i)', async (status) => {
		simulator.fail(
			{ path: '/api/sms', query: { page: '3' } },
			{ kind: 'status', status },
			Infinity,
		);
		await expect(open('searchCompanyNumbers')).rejects.toThrow(`HTTP ${status}`);
	});
});
