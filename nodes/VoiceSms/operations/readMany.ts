import type { IDataObject } from 'n8n-workflow';

import { filtered } from '../api/lists';
import type { Keep } from '../api/list/pages';
import type { List } from '../api/types';
import { contains } from '../util/sameWords';
import { Listed, mostForModel } from './listed';
import type { Surroundings } from './operation';
import type { Span } from './span';
import { isWithin } from './span';
import { counted } from '../util/inWords';

export interface ListInput {
	/** Number of records, Infinity for all. */
	wanted: number;
	/** Spellings from `searchTexts`: a record that one of them finds is found. */
	search?: string[];
	/** The search and the filters in words, as in `Listed`. */
	sought: string;
	/** Only records of a span of time. */
	span?: Span;
	/** Whether `keep` leaves out records. */
	isFilter?: boolean;
	keep: Keep;
}

const whyMissing =
	'the list kept changing while it was read, or the service counts records that it does not return';

/**
 * The records of a paged list, for a model at most as many as it can read, with hints about records that
 * may be missing or wrong.
 */
export async function readMany(
	{ api, asTool, hint }: Surroundings,
	list: List,
	{ wanted, search = [''], sought, span, isFilter = false, keep }: ListInput,
): Promise<Listed> {
	const most = asTool ? Math.min(wanted, mostForModel) : wanted;
	let found = false;
	const undated = new Set<unknown>();
	/** IDs from earlier searches, and `ids` from the current search. */
	const seen = new Set<unknown>();
	const ids: unknown[] = [];
	const keepOne = (record: IDataObject) => {
		if (seen.has(record.id)) return undefined;
		if (record.id !== undefined) ids.push(record.id);
		found ||= search.some((text) => contains(record, text));
		if (span === undefined || isWithin(record, span)) return keep(record);
		if (Number.isNaN(span.timeOf(record))) undated.add(record.id ?? record);
		return undefined;
	};
	let records: IDataObject[] = [];
	let missing = 0;
	let more: Listed['about']['more'];
	for (const text of search) {
		const left = most - records.length;
		if (left === 0) {
			more = {};
			break;
		}
		const read = await api.pages(filtered(list, { [api.names.search]: text }), left, keepOne);
		records = records.concat(read.records);
		missing += read.missing;
		// Two searches may find the same records, so their totals cannot be added.
		if (read.more !== undefined) more = search.length === 1 ? read.more : {};
		for (const id of ids.splice(0)) seen.add(id);
	}
	const written = search[search.length - 1];
	if (!found && records.length > 0) {
		// A model cannot change the name of the parameter.
		hint(
			asTool
				? `None of these records contains "${written}": the service may have ignored the search.`
				: `No record contains "${written}". The service may use another parameter name than "${api.names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (undated.size > 0) {
		hint(`Left out: ${counted(undated.size, 'record')} without a readable time.`);
	}
	if (missing > 0) hint(`${counted(missing, 'record')} may be missing: ${whyMissing}.`);
	const isCounted = span === undefined && !isFilter;
	return new Listed(records, {
		sought,
		wanted,
		...(more === undefined ? {} : { more: isCounted ? more : {} }),
	});
}
