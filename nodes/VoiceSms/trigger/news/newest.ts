import type { IDataObject, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Api } from '../../api/connect';
import { pagesOf } from '../../api/list/page';
import type { List } from '../../api/types';
import { inParallel } from '../../util/inParallel';
import type { Reading } from './complete';
import { isSorted } from './complete';
import { timeOf } from './sighting';

/** A list to look for news in. */
export interface Source {
	api: Api;
	list: List;
	/** Field with the time that the news goes by. */
	timeField: string;
	node: INode;
	/** Most requests at once. */
	bound: number;
}

/** Times a list is begun again when records are taken out of it meanwhile. */
const passes = 3;
/** Most pages asked for at once. */
const mostPages = 32;

/**
 * Reads a list from its top until `enough` says so. The order is never trusted: as soon as a page
 * is not sorted newest-first by the time field, the whole list is read.
 *
 * @throws NodeOperationError when the list moves too much to be read whole
 */
export async function readNewest(
	source: Source,
	enough: (reading: Reading) => boolean,
): Promise<Reading> {
	for (let pass = 1; pass <= passes; pass++) {
		const reading = await readTop(source, enough);
		if (reading === 'unsorted' || reading === 'short') break;
		if (reading !== 'moved') return reading;
	}
	return await readWhole(source);
}

/**
 * Every record of a list. Where its total is steadily too high, more may come to light later, and
 * only a record that is newer than all records read is sure to be news.
 *
 * @throws NodeOperationError when the list moves too much to be read whole
 */
export async function readWhole({ api, list, timeField, node }: Source): Promise<Reading> {
	const { records, missing, moved } = await api.pages(list, Infinity);
	const total = records.length + missing;
	if (moved !== true) {
		const whole = missing === 0;
		// The records that the list does not give may stand between any others.
		const oldest = whole ? undefined : newestOf(records, timeField);
		return { records, total, missing, whole, oldest };
	}
	throw new NodeOperationError(node, `The list of ${list.key} kept changing while it was read`, {
		description: `${missing} records may be missing. Nothing is lost: the next poll reads it again.`,
	});
}

function newestOf(records: IDataObject[], timeField: string): number | undefined {
	return records.reduce<number | undefined>((newest, record) => {
		const time = timeOf(record[timeField]);
		return time === undefined ? newest : Math.max(newest ?? time, time);
	}, undefined);
}

async function readTop(
	{ api, list, timeField, bound }: Source,
	enough: (reading: Reading) => boolean,
): Promise<Reading | 'unsorted' | 'moved' | 'short'> {
	const first = await api.page(list, 1);
	let { total, totalPages } = first.pagination;
	const held = first.records.length;
	let pagesThere = pagesOf(first.pagination, held);
	const records = [...first.records];
	for (let read = 1, step = 1; ; step *= 2) {
		if (pagesThere <= read) {
			const found = new Set(records.map((record) => record.id ?? record)).size;
			return found < first.pagination.total ? 'short' : { records, total, whole: true };
		}
		if (held === 0) return 'short';
		if (!isSorted(records, timeField)) return 'unsorted';
		const oldest = timeOf(records[records.length - 1][timeField]);
		const reading = { records, total: first.pagination.total, whole: false, oldest };
		if (enough(reading)) return reading;
		// Pages beyond `totalPages` are tried one by one.
		const count = Math.min(step, mostPages, Math.max(1, totalPages - read));
		const pages = await inParallel(count, { bound }, async (index) => {
			return await api.page(list, read + 1 + index);
		});
		for (const page of pages) {
			if (page === undefined) continue;
			// Taken out of an earlier page, a record has pulled others over to a page already read.
			if (page.pagination.total < total) return 'moved';
			// The records that stand there may come to light later.
			if (page.records.length === 0) return 'short';
			records.push(...page.records);
			({ total, totalPages } = page.pagination);
			pagesThere = pagesOf(page.pagination, held);
		}
		read += count;
	}
}
