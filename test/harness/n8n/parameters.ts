import type { IDataObject } from 'n8n-workflow';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import { companyNumbers } from '../../simulator';
import { locator } from './engine';

const [own] = companyNumbers;
const customer = '+15557654321';

/** Parameters that work, by resource and operation. */
export const good = {
	send: { resource: 'sms', operation: 'send', from: locator(own), to: customer, body: 'Hello' },
	getMessages: {
		resource: 'sms',
		operation: 'getMessages',
		conversationId: locator('conversation_000001'),
		returnAll: false,
		limit: 50,
	},
	getConversations: { resource: 'sms', operation: 'getConversations', returnAll: false, limit: 50 },
	createCall: {
		resource: 'call',
		operation: 'create',
		fromNumber: locator(own),
		toNumber: customer,
	},
	getCall: { resource: 'call', operation: 'get', callId: locator('call_000001'), simple: true },
	deleteCall: { resource: 'call', operation: 'delete', callId: locator('call_000001') },
	getRecording: {
		resource: 'call',
		operation: 'getRecording',
		callId: locator('call_000001'),
		download: true,
		binaryPropertyName: 'data',
	},
	getCalls: { resource: 'call', operation: 'getAll', returnAll: false, limit: 50, simple: true },
	searchCalls: {
		resource: 'call',
		operation: 'search',
		query: '+1555',
		returnAll: false,
		limit: 50,
		simple: true,
	},
	getAnalytics: {
		resource: 'call',
		operation: 'getAnalytics',
		dateRange: 'custom',
		startDate: '2026-01-01',
		endDate: '2026-01-31',
	},
	createContact: {
		resource: 'contact',
		operation: 'create',
		firstName: 'Ada',
		lastName: '',
		email: '',
		phone: '',
	},
	getContact: {
		resource: 'contact',
		operation: 'get',
		contactId: locator('contact_000001'),
		simple: true,
	},
	getContacts: {
		resource: 'contact',
		operation: 'getAll',
		returnAll: false,
		limit: 50,
		simple: true,
	},
	updateContact: {
		resource: 'contact',
		operation: 'update',
		contactId: locator('contact_000001'),
		updateFields: { notes: 'N' },
	},
	upsertContact: {
		resource: 'contact',
		operation: 'upsert',
		matchBy: 'phone',
		phone: customer,
		email: '',
	},
} satisfies Record<string, IDataObject>;

/** A question by link. */
export const question = {
	resource: 'sms',
	operation: 'sendAndWait',
	from: locator(own, 'number'),
	to: customer,
	message: 'May I book the table?',
	responseType: 'approval',
	options: {},
};

const first = (kind: string) => locator(`${kind}_000001`);

/** What each operation must be told; all else is as the form has it. */
export const needed: Record<string, IDataObject> = {
	'call.create': { fromNumber: locator(own), toNumber: '+15550100042' },
	'call.delete': { callId: first('call') },
	'call.get': { callId: first('call') },
	'call.getAll': {},
	'call.getAnalytics': {},
	'call.getRecording': { callId: first('call') },
	'call.search': { query: '+1555' },
	'contact.create': { firstName: 'Ada' },
	'contact.get': { contactId: first('contact') },
	'contact.getAll': {},
	'contact.update': { contactId: first('contact'), updateFields: { notes: 'N' } },
	'contact.upsert': { phone: '+15550100042' },
	'sms.getConversations': {},
	'sms.getMessages': { conversationId: first('conversation') },
	'sms.send': { from: locator(own), to: '+15550100042', body: 'Hello' },
	'sms.sendAndWait': { from: locator(own), to: '+15550100042', message: 'Hello?' },
};

/**
 * The operations that tests can run: a new one needs its row above, and `test/source/places.test.ts` says so once.
 */
export const runnable = operationsWithOptions
	.map((operation) => [`${operation.resource}.${operation.value}`, operation] as const)
	.filter(([name]) => name in needed);

/** One operation of each method, with what its errors call the thing. */
export const ofEachMethod = {
	GET: {
		parameters: { resource: 'contact', operation: 'get', contactId: locator('contact_000001') },
		thing: 'contact contact_000001',
	},
	PUT: {
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: locator('contact_000001'),
			updateFields: { notes: 'N' },
			options: { keepOtherFields: false },
		},
		thing: 'contact contact_000001',
	},
	DELETE: {
		parameters: good.deleteCall,
		thing: 'call call_000001',
	},
	POST: {
		parameters: good.send,
		thing: `SMS to ${customer}`,
	},
	'POST of a call': {
		parameters: good.createCall,
		thing: `call to ${customer}`,
	},
	'POST of a contact': {
		parameters: { resource: 'contact', operation: 'create', firstName: 'Ada', phone: customer },
		thing: `contact ${customer}`,
	},
} satisfies Record<string, { parameters: IDataObject; thing: string }>;
