import type { IDataObject } from 'n8n-workflow';

import type { Task } from './contenders/contender';
import { expressions } from './contenders/fields';
import type { Work, WorkKind } from './plan';
import type { ServiceFacts } from './service';
import { phoneOf } from '../simulator/seed';

const doing: Partial<Record<WorkKind, Task['does']>> = { get: 'get', list: 'list' };

/** What the contenders are asked to do. */
export function taskOf({ kind }: Work, facts: ServiceFacts): Task {
	return {
		does: doing[kind] ?? 'send',
		message: expressions.body,
		...(kind === 'once' ? { options: { onceKey: expressions.key } } : {}),
		...(kind === 'tagged' ? { options: { skipTag: 'no-sms' } } : {}),
		facts,
	};
}

/**
 * Input items. `body` is the text that arrives, whatever expression makes it.
 *
 * @param area three digits that tell these items' numbers and keys from others'
 */
export function itemsOf({ kind, count }: Work, area: string): IDataObject[] {
	if (kind === 'list') return [{}];
	// A key of Send Once stays in n8n's store after the process.
	const run = `${Date.now()}-${process.pid}`;
	return Array.from({ length: count }, (_, index) => {
		if (kind === 'get') return { contactId: `contact_${String(index + 1).padStart(6, '0')}` };
		const [name, time] = [`Customer ${index}`, index % 24];
		return {
			to: kind === 'tagged' ? phoneOf(index) : `+1555${area}${String(index).padStart(5, '0')}`,
			name,
			time,
			body: `Hello ${name}, see you at ${time}`,
			key: `order-${area}-${run}-${index}`,
		};
	});
}
