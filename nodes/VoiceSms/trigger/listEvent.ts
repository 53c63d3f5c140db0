import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import type { Event, Item, Round } from './event';
import { holdsAllNews, overlapMs, reachesBack, remarksOn } from './news/complete';
import { Memory } from './news/memory';
import { readNewest, readWhole } from './news/newest';
import type { Sighting } from './news/sighting';
import { byTime, keyOf, timeOf } from './news/sighting';

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;

type Words = 'value' | 'name' | 'description' | 'thing' | 'filters';

/** An event whose records stand in one list. */
export interface ListEvent extends Pick<Event<Memory>, Words> {
	list: List;
	/** When the event happened. */
	timeField: string;
	/** True when the list's order says nothing about this time: it is always read whole. */
	anywhere?: boolean;
	/**
	 * Whether the service may apply the filters it knows. Where it does, a record that comes to pass
	 * them cannot be told from one that is new.
	 */
	narrowed?: boolean;
	/** A value that differs between two events of the same record. */
	version?(record: IDataObject): unknown;
	/** Whether the record stands for an event at all. */
	happened?(record: IDataObject): boolean;
	simplify(record: IDataObject): IDataObject;
}

/** The event with its work. */
export function listEvent(event: ListEvent): Event<Memory> {
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

	const listFor = ({ filters: chosen }: Round) =>
		event.narrowed ? chosen.narrow(event.list) : event.list;
	const isWanted = ({ filters: chosen }: Round, record: IDataObject) =>
		happened(record) && (event.narrowed === true || chosen.pass(record));

	return {
		...{ value, name, description, thing, filters },

		readProgress: ({ records }) => Memory.read(records),
		saveProgress: (records) => ({ records: { ...records.save() } }),

		async start(round) {
			const source = round.ownList(listFor(round), timeField);
			const reading = event.anywhere
				? await readWhole(source)
				: await readNewest(source, (soFar) => reachesBack(soFar, timeField, overlapMs));
			for (const remark of remarksOn(reading, thing, undefined, 0)) round.warn(remark);
			const records = Memory.of(reading.records.map(sightingOf), reading);
			records.total = reading.total;
			return records;
		},

		async poll(round, records) {
			const list = listFor(round);
			const source = round.ownList(list, timeField);
			const reading = event.anywhere
				? await readWhole(source)
				: await readNewest(source, (soFar) =>
						holdsAllNews(soFar, soFar.records.map(sightingOf), records),
					);
			const fresh = records.newOf(reading.records.map(sightingOf));
			// A list that the service filters becomes longer by old records, too.
			const found = list.query === undefined ? fresh.length : Infinity;
			for (const remark of remarksOn(reading, thing, records.total, found)) round.warn(remark);
			records.add(fresh);
			records.total = reading.total;
			const wanted = fresh.filter(({ record }) => isWanted(round, record));
			return { items: wanted.map((one) => itemOf(round, one)), progress: records };
		},

		async sample(round) {
			const { api, list } = round.ownList(round.filters.narrow(event.list), timeField);
			const { records } = await api.pages(list, sampled);
			const matching = event.narrowed ? records : records.filter((one) => round.filters.pass(one));
			const events = matching.filter(happened);
			// A contact that was never updated looks like one that was.
			const newest = (events.length > 0 ? events : matching).map(sightingOf).sort(byTime).pop();
			return newest && itemOf(round, newest);
		},
	};
}
