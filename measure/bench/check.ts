import type { IDataObject } from 'n8n-workflow';

import type { Outcome } from './n8n';
import type { Work } from './works';

/** A message that the service really sent. */
export interface Sent {
	id: string;
	to: string;
	body: string;
}

export interface Findings {
	/** Everything was done once, the output is whole and in order, and there was no error. */
	sound: boolean;
	/** People who got a message; of other works the items of the output. */
	done: number;
}

/** Holds the output of a run against what was asked for and what the service really did. */
export function check(
	{ does, count }: Pick<Work, 'does' | 'count'>,
	items: IDataObject[],
	{ outputs, error }: Outcome,
	sent: readonly Sent[],
): Findings {
	const records = outputs.map(({ json }) => recordOf(json));
	const messages = new Map(sent.map((message) => [message.id, message]));
	const done = does === 'send' ? new Set(sent.map(({ to }) => to)).size : outputs.length;
	const isRight = (record: IDataObject, index: number): boolean => {
		// The service lists the newest first, and its ids count up.
		if (does === 'list') return index === 0 || String(record.id) < String(records[index - 1].id);
		if (outputs[index].item !== index) return false;
		if (does === 'get') return record.id === items[index].contactId;
		if (does === 'check') {
			const { outcome, to, body } = record;
			return outcome === 'wouldSend' && to === items[index].to && body === items[index].body;
		}
		const message = messages.get(String(record.messageId));
		return message?.to === items[index].to && message?.body === items[index].body;
	};
	const wanted = {
		send: items.length,
		check: items.length,
		get: items.length,
		list: count,
		poll: 0,
	}[does];
	const whole = outputs.length === wanted && done === wanted;
	const once = sent.length === (does === 'send' ? wanted : 0);
	return { sound: error === undefined && whole && once && records.every(isRight), done };
}

/** The record in an output, whether or not it still has the service's envelope around it. */
function recordOf(json: IDataObject): IDataObject {
	const data = (json.data ?? json) as IDataObject;
	return (data.client ?? data) as IDataObject;
}
