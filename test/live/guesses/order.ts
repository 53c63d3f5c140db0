import type { IDataObject } from 'n8n-workflow';

import { parseTime } from '../../../nodes/VoiceSms/trigger/news/memory';
import { Guess, type Finding } from '../finding';

/** By which time the trigger and the filters want each list newest first. */
const timeFields: Record<string, string> = {
	contacts: 'createdAt',
	conversations: 'lastMessageAt',
	calls: 'createdAt',
	messages: 'sentAt',
};

/** With fewer different times a list may stand in order by chance. */
const leastTimes = 4;

type Direction = 'newest first' | 'oldest first';

/** In which order a list is given, judged by its first pages. */
export function order(id: string, records: IDataObject[]): Finding {
	const wanted = timeFields[id];
	const called = `${id[0].toUpperCase()}${id.slice(1)}`;
	const guess = new Guess(`${id}.order`, `${called} come newest first, by ${wanted}`);
	const fields = [wanted, ...timesOf(records).filter((field) => field !== wanted)];
	const sorted = new Map<string, Direction>();
	let most = 0;
	for (const field of fields) {
		const times = records.map((record) => parseTime(record[field]) ?? NaN);
		const different = new Set(times.filter((time) => !Number.isNaN(time))).size;
		most = Math.max(most, different);
		const direction = different < leastTimes ? undefined : directionOf(times);
		if (direction !== undefined) sorted.set(field, direction);
	}
	if (most < leastTimes) {
		return guess.unseen(`it takes ${leastTimes} of them with different times to tell`);
	}
	if (sorted.get(wanted) === 'newest first') return guess.holds(words(sorted));
	return guess.differs(
		sorted.size === 0 ? `in no order of ${fields.join(', ')}` : words(sorted),
		'Nothing: the node relies on no order. But each poll of the trigger reads this list whole, and lists with a time filter too; poll less often where it is long.',
	);
}

function directionOf(times: number[]): Direction | undefined {
	// NaN is neither more nor less than anything, so a record without a time is in no order.
	const goes = (isInOrder: (time: number, before: number) => boolean) =>
		times.every((time, index) => isInOrder(time, index === 0 ? time : times[index - 1]));
	if (goes((time, before) => time <= before)) return 'newest first';
	return goes((time, before) => time >= before) ? 'oldest first' : undefined;
}

/** Every field that some record has a time in, undocumented ones too. */
function timesOf(records: IDataObject[]): string[] {
	const fields = records.flatMap((record) =>
		Object.keys(record).filter((field) => /^\d{4}-\d{2}-\d{2}T/.test(String(record[field]))),
	);
	return [...new Set(fields)];
}

function words(sorted: Map<string, Direction>): string {
	const by = new Map<Direction, string[]>();
	for (const [field, direction] of sorted) {
		by.set(direction, [...(by.get(direction) ?? []), field]);
	}
	return [...by].map(([direction, fields]) => `${direction} by ${fields.join(', ')}`).join('; ');
}
