import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/endpoints';
import { classify } from '../api/errors/nodeError';
import {
	type NewestPart,
	type WatchedList,
	overlapMs,
	parseTime,
	readNewest,
	readWhole,
} from '../api/list/readNewest';
import type { EmittedEvent, Event, Poll } from './event';
import { type Candidate, Memory, byTime, dedupeKey, versionKey } from './memory';

/** Records of the newest ones that a sample is looked for in. */
export const sampled = 200;

/** The events of records; `waiting`: those that wait for more, in the version that is remembered. */
export type Emit = (
	poll: Poll,
	records: Array<Candidate<IDataObject>>,
	/** Left out for a sample, which waits for nothing. */
	memory?: Memory,
) => Promise<{ items: EmittedEvent[]; waiting: Array<Candidate<IDataObject>> }>;

/** An event about the records of one list. */
export interface ListEvent
	extends Omit<Event<Memory>, 'readCursor' | 'saveCursor' | 'start' | 'poll' | 'sample'> {
	list: List;
	/** When a record came into the list; of a change, when it happened. */
	timeField: string;
	/**
	 * Whether the event is a change of a record, at any place of the list: no list is documented to be
	 * sorted by the time of a change, so it is always read whole. The service applies the filters it knows: a
	 * record that starts to match looks new. That is right for changes, wrong for creations.
	 */
	isChange?: boolean;
	/** The version of a record that may be an event later: another one each time. A change has its time. */
	versionOf?(record: IDataObject): string;
	/**
	 * Whether a record of this version may still become an event: of the pages down to the oldest one of these, each
	 * poll reads one in turn.
	 */
	isPending?(version: string): boolean;
	/** How far the baseline reads back, in milliseconds. */
	baselineMs?: number;
	/** When the event happened, where that is another time. */
	happenedAt?(record: IDataObject): number | undefined;
	/** `wasThere`: whether the trigger had seen the record. */
	isEvent?(record: IDataObject, wasThere: boolean): boolean;
	simplify(record: IDataObject): IDataObject;
	emit?: Emit;
}

/** Where the service gives whole seconds, two changes of a record may have the same time. */
function versionOfChange(time: unknown, record: IDataObject): string {
	const isExact = (parseTime(time) ?? 0) % 1000 !== 0;
	return versionKey(time, isExact ? undefined : record);
}

/** The event with its work. */
export function listEvent(event: ListEvent): Event<Memory> {
	const { nameInErrors, timeField, isChange = false, baselineMs = overlapMs } = event;
	const { isPending = () => false } = event;

	const candidateOf = (record: IDataObject): Candidate<IDataObject> => ({
		time: parseTime(record[timeField]),
		// Most records of a whole list are too old to be new, and need no hash.
		get key() {
			return dedupeKey(record.id);
		},
		get version() {
			return isChange ? versionOfChange(record[timeField], record) : event.versionOf?.(record);
		},
		record,
	});
	const watchedFor = ({ ownList, filters }: Poll) =>
		ownList(isChange ? filters.narrow(event.list) : event.list, timeField);
	const happened = (record: IDataObject, wasThere = false) =>
		event.isEvent?.(record, wasThere) ?? true;
	const emit =
		event.emit ??
		(async ({ simple }, records) => ({
			items: records.map(({ time, record }): EmittedEvent => {
				return { json: simple ? event.simplify(record) : record, time };
			}),
			waiting: [],
		}));
	/** The memory after a poll that read the list. */
	const upToDate = (poll: Poll, records: Memory, { total }: NewestPart) => {
		records.total = total;
		records.follow(poll.now());
		return records;
	};

	return {
		...event,
		readCursor: ({ records }) => Memory.read(records),
		saveCursor: (records) => ({ records: records.save() }),

		async start(poll) {
			const watched = watchedFor(poll);
			const enough = ({ records: [newest], oldest }: NewestPart) =>
				oldest < (parseTime(newest?.[timeField]) ?? NaN) - baselineMs;
			const part = isChange ? await readWhole(watched) : await readNewest(watched, enough);
			warnOfMissing(poll, part, nameInErrors);
			return upToDate(poll, Memory.of(part.records.map(candidateOf), part.oldest), part);
		},

		async poll(poll, records) {
			const watched = watchedFor(poll);
			const candidatesOf = (soFar: NewestPart) => soFar.records.map(candidateOf);
			const enough = (soFar: NewestPart) => holdsAllNews(soFar, candidatesOf(soFar), records);
			const part = isChange ? await readWhole(watched) : await readNewest(watched, enough);
			if (part.read !== undefined) {
				const { pages, size } = part.read;
				const added = unseenOf(records, records.newOf(candidatesOf(part))).length;
				const count = records.countDownTo(isPending);
				const deeper = count === 0 ? 0 : Math.ceil((count + added) / size) - pages;
				if (deeper > 0) await readInTurn(poll, watched, part, pages + 1 + (poll.turn % deeper));
			}
			const candidates = candidatesOf(part);
			if (!poll.isSameAccount && !records.holdsOneOf(candidates)) return undefined;
			// Once as long as nothing changes.
			if (part.total !== records.total) warnOfMissing(poll, part, nameInErrors);
			const fresh = records.newOf(candidates);
			const wanted = fresh.filter((one) => {
				const wasThere = records.lastSeen(one) !== undefined;
				return happened(one.record, wasThere) && poll.filters.pass(one.record);
			});
			const { items, waiting } = await emit(poll, wanted, records);
			records.add([...fresh, ...waiting]);
			return { items, cursor: upToDate(poll, records, part) };
		},

		async sample(poll) {
			const { api, list } = poll.ownList(poll.filters.narrow(event.list), timeField);
			const { records } = await api.pages(list, sampled);
			const matching = records.filter((one) => poll.filters.pass(one));
			const events = matching.filter((one) => happened(one));
			// A contact that was never updated looks like one that was.
			const all = events.length > 0 || !isChange ? events : matching;
			const timed = all.map((record) => {
				const one = candidateOf(record);
				return { ...one, time: event.happenedAt?.(record) ?? one.time };
			});
			return (await emit(poll, timed.sort(byTime).slice(-1))).items[0];
		},
	};
}

/**
 * Whether the top of a sorted list holds all news: nothing is new, or as many records were read that the memory does
 * not hold as the list has grown by, down to a known one that is old enough. Where the news alone explain the growth,
 * that is ten minutes before the newest, as records may come late; otherwise the floor, below which nothing is new.
 */
function holdsAllNews(part: NewestPart, candidates: Candidate[], memory: Memory): boolean {
	const last = candidates[candidates.length - 1];
	if (!memory.knows(last)) return false;
	const news = memory.newOf(candidates);
	const growth = part.total - memory.total;
	if (news.length === 0 && growth === 0) return true;
	const isExplained = growth <= unseenOf(memory, news).length;
	const downTo = isExplained ? Math.max(memory.newest() - overlapMs, memory.floor) : memory.floor;
	// Old records with one time prove no order.
	const isSorted = byTime(candidates[0], last) > 0;
	return isSorted && unseenOf(memory, candidates).length >= growth && part.oldest < downTo;
}

const unseenOf = (memory: Memory, candidates: Candidate[]) =>
	candidates.filter((one) => memory.lastSeen(one) === undefined);

/** Adds a page, if it can be read. */
async function readInTurn(poll: Poll, { api, list }: WatchedList, part: NewestPart, page: number) {
	const read = await api.page(list, page).catch((error: Error) => {
		// A service that asks for fewer requests has answered the first page.
		if (!classify(error).asksForFewer) poll.failed(error);
	});
	part.records.push(...(read?.records ?? []));
}

export function warnOfMissing({ warn }: Poll, { total, listed }: NewestPart, name: string) {
	if (total > listed) {
		warn(`The list of the service lacks ${total - listed} of the ${name} that it counts`);
	}
}
