import type { IDataObject } from 'n8n-workflow';

import { person } from './person';
import { companyNumbers, type Fault, type FaultMatch } from '../../simulator';

/** How a model uses the tool of an operation well, and how not. */
export interface Example {
	/** Arguments by the names of their fields; of the others the model says nothing. */
	given: IDataObject;
	/** What the first record that comes back has. */
	gives: IDataObject;
	/** Set where a person has to answer, which AI Agent from version 3 on waits for and nothing else. */
	asksPerson?: true;
	wrong: { given?: IDataObject; fault?: [FaultMatch, Fault]; words: RegExp };
}

const [own] = companyNumbers;
const stranger = '+15559999999';
const forbidden = (path: string): [FaultMatch, Fault] => [
	{ method: 'GET', path },
	{ kind: 'status', status: 403, message: 'This key may not read this.' },
];

export const examples: Record<string, Example> = {
	'call.create': {
		given: {
			fromNumber: own,
			toNumber: '+15550100042',
			'additionalFields.metadata': '{"order": "A-1001"}',
		},
		gives: { status: 'REGISTERED', toNumber: '+15550100042' },
		wrong: {
			given: { fromNumber: stranger, toNumber: '+15550100042' },
			words: /does not belong to your company/,
		},
	},
	'call.delete': {
		given: { callId: 'call_000001' },
		gives: { deleted: true },
		wrong: { given: { callId: 'Ada' }, words: /No call has the ID "Ada"/ },
	},
	'call.get': {
		given: { callId: 'call_000002' },
		gives: { id: 'call_000002' },
		wrong: { given: { callId: 'call_9' }, words: /No call has the ID "call_9"/ },
	},
	'call.getAll': {
		given: {},
		gives: { status: 'ENDED' },
		wrong: { given: { 'filters.startedAfter': 'lately' }, words: /is not a date/ },
	},
	'call.getAnalytics': {
		given: { startDate: '2020-01-01', endDate: '2030-01-01' },
		gives: { totalCalls: expect.any(Number) as number },
		wrong: { given: { startDate: 'lately' }, words: /is not a date/ },
	},
	'call.getRecording': {
		given: { callId: 'call_000002' },
		gives: { callId: 'call_000002' },
		wrong: { given: { callId: 'call_9' }, words: /No call has the ID "call_9"/ },
	},
	'call.search': {
		given: { query: '+1555200000' },
		gives: { status: 'ENDED' },
		wrong: { given: { query: '' }, words: /empty/ },
	},
	'contact.create': {
		given: { firstName: 'Ada', phone: '+15550100043' },
		gives: { firstName: 'Ada', phone: '+15550100043' },
		wrong: { given: {}, words: /empty|at least one/i },
	},
	'contact.get': {
		given: { contactId: 'contact_000001' },
		gives: { id: 'contact_000001' },
		wrong: { given: { contactId: 'Ada' }, words: /No contact has the ID "Ada"/ },
	},
	'contact.getAll': {
		given: {},
		gives: { id: 'contact_002500' },
		wrong: { fault: forbidden('/api/contacts'), words: /This key may not read this/ },
	},
	'contact.update': {
		given: {
			contactId: 'contact_000001',
			'updateFields.notes': 'Prefers mornings',
			'updateFields.customFields': '{"plan": "gold"}',
		},
		gives: {
			id: 'contact_000001',
			notes: 'Prefers mornings',
			customFields: expect.objectContaining({ plan: 'gold' }) as object,
		},
		wrong: {
			given: { contactId: 'Ada', 'updateFields.notes': 'Prefers mornings' },
			words: /No contact has the ID "Ada"/,
		},
	},
	'contact.upsert': {
		given: { phone: '+15550100044', firstName: 'Ada' },
		gives: { created: true },
		wrong: { given: { firstName: 'Ada' }, words: /empty/ },
	},
	'sms.getConversations': {
		given: {},
		gives: { status: 'ACTIVE' },
		wrong: { fault: forbidden('/api/sms'), words: /This key may not read this/ },
	},
	'sms.getMessages': {
		given: { conversationId: 'conversation_000001' },
		gives: { fromPhone: '+15552000000', direction: 'INBOUND' },
		wrong: { given: { conversationId: 'Ada' }, words: /No conversation has the ID "Ada"/ },
	},
	'sms.send': {
		given: { from: own, to: '+15550100042', body: 'Your table is booked for tonight.' },
		gives: { status: 'queued' },
		wrong: {
			given: { from: stranger, to: '+15550100042', body: 'Your table is booked for tonight.' },
			words: /does not belong to your company/,
		},
	},
	'sms.sendAndWait': {
		given: { from: own, to: person, message: 'May I book the table?' },
		gives: { data: { approved: true, respondedAt: expect.any(String) as string } },
		asksPerson: true,
		wrong: {
			given: { from: stranger, to: person, message: 'May I book the table?' },
			words: /does not belong to your company|cannot wait for|not supported/,
		},
	},
};
