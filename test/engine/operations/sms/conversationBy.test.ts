import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty, withSimulator } from '../../../harness/service/service';
import { companyNumbers, type Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';

const [own, second] = companyNumbers;
const customer = '+15550100042';

const simulator = withSimulator({ seed: empty });
/** A service that knows the search by another name, and gives everything for the usual one. */
const deaf = withSimulator({
	seed: { contacts: 120, conversations: 120, messages: 120, calls: 0 },
	strict: false,
});

async function messagesWith(
	value: string,
	options: IDataObject = {},
	more: Partial<NodeRun> & { filters?: IDataObject } = {},
): Promise<NodeResult> {
	const { filters = {}, ...run } = more;
	return await runAt(
		simulator,
		{
			operation: 'getMessages',
			conversationId: locator(value, 'phone'),
			limit: 50,
			filters,
			...collections(options),
		},
		run,
	);
}

const bodies = ({ items }: NodeResult) => items.map(({ json }) => json.body);
const asked = (at = simulator) => at.requests.map(({ path }) => path.replace('/api/v1/api/', ''));

function received(body: string, from = customer, to: string = own, at = simulator): string {
	return at.store.receiveSms({ from, to, body }).conversationId;
}

describe('Get Many Messages by phone number', () => {
	it.each(['+15550100042', '+1 (555) 010-0042', '001 555 010 0042'])(
		'gives the messages with the customer %s, and with nobody else',
		async (written) => {
			const id = received('Hello');
			received('Not mine', '+15550100043');
			const result = await messagesWith(written);
			expect(result.error).toBeUndefined();
			expect(bodies(result)).toStrictEqual(['Hello']);
			expect(asked()).toStrictEqual(['sms', 'sms', `sms/${id}/messages`]);
			expect(simulator.requests[0].query).toEqual({ search: customer, page: '1', limit: '50' });
			expect(result.hints).toStrictEqual([]);
		},
	);

	it.each([
		['+5215512345678', '+525512345678'],
		['+541112345678', '+5491112345678'],
	])('gives the messages of %s with the customer %s', async (written, stored) => {
		received('Hello', stored);
		expect(bodies(await messagesWith(written))).toStrictEqual(['Hello']);
	});

	it('reads a number without a country code in the default country', async () => {
		received('Hello');
		const result = await messagesWith('(555) 010-0042', { defaultCountry: 'US' });
		expect(bodies(result)).toStrictEqual(['Hello']);
	});

	it('finds a number that the service writes in another way', async () => {
		simulator.store.addConversation({ customerPhone: '1 555 010 0042', companyPhone: own });
		// Not found by its text, so by another customer of the same digits only.
		simulator.fail(
			{ path: '/api/sms' },
			{
				kind: 'moreData',
				value: {
					conversations: [...simulator.store.conversations.all()],
					pagination: { total: 1, page: 1, limit: 50, totalPages: 1 },
				},
			},
		);
		const { error, items } = await messagesWith(customer);
		expect(error).toBeUndefined();
		expect(items).toStrictEqual([]);
		expect(asked().at(-1)).toBe('sms/conversation_000001/messages');
	});

	it('does not take the number of the company for that of the customer', async () => {
		received('Hello', '+15550100043', own);
		const { error } = await messagesWith(own);
		expect(error?.message).toBe(`No conversation has the phone number ${own}`);
	});

	it('applies the filter by time, and a limit', async () => {
		for (const body of ['one', 'two', 'three']) received(body);
		const result = await messagesWith(customer, {}, { filters: { since: '2020-01-01' } });
		expect([...bodies(result)].sort()).toStrictEqual(['one', 'three', 'two']);
	});

	it('looks the customer of each item up', async () => {
		const numbers = [1, 2, 3].map((number) => `+1555010004${number}`);
		for (const number of numbers) received(`from ${number}`, number);
		const { items } = await messagesWith(
			'={{ $json.from }}',
			{},
			{ items: numbers.map((from) => ({ from })) },
		);
		expect(items.map(({ json, pairedItem }) => [json.body, pairedItem])).toStrictEqual(
			numbers.map((number, item) => [`from ${number}`, { item }]),
		);
	});

	it.each(['Ada', '+1555', '555 010 0042'])('refuses %j before any request', async (value) => {
		const { error } = await messagesWith(value);
		expect(error?.message).toMatch(/^'Conversation' .*/);
		expect(simulator.requests).toStrictEqual([]);
	});
});

describe('when it is not one conversation', () => {
	it('but none, the error says what to do', async () => {
		const { error } = await messagesWith(customer);
		expect(error?.message).toBe(`No conversation has the phone number ${customer}`);
		expect(error?.description).toContain("'Get Many Conversations'");
	});

	it('but one for each of two company numbers, the error names them', async () => {
		const ids = [received('Hello'), received('Hello again', customer, second)];
		const { error } = await messagesWith(customer);
		expect(error?.message).toBe(`2 conversations have the phone number ${customer}`);
		expect(error?.description).toContain(`(over ${own}, ACTIVE, ID ${ids[0]})`);
		expect(error?.description).toContain(`(over ${second}, ACTIVE, ID ${ids[1]})`);
		expect(error?.description).toContain('Choose the right conversation by its ID.');
		expect(error?.description).not.toMatch(/written|undefined/);
	});

	it('but one that may be, the error names it', async () => {
		simulator.store.addConversation({ customerPhone: '5550100042', companyPhone: own });
		const { error } = await messagesWith(customer);
		expect(error?.message).toBe(
			`It ${said.unclear} a conversation has the phone number ${customer}`,
		);
		expect(error?.description).toContain('conversation_000001');
	});
});

describe('a service that ignores the search', () => {
	const credential = () => ({
		baseUrl: deaf.baseUrl,
		apiKey: deaf.apiKey,
		otherNames: true,
		searchParameter: 'q',
	});

	it('is read to the last of its pages', async () => {
		received('Hello', '+15550109999', own, deaf);
		const last = deaf.store.conversations.all().at(-1);
		const { error, items, hints } = await messagesWith(
			String(last?.customerPhone),
			{},
			{ credential: credential() },
		);
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) {
			expect(deaf.store.messages.get(String(json.id))?.conversationId).toBe(last?.id);
		}
		expect(hints).toStrictEqual([]);
	});

	it('and whose list keeps changing is no proof that there is none', async () => {
		for (const page of ['1', '2', '3']) {
			deaf.fail({ path: '/api/sms', query: { page } }, { kind: 'shift', by: -1 }, Infinity);
		}
		const { error } = await messagesWith(customer, {}, { credential: credential() });
		expect(error?.message).toContain('It is unclear whether a conversation has the phone number');
	});

	it('gets the query parameters with the messages only', async () => {
		const id = received('Hello', customer, own, deaf);
		const queryParameters = { parameter: [{ name: 'status', value: 'CLOSED' }] };
		const result = await messagesWith(customer, { queryParameters }, { credential: credential() });
		expect(bodies(result)).toStrictEqual(['Hello']);
		expect(
			deaf.requests.filter(({ query }) => 'status' in query).map(({ path }) => path),
		).toStrictEqual([`/api/v1/api/sms/${id}/messages`]);
	});
});

describe('while the service fails', () => {
	it.each<[string, Fault]>([
		['asks for fewer requests', { kind: 'rateLimited', retryAfter: '1' }],
		['fails', { kind: 'status', status: 500 }],
		['loses the connection', { kind: 'reset' }],
	])('and %s, the search is tried again', async (_name, fault) => {
		received('Hello');
		simulator.fail({ path: '/api/sms' }, fault);
		expect(bodies(await messagesWith(customer))).toStrictEqual(['Hello']);
	});

	it.each<[string, Fault]>([
		['HTTP 500', { kind: 'status', status: 500 }],
		['HTTP 404', { kind: 'status', status: 404 }],
		['a lost connection', { kind: 'reset' }],
	])('for good with %s, no list is given', async (_name, fault) => {
		received('Hello');
		simulator.fail({ path: '/api/sms' }, fault, Infinity);
		const { items, error } = await messagesWith(customer);
		expect(error?.message).toContain(`messages of conversation with the phone number ${customer}`);
		expect(items).toStrictEqual([]);
	});

	it('a conversation that is deleted meanwhile is not found', async () => {
		const [found] = [received('Hello')].map((id) => simulator.store.conversations.get(id));
		simulator.store.removeConversation(String(found?.id));
		simulator.fail(
			{ path: '/api/sms' },
			{
				kind: 'moreData',
				value: {
					conversations: [found],
					pagination: { total: 1, page: 1, limit: 50, totalPages: 1 },
				},
			},
		);
		const { error } = await messagesWith(customer);
		expect(error?.message).toBe(
			`${said.notFound}: messages of conversation with the phone number ${customer}`,
		);
	});
});
