import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	readSimplify,
	simplifyCall,
	simplifyContact,
	simplifyConversation,
	simplifyField,
	simplifyMessage,
	simplifyReceived,
} from '../../../../nodes/VoiceSms/fields/forms/simplify';
import { itemOf } from '../../../harness/n8n/fields';

const preview = join(__dirname, '../../../../nodes/VoiceSms/__schema__/v1.0.0');

/** Every field that the interface documents. */
const call: IDataObject = {
	id: 'call_1',
	voiceEngineId: 've_1',
	callType: 'PHONE_CALL',
	direction: 'OUTBOUND',
	fromNumber: '+15550100001',
	toNumber: '+15557654321',
	status: 'ENDED',
	startTimestamp: '2026-01-01T00:00:00.000Z',
	endTimestamp: '2026-01-01T00:01:00.000Z',
	durationMs: 60000,
	companyId: 'company_1',
	createdAt: '2026-01-01T00:00:00.000Z',
};
const contact: IDataObject = {
	id: 'contact_1',
	firstName: 'Ada',
	lastName: 'Smith',
	fullName: 'Ada Smith',
	email: 'a@example.com',
	phone: '+15557654321',
	source: 'API',
	tags: ['vip'],
	status: 'lead',
	notes: '',
	company_name: 'Acme',
	address: '',
	city: '',
	state: '',
	zipCode: '',
	country: '',
	customFields: { plan: 'gold' },
	isActive: true,
	createdAt: '2026-01-01T00:00:00.000Z',
	updatedAt: '2026-01-01T00:00:00.000Z',
};
const conversation: IDataObject = {
	id: 'conversation_1',
	customerPhone: '+15557654321',
	companyPhone: '+15550100001',
	customerName: 'Ada Smith',
	customerEmail: 'a@example.com',
	status: 'ACTIVE',
	lastMessageAt: '2026-01-01T00:00:00.000Z',
	lastMessagePreview: 'Hello',
	messageCount: 3,
	unreadCount: 1,
};
const message: IDataObject = {
	id: 'message_1',
	conversationId: 'conversation_1',
	direction: 'OUTBOUND',
	fromPhone: '+15550100001',
	toPhone: '+15557654321',
	body: 'Hello',
	status: 'DELIVERED',
	sentAt: '2026-01-01T00:00:00.000Z',
	deliveredAt: '2026-01-01T00:00:01.000Z',
};

const previewOf = (file: string) =>
	(JSON.parse(readFileSync(join(preview, `${file}.json`), 'utf8')) as { properties: object })
		.properties;

const received: IDataObject = {
	...message,
	direction: 'INBOUND',
	customerName: 'Ada Smith',
	customerEmail: 'a@example.com',
};

it.each([
	['call/get', simplifyCall, call],
	['call/getAll', simplifyCall, call],
	['call/search', simplifyCall, call],
	['contact/get', simplifyContact, contact],
	['contact/getAll', simplifyContact, contact],
	['sms/getConversations', simplifyConversation, conversation],
	['sms/getMessages', simplifyMessage, message],
])('the output preview of %s shows what Simplify gives, in its order', (file, simplify, record) => {
	expect(Object.keys(simplify(record))).toStrictEqual(Object.keys(previewOf(file)));
});

describe.each([
	['call', simplifyCall, call, ['direction', 'fromNumber', 'toNumber', 'status', 'startTimestamp']],
	['contact', simplifyContact, contact, ['firstName', 'lastName', 'phone', 'email']],
	[
		'conversation',
		simplifyConversation,
		conversation,
		['customerName', 'customerPhone', 'lastMessagePreview', 'lastMessageAt'],
	],
	[
		'message',
		simplifyMessage,
		message,
		['direction', 'fromPhone', 'toPhone', 'body', 'status', 'sentAt', 'deliveredAt'],
	],
	['received message', simplifyReceived, received, ['customerName', 'fromPhone', 'body', 'sentAt']],
])('a simplified %s', (_name, simplify, record, first) => {
	it('has at most ten fields as they are, what people look for first, IDs last', () => {
		const simple = simplify(record);
		const names = Object.keys(simple);
		expect(record).toMatchObject(simple);
		expect(names.slice(0, first.length)).toStrictEqual(first);
		expect(names.at(-1)).toBe('id');
		expect(names.length).toBeLessThanOrEqual(10);
	});

	it('has all fields for people, null for what the record does not have', () => {
		const names = Object.keys(simplify(record));
		const given = { id: null, status: '', durationMs: 0 };
		const whole = Object.fromEntries(names.map((name) => [name, null]));
		expect(simplify({})).toStrictEqual(whole);
		expect(simplify({ status: '' })).toStrictEqual({ ...whole, status: '' });
		expect(Object.keys(simplify(given))).toStrictEqual(names);
	});

	it('has only what the record has for a model, and keeps what is empty', () => {
		expect(simplify({ id: null, status: '' }, true)).toStrictEqual({ status: '', id: null });
		expect(simplify({ status: undefined }, true)).toStrictEqual({});
	});

	it('leaves the record alone', () => {
		const frozen = Object.freeze({ ...record });
		expect(simplify(frozen)).not.toBe(frozen);
	});
});

it.each([
	['conversation', simplifyConversation, conversation, false, ['customerEmail']],
	['message', simplifyMessage, message, false, ['conversationId']],
	['message for a model', simplifyMessage, message, true, ['conversationId', 'deliveredAt']],
])('a simplified %s lacks nothing but %4$j', (_name, simplify, record, asTool, left) => {
	const kept = Object.keys(simplify(record, asTool));
	expect(Object.keys(record).filter((key) => !kept.includes(key))).toStrictEqual(left);
});

it('with Simplify off, a record is as the service gave it', () => {
	for (const asTool of [true, false]) {
		const item = itemOf([simplifyField], { simple: false }, { asTool, defaultCountry: '' });
		expect(readSimplify(item, simplifyCall)(call)).toBe(call);
	}
});

it.each([true, false])('Simplify knows for whom a record is: as a tool %j', (asTool) => {
	const item = itemOf([simplifyField], { simple: true }, { asTool, defaultCountry: '' });
	expect(readSimplify(item, simplifyCall)({ id: 'c' })).toStrictEqual(
		simplifyCall({ id: 'c' }, asTool),
	);
});
