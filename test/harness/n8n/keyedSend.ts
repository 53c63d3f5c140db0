import type { IDataObject } from 'n8n-workflow';

import { companyNumbers, manualClock } from '../../simulator';
import { serviceTime } from '../time/serviceTime';
import { withSimulatorAndStore } from './deduplication';
import { locator, runAt, type NodeRun } from './engine';
import { untyped } from './fake';
import { collections } from './options';

/** What a keyed sending is asked for. */
export interface Message {
	to: string;
	key: string;
}

export const order = { to: '+15550209999', key: 'order-1042' };
export const otherOrder = { to: '+15550209998', key: 'order-1043' };
/** Messages to so many people, each with a key of its own. */
export const numbered = (count: number): Message[] =>
	Array.from({ length: count }, (_, index) => ({
		to: `+1555020${String(index).padStart(4, '0')}`,
		key: `key ${index}`,
	}));

/** A sending with a Send Once Key, to the number and with the key of each item (`to` and `key`). */
export const keyedSend = (options: IDataObject = {}) => ({
	resource: 'sms',
	operation: 'send',
	from: locator(companyNumbers[0]),
	to: '={{ $json.to }}',
	body: 'Your order has been shipped',
	...collections({ onceKey: '={{ $json.key }}', ...options }),
});

/** A service and a store for the tests of a file, with keyed sendings to them. */
export function keyedSends() {
	const { pace, watch } = serviceTime();
	const both = withSimulatorAndStore({ clock: { ...manualClock(), pace } }, watch);
	const sendBy = async (items: Message[], options: Partial<NodeRun> = {}) => {
		const given = { items: untyped<IDataObject[]>(items), ...options };
		return await runAt(both.simulator, keyedSend(), given);
	};
	const send = async (items: Message[], settings: NodeRun['settings'] = {}) =>
		await sendBy(items, { settings });
	return { ...both, sendBy, send };
}
