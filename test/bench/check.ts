import type { IDataObject } from 'n8n-workflow';

import type { Outcome, Task } from './contenders/contender';
import type { Sent } from './service';

export interface Findings {
	/** Every output belongs to its input and stands in its order. */
	inOrder: boolean;
	/** Nothing is missing and nothing is there twice, at the service and in the output. */
	complete: boolean;
	/** Messages that the service has once, more than once, and not at all. Sends only. */
	delivered?: { once: number; twice: number; never: number };
}

/**
 * Holds a run's outputs against what was asked for and what the service says it did.
 *
 * @param count of contacts that the service holds, for lists
 */
export function check(
	does: Task['does'],
	count: number,
	items: IDataObject[],
	{ outputs, error }: Outcome,
	sent: Sent[],
): Findings {
	const records = outputs.map(({ json }) => recordOf(json));
	if (does === 'list') {
		const ids = records.map(({ id }) => String(id));
		// The service lists the newest first, and its ids count up.
		const inOrder = ids.every((id, index) => index === 0 || id < ids[index - 1]);
		return { inOrder, complete: new Set(ids).size === count && ids.length === count };
	}
	const paired = outputs.every(({ item }, index) => item === index);
	const all = error === undefined && outputs.length === items.length;
	if (does === 'get') {
		const right = records.every(({ id }, index) => id === items[index].contactId);
		return { inOrder: paired && right, complete: all };
	}
	const sentOf = new Map(sent.map((message) => [message.id, message]));
	const right = records.every(({ messageId }, index) => {
		const message = sentOf.get(String(messageId));
		return message?.to === items[index].to && message?.body === items[index].body;
	});
	const times = new Map<string, number>();
	for (const { to } of sent) times.set(to, (times.get(to) ?? 0) + 1);
	const delivered = { once: 0, twice: 0, never: 0 };
	for (const { to } of items) {
		const often = times.get(String(to)) ?? 0;
		delivered[often === 0 ? 'never' : often === 1 ? 'once' : 'twice']++;
	}
	return {
		inOrder: paired && right,
		complete: all && delivered.once === items.length,
		delivered,
	};
}

/** The record in an output, whether or not it still has the service's envelope around it. */
function recordOf(json: IDataObject): IDataObject {
	const data = (json.data ?? json) as IDataObject;
	return (data.client ?? data) as IDataObject;
}
