import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/endpoints';
import {
	type NewestPart,
	overlapMs,
	parseTime,
	reachesBehindNewest,
	readNewest,
	readWhole,
} from '../api/list/readNewest';
import type { EmittedEvent, Event, Poll } from './event';
import { type Candidate, Memory, byTime, dedupeKey } from './memory';
import { readNews, warnOfMissing } from './news';

/** Records of the newest ones that a sample is looked for in. */
export const sampled = 200;

/** An event about the records of one list. */
interface ListEvent
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
	/** Of a record that may be an event later, or again: another one each time. */
	versionOf?(record: IDataObject): string;
	/** Whether a record of this version may still become an event. */
	isPending?(version: string): boolean;
	/** How far the baseline reads back, in milliseconds. */
	baselineMs?: number;
	/** When the event happened, where that is another time. */
	happenedAt?(record: IDataObject): number | undefined;
	/** `wasThere`: whether the trigger had seen the record. */
	isEvent?(record: IDataObject, wasThere: boolean): boolean;
	simplify(record: IDataObject): IDataObject;
	/** The events of records; `waiting`: those that wait for more, in the version that is remembered. */
	emit?(
		poll: Poll,
		records: Array<Candidate<IDataObject>>,
		memory?: Memory,
	): Promise<{ items: EmittedEvent[]; waiting: Array<Candidate<IDataObject>> }>;
}

/** The event with its work. */
export function listEvent(event: ListEvent): Event<Memory> {
	const { nameInErrors, timeField, isChange = false, isPending, baselineMs = overlapMs } = event;

	const candidateOf = (record: IDataObject): Candidate<IDataObject> => ({
		time: parseTime(record[timeField]),
		// Most records of a whole list are too old to be new, and need no hash.
		get key() {
			return dedupeKey(record.id);
		},
		get version() {
			return event.versionOf?.(record);
		},
		record,
	});
	const watchedFor = ({ ownList, filters }: Poll) =>
		ownList(isChange ? filters.narrow(event.list) : event.list, timeField);
	const passes = ({ filters }: Poll, record: IDataObject) =>
		filters.pass(record, { isNarrowed: isChange });
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
			const enough = (soFar: NewestPart) => reachesBehindNewest(soFar, timeField, baselineMs);
			const part = isChange ? await readWhole(watched) : await readNewest(watched, enough);
			warnOfMissing(poll, part, nameInErrors);
			return upToDate(poll, Memory.of(part.records.map(candidateOf), part.oldest), part);
		},

		async poll(poll, records) {
			const watched = watchedFor(poll);
			const news = await readNews(poll, watched, records, candidateOf, isChange, isPending);
			if (news === undefined) return undefined;
			const wanted = news.fresh.filter((one) => {
				const wasThere = records.lastSeen(one) !== undefined;
				return happened(one.record, wasThere) && passes(poll, one.record);
			});
			const { items, waiting } = await emit(poll, wanted, records);
			records.add([...news.fresh, ...waiting]);
			return { items, cursor: upToDate(poll, records, news.part) };
		},

		async sample(poll) {
			const { api, list } = poll.ownList(poll.filters.narrow(event.list), timeField);
			const { records } = await api.pages(list, sampled);
			const matching = records.filter((one) => passes(poll, one));
			const events = matching.filter((one) => happened(one));
			// A contact that was never updated looks like one that was.
			const all = events.length > 0 || !isChange ? events : matching;
			const timed = all.map((record) => {
				const one = candidateOf(record);
				return { one, time: event.happenedAt?.(record) ?? one.time };
			});
			const newest = timed
				.sort(byTime)
				.slice(-1)
				.map(({ one }) => one);
			return (await emit({ ...poll, pollsFor: () => 0 }, newest)).items[0];
		},
	};
}
