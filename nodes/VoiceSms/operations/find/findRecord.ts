import { type IDataObject, UserError } from 'n8n-workflow';

import { type List, filtered } from '../../api/endpoints';
import { type RecordKey, type SearchKey, shownKey } from '../../fields/read/recordKey';
import { spellingsOf } from '../../fields/phone/phone';
import { nationalDigits } from '../../fields/phone/storedPhone';
import type { OperationContext } from '../context';
import { type RecordKind, fieldOf, hasKey, normalised, recordNames } from './recordKind';
import { counted } from '../../util/inWords';

/*
 * Finds the record of a phone number or an email address. Example: +15550100042 is searched for as
 * +15550100042 and then as 5550100042, because a search may know only one spelling. A search may return
 * more than the record, so each record is compared: a stored (555) 010-0042 is the same number with the
 * Default Country US, and unsure without a country.
 */

/** Most records that are read by themselves, because the list lacks the field to compare. */
const maxAlone = 20;
/** The error of a search without a match. */
export class NoRecord extends UserError {}

/** ID of the record that a locator chose; throws NoRecord without a match, and as `findRecord`. */
export async function chosenRecord(
	context: OperationContext,
	kind: RecordKind,
	key: RecordKey,
): Promise<string> {
	if (key.by === 'id') return key.value;
	const id = await findRecord(context, kind, key);
	if (id !== undefined) return id;
	throw new NoRecord(`No ${kind.one} has the ${shownKey(key)}`, { description: kind.ifNone });
}

/**
 * ID of the record with that phone number or email address, in any spelling; undefined without a match.
 * Searches for every spelling and reads every page, because a service with another parameter name returns
 * all records.
 *
 * @param knownRecords records that the search may not find yet
 * @throws UserError for several matches, for an unclear match and, where the record is to be written, if the
 * service counts more records than it returns
 */
export async function findRecord(
	context: OperationContext,
	kind: RecordKind,
	key: SearchKey,
	knownRecords: IDataObject[] = [],
): Promise<string | undefined> {
	const { one, nothingWritten } = kind;
	const { same, unsure, missing, moved } = await searchAll(context, kind, key, knownRecords);
	if (same.length > 1) {
		throw new UserError(`${same.length} ${one}s have the ${shownKey(key)}`, {
			description: `${recordNames(kind, same)}.${nothingWritten} ${kind.ifSeveral}`,
		});
	}
	if (same.length === 1) return String(same[0].id ?? '');
	if (missing > 0) {
		if (moved || nothingWritten !== '') {
			throw new UserError(`It is unclear whether a ${one} has the ${shownKey(key)}`, {
				description: `${countsMore(one, missing)}${nothingWritten} Run it again.`,
			});
		}
		context.hint(countsMore(one, missing));
	}
	if (unsure.length === 0) return undefined;
	throw new UserError(`It is unclear whether a ${one} has the ${shownKey(key)}`, {
		description: `The same number is stored without a country code: ${recordNames(kind, unsure)}.${nothingWritten} Choose the 'Default Country', or correct the number at the service.`,
	});
}

export const countsMore = (one: string, missing: number) =>
	`The service counts ${counted(missing, `more ${one}`)} than it returns.`;

/**
 * The records with the field to compare: a list may lack it. Where one of the records has it, the other records have
 * none.
 *
 * @throws UserError for a list without the field, if single records cannot tell
 */
async function withField(
	context: OperationContext,
	kind: RecordKind,
	key: SearchKey,
	records: IDataObject[],
): Promise<IDataObject[]> {
	const field = fieldOf(kind, key);
	if (records.length === 0 || records.some((one) => one[field] !== undefined)) return records;
	const { alone, one, nothingWritten } = kind;
	if (alone !== undefined && records.length <= maxAlone) {
		return await Promise.all(records.map(async ({ id }) => await alone(context, String(id ?? ''))));
	}
	throw new UserError(`The list of ${one}s lacks the field "${field}"`, {
		description: `So the node cannot find the ${one} with the ${shownKey(key)}.${nothingWritten} Tell the people who run the service.`,
	});
}

/** The terms to search for, one after the other: a search may know only one spelling. */
function termsOf(key: SearchKey): string[] {
	const terms =
		key.by === 'phone'
			? spellingsOf(key.value).flatMap((number) => [number, nationalDigits(number)])
			: [key.value, normalised(key)];
	return [...new Set(terms)].filter((term) => term !== '');
}

/**
 * Searches for all terms.
 *
 * @param knownRecords records that the search may not find yet
 * @returns `unsure`: records that may match, as in `isSameNumber`; `missing`: number of records that the
 * service counts but does not return; `moved`: whether the list changed while it was read
 * @throws NodeApiError; UserError as `withField`
 */
export async function searchAll(
	context: OperationContext,
	kind: RecordKind,
	key: SearchKey,
	knownRecords: IDataObject[] = [],
) {
	const { api } = context;
	const same = new Map<unknown, IDataObject>();
	const unsure = new Map<unknown, IDataObject>();
	/** Keeps the matches: a service may ignore the search. */
	const sort = (records: IDataObject[]) => {
		for (const record of records) {
			const has = hasKey(record, kind, key);
			if (has !== false) (has === true ? same : unsure).set(record.id, record);
		}
	};
	sort(knownRecords);
	let missing = 0;
	let moved = false;
	for (const term of termsOf(key)) {
		const query = filtered(kind.list, { [api.names.search]: term });
		const list: List = { ...query, ignoresUserQuery: true };
		const read = await api.pages(list, Infinity, kind.keep);
		missing = Math.max(missing, read.missing);
		moved ||= read.moved === true;
		sort(await withField(context, kind, key, read.records));
	}
	return { same: [...same.values()], unsure: [...unsure.values()], missing, moved };
}
