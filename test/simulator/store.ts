import type { SimulatorClock } from './clock';
import { List, type ListOrder } from './list';
import type { Call, Contact, Conversation, Message } from './resources';

/** The company's own numbers, E.164: the only ones that may send and call. */
export const companyNumbers = ['+15550100001', '+15550100002', '+15550100003'] as const;

const companyId = 'company_000001';
const defaultAgent = 'Riley (front desk)';

/** Lifecycle by the clock, in ms after creation. The interface shows states, not times. */
const deliveredAfter = 2_000;
const ongoingAfter = 2_000;
const endedAfter = 30_000;

const iso = (ms: number) => new Date(ms).toISOString();
const over = (call: Call) => call.status === 'ENDED' || call.status === 'ERROR';

/**
 * A phone number as the service keeps it ("auto-normalized to E.164"). Numbers without a country
 * are taken as North American.
 */
export function toE164(phone: string): string {
	const digits = phone.replace(/\D/g, '').replace(/^00/, '');
	if (digits === '') return '';
	return !/^\s*(\+|00)/.test(phone) && digits.length === 10 ? `+1${digits}` : `+${digits}`;
}

interface Sms {
	from: string;
	to: string;
	body: string;
}

/** The company's data. Everything here is also a way for a test to change the world. */
export class Store {
	readonly contacts: List<Contact>;
	readonly conversations: List<Conversation>;
	private readonly callList: List<Call>;
	private readonly messageList: List<Message>;
	/** The calls' agents by call id: searchable, though no field of a call shows them. */
	private readonly agents = new Map<string, string>();
	private readonly contactByPhone = new Map<string, string>();
	private readonly conversationByNumbers = new Map<string, string>();
	/** What the clock will bring, soonest first. */
	private upcoming: Array<{ at: number; happen: () => void }> = [];
	/** Ms after which the company's messages to a number are delivered, where it is not the usual time. */
	private readonly deliveryTimes = new Map<string, number>();
	private counters = { contact: 0, conversation: 0, message: 0, call: 0 };

	constructor(
		private readonly clock: SimulatorClock,
		readonly order: ListOrder,
	) {
		this.contacts = new List(order, (contact) => contact.createdAt);
		this.conversations = new List(order, (conversation) => conversation.lastMessageAt);
		this.callList = new List(order, (call) => call.createdAt);
		this.messageList = new List(order, (message) => message.sentAt);
	}

	/** Calls as they stand at the clock's time. */
	get calls(): List<Call> {
		this.settle();
		return this.callList;
	}

	/** Messages as they stand at the clock's time. */
	get messages(): List<Message> {
		this.settle();
		return this.messageList;
	}

	private get everything(): Array<Map<string, unknown>> {
		return Object.values(this).filter((one) => one instanceof Map);
	}

	/** Puts what another store holds into this empty one. Its records are shared and cannot be changed. */
	takeFrom(other: Store): void {
		const { everything: theirs } = other;
		this.everything.forEach((own, index) => {
			// Not the list's own `set`, which forgets its order at each record.
			const put = Map.prototype.set.bind(own);
			theirs[index]?.forEach((value, key) => put(key, value));
		});
		this.counters = { ...other.counters };
	}

	/** Nobody changes the records from now on: other stores share them. */
	freeze(): void {
		for (const one of this.everything) one.forEach((value) => Object.freeze(value));
	}

	clear(): void {
		for (const map of this.everything) map.clear();
		this.upcoming = [];
		this.counters = { contact: 0, conversation: 0, message: 0, call: 0 };
	}

	/** A new contact with the interface's defaults (source API) for what is not given. */
	addContact(given: Partial<Contact> = {}): Contact {
		const now = iso(this.clock.now());
		return this.putContact({
			id: this.nextId('contact'),
			firstName: '',
			lastName: '',
			fullName: '',
			email: '',
			source: 'API',
			tags: [],
			status: 'active',
			notes: '',
			company_name: '',
			address: '',
			city: '',
			state: '',
			zipCode: '',
			country: '',
			customFields: {},
			isActive: true,
			createdAt: now,
			updatedAt: given.createdAt ?? now,
			...given,
			phone: toE164(given.phone ?? ''),
		});
	}

	/** The contact with the given fields changed; `updatedAt` is the clock's time. */
	updateContact(id: string, changes: Partial<Contact>): Contact {
		const contact = this.contacts.get(id);
		if (!contact) throw new Error(`No contact ${id}`);
		return this.putContact({ ...contact, updatedAt: iso(this.clock.now()), ...changes, id });
	}

	removeContact(id: string): boolean {
		return this.contacts.delete(id);
	}

	/**
	 * A new call, REGISTERED unless told otherwise. It moves on by the clock, counted from its
	 * `createdAt`: ONGOING after 2 s, ENDED after 30 s; an endless one stays as it is.
	 */
	addCall(given: Partial<Call> & { agentName?: string; endless?: boolean } = {}): Call {
		const { agentName = defaultAgent, endless = false, ...fields } = given;
		const number = this.counters.call + 1;
		const call: Call = {
			id: this.nextId('call'),
			voiceEngineId: `ve_${String(number * 7919).padStart(9, '0')}`,
			callType: 'PHONE_CALL',
			direction: 'OUTBOUND',
			fromNumber: companyNumbers[0],
			toNumber: '+15559990000',
			status: 'REGISTERED',
			companyId,
			createdAt: iso(this.clock.now()),
			...fields,
		};
		const createdAt = call.createdAt ?? iso(this.clock.now());
		const created = Date.parse(createdAt);
		if (call.status !== 'REGISTERED') call.startTimestamp ??= createdAt;
		if (over(call)) {
			call.durationMs ??= 0;
			call.endTimestamp ??= iso(Date.parse(call.startTimestamp ?? '') + call.durationMs);
		}
		this.callList.set(call.id, call);
		this.agents.set(call.id, agentName);
		if (!over(call) && !endless) {
			this.at(created + ongoingAfter, () => this.callBegins(call.id, created + ongoingAfter));
			this.at(created + endedAfter, () => this.callEnds(call.id, 'ENDED', created + endedAfter));
		}
		return this.callList.get(call.id) ?? call;
	}

	removeMessage(id: string): boolean {
		const message = this.messages.get(id);
		const conversation = this.conversations.get(message?.conversationId ?? '');
		if (conversation) {
			const messageCount = conversation.messageCount - 1;
			this.conversations.set(conversation.id, { ...conversation, messageCount });
		}
		return this.messageList.delete(id);
	}

	removeConversation(id: string): boolean {
		const messages = [...this.messages.values()];
		for (const message of messages)
			if (message.conversationId === id) this.removeMessage(message.id);
		const conversation = this.conversations.get(id);
		if (conversation) {
			const { customerPhone, companyPhone } = conversation;
			this.conversationByNumbers.delete(`${customerPhone} ${companyPhone}`);
		}
		return this.conversations.delete(id);
	}

	removeCall(id: string): boolean {
		this.agents.delete(id);
		return this.callList.delete(id);
	}

	/** Ends a call at the clock's time, whatever its lifecycle had in mind for it. */
	endCall(id: string, status: 'ENDED' | 'ERROR'): Call {
		const call = this.calls.get(id);
		if (!call) throw new Error(`No call ${id}`);
		this.callEnds(id, status, this.clock.now());
		return this.callList.get(id) ?? call;
	}

	/** A new conversation between two numbers, named after the contact with that number. */
	addConversation(
		given: Partial<Conversation> & { customerPhone: string; companyPhone: string },
	): Conversation {
		const contact = this.contacts.get(this.contactByPhone.get(given.customerPhone) ?? '');
		const conversation: Conversation = {
			id: this.nextId('conversation'),
			customerName: contact?.fullName ?? '',
			customerEmail: contact?.email ?? '',
			status: 'ACTIVE',
			lastMessageAt: iso(this.clock.now()),
			lastMessagePreview: '',
			messageCount: 0,
			unreadCount: 0,
			...given,
		};
		this.conversations.set(conversation.id, conversation);
		this.conversationByNumbers.set(`${given.customerPhone} ${given.companyPhone}`, conversation.id);
		return conversation;
	}

	/** A customer's message to one of the company's numbers, now or at that time in ms. */
	receiveSms({ sentAt = this.clock.now(), ...sms }: Sms & { sentAt?: number }): Message {
		return this.addMessage({ direction: 'INBOUND', ...sms, sentAt });
	}

	/** The company's later messages to the number are DELIVERED so many ms after sending; Infinity: never. */
	deliverAfter(phone: string, ms: number): void {
		this.deliveryTimes.set(phone, ms);
	}

	/** A message of the company: queued, DELIVERED 2 s later by the clock, or as `deliverAfter` says. */
	sendSms({ from, to, body }: Sms): Message {
		return this.addMessage({ direction: 'OUTBOUND', from, to, body, sentAt: this.clock.now() });
	}

	/**
	 * A message of any time (ms), or of none. An inbound one is DELIVERED at once, or when told so;
	 * without a time it never is. The conversation's last time is the latest of its messages', of
	 * one without a time that of its coming.
	 */
	addMessage(
		given: Sms & Pick<Message, 'direction'> & { sentAt: number | null; deliveredAt?: number },
	): Message {
		const inbound = given.direction === 'INBOUND';
		const [customerPhone, companyPhone] = inbound ? [given.from, given.to] : [given.to, given.from];
		const sentAt = given.sentAt === null ? null : iso(given.sentAt);
		const lastAt = iso(given.deliveredAt ?? given.sentAt ?? this.clock.now());
		const takesMs = inbound ? 0 : (this.deliveryTimes.get(given.to) ?? deliveredAfter);
		const deliveredAt =
			given.deliveredAt ?? (given.sentAt === null ? Infinity : given.sentAt + takesMs);
		const conversation =
			this.conversations.get(
				this.conversationByNumbers.get(`${customerPhone} ${companyPhone}`) ?? '',
			) ?? this.addConversation({ customerPhone, companyPhone, lastMessageAt: lastAt });
		const message: Message = {
			id: this.nextId('message'),
			conversationId: conversation.id,
			direction: given.direction,
			fromPhone: given.from,
			toPhone: given.to,
			body: given.body,
			status: 'queued',
			sentAt,
		};
		this.messageList.set(message.id, message);
		this.at(deliveredAt, () => {
			const delivered = { ...message, status: 'DELIVERED', deliveredAt: iso(deliveredAt) };
			this.messageList.set(message.id, delivered);
		});
		const isLast = lastAt >= (conversation.lastMessageAt ?? '');
		this.conversations.set(conversation.id, {
			...conversation,
			...(isLast && { lastMessageAt: lastAt, lastMessagePreview: given.body.slice(0, 100) }),
			messageCount: conversation.messageCount + 1,
			unreadCount: inbound ? conversation.unreadCount + 1 : conversation.unreadCount,
		});
		return this.messages.get(message.id) ?? message;
	}

	/**
	 * Puts records at the front of a list as it is given out, so that later pages shift; a negative
	 * number takes as many away. In shuffled order new records fall where their ids put them. A new
	 * conversation has one message of the company.
	 */
	shift(list: 'contacts' | 'calls' | 'conversations', by: number): void {
		for (const { id } of this[list].all().slice(0, Math.max(0, -by))) {
			if (list === 'conversations') this.removeConversation(id);
			else this[list].delete(id);
		}
		for (let added = 0; added < by; added++) {
			const to = `+1666${String(this.counters.conversation).padStart(7, '0')}`;
			if (list === 'conversations') {
				this.sendSms({ from: companyNumbers[0], to, body: 'shifted' });
				continue;
			}
			const front = this[list].all()[0];
			const ahead = this.order === 'oldest-first' ? -1 : 1;
			const createdAt = iso(Date.parse(front?.createdAt ?? iso(this.clock.now())) + ahead);
			if (list === 'contacts') this.addContact({ firstName: 'Shifted', createdAt });
			else this.addCall({ status: 'ENDED', createdAt });
		}
	}

	/** Whether a search for a term finds a record with these texts. Tests put other services' ways here. */
	matches(texts: Array<string | undefined>, term: string): boolean {
		return texts.some((text) => text?.toLowerCase().includes(term.toLowerCase()) === true);
	}

	agentOf(callId: string): string {
		return this.agents.get(callId) ?? '';
	}

	private putContact(contact: Contact): Contact {
		const complete = { ...contact, fullName: `${contact.firstName} ${contact.lastName}`.trim() };
		this.contacts.set(complete.id, complete);
		this.contactByPhone.set(complete.phone, complete.id);
		return complete;
	}

	private callBegins(id: string, at: number): void {
		const call = this.callList.get(id);
		// Deleted, or moved on by hand, before its time.
		if (call?.status !== 'REGISTERED') return;
		this.callList.set(id, { ...call, status: 'ONGOING', startTimestamp: iso(at) });
	}

	private callEnds(id: string, status: 'ENDED' | 'ERROR', at: number): void {
		const call = this.callList.get(id);
		// Deleted, or ended by hand, before its time.
		if (!call || over(call)) return;
		const startTimestamp = call.startTimestamp ?? iso(at);
		this.callList.set(id, {
			...call,
			status,
			startTimestamp,
			endTimestamp: iso(at),
			durationMs: Math.max(0, at - Date.parse(startTimestamp)),
		});
	}

	private at(at: number, happen: () => void): void {
		const before = this.upcoming.findLastIndex((one) => one.at <= at);
		this.upcoming.splice(before + 1, 0, { at, happen });
	}

	private settle(): void {
		const now = this.clock.now();
		const firstLater = this.upcoming.findIndex(({ at }) => at > now);
		const due = this.upcoming.splice(0, firstLater < 0 ? this.upcoming.length : firstLater);
		for (const { happen } of due) happen();
	}

	private nextId(kind: keyof Store['counters']): string {
		return `${kind}_${String(++this.counters[kind]).padStart(6, '0')}`;
	}
}
