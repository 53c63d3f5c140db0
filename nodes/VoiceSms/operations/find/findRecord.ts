import type { IDataObject } from 'n8n-workflow';

import { filtered } from '../../api/lists';
import type { Page } from '../../api/list/page';
import type { List } from '../../api/types';
import type { SearchKey } from '../../fields/read/recordKey';
import { isSameNumber, nationalDigits } from '../../fields/phone/storedPhone';
import { contains } from '../../util/contains';
import type { Surroundings } from '../operation';
import type { Named, Purpose } from './searchErrors';
import { keptChanging, mayHave, severalHave } from './searchErrors';

/** Records that can be found: where they stand, and how they are recognised. */
export interface Kind extends Named {
	list: List;
	/** The field that holds what they are searched by. */
	fieldOf: Record<SearchKey['by'], string>;
	/** What is needed of a record to recognise and to name it: the list may be long. */
	keep(record: IDataObject): IDataObject;
}

/** Records that were found, by their IDs; `unsure` as in `isSameNumber`. */
interface Found {
	same: Map<unknown, IDataObject>;
	unsure: Map<unknown, IDataObject>;
}

/**
 * The record with that phone number or email address, however it is written there, or undefined when
 * there is none. Every spelling is searched for, and every page read, as the service may know the
 * search by another name and give all records.
 *
 * @param known records that the search may not find yet
 * @throws UserError when several have it, or when it cannot be told whether one has
 */
export async function findRecord(
	surroundings: Surroundings,
	kind: Kind,
	key: SearchKey,
	purpose: Purpose,
	known: IDataObject[] = [],
): Promise<IDataObject | undefined> {
	const found: Found = { same: new Map(), unsure: new Map() };
	sort(known, kind, key, found);
	const { missing, moved } = await searchAll(surroundings, kind, key, found, termsOf(key));
	const same = [...found.same.values()];
	if (same.length > 1) throw severalHave(kind, key, purpose, same);
	if (same.length === 1) return same[0];
	if (moved) throw keptChanging(kind, purpose, missing);
	if (missing > 0) {
		surroundings.hint(
			`The service counts ${missing} more ${kind.one}s than it returns. The node cannot find a ${kind.one} that the service does not return.`,
		);
	}
	if (found.unsure.size > 0) throw mayHave(kind, key, purpose, [...found.unsure.values()]);
	return undefined;
}

/** Whether a record has that phone number or email address; `unsure` as in `isSameNumber`. */
export function hasKey(record: IDataObject, kind: Kind, key: SearchKey): boolean | 'unsure' {
	const stored = String(record[kind.fieldOf[key.by]] ?? '').trim();
	if (key.by === 'phone') return isSameNumber(stored, key.value, key.country);
	return stored.toLowerCase() === normalised(key);
}

/** One name for all spellings of what a record is known by. */
export function normalised({ by, value }: SearchKey): string {
	return by === 'phone' ? value : value.toLowerCase();
}

/** What to search for, one after the other: a search may know one spelling only. */
export function termsOf(key: SearchKey): string[] {
	const other = key.by === 'phone' ? nationalDigits(key.value) : normalised(key);
	return [...new Set([key.value, other])].filter((term) => term !== '');
}

/**
 * Adds what the searches give to the records found.
 *
 * @param isEnough whether what is found by now makes the next search needless
 * @returns how many records the service counts and did not give (`missing`), and whether the list changed
 * while it was read (`moved`)
 * @throws NodeApiError
 */
export async function searchAll(
	{ api, asTool, hint }: Surroundings,
	kind: Kind,
	key: SearchKey,
	found: Found,
	terms: string[],
	isEnough = () => false,
): Promise<{ missing: number; moved: boolean }> {
	let missing = 0;
	let moved = false;
	let whole: Whole | undefined;
	let others = false;
	for (const term of terms) {
		if (isEnough()) break;
		const list = { ...filtered(kind.list, { [api.names.search]: term }), onTheWay: true } as const;
		if (whole !== undefined && isOnceMore(await api.page(list, 1), whole)) break;
		const read = await api.pages(list, Infinity, kind.keep);
		const rest = sort(read.records, kind, key, found);
		missing = Math.max(missing, read.missing);
		moved ||= read.moved === true;
		if (rest.every((record) => contains(record, term))) continue;
		others = true;
		if (read.moved !== true) {
			const ids = new Set(read.records.map(({ id }) => id));
			whole = { ids, total: ids.size + read.missing };
		}
	}
	// Which record it is does not depend on it, and a model can do nothing about it.
	if (others && !asTool) {
		hint(
			`The search returns ${kind.one}s that do not match, so each item reads the whole list. The service may use another parameter name than "${api.names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`,
		);
	}
	return { missing, moved };
}

/** A list that was read whole. */
interface Whole {
	ids: Set<unknown>;
	total: number;
}

/** A service that does not know the search gives all records, and for another term all once more. */
function isOnceMore({ records, pagination }: Page, { ids, total }: Whole): boolean {
	return pagination.total === total && records.every(({ id }) => ids.has(id));
}

/** Adds the records that have it or may have it, and gives the others. */
function sort(records: IDataObject[], kind: Kind, key: SearchKey, found: Found): IDataObject[] {
	return records.filter((record) => {
		const has = hasKey(record, kind, key);
		if (has === true) found.same.set(record.id, record);
		else if (has === 'unsure') found.unsure.set(record.id, record);
		return has === false;
	});
}
