import type { IDataObject } from 'n8n-workflow';

import { filtered } from '../../api/lists';
import type { List } from '../../api/types';
import type { RecordKey, SearchKey } from '../../fields/read/recordKey';
import { onePhone, spellingsOf } from '../../fields/phone/phone';
import { isSameNumber, nationalDigits } from '../../fields/phone/storedPhone';
import { contains } from '../../util/sameWords';
import type { Surroundings } from '../operation';
import type { Named } from './searchErrors';
import { keptChanging, mayHave, noneHas, severalHave } from './searchErrors';
import { counted } from '../../util/inWords';

/*
 * Finds the record of a phone number or an email address. Example: +15550100042 is searched for as
 * +15550100042 and then as 5550100042, because a search may know only one spelling. A search may return
 * more than the record, so each record is compared: a stored (555) 010-0042 is the same number with the
 * Default Country US, and unsure without a country.
 */

/** A kind of record: its list, and how to recognise a record. */
export interface Kind extends Named {
	list: List;
	/** The field that holds the phone number. An email address stands in `email`. */
	phoneField: string;
	/** The fields that recognise and name a record: the list may be long. */
	keep(record: IDataObject): IDataObject;
}

/** Matches by ID; `unsure` as in `isSameNumber`. */
interface Found {
	same: Map<unknown, IDataObject>;
	unsure: Map<unknown, IDataObject>;
}

/**
 * ID of the record that a resource locator chose.
 *
 * @throws NoRecord without a match; UserError as `findRecord`
 */
export async function chosenRecord(
	surroundings: Surroundings,
	kind: Kind,
	key: RecordKey,
): Promise<string> {
	if (key.by === 'id') return key.value;
	const id = await findRecord(surroundings, kind, key);
	if (id === undefined) throw noneHas(kind, key);
	return id;
}

/**
 * ID of the record with that phone number or email address, in any spelling; undefined without a match.
 * Searches for every spelling and reads every page, because a service with another parameter name returns
 * all records.
 *
 * @param known records that the search may not find yet
 * @throws UserError for several matches, or for an unclear match
 */
export async function findRecord(
	surroundings: Surroundings,
	kind: Kind,
	key: SearchKey,
	known: IDataObject[] = [],
): Promise<string | undefined> {
	const found: Found = { same: new Map(), unsure: new Map() };
	sort(known, kind, key, found);
	const { missing, moved } = await searchAll(surroundings, kind, key, found, termsOf(key));
	const same = [...found.same.values()];
	if (same.length > 1) throw severalHave(kind, key, same);
	if (same.length === 1) return String(same[0].id ?? '');
	if (moved) throw keptChanging(kind, missing);
	if (missing > 0) {
		const more = counted(missing, `more ${kind.one}`);
		surroundings.hint(
			`The service counts ${more} than it returns. The node cannot find a ${kind.one} that the service does not return.`,
		);
	}
	if (found.unsure.size > 0) throw mayHave(kind, key, [...found.unsure.values()]);
	return undefined;
}

/** Whether a record has that phone number or email address; `unsure` as in `isSameNumber`. */
export function hasKey(record: IDataObject, kind: Kind, key: SearchKey): boolean | 'unsure' {
	const stored = String(record[key.by === 'phone' ? kind.phoneField : 'email'] ?? '').trim();
	if (key.by === 'phone') return isSameNumber(stored, key.value, key.country);
	return stored.toLowerCase() === normalised(key);
}

/** The phone number or email address in one spelling. */
export function normalised({ by, value }: SearchKey): string {
	return by === 'phone' ? onePhone(value) : value.toLowerCase();
}

/** The terms to search for, one after the other: a search may know only one spelling. */
export function termsOf(key: SearchKey): string[] {
	const terms =
		key.by === 'phone'
			? spellingsOf(key.value).flatMap((number) => [number, nationalDigits(number)])
			: [key.value, normalised(key)];
	return [...new Set(terms)].filter((term) => term !== '');
}

/**
 * Adds the matches of the searches to `found`.
 *
 * @param isEnough whether the matches so far make the next search unnecessary
 * @returns `missing`: records that the service counts but does not return; `moved`: whether the list
 * changed while it was read
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
	let isIgnored = false;
	/** A whole list that a search returned although it does not match; until then without a total. */
	let whole = { ids: new Set<unknown>(), total: NaN };
	for (const term of terms) {
		if (isEnough()) break;
		const list = {
			...filtered(kind.list, { [api.names.search]: term }),
			ignoresUserQuery: true,
		} as const;
		if (whole.total >= 0) {
			// A service that ignores the search returns the whole list again for every term.
			const { records, pagination } = await api.page(list, 1);
			const { ids, total } = whole;
			if (pagination.total === total && records.every(({ id }) => ids.has(id))) break;
		}
		const read = await api.pages(list, Infinity, kind.keep);
		const rest = sort(read.records, kind, key, found);
		missing = Math.max(missing, read.missing);
		moved ||= read.moved === true;
		if (rest.every((record) => contains(record, term))) continue;
		isIgnored = true;
		const ids = new Set(read.records.map(({ id }) => id));
		if (read.moved !== true) whole = { ids, total: ids.size + read.missing };
	}
	// Not for a model: the match is right anyway, and a model cannot change the parameter name.
	if (isIgnored && !asTool) {
		hint(
			`The search returns ${kind.one}s that do not match, so each item reads the whole list. The service may use another parameter name than "${api.names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`,
		);
	}
	return { missing, moved };
}

/** Adds the matches to `found`, and returns the other records. */
function sort(records: IDataObject[], kind: Kind, key: SearchKey, found: Found): IDataObject[] {
	return records.filter((record) => {
		const has = hasKey(record, kind, key);
		if (has === true) found.same.set(record.id, record);
		else if (has === 'unsure') found.unsure.set(record.id, record);
		return has === false;
	});
}
