import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/endpoints';
import type { Event, EmittedEvent, Poll } from './event';
import { warnAbout } from './news/log';
import { type Candidate, byTime, dedupeKey, Memory, parseTime, versionKey } from './news/memory';
import {
	type ListPart,
	overlapMs,
	reachesBehindNewest,
	readNewest,
	readNews,
	readWhole,
	sampled,
} from './news/newest';

/** A change is at least so many milliseconds later than the record, if the trigger did not know the record. */
const clocksApart = 2_000;

/** An event about the records of one list. */
interface ListEvent
	extends Pick<
		Event<Memory>,
		'value' | 'name' | 'description' | 'output' | 'nameInErrors' | 'filters'
	> {
	list: List;
	/** When the event happened. */
	timeField: string;
	/**
	 * Whether the event is a change of a record, which may happen again. No list is documented to be
	 * sorted by the time of a change, so it is always read whole. The service applies the filters it knows: a
	 * record that starts to match looks new. That is right for changes, wrong for creations.
	 */
	isChange?: boolean;
	simplify(record: IDataObject): IDataObject;
}

/** The event with its work. */
export function listEvent(event: ListEvent): Event<Memory> {
	const { nameInErrors, timeField, isChange = false } = event;

	const candidateOf = (record: IDataObject): Candidate<IDataObject> => ({
		time: parseTime(record[timeField]),
		// Most records of a whole list are too old to be new, and need no hash.
		get key() {
			return dedupeKey(record.id);
		},
		get version() {
			return isChange ? versionOf(record) : undefined;
		},
		record,
	});
	/** Where the service gives whole seconds, two changes may have the same time. */
	const versionOf = (record: IDataObject) => {
		const isExact = (parseTime(record[timeField]) ?? 0) % 1000 !== 0;
		return versionKey(record[timeField], isExact ? undefined : record);
	};
	const itemOf = ({ simple }: Poll, { time, record }: Candidate<IDataObject>): EmittedEvent => ({
		json: simple ? event.simplify(record) : record,
		time,
	});
	/** A new record carries both times too, by two clocks of the service, and is no change. */
	const happened = (record: IDataObject, wasThere = false) => {
		const [created = 0, changed] = [parseTime(record.createdAt), parseTime(record[timeField])];
		if (!isChange || changed === undefined) return !isChange;
		return wasThere || changed - created >= clocksApart;
	};

	const listFor = ({ filters: chosen }: Poll) =>
		isChange ? chosen.narrow(event.list) : event.list;
	const passes = ({ filters: chosen }: Poll, record: IDataObject) =>
		chosen.pass(record, { isNarrowed: isChange });

	return {
		...event,
		readCursor: ({ records }) => Memory.read(records),
		saveCursor: (records) => ({ records: records.save() }),

		async start(poll) {
			const watched = poll.ownList(listFor(poll), timeField);
			const enough = (soFar: ListPart) => reachesBehindNewest(soFar, timeField, overlapMs);
			const part = isChange ? await readWhole(watched) : await readNewest(watched, enough);
			warnAbout(poll, part, nameInErrors, undefined, 0);
			const records = Memory.of(part.records.map(candidateOf), part);
			records.total = part.total;
			records.follow(poll.now());
			return records;
		},

		async poll(poll, records) {
			const watched = poll.ownList(listFor(poll), timeField);
			const { part, fresh } = await readNews(
				watched,
				poll.isSameAccount,
				records,
				candidateOf,
				isChange,
			);
			if (fresh === undefined) return undefined;
			// A list that the service filters becomes longer by old records, too.
			const found = watched.list.query === undefined ? fresh.length : Infinity;
			warnAbout(poll, part, nameInErrors, records.total, found);
			const wanted = fresh.filter((one) => {
				const wasThere = records.lastSeen(one) !== undefined;
				return happened(one.record, wasThere) && passes(poll, one.record);
			});
			records.add(fresh);
			records.total = part.total;
			records.follow(poll.now());
			return { items: wanted.map((one) => itemOf(poll, one)), cursor: records };
		},

		async sample(poll) {
			const { api, list } = poll.ownList(poll.filters.narrow(event.list), timeField);
			const { records } = await api.pages(list, sampled);
			const matching = records.filter((one) => passes(poll, one));
			const events = matching.filter((one) => happened(one));
			// A contact that was never updated looks like one that was.
			const newest = (events.length > 0 ? events : matching).map(candidateOf).sort(byTime).pop();
			return newest && itemOf(poll, newest);
		},
	};
}
