import { Refusal } from './answer';
import type { Call, Contact } from './resources';
import { companyNumbers, toE164, type Store } from './store';

/** A write that was really carried out; `request` is the number of the request that asked for it. */
export interface LedgerEntry {
	kind: 'sms.send' | 'call.create' | 'call.delete' | 'contact.create' | 'contact.update';
	id: string;
	request: number;
	body: unknown;
}

/** A request that openapi.yaml allows: query values are checked, the body has the right types. */
export interface Ask {
	params: Record<string, string>;
	query: Record<string, string | undefined>;
	page: number;
	body: unknown;
}

/** What an operation works on. */
export interface Company {
	store: Store;
	recordingsUrl: string;
	conversationPageLimit: number;
	/** Most records of a page of any list. */
	pageLimit: number;
	/** Records that the total of every list counts and no page gives. */
	phantoms(): number;
	/** Whether a call is over and its recording there. */
	isRecorded(call: Call): boolean;
	putKeepsOmitted: boolean;
	/** Contacts that the list does not have yet, by id. */
	unlisted(): ReadonlySet<string>;
	wrote(kind: LedgerEntry['kind'], id: string, body: unknown): void;
}

/** The successful answer of an operation, without `success`. */
export interface Outcome {
	message?: string;
	data: object;
}

type Operation = (ask: Ask, company: Company) => Outcome;

/** The interface shows no page size for messages and calls; it shows 50 for the other two lists. */
const defaultLimit = 50;

/** The operations by their operationId in openapi.yaml, which also says where they are served. */
export const operations: Record<string, Operation> = {
	sendSms({ body }, { store, wrote }) {
		const sms = body as { to: string; from: string; body: string };
		ownNumber(sms.from, 'from');
		const message = store.sendSms(sms);
		wrote('sms.send', message.id, body);
		return {
			message: 'SMS queued',
			data: {
				messageId: message.id,
				conversationId: message.conversationId,
				carrierSid: message.id.replace('message_', 'SM'),
				status: 'queued',
			},
		};
	},

	listConversations({ query, page }, company) {
		const { search, status } = query;
		const { store, conversationPageLimit } = company;
		const limit = Number(query.limit ?? Math.min(defaultLimit, conversationPageLimit));
		if (limit > conversationPageLimit) {
			throw new Refusal(400, `query.limit: must be <= ${conversationPageLimit}`);
		}
		const found = store.conversations.where(
			JSON.stringify([search, status]),
			(conversation) =>
				(!status || conversation.status === status) &&
				(!search ||
					store.matches(conversation, search, ({ customerPhone, companyPhone, customerName }) => [
						customerPhone,
						companyPhone,
						customerName,
					])),
		);
		const { items, pagination } = pageOf(found, page, limit, company);
		return { message: 'Conversations', data: { conversations: items, pagination } };
	},

	listMessages({ params, page }, company) {
		const { store } = company;
		const { id } = existing(store.conversations.get(params.conversationId ?? ''), 'conversation');
		const found = store.messages.where(id, (message) => message.conversationId === id);
		const { items, pagination } = pageOf(found, page, defaultLimit, company);
		return { message: 'Messages', data: { messages: items, pagination } };
	},

	startCall({ body }, { store, wrote }) {
		const { toNumber, fromNumber, agentId } = body as {
			toNumber: string;
			fromNumber: string;
			agentId?: string;
		};
		ownNumber(fromNumber, 'fromNumber');
		const call = store.addCall({ toNumber, fromNumber, agentName: agentId });
		wrote('call.create', call.id, body);
		return { message: 'Call registered', data: { call } };
	},

	listCalls({ page }, company) {
		const { items, pagination } = pageOf(company.store.calls.all(), page, defaultLimit, company);
		return { message: 'Calls', data: { calls: items, pagination } };
	},

	searchCalls({ query: { q, status } }, { store }) {
		const textOf = ({ id, voiceEngineId, fromNumber, toNumber }: Call) => [
			id,
			voiceEngineId,
			fromNumber,
			toNumber,
			store.agentOf(id),
		];
		const calls = store.calls.where(
			JSON.stringify([q, status]),
			(call) => (!status || call.status === status) && (!q || store.matches(call, q, textOf)),
		);
		return { data: { calls } };
	},

	getAnalytics({ query: { startDate, endDate } }, { store }) {
		const from = startDate ? Date.parse(startDate) : -Infinity;
		// A date without a time means that whole day.
		const dayMs = endDate && !endDate.includes('T') ? 86_400_000 - 1 : 0;
		const to = endDate ? Date.parse(endDate) + dayMs : Infinity;
		if (Number.isNaN(from)) throw new Refusal(400, 'query.startDate: is not a date');
		if (Number.isNaN(to)) throw new Refusal(400, 'query.endDate: is not a date');
		const calls = [...store.calls.values()].filter(({ createdAt }) => {
			const created = Date.parse(createdAt ?? '');
			return created >= from && created <= to;
		});
		const totalDurationMs = calls.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0);
		const count = (test: (call: Call) => boolean) => calls.filter(test).length;
		const analytics = {
			totalCalls: calls.length,
			inboundCalls: count(({ direction }) => direction === 'INBOUND'),
			outboundCalls: count(({ direction }) => direction === 'OUTBOUND'),
			endedCalls: count(({ status }) => status === 'ENDED'),
			failedCalls: count(({ status }) => status === 'ERROR'),
			totalDurationMs,
			averageDurationMs: calls.length ? Math.round(totalDurationMs / calls.length) : 0,
		};
		return { data: { analytics } };
	},

	getCall({ params }, { store }) {
		return {
			message: 'Call',
			data: { call: existing(store.calls.get(params.callId ?? ''), 'call') },
		};
	},

	deleteCall({ params }, { store, wrote }) {
		const { id } = existing(store.calls.get(params.callId ?? ''), 'call');
		store.removeCall(id);
		wrote('call.delete', id, undefined);
		return { message: 'Call deleted', data: {} };
	},

	getRecording({ params }, { store, recordingsUrl, isRecorded }) {
		const call = existing(store.calls.get(params.callId ?? ''), 'call');
		const { id, status } = call;
		if (status !== 'ENDED' && status !== 'ERROR') {
			throw new Refusal(404, `The recording of call ${id} is not ready: the call has not ended`);
		}
		if (!isRecorded(call)) throw new Refusal(404, `The recording of call ${id} is not ready yet`);
		const recordingUrl = `${recordingsUrl}/recordings/${encodeURIComponent(id)}.wav`;
		return { message: 'Recording', data: { callId: id, recordingUrl, source: 'voice-engine' } };
	},

	createContact({ body }, { store, wrote }) {
		const client = store.addContact(body as Partial<Contact>);
		wrote('contact.create', client.id, body);
		return { message: 'Contact created', data: { client } };
	},

	listContacts({ query, page }, company) {
		const { search, source, tags } = query;
		const { store } = company;
		const found =
			search || source || tags
				? store.contacts.where(
						JSON.stringify([search, source, tags]),
						(contact) =>
							(!source || contact.source === source) &&
							(!tags || contact.tags.includes(tags)) &&
							(!search ||
								store.matches(contact, search, ({ fullName, email, phone }) => [
									fullName,
									email,
									phone,
								])),
					)
				: store.contacts.all();
		const unlisted = company.unlisted();
		const listed = unlisted.size === 0 ? found : found.filter(({ id }) => !unlisted.has(id));
		const limit = Number(query.limit ?? defaultLimit);
		const { items, pagination } = pageOf(listed, page, limit, company);
		return { message: 'Contacts', data: { clients: items, pagination } };
	},

	getContact({ params }, { store }) {
		return { data: { client: existing(store.contacts.get(params.clientId ?? ''), 'contact') } };
	},

	updateContact({ params, body }, { store, putKeepsOmitted, wrote }) {
		const { id } = existing(store.contacts.get(params.clientId ?? ''), 'contact');
		const client = store.updateContact(id, {
			...(!putKeepsOmitted && clearedByPut),
			...(body as Partial<Contact>),
		});
		wrote('contact.update', id, body);
		return { data: { client } };
	},
};

/** The harsh reading of "whether omitted fields stay unchanged or are cleared: not shown". */
const clearedByPut: Partial<Contact> = {
	firstName: '',
	lastName: '',
	email: '',
	phone: '',
	notes: '',
	status: '',
	tags: [],
	customFields: {},
};

function existing<T>(record: T | undefined, what: string): T {
	if (!record) throw new Refusal(404, `No such ${what}`);
	return record;
}

function ownNumber(number: string, field: string): void {
	if (!companyNumbers.some((own) => own === toE164(number))) {
		throw new Refusal(403, `body.${field}: ${number} does not belong to your company`);
	}
}

function pageOf<T>(
	found: readonly T[],
	page: number,
	asked: number,
	{ pageLimit, phantoms }: Company,
) {
	const limit = Math.min(asked, pageLimit);
	const total = found.length + phantoms();
	return {
		items: found.slice((page - 1) * limit, page * limit),
		pagination: { total, page, limit, totalPages: Math.ceil(total / limit) },
	};
}
