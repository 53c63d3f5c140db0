import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
	raw,
	simplifyCall,
	simplifyContact,
	simplifyConversation,
	simplifyMessage,
} from '../../../../nodes/VoiceSms/fields/forms/simplify';

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

it.each([
	['call/get', simplifyCall, call],
	['call/getAll', simplifyCall, call],
	['contact/get', simplifyContact, contact],
	['contact/getAll', simplifyContact, contact],
])('the output preview of %s shows what Simplify gives', (file, simplify, record) => {
	expect(Object.keys(simplify(record))).toEqual(Object.keys(previewOf(file)));
});

it.each([
	['sms/getConversations', conversation],
	['sms/getMessages', message],
])('the output preview of %s shows the whole record, as Simplify is off', (file, record) => {
	expect(Object.keys(record).sort()).toEqual(Object.keys(previewOf(file)).sort());
});

describe.each([
	['simplifyCall', simplifyCall, call],
	['simplifyContact', simplifyContact, contact],
	['simplifyConversation', simplifyConversation, conversation],
	['simplifyMessage', simplifyMessage, message],
])('%s', (_name, simplify, record) => {
	it('keeps at most ten fields as they are, the identifier first', () => {
		const simple = simplify(record);
		expect(record).toMatchObject(simple);
		expect(Object.keys(simple)[0]).toBe('id');
		expect(Object.keys(simple).length).toBeGreaterThan(5);
		expect(Object.keys(simple).length).toBeLessThanOrEqual(10);
	});

	it('leaves out what the record does not have, and keeps what is empty', () => {
		expect(simplify({ id: null, status: '' })).toEqual({ id: null, status: '' });
		expect(simplify({})).toEqual({});
	});

	it('leaves the record alone', () => {
		const frozen = Object.freeze({ ...record });
		expect(simplify(frozen)).not.toBe(frozen);
	});
});

it.each([
	['conversation', simplifyConversation, conversation, ['customerEmail']],
	['message', simplifyMessage, message, ['conversationId', 'deliveredAt']],
])('a simplified %s lacks nothing but %3$j', (_name, simplify, record, left) => {
	const kept = Object.keys(simplify(record));
	expect(Object.keys(record).filter((key) => !kept.includes(key))).toEqual(left);
});

it('raw gives the record itself', () => {
	expect(raw(call)).toBe(call);
});
