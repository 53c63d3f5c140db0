import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../harness/clock';
import { runNode } from '../harness/engine';
import { service } from '../harness/service';
import { companyNumbers } from '../simulator';

const [own] = companyNumbers;
const to = '+15550200001';
/** As the editor of 0.1.0 saved a number that was typed. */
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** One node as version 0.1.0 saved it: what differs from a default. What it asked for, and gave. */
interface Saved {
	operation: string;
	parameters: IDataObject;
	asks: string[];
	sends?: IDataObject;
	gives: string[];
	items?: number;
}

const callFields =
	'id direction status fromNumber toNumber startTimestamp endTimestamp durationMs createdAt';
const wholeCall = `id voiceEngineId callType direction fromNumber toNumber status companyId createdAt`;
const contactFields = 'id firstName lastName email phone company_name source status tags createdAt';
const wholeContact = 'id firstName lastName fullName email phone source tags createdAt updatedAt';

const saved: Saved[] = [
	{
		operation: 'call.create',
		parameters: {
			resource: 'call',
			fromNumber: byId(own),
			toNumber: to,
			additionalFields: { agentId: 'agent_7', metadata: '{"orderId": "1042"}' },
		},
		asks: ['POST /api/calls/outbound {}'],
		sends: { toNumber: to, fromNumber: own, agentId: 'agent_7', metadata: { orderId: '1042' } },
		gives: wholeCall.split(' '),
	},
	{
		operation: 'call.delete',
		parameters: { resource: 'call', operation: 'delete', callId: byId('call_000002') },
		asks: ['DELETE /api/calls/call_000002 {}'],
		gives: ['deleted', 'id'],
	},
	{
		operation: 'call.get',
		parameters: { resource: 'call', operation: 'get', callId: byId('call_000001') },
		asks: ['GET /api/calls/call_000001 {}'],
		gives: callFields.split(' '),
	},
	{
		operation: 'call.getAll',
		parameters: { resource: 'call', operation: 'getAll', limit: 3 },
		asks: ['GET /api/calls {}'],
		gives: callFields.split(' '),
		items: 3,
	},
	{
		operation: 'call.getAnalytics',
		parameters: {
			resource: 'call',
			operation: 'getAnalytics',
			startDate: '2026-01-01T00:00:00Z',
			endDate: '2026-01-31T23:59:59Z',
		},
		asks: [
			'GET /api/calls/analytics {"startDate":"2026-01-01T00:00:00Z","endDate":"2026-01-31T23:59:59Z"}',
		],
		gives: ['totalCalls'],
	},
	{
		operation: 'call.getRecording',
		parameters: {
			resource: 'call',
			operation: 'getRecording',
			callId: byId('call_000001'),
			download: false,
		},
		asks: ['GET /api/calls/call_000001/recording {}'],
		gives: ['callId', 'recordingUrl', 'source'],
	},
	{
		operation: 'call.search',
		parameters: { resource: 'call', operation: 'search', query: own, limit: 1 },
		asks: [`GET /api/calls/search {"q":"${own}"}`],
		gives: callFields.split(' '),
	},
	{
		operation: 'contact.create',
		parameters: {
			resource: 'contact',
			operation: 'create',
			firstName: 'Ada',
			lastName: 'Lovelace',
			email: 'ada@example.com',
			phone: to,
			additionalFields: { notes: 'Mornings', tags: 'vip, newsletter' },
		},
		asks: ['POST /api/contacts {}'],
		sends: {
			firstName: 'Ada',
			lastName: 'Lovelace',
			email: 'ada@example.com',
			phone: to,
			notes: 'Mornings',
			tags: ['vip', 'newsletter'],
		},
		gives: wholeContact.split(' '),
	},
	{
		operation: 'contact.get',
		parameters: { resource: 'contact', operation: 'get', contactId: byId('contact_000001') },
		asks: ['GET /api/contacts/contact_000001 {}'],
		gives: contactFields.split(' '),
	},
	{
		operation: 'contact.getAll',
		parameters: { resource: 'contact', limit: 2, filters: { search: 'a', source: 'API' } },
		asks: ['GET /api/contacts {"search":"a","source":"API","page":"1","limit":"2"}'],
		gives: contactFields.split(' '),
		items: 2,
	},
	{
		operation: 'contact.update',
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: byId('contact_000001'),
			updateFields: { notes: 'Evenings', tags: 'vip' },
			options: { tagsMode: 'add' },
		},
		asks: ['GET /api/contacts/contact_000001 {}', 'PUT /api/contacts/contact_000001 {}'],
		gives: wholeContact.split(' '),
	},
	{
		operation: 'sms.getConversations',
		parameters: { operation: 'getConversations', limit: 2, filters: { status: 'ACTIVE' } },
		asks: ['GET /api/sms {"status":"ACTIVE","page":"1","limit":"2"}'],
		gives: ['id', 'customerPhone', 'companyPhone', 'status', 'lastMessageAt', 'messageCount'],
		items: 2,
	},
	{
		operation: 'sms.getMessages',
		parameters: {
			operation: 'getMessages',
			conversationId: byId('conversation_000001'),
			limit: 1,
		},
		asks: ['GET /api/sms/conversation_000001/messages {}'],
		gives: ['id', 'conversationId', 'direction', 'fromPhone', 'toPhone', 'body', 'status'],
	},
	{
		operation: 'sms.send',
		parameters: { from: byId(own), to, body: 'Hello', options: {} },
		asks: ['POST /api/sms/send {}'],
		sends: { to, from: own, body: 'Hello' },
		gives: ['messageId', 'conversationId', 'carrierSid', 'status'],
	},
];

test.each(saved)(
	'$operation as 0.1.0 saved it asks for the same and gives the same',
	async ({ parameters, asks, sends, gives, items: count = 1 }) => {
		const simulator = await service({
			seed: { contacts: 60, conversations: 10, messages: 40, calls: 20 },
		});
		const { items, error, hints } = await runNode({
			parameters,
			credential: { baseUrl: simulator.baseUrl, apiKey: simulator.apiKey },
			clock: testClock(),
		});
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([]);
		const { requests } = simulator;
		expect(
			requests.map(
				({ method, path, query }) =>
					`${method} ${path.replace('/api/v1', '')} ${JSON.stringify(query)}`,
			),
		).toStrictEqual(asks);
		if (sends !== undefined) expect(requests[0].body).toStrictEqual(sends);
		expect(items).toHaveLength(count);
		for (const { json } of items) expect(Object.keys(json)).toEqual(expect.arrayContaining(gives));
	},
);
