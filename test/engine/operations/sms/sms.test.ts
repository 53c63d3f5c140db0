import type { IDataObject } from 'n8n-workflow';

import { locator, runNode } from '../../../harness/n8n/engine';
import { serviceTime } from '../../../harness/time/serviceTime';
import { get, onTheWire, type Wire } from '../../../harness/service/wire';
import { companyNumbers, manualClock } from '../../../simulator';
import { withSimulator } from '../../../harness/service/service';

const [own, otherOwn] = companyNumbers;
const send = { resource: 'sms', operation: 'send' };
const getConversations = { resource: 'sms', operation: 'getConversations' };
const getMessages = { resource: 'sms', operation: 'getMessages' };

const { pace, watch } = serviceTime();
const simulator = withSimulator(
	{
		seed: { contacts: 60, conversations: 60, messages: 200, calls: 5 },
		clock: { ...manualClock(), pace },
	},
	watch,
);

function post(body: IDataObject): Wire {
	return { method: 'POST', path: '/api/v1/api/sms/send', query: {}, body };
}

describe('send', () => {
	it.each<[string, IDataObject, IDataObject[], IDataObject[]]>([
		[
			'one item',
			{ from: locator(own), to: '+15557654321', body: 'Hello' },
			[{}],
			[{ to: '+15557654321', from: own, body: 'Hello' }],
		],
		[
			'plain text in place of a resource locator',
			{ from: otherOwn, to: '+15557654321', body: 'Hello' },
			[{}],
			[{ to: '+15557654321', from: otherOwn, body: 'Hello' }],
		],
		[
			'a number chosen from the list',
			{ from: locator(own, 'list'), to: '+15557654321', body: 'Hello' },
			[{}],
			[{ to: '+15557654321', from: own, body: 'Hello' }],
		],
		[
			'expressions, one send an item',
			{ from: locator('={{ $json.from }}'), to: '={{ $json.to }}', body: '=Hi {{ $json.name }}' },
			[
				{ from: own, to: '+15557654321', name: 'Ada' },
				{ from: otherOwn, to: '+15557654322', name: 'Björn 🚗' },
			],
			[
				{ to: '+15557654321', from: own, body: 'Hi Ada' },
				{ to: '+15557654322', from: otherOwn, body: 'Hi Björn 🚗' },
			],
		],
		[
			'an expression on the whole locator that gives text',
			{ from: '={{ $json.from }}', to: '+15557654321', body: 'Hello' },
			[{ from: own }],
			[{ to: '+15557654321', from: own, body: 'Hello' }],
		],
		[
			'spaces around numbers, which go, and in the text, which stay',
			{ from: locator(` ${own} `), to: ' +15557654321\n', body: '  two\nlines  ' },
			[{}],
			[{ to: '+15557654321', from: own, body: '  two\nlines  ' }],
		],
		[
			'text that is a number, as an expression may give it',
			{ from: locator(own), to: '+15557654321', body: '={{ $json.code }}' },
			[{ code: 4711 }],
			[{ to: '+15557654321', from: own, body: '4711' }],
		],
		[
			'quotes, braces and backslashes as they are',
			{ from: locator(own), to: '+15557654321', body: '"{\\n}" & <b>%20' },
			[{}],
			[{ to: '+15557654321', from: own, body: '"{\\n}" & <b>%20' }],
		],
	])('%s', async (_name, fields, items, bodies) => {
		const result = await runNode({
			parameters: { ...send, ...fields, options: {} },
			items,
			credential: simulator,
		});
		expect(result.error).toBeUndefined();
		const byNumber = (a: Wire, b: Wire) => JSON.stringify(a).localeCompare(JSON.stringify(b));
		expect(simulator.requests.map(onTheWire).sort(byNumber)).toEqual(
			bodies.map(post).sort(byNumber),
		);
		expect(result.items).toEqual(
			bodies.map(({ to }, item) => ({ json: answerTo(String(to)), pairedItem: { item } })),
		);
	});

	/** What the simulator answered to the message to that number. */
	function answerTo(to: string): IDataObject {
		const message = [...simulator.store.messages.values()].findLast(
			({ toPhone }) => toPhone === to,
		);
		return {
			outcome: 'sent',
			to,
			from: message?.fromPhone,
			body: message?.body,
			segments: 1,
			encoding: message?.body.includes('🚗') === true ? 'UCS-2' : 'GSM-7',
			messageId: message?.id,
			conversationId: message?.conversationId,
			carrierSid: message?.id.replace('message_', 'SM'),
			status: 'queued',
		};
	}

	it('sends key, accept and content type with the body', async () => {
		await runNode({
			parameters: { ...send, from: locator(own), to: '+15557654321', body: 'Hello', options: {} },
			credential: simulator,
		});
		expect(simulator.requests).toHaveLength(1);
		expect(simulator.requests[0].headers).toMatchObject({
			'x-api-key': simulator.apiKey,
			accept: 'application/json',
			'content-type': 'application/json',
		});
	});
});

describe('get many conversations', () => {
	it.each<[string, IDataObject, IDataObject]>([
		['no filters', {}, { page: '1', limit: '50' }],
		['empty filters', { filters: { search: '' } }, { page: '1', limit: '50' }],
		[
			'status and search',
			{ filters: { status: 'ACTIVE', search: 'Ada' } },
			{ page: '1', limit: '50', status: 'ACTIVE', search: 'Ada' },
		],
		[
			'a search of + and &, which must arrive as they are',
			{ filters: { search: '+1555 & Söhne' } },
			{ page: '1', limit: '50', search: '+1555 & Söhne' },
		],
		['a small limit', { limit: 3 }, { page: '1', limit: '3' }],
		['a limit given as text', { limit: '={{ "3" }}' }, { page: '1', limit: '3' }],
	])('asks with %s', async (_name, fields, query) => {
		const result = await runNode({
			parameters: { ...getConversations, returnAll: false, limit: 50, ...fields, options: {} },
			credential: simulator,
		});
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(onTheWire)).toEqual([get('/api/sms', query)]);
	});

	it('gives one item a conversation, as the service has it with Simplify off', async () => {
		const result = await runNode({
			parameters: { ...getConversations, returnAll: true, simple: false, options: {} },
			items: [{}, {}],
			credential: simulator,
		});
		const all = simulator.store.conversations.all();
		expect(all).toHaveLength(60);
		expect(result.items).toEqual(
			[0, 1].flatMap((item) => all.map((json) => ({ json, pairedItem: { item } }))),
		);
	});

	it('leaves out those in another state where the service ignores the filter', async () => {
		const { conversations } = simulator.store;
		const meant = conversations.all().filter(({ status }) => status === 'CLOSED');
		const ignored = jest.spyOn(conversations, 'where').mockReturnValue(conversations.all());
		const { items } = await runNode({
			parameters: {
				...getConversations,
				returnAll: true,
				filters: { status: 'CLOSED' },
				options: {},
			},
			credential: simulator,
		});
		ignored.mockRestore();
		expect(meant.length).toBeGreaterThan(0);
		expect(items.map(({ json }) => json.id)).toStrictEqual(meant.map(({ id }) => id));
	});

	it('gives no item when there is no conversation', async () => {
		const result = await runNode({
			parameters: {
				...getConversations,
				returnAll: true,
				filters: { search: 'nobody at all' },
				options: {},
			},
			credential: simulator,
		});
		expect(result).toMatchObject({ items: [], hints: [], error: undefined });
	});
});

describe('get many messages', () => {
	it.each<[string, unknown, string]>([
		['an id', locator('conversation_000001'), 'conversation_000001'],
		['an id from the list', locator('conversation_000001', 'list'), 'conversation_000001'],
		['plain text', 'conversation_000001', 'conversation_000001'],
		['spaces around', locator(' conversation_000001 '), 'conversation_000001'],
	])('takes %s', async (_name, conversationId, id) => {
		const result = await runNode({
			parameters: {
				...getMessages,
				conversationId: conversationId as IDataObject,
				returnAll: false,
				limit: 2,
				simple: false,
				options: {},
			},
			credential: simulator,
		});
		expect(simulator.requests.map(onTheWire)).toEqual([get(`/api/sms/${id}/messages`)]);
		const messages = simulator.store.messages
			.all()
			.filter(({ conversationId: of }) => of === id)
			.slice(0, 2);
		expect(messages).toHaveLength(2);
		expect(result.items).toEqual(messages.map((json) => ({ json, pairedItem: { item: 0 } })));
	});
});

describe("the columns of n8n's table", () => {
	const messagesOf = {
		...getMessages,
		returnAll: true,
		conversationId: locator('conversation_000001'),
	};
	const columns = 'direction fromPhone toPhone body status sentAt deliveredAt id'.split(' ');

	it('are the same for messages that are under way, with null where there is no value', async () => {
		const { customerPhone, companyPhone } = simulator.store.conversations.all()[0];
		const ours = simulator.store.sendSms({ from: companyPhone, to: customerPhone, body: 'New' });
		const conversationId = locator(ours.conversationId);
		const { items } = await runNode({
			parameters: { ...messagesOf, conversationId },
			credential: simulator,
		});
		expect(items[0].json).toMatchObject({ body: 'New', status: 'queued', deliveredAt: null });
		expect(items.length).toBeGreaterThan(1);
		for (const { json } of items) expect(Object.keys(json)).toStrictEqual(columns);
	});
});
