import { Refusal } from './answer';
import type { Simulator, SimulatorOptions } from './index';
import type { Call, Contact } from './resources';
import { companyNumbers, toE164 } from './store';

/** A write that was really carried out; `request` is the number of the request that asked for it. */
export interface LedgerEntry {
	kind: 'sms.send' | 'call.create' | 'call.delete' | 'contact.create' | 'contact.update';
	id: string;
	request: number;
	body: unknown;
}

/** A request that openapi.yaml allows: query values are checked, the body has the right types. */
export interface Ask {
	/** In the log. */
	number: number;
	params: Record<string, string>;
	query: Record<string, string | undefined>;
	page: number;
	body: unknown;
}

/** The successful answer of an operation, without `success`. */
export interface Outcome {
	message?: string;
	data: object;
}

type Operation = (ask: Ask, simulator: Simulator, options: SimulatorOptions) => Outcome;

function wrote(
	kind: LedgerEntry['kind'],
	id: string,
	{ number, body }: Ask,
	{ ledger }: Simulator,
) {
	ledger.push({ kind, id, request: number, body });
}

/** The interface shows no page size for messages and calls; it shows 50 for the other two lists. */
const defaultLimit = 50;

/** The operations by their operationId in openapi.yaml, which also says where they are served. */
export const operations: Record<string, Operation> = {
	sendSms(ask, simulator) {
		const sms = ask.body as { to: string; from: string; body: string };
		ownNumber(sms.from, 'from');
		const message = simulator.store.sendSms(sms);
		wrote('sms.send', message.id, ask, simulator);
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

	listConversations({ query, page }, simulator, options) {
		const { search, status } = query;
		const { store } = simulator;
		const { conversationPageLimit = defaultLimit } = options;
		const limit = Number(query.limit ?? Math.min(defaultLimit, conversationPageLimit));
		if (limit > conversationPageLimit) {
			throw new Refusal(400, `query.limit: must be <= ${conversationPageLimit}`);
		}
		const found = store.conversations.where(
			JSON.stringify([search, status]),
			(conversation) =>
				(!status || conversation.status === status) &&
				(!search ||
					store.matches(
						[conversation.customerPhone, conversation.companyPhone, conversation.customerName],
						search,
					)),
		);
		const { items, pagination } = pageOf(found, page, limit, simulator, options);
		return { message: 'Conversations', data: { conversations: items, pagination } };
	},

	listMessages({ params, page }, simulator, options) {
		const { store } = simulator;
		const { id } = existing(store.conversations.get(params.conversationId ?? ''), 'conversation');
		const found = store.messages.where(id, (message) => message.conversationId === id);
		const { items, pagination } = pageOf(found, page, defaultLimit, simulator, options);
		return { message: 'Messages', data: { messages: items, pagination } };
	},

	startCall(ask, simulator) {
		const { agentId, ...numbers } = ask.body as Record<string, string>;
		ownNumber(numbers.fromNumber, 'fromNumber');
		const { toNumber, fromNumber } = numbers;
		const call = simulator.store.addCall({ toNumber, fromNumber, agentName: agentId });
		wrote('call.create', call.id, ask, simulator);
		return { message: 'Call registered', data: { call } };
	},

	listCalls({ page }, simulator, options) {
		const all = simulator.store.calls.all();
		const { items, pagination } = pageOf(all, page, defaultLimit, simulator, options);
		return { message: 'Calls', data: { calls: items, pagination } };
	},

	searchCalls({ query: { q, status } }, { store }) {
		const calls = store.calls.where(JSON.stringify([q, status]), (call) => {
			const { id, voiceEngineId, fromNumber, toNumber } = call;
			const texts = [id, voiceEngineId, fromNumber, toNumber, store.agentOf(id)];
			return (!status || call.status === status) && (!q || store.matches(texts, q));
		});
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

	deleteCall(ask, simulator) {
		const { store } = simulator;
		const { id } = existing(store.calls.get(ask.params.callId ?? ''), 'call');
		store.removeCall(id);
		wrote('call.delete', id, { ...ask, body: undefined }, simulator);
		return { message: 'Call deleted', data: {} };
	},

	getRecording({ params }, { store, clock, recordingsUrl, recordingAfterMs }) {
		const { id, status, endTimestamp } = existing(store.calls.get(params.callId ?? ''), 'call');
		if (status !== 'ENDED' && status !== 'ERROR') {
			throw new Refusal(404, `The recording of call ${id} is not ready: the call has not ended`);
		}
		if (clock.now() < Date.parse(endTimestamp ?? '') + recordingAfterMs)
			throw new Refusal(404, `The recording of call ${id} is not ready yet`);
		const recordingUrl = `${recordingsUrl}/recordings/${encodeURIComponent(id)}.wav`;
		return { message: 'Recording', data: { callId: id, recordingUrl, source: 'voice-engine' } };
	},

	createContact(ask, simulator) {
		const client = simulator.store.addContact(ask.body as Partial<Contact>);
		wrote('contact.create', client.id, ask, simulator);
		return { message: 'Contact created', data: { client } };
	},

	listContacts({ query, page }, simulator, options) {
		const { search, source, tags } = query;
		const { store, searchLags, ledger } = simulator;
		const found =
			search || source || tags
				? store.contacts.where(
						JSON.stringify([search, source, tags]),
						(contact) =>
							(!source || contact.source === source) &&
							(!tags || contact.tags?.includes(tags)) &&
							(!search || store.matches([contact.fullName, contact.email, contact.phone], search)),
					)
				: store.contacts.all();
		const isMade = ({ id }: Contact) =>
			ledger.some((entry) => entry.kind === 'contact.create' && entry.id === id);
		const listed = searchLags ? found.filter((contact) => !isMade(contact)) : found;
		const limit = Number(query.limit ?? defaultLimit);
		const { items, pagination } = pageOf(listed, page, limit, simulator, options);
		return { message: 'Contacts', data: { clients: items, pagination } };
	},

	getContact({ params }, { store }) {
		return { data: { client: existing(store.contacts.get(params.clientId ?? ''), 'contact') } };
	},

	updateContact(ask, simulator, { putKeepsOmitted = false }) {
		const { store } = simulator;
		const { id } = existing(store.contacts.get(ask.params.clientId ?? ''), 'contact');
		const client = store.updateContact(id, {
			...(!putKeepsOmitted && clearedByPut),
			...(ask.body as Partial<Contact>),
		});
		wrote('contact.update', id, ask, simulator);
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
	{ phantoms }: Simulator,
	{ pageLimit = Infinity }: SimulatorOptions,
) {
	const limit = Math.min(asked, pageLimit);
	const total = found.length + phantoms;
	return {
		items: found.slice((page - 1) * limit, page * limit),
		pagination: { total, page, limit, totalPages: Math.ceil(total / limit) },
	};
}
