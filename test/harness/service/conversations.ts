import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../../nodes/VoiceSms/api/errors/failure';
import { errorOf, Lists } from './lists';

export const start = Date.parse('2026-06-01T12:00:00Z');
export const minute = 60_000;
/** The time of a minute since the start. */
export const iso = (at: number) => new Date(start + Math.round(at * minute)).toISOString();
/** The list of conversations, and that of the messages of one. */
export const list = '/api/sms';
export const pathOf = (id: string) => `/api/sms/${id}/messages`;

/** Conversations with messages at these minutes, as the service gives them: newest first. */
export class Phone extends Lists {
	/** Conversations whose messages cannot be read, and why. */
	readonly failing = new Map<string, Failure | number>();

	constructor() {
		super({ [list]: [] });
	}

	/** A message of a customer, or of the company. */
	add(id: string, at: number | null, more: IDataObject = {}): string {
		const all = this.records[list];
		const before = all.find((one) => one.id === id);
		const messages = (this.records[pathOf(id)] ??= []);
		const message = {
			id: `${id} ${at}`,
			direction: 'INBOUND',
			sentAt: at === null ? null : iso(at),
		};
		messages.unshift({ ...message, ...more });
		const conversation = {
			id,
			companyPhone: '+1',
			messageCount: messages.length,
			lastMessageAt: at === null ? (before?.lastMessageAt ?? null) : iso(at),
		};
		this.records[list] = [conversation, ...all.filter((one) => one !== before)];
		return message.id;
	}

	override get api() {
		const whole = super.api;
		return {
			...whole,
			page: async (...given: Parameters<NonNullable<typeof whole.page>>) => {
				const [, , , id] = given[0].path.split('/');
				const failure = this.failing.get(id);
				if (failure !== undefined) throw errorOf(failure);
				return await whole.page!(...given);
			},
		};
	}
}
