/** Section "Resources and their fields" of the interface, as it goes over the wire. */
export interface Contact {
	id: string;
	firstName: string;
	lastName: string;
	fullName: string;
	email: string;
	phone: string;
	source: 'MANUAL' | 'FACEBOOK' | 'CSV' | 'API' | 'CALL';
	tags: string[];
	status: string;
	notes: string;
	company_name: string;
	address: string;
	city: string;
	state: string;
	zipCode: string;
	country: string;
	customFields: Record<string, unknown>;
	isActive: boolean;
	/** Null in the records that a test wants without a time. */
	createdAt: string | null;
	updatedAt: string | null;
}

export type CallStatus = 'REGISTERED' | 'ONGOING' | 'ENDED' | 'ERROR';

export interface Call {
	id: string;
	voiceEngineId: string;
	callType: string;
	direction: 'INBOUND' | 'OUTBOUND';
	fromNumber: string;
	toNumber: string;
	status: CallStatus;
	/** Absent until the call is ongoing, like the two fields below until it is over. */
	startTimestamp?: string;
	endTimestamp?: string;
	durationMs?: number;
	companyId: string;
	/** Null in the records that a test wants without a time. */
	createdAt: string | null;
}

export interface Conversation {
	id: string;
	customerPhone: string;
	companyPhone: string;
	customerName: string;
	customerEmail: string;
	status: 'ACTIVE' | 'ARCHIVED' | 'CLOSED';
	/** Null in the records that a test wants without a time. */
	lastMessageAt: string | null;
	lastMessagePreview: string;
	messageCount: number;
	unreadCount: number;
}

export interface Message {
	id: string;
	conversationId: string;
	direction: 'INBOUND' | 'OUTBOUND';
	fromPhone: string;
	toPhone: string;
	body: string;
	status: string;
	/** Null in the records that a test wants without a time. */
	sentAt: string | null;
	deliveredAt?: string;
}
