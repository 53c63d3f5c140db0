import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import type { Sighting } from './fresh';
import { startMemory, takeFresh } from './fresh';
import { keyOf, overlapMs, timeOf } from './memory';
import { holdsAllNews, reachesBack, tellOfOlder } from './news';
import { readNewest, readWhole } from './newest';
import type { EventWork, Filters, Tools } from './tools';

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;

/** An event whose records stand in one list. */
export interface RecordEvent {
	list(filters: Filters): List;
	/** When the event happened. */
	timeField: string;
	/** True when the list's order says nothing about this time: it is always read whole. */
	anywhere?: boolean;
	/** What tells one occurrence from another of the same record. */
	version?(record: IDataObject): unknown;
	/** Whether the record stands for an event at all. */
	happened?(record: IDataObject): boolean;
	matches(record: IDataObject, filters: Filters): boolean;
	simplify(record: IDataObject): IDataObject;
}

/** The work of such an event. */
export function recordEvent(event: RecordEvent): EventWork {
	const { timeField } = event;
	const sightingOf = (record: IDataObject): Sighting<IDataObject> => ({
		time: timeOf(record[timeField]),
		key: keyOf(record.id, event.version?.(record)),
		record,
	});
	const itemOf = ({ simple }: Tools, { time, record }: Sighting<IDataObject>) => ({
		json: simple ? event.simplify(record) : record,
		time,
	});
	const isWanted = ({ filters }: Tools, record: IDataObject) =>
		event.happened?.(record) !== false && event.matches(record, filters);

	return {
		async poll(tools, progress) {
			const list = event.list(tools.filters);
			const reading = event.anywhere
				? await readWhole(tools, list)
				: await readNewest(tools, list, timeField, (soFar) =>
						progress === undefined
							? reachesBack(soFar, timeField, overlapMs)
							: holdsAllNews(soFar, soFar.records.map(sightingOf), progress.records),
					);
			const { total, reaches } = reading;
			const sightings = reading.records.map(sightingOf);
			if (progress === undefined) {
				// Of the last millisecond read, a part may stand on the next page.
				const floor = reaches === 0 ? 0 : reaches + 1;
				return { items: [], progress: { records: startMemory(sightings, floor, { total }) } };
			}
			const { fresh, memory } = takeFresh(sightings, progress.records, { total });
			// With a filter of the service, an old contact that begins to match makes its list longer too.
			if (list.query === undefined)
				tellOfOlder(tools, list, reading, progress.records, fresh.length);
			const wanted = fresh.filter(({ record }) => isWanted(tools, record));
			return { items: wanted.map((one) => itemOf(tools, one)), progress: { records: memory } };
		},

		async sample(tools) {
			const { records } = await tools.api.pages(event.list(tools.filters), sampled);
			const matching = records.filter((record) => event.matches(record, tools.filters));
			const happened = matching.filter((record) => event.happened?.(record) !== false);
			// A contact that was never updated looks like one that was.
			const candidates = (happened.length > 0 ? happened : matching).map(sightingOf);
			const newest = candidates.sort((a, b) => b.time - a.time)[0];
			return newest === undefined ? undefined : itemOf(tools, newest);
		},
	};
}
