import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { serviceTime } from '../../../harness/time/serviceTime';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';
import { type Fault, manualClock } from '../../../simulator';

const { pace, watch } = serviceTime();
const simulator = withSimulator(
	{
		seed: { contacts: 2500, conversations: 300, messages: 800, calls: 330 },
		clock: { ...manualClock(), pace },
	},
	watch,
);

type Parameters = IDataObject & { resource: string; operation: string };
const contacts = { resource: 'contact', operation: 'getAll', simple: false };
const conversations = { resource: 'sms', operation: 'getConversations' };
const calls = { resource: 'call', operation: 'getAll', simple: false };
const all = { returnAll: true };
const limited = (limit: number) => ({ returnAll: false, limit });

async function read(
	list: Parameters,
	fields: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runAt(simulator, { options: {}, ...list, ...fields }, more);
}

/** The service does not know the parameter of the search and gives everything. */
async function readIgnoredWith(fields: IDataObject): Promise<NodeResult> {
	const knowsAll = jest.spyOn(simulator.store, 'matches').mockReturnValue(true);
	try {
		return await read(contacts, { ...limited(10), filters: { search: 'Zaphod' }, ...fields });
	} finally {
		knowsAll.mockRestore();
	}
}

/** The queries of all requests, by page; pages go side by side, so in no certain order. */
function queries(): Array<Record<string, unknown>> {
	return simulator.requests
		.map(({ query }) => ({ ...query }))
		.sort((a, b) => Number(a.page ?? 1) - Number(b.page ?? 1));
}

const idsOf = ({ items }: NodeResult) => items.map(({ json }) => json.id);
const idsIn = (records: readonly { id: string }[]) => records.map(({ id }) => id);

/** Queries of the pages `from` to `until`, all with the same other parameters. */
function pages(from: number, until: number, more: object = {}): object[] {
	return Array.from({ length: until - from + 1 }, (_, index) => ({
		page: String(from + index),
		...more,
	}));
}

describe('contacts', () => {
	it.each([
		[1, '1', 1],
		[50, '50', 1],
		[99, '99', 1],
		[100, '100', 1],
		[101, '100', 2],
		[250, '100', 3],
		[300, '100', 3],
	])('Limit %i takes limit=%s and %i requests', async (limit, size, requests) => {
		const result = await read(contacts, limited(limit));
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()).slice(0, limit));
		expect(queries()).toEqual(pages(1, requests, { limit: size }));
	});

	it('Return All reads 2,500 in 26 requests, each once and in the order of the list', async () => {
		simulator.latencyMs = 2;
		const result = await read(contacts, all);
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()));
		expect(new Set(idsOf(result)).size).toBe(2500);
		// The last page is full, so another one may follow.
		expect(queries()).toEqual(pages(1, 26, { limit: '100' }));
		expect(simulator.mostInFlight).toBeGreaterThan(1);
	});

	it('every page carries every filter', async () => {
		const filters = { search: 'person', source: 'MANUAL', tags: 'lead' };
		const result = await read(contacts, { ...all, filters });
		const found = simulator.store.contacts
			.all()
			.filter(({ source, tags }) => source === 'MANUAL' && tags.includes('lead'));
		expect(found.length).toBeGreaterThan(200);
		expect(idsOf(result)).toEqual(idsIn(found));
		const count = Math.ceil(found.length / 100);
		expect(queries()).toEqual(pages(1, count, { limit: '100', ...filters }));
	});

	it('every page carries the query parameters of the options, which win over ours', async () => {
		const parameter = [
			{ name: 'limit', value: '80' },
			{ name: 'tags', value: 'vip' },
		];
		const result = await read(contacts, {
			...all,
			filters: { tags: 'lead' },
			requestOptions: { queryParameters: { parameter } },
		});
		const found = simulator.store.contacts.all().filter(({ tags }) => tags.includes('vip'));
		expect(idsOf(result)).toEqual(idsIn(found));
		const count = Math.ceil(found.length / 80);
		expect(count).toBeGreaterThan(2);
		expect(queries()).toEqual(pages(1, count, { limit: '80', tags: 'vip' }));
	});

	it.each(['page', ' page '])(
		'the query parameter "%s" is refused before any request',
		async (name) => {
			const parameter = [{ name, value: '2' }];
			const { error } = await read(contacts, {
				...all,
				requestOptions: { queryParameters: { parameter } },
			});
			expect(error).toMatchObject({
				message: "'Query Parameters' cannot contain page",
				description: expect.stringContaining('the node reads the pages itself') as unknown,
			});
			expect(simulator.requests).toEqual([]);
		},
	);

	it('a service that gives smaller pages than asked for is read by its own page size', async () => {
		const parameter = [{ name: 'limit', value: '40' }];
		const result = await read(contacts, {
			...limited(100),
			requestOptions: { queryParameters: { parameter } },
		});
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()).slice(0, 100));
		expect(queries()).toEqual(pages(1, 3, { limit: '40' }));
	});

	it('Simplify is applied to every record of every page', async () => {
		const result = await read({ ...contacts, simple: true }, limited(250));
		expect(result.items).toHaveLength(250);
		for (const { json } of result.items) expect(json).not.toHaveProperty('customFields');
	});
});

describe('conversations', () => {
	it.each([
		[1, '1', 1],
		[50, '50', 1],
		[51, '50', 2],
		[120, '50', 3],
	])('Limit %i takes limit=%s, never above 50, and %i requests', async (...row) => {
		const [limit, size, requests] = row;
		const result = await read(conversations, limited(limit));
		expect(idsOf(result)).toEqual(idsIn(simulator.store.conversations.all()).slice(0, limit));
		expect(queries()).toEqual(pages(1, requests, { limit: size }));
	});

	it('Return All carries the filters on all pages', async () => {
		const filters = { search: '+1555', status: 'ACTIVE' };
		const result = await read(conversations, { ...all, filters });
		expect(result.items).toHaveLength(240);
		expect(queries()).toEqual(pages(1, 5, { limit: '50', ...filters }));
	});
});

describe('calls and messages, for which the interface shows no query', () => {
	it('pages of calls are asked for from page 2 on, without limit', async () => {
		const result = await read(calls, all);
		expect(idsOf(result)).toEqual(idsIn(simulator.store.calls.all()));
		expect(queries()).toEqual([{}, ...pages(2, 7)]);
	});

	it('pages of messages are asked for from page 2 on, without limit', async () => {
		for (let sent = 0; sent < 120; sent++) {
			simulator.store.receiveSms({ from: '+15559990001', to: '+15550100001', body: `${sent}` });
		}
		const [conversation] = simulator.store.conversations.all();
		const messages = { resource: 'sms', operation: 'getMessages' };
		const result = await read(messages, { ...all, conversationId: locator(conversation.id) });
		expect(result.items).toHaveLength(120);
		expect(new Set(idsOf(result)).size).toBe(120);
		expect(queries()).toEqual([{}, ...pages(2, 3)]);
		expect(new Set(simulator.requests.map(({ path }) => path))).toEqual(
			new Set([`/api/v1/api/sms/${conversation.id}/messages`]),
		);
	});
});

describe('an empty list', () => {
	it.each<[string, Parameters]>([
		['contacts', { ...contacts, filters: { search: 'nobody at all' } }],
		['conversations', { ...conversations, filters: { search: 'nobody at all' } }],
	])('of %s gives no item, no hint and costs one request', async (_name, list) => {
		const result = await read(list, all);
		expect(result).toMatchObject({ items: [], hints: [], error: undefined });
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('a page that cannot be trusted', () => {
	it.each([
		[1, 'the node asked for page 1 and got page 2'],
		[2, 'the node asked for page 2 and got page 1'],
		[7, 'the node asked for page 7 and got page 6'],
	])('another page than page %i fails the item', async (page, detail) => {
		simulator.fail({ query: { page: String(page) } }, { kind: 'wrongPage' });
		const result = await read(contacts, all);
		expect(result.items).toEqual([]);
		expect(result.error?.message).toMatch(
			/^The service gave an answer that cannot be read.*: contacts$/,
		);
		expect(result.error?.description?.toLowerCase()).toContain(detail);
	});

	it.each<[string, unknown]>([
		['that is missing', undefined],
		['that is null', null],
		['that is a list', []],
		['without total', { page: 1, limit: 100, totalPages: 25 }],
		['without totalPages', { total: 2500, page: 1, limit: 100 }],
		['without page', { total: 2500, limit: 100, totalPages: 25 }],
		['of text', { total: 'many', page: 1, limit: 100, totalPages: 25 }],
		['of halves', { total: 2500, page: 1, limit: 100, totalPages: 2.5 }],
		['below zero', { total: -1, page: 1, limit: 100, totalPages: 25 }],
	])('a pagination object %s fails the item', async (_name, value) => {
		simulator.fail({ query: { page: '1' } }, { kind: 'pagination', value });
		const result = await read(contacts, all);
		expect(result.items).toEqual([]);
		expect(result.error?.message).toMatch(
			/^The service gave an answer that cannot be read.*: contacts$/,
		);
		expect(result.error?.description).toContain('pagination');
	});

	it.each([1e9, 1e10])(
		'a list that promises %d pages ends at an empty page, and says that records may be missing',
		async (pages) => {
			const value = { total: pages * 100, page: 1, limit: 100, totalPages: pages };
			simulator.fail({ query: { page: '1' } }, { kind: 'pagination', value }, Infinity);
			for (let page = 2; page < 60; page++) {
				const fault = { kind: 'pagination', value: { ...value, page } } as const;
				simulator.fail({ query: { page: String(page) } }, fault);
			}
			const result = await read(contacts, { ...all, filters: { search: 'nobody at all' } });
			expect(result.items).toEqual([]);
			expect(result.error).toBeUndefined();
			expect(result.hints.join()).toContain(said.mayBeMissing);
			expect(simulator.requests.length).toBeLessThan(300);
		},
	);

	it.each([
		['a page with success false', { kind: 'successFalse', message: 'Not now' }],
		['a page with status 400', { kind: 'status', status: 400, message: 'Not now' }],
		['a page of HTML', { kind: 'html', status: 200 }],
	] as const)('%s fails the whole item: nothing of it is returned', async (_name, fault) => {
		simulator.fail({ query: { page: '12' } }, fault);
		const result = await read(contacts, all);
		expect(result.items).toEqual([]);
		expect(result.error?.message).toMatch(/: contacts$/);
		expect(result.error?.context.itemIndex).toBeUndefined();
	});

	it('a page that fails for good fails its item only, when the node continues', async () => {
		simulator.fail({ query: { page: '2', tags: 'lead' } }, { kind: 'reset' }, 4);
		const result = await read(
			contacts,
			{ ...limited(150), filters: { tags: '={{ $json.tag }}' } },
			{ items: [{ tag: 'lead' }, { tag: 'vip' }], settings: { onError: 'continueRegularOutput' } },
		);
		expect(result.items).toHaveLength(151);
		expect(result.items[0]).toMatchObject({ pairedItem: { item: 0 } });
		expect(Object.keys(result.items[0].json)).toEqual(['tag', 'error']);
	});

	it('a page that fails and then comes is no reason to lose anything', async () => {
		simulator.fail({ query: { page: '12' } }, { kind: 'status', status: 503 }, 3);
		const result = await read(contacts, all);
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()));
		expect(simulator.requests).toHaveLength(29);
	});
});

describe('a list that moves while it is read', () => {
	it.each([
		['a new record comes to the front', 1],
		['30 new records come to the front', 30],
		['a record is taken away', -1],
		['30 records are taken away', -30],
		['more than a page is taken away', -150],
	])('is complete all the same: %s', async (_name, by) => {
		simulator.fail({ query: { page: '10' } }, { kind: 'shift', by });
		const before = new Set(idsIn(simulator.store.contacts.all()));
		const result = await read(contacts, all);
		expect(result.error).toBeUndefined();
		const ids = new Set(idsOf(result));
		expect(ids.size).toBe(result.items.length);
		const staying = [...before].filter((id) => simulator.store.contacts.has(id));
		expect(staying).toHaveLength(by > 0 ? 2500 : 2500 + by);
		expect(staying.filter((id) => !ids.has(id))).toEqual([]);
		expect(result.hints).toEqual([]);
	});

	it('gives exactly Limit records, each once', async () => {
		simulator.fail({ query: { page: '2' } }, { kind: 'shift', by: 20 });
		const result = await read(contacts, limited(250));
		expect(result.items).toHaveLength(250);
		expect(new Set(idsOf(result)).size).toBe(250);
	});

	it('is complete for calls too', async () => {
		simulator.fail({ path: '/api/calls', query: { page: '3' } }, { kind: 'shift', by: -10 });
		const result = await read(calls, all);
		const ids = new Set(idsOf(result));
		expect(idsIn(simulator.store.calls.all()).filter((id) => !ids.has(id))).toEqual([]);
	});

	it.each([-1, 1])('is complete or says so when it moves by %i with every page', async (by) => {
		simulator.fail({ path: '/api/contacts' }, { kind: 'shift', by }, 1000);
		const before = idsIn(simulator.store.contacts.all());
		const result = await read(contacts, all);
		simulator.clearFaults();
		const ids = new Set(idsOf(result));
		expect(ids.size).toBe(result.items.length);
		const missing = before.filter((id) => simulator.store.contacts.has(id) && !ids.has(id));
		if (result.hints.length === 0) expect(missing).toEqual([]);
		expect(simulator.requests.length).toBeLessThanOrEqual(3 * 28);
	});

	it('that promises more than it holds ends after three passes, and says how many it did not give', async () => {
		simulator.fail({}, { kind: 'counts', value: { total: 337 } }, Infinity);
		const result = await read(calls, limited(400));
		expect(result.items).toHaveLength(330);
		expect(simulator.requests).toHaveLength(3 * 7);
		expect(result.hints.join()).toContain(`7 records ${said.mayBeMissing}`);
	});
});

describe('a search', () => {
	it.each<[string, Parameters, string]>([
		['a name', contacts, 'nakamura'],
		['an email in capitals', contacts, 'PERSON10@EXAMPLE.COM'],
		['a phone number', contacts, '+15552000010'],
		['a phone number of a conversation', conversations, '+15552000010'],
		['a customer name', conversations, 'Ada'],
	])('for %s that finds something shows no hint', async (_name, list, search) => {
		const result = await read(list, { ...limited(10), filters: { search } });
		expect(result.items.length).toBeGreaterThan(0);
		expect(result.hints).toEqual([]);
	});

	/** The service does not know the parameter and gives everything. */
	const readIgnored = async (list: Parameters, search: string, items = [{}]) => {
		const knowsAll = jest.spyOn(simulator.store, 'matches').mockReturnValue(true);
		try {
			return await read(list, { ...limited(10), filters: { search } }, { items });
		} finally {
			knowsAll.mockRestore();
		}
	};

	it.each<[string, Parameters]>([
		['contacts', { ...contacts, simple: true }],
		['contacts, not simplified', contacts],
		['conversations', conversations],
	])('that the service ignored is told in a hint: %s', async (_name, list) => {
		const result = await readIgnored(list, 'Zaphod', [{}, {}]);
		expect(result.items).toHaveLength(0);
		expect(result.hints).toEqual([
			expect.stringMatching(/records that contain "Zaphod" come out.*'Service Uses Other Names'/),
		]);
	});

	it.each(['(555) 200-2499', '555-200-2499', '+1 555 200 2499', '555.200.2499'])(
		'for the phone number %s knows it without its punctuation',
		async (search) => {
			const [newest] = simulator.store.contacts.all();
			expect(newest.phone).toBe('+15552002499');
			const result = await readIgnored(contacts, search);
			expect(idsOf(result)).toContain(newest.id);
			expect(idsOf(result).length).toBeLessThan(10);
			expect(result.hints).toHaveLength(1);
		},
	);

	it('finds the term in fields that Simplify leaves out', async () => {
		const [newest] = simulator.store.contacts.all();
		const { fullName } = newest;
		const result = await readIgnored({ ...contacts, simple: true }, String(fullName));
		const same = simulator.store.contacts.all().filter((one) => one.fullName === fullName);
		expect(idsOf(result)).toStrictEqual(idsIn(same).slice(0, 10));
		expect(result.hints).toHaveLength(1);
	});
});

it('whether a search is ignored is asked with the Query Parameters of the list', async () => {
	const queryParameters = { parameter: [{ name: 'source', value: 'API' }] };
	const result = await readIgnoredWith({ requestOptions: { queryParameters } });
	expect(result.hints).toHaveLength(1);
	expect(new Set(queries().map(({ source }) => source))).toStrictEqual(new Set(['API']));
});

it('a search that a Query Parameter replaces proves nothing', async () => {
	const queryParameters = { parameter: [{ name: 'search', value: 'Ada' }] };
	const result = await readIgnoredWith({ requestOptions: { queryParameters } });
	expect(result.items).toHaveLength(10);
	expect(result.hints).toStrictEqual([]);
});

describe('the page behind a full last page', () => {
	const behind = { path: '/api/contacts', query: { page: '26' } };
	const other = { clients: {} };

	it.each<[string, Fault]>([
		['a web page', { kind: 'html', status: 200 }],
		['a web page with HTTP 404', { kind: 'html', status: 404 }],
		['an answer without "success"', { kind: 'missingSuccess' }],
		['an answer without its list', { kind: 'moreData', value: other }],
	])('that is %s is an error', async (_name, fault) => {
		simulator.fail(behind, fault, Infinity);
		const result = await read(contacts, all);
		expect(result.error).toBeDefined();
		expect(result.items).toStrictEqual([]);
	});

	it.each<[string, Fault]>([
		['refuses', { kind: 'successFalse' }],
		['refuses with HTTP 404', { kind: 'status', status: 404 }],
		['refuses with HTTP 400', { kind: 'status', status: 400 }],
		['answers with another page for', { kind: 'wrongPage' }],
	])('that the service %s ends the list', async (_name, fault) => {
		simulator.fail(behind, fault, Infinity);
		const result = await read(contacts, all);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(2500);
		expect(result.hints).toStrictEqual([]);
	});
});

describe('a list whose pagination contradicts itself', () => {
	it('is read as far as its total goes', async () => {
		simulator.fail(
			{ path: '/api/contacts' },
			{ kind: 'counts', value: { totalPages: 1 } },
			Infinity,
		);
		const result = await read(contacts, all);
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()));
		expect(result.hints).toEqual([]);
	});

	it('is read to its end when it counts fewer records than it gives', async () => {
		const counts = { total: 0, totalPages: 0 };
		simulator.fail({ path: '/api/contacts' }, { kind: 'counts', value: counts });
		const result = await read(contacts, all);
		expect(result.error).toBeUndefined();
		expect(idsOf(result)).toEqual(idsIn(simulator.store.contacts.all()));
		expect(result.hints).toEqual([]);
	});
});
