import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import type { Event, Item, Round } from './event';
import { holdsAllNews, overlapMs, reachesBack, tooOldToTell } from './news/complete';
import { Memory } from './news/memory';
import { readNewest, readWhole } from './news/newest';
import type { Sighting } from './news/sighting';
import { byTime, keyOf, timeOf } from './news/sighting';

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;

interface Progress {
	records: Memory;
}

type Words = 'value' | 'name' | 'description' | 'thing' | 'filters';

/** An event whose records stand in one list. */
export interface ListEvent extends Pick<Event<Progress>, Words> {
	list: List;
	/** When the event happened. */
	timeField: string;
	/** True when the list's order says nothing about this time: it is always read whole. */
	anywhere?: boolean;
	/** What tells one occurrence from another of the same record. */
	version?(record: IDataObject): unknown;
	/** Whether the record stands for an event at all. */
	happened?(record: IDataObject): boolean;
	simplify(record: IDataObject): IDataObject;
}

/** The event with its work. */
export function listEvent(event: ListEvent): Event<Progress> {
	const { value, name, description, thing, filters, timeField } = event;

	const sightingOf = (record: IDataObject): Sighting<IDataObject> => ({
		time: timeOf(record[timeField]),
		key: keyOf(record.id, event.version?.(record)),
		record,
	});
	const itemOf = ({ simple }: Round, { time, record }: Sighting<IDataObject>): Item => ({
		json: simple ? event.simplify(record) : record,
		time,
	});
	const happened = (record: IDataObject) => event.happened?.(record) !== false;

	return {
		...{ value, name, description, thing, filters },

		readProgress({ records: saved }) {
			const records = Memory.read(saved);
			return records && { records };
		},
		saveProgress: ({ records }) => ({ records: { ...records.save() } }),

		async start(round) {
			const source = round.ownList(round.filters.narrow(event.list), timeField);
			const reading = event.anywhere
				? await readWhole(source)
				: await readNewest(source, (soFar) => reachesBack(soFar, timeField, overlapMs));
			const records = Memory.of(reading.records.map(sightingOf), reading);
			records.total = reading.total;
			return { records };
		},

		async poll(round, { records }) {
			const source = round.ownList(round.filters.narrow(event.list), timeField);
			const reading = event.anywhere
				? await readWhole(source)
				: await readNewest(source, (soFar) =>
						holdsAllNews(soFar, soFar.records.map(sightingOf), records),
					);
			const fresh = records.newOf(reading.records.map(sightingOf));
			// With a filter of the service, an old contact that begins to match makes its list longer too.
			const old =
				source.list.query === undefined ? tooOldToTell(reading, records.total, fresh.length) : 0;
			if (old > 0)
				round.warn(`${old} ${thing} appeared with a time too long ago to tell them from old ones`);
			records.add(fresh);
			records.total = reading.total;
			const wanted = fresh.filter(({ record }) => happened(record) && round.filters.pass(record));
			return { items: wanted.map((one) => itemOf(round, one)), progress: { records } };
		},

		async sample(round) {
			const { api, list } = round.ownList(round.filters.narrow(event.list), timeField);
			const { records } = await api.pages(list, sampled);
			const matching = records.filter((record) => round.filters.pass(record));
			const events = matching.filter(happened);
			// A contact that was never updated looks like one that was.
			const newest = (events.length > 0 ? events : matching).map(sightingOf).sort(byTime).pop();
			return newest && itemOf(round, newest);
		},
	};
}
