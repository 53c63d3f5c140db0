import type { IDataObject } from 'n8n-workflow';

import type { Keep } from '../api/list/readList';
import { type List, filtered } from '../api/endpoints';
import { momentOfService } from '../api/unstated';
import { contains } from '../util/sameWords';
import { adviceOnName, foundForNobody } from './find/ignoredSearch';
import type { OperationContext } from './context';
import { Listed } from './result';
import { counted } from '../util/inWords';

/** From the first moment to the one after the last, in milliseconds since 1970, or infinite. */
export interface Span {
	from: number;
	until: number;
	/** Undefined for a record that has no time yet, NaN for an unreadable time. */
	timeOf(record: IDataObject): number | undefined;
}

export interface ListInput {
	/** Number of records, Infinity for all. */
	wanted: number;
	/** Spellings from `searchTexts`: a record that one of them finds is found. */
	search?: string[];
	/** As in `Listed`. */
	sought: string;
	span?: Span;
	/** Whether `keep` leaves out records. */
	isFilter?: boolean;
	keep: Keep;
}

const whyMissing =
	'the list kept changing while it was read, or the service counts records that it does not return';

/** The records of a paged list, with hints about records that may be missing or wrong. */
export async function readMany(
	context: OperationContext,
	list: List,
	{ wanted, search = [''], sought, span, isFilter = false, keep }: ListInput,
): Promise<Listed> {
	const { api, hint, words } = context;
	const max = context.maxRecords(wanted);
	const hasText = (record: IDataObject) => search.some((text) => contains(record, text));
	let allHaveText = true;
	/** Also where the service ignored a filter. */
	let leavesOut = isFilter || span !== undefined;
	const undated = new Set<unknown>();
	const kept = (record: IDataObject) => {
		const one = keep(record);
		leavesOut ||= one === undefined;
		return one;
	};
	const keepOne = (record: IDataObject) => {
		allHaveText &&= hasText(record);
		if (span === undefined) return kept(record);
		const time = span.timeOf(record);
		if (time === undefined || time >= span.until || time < span.from) return undefined;
		if (!Number.isNaN(time)) return kept(record);
		undated.add(record.id ?? record);
		return undefined;
	};
	const all = new Map<unknown, IDataObject>();
	let missing = 0;
	let more: Listed['about']['more'];
	for (const text of search) {
		if (all.size >= max) {
			more = {};
			break;
		}
		const searched = filtered(list, { [api.names.search]: text });
		let read = await api.pages(searched, max, keepOne);
		const isIgnored = !allHaveText && (await foundForNobody(context, list)) > 0;
		if (isIgnored) {
			// The first records may hold none with the text, so the list is read until enough have it.
			const keepFound = (record: IDataObject) => (hasText(record) ? keepOne(record) : undefined);
			read = await api.pages(searched, max, keepFound);
			all.clear();
		}
		// A record without an ID may be any record.
		for (const record of read.records) all.set(record.id ?? {}, record);
		missing += read.missing;
		// Two searches may find the same records, so their totals cannot be added.
		const isCounted = search.length === 1 && !isIgnored;
		if (read.more !== undefined || all.size > max) more = isCounted ? read.more : {};
		if (!isIgnored) continue;
		const written = search[search.length - 1];
		const what = `The service ignored the search, so only records that contain "${written}" come out.`;
		// A model cannot change the name of the parameter.
		hint(words(`${what} ${adviceOnName(api)}`, what));
		break;
	}
	const records = [...all.values()].slice(0, max);
	if (undated.size > 0)
		hint(`Left out: ${counted(undated.size, 'record')} without a readable time.`);
	if (missing > 0) hint(`${counted(missing, 'record')} may be missing: ${whyMissing}.`);
	// The total of the service counts filtered records too.
	if (more !== undefined && leavesOut) more = {};
	return new Listed(records, { sought, wanted, ...(more === undefined ? {} : { more }) });
}

/**
 * Whether a record has another value than the requested one: the service may ignore a filter. A record
 * without the field does not count: its value is unknown. The user's own query parameters are not checked.
 */
export function isOfOther(
	{ api }: Pick<OperationContext, 'api'>,
	name: string,
	wanted: string | undefined,
): (record: IDataObject) => boolean {
	if (!wanted || api.withUserQuery({ [name]: wanted })[name] !== wanted) return () => false;
	return ({ [name]: own }) => own !== undefined && own !== wanted;
}

/** Milliseconds since 1970 of a time of the service; undefined when it is missing, NaN if unreadable. */
export function timestampOf(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	return typeof value === 'string' ? momentOfService(value) : NaN;
}
