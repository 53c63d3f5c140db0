import { noId } from '../../api/unstated';
import { phoneDigits } from '../../util/phoneDigits';
import { readEmail } from './email';
import { plainNumber } from '../phone/plainNumber';
import type { FieldReader } from './reader';
import { inE164 } from '../phone/storedPhone';

/** What a record is searched by. */
export interface SearchKey {
	by: 'phone' | 'email';
	/** A phone number in E.164 form, or an email address as it was given. */
	value: string;
	/** Country of stored numbers without a country code, in two letters; '' for none. */
	country: string;
}

/** Fewest digits of a phone number without its country code, as most countries have them. */
const fewestDigits = 7;

/** What a record is known by. */
export type RecordKey = { by: 'id'; value: string } | SearchKey;

/**
 * What a resource locator chooses a record by: its mode says it. A model sees one argument, "Contact
 * ID", whatever the mode is, and often has nothing but the number of who wrote: there the value says
 * it, where it can be one thing only.
 *
 * @param ways the modes, beside those of the ID, by which such records are found
 * @throws NodeOperationError, naming the field, for a value that is none of that kind
 */
export function readRecordKey(
	item: FieldReader,
	name: string,
	ways: ReadonlyArray<SearchKey['by']>,
): RecordKey {
	const mode = item.mode(name);
	const wanted = item.asTool ? kindOf(item.text(name).trim(), mode) : mode;
	const by = ways.find((way) => way === wanted);
	if (by === 'phone') return { by, value: item.phone(name), country: item.country };
	if (by === 'email')
		return { by, value: readEmail(item, name, item.text(name)), country: item.country };
	// Any other mode has always meant the ID.
	return { by: 'id', value: item.id(name) };
}

/** A record in the words of an error: "contact contact_1", "contact with the phone number +15550100042". */
export function aboutKey(record: string, key: RecordKey): string {
	return key.by === 'id' ? `${record} ${key.value}` : `${record} with the ${shownKey(key)}`;
}

/** "phone number +15550100042", "email address ada@example.com" */
export function shownKey({ by, value }: SearchKey): string {
	return `${by === 'phone' ? 'phone number' : 'email address'} ${value}`;
}

/** Whether what was given as an ID may be meant as a phone number, which lacks its + and country code. */
export function maybeNumber(id: string): boolean {
	const number = plainNumber(id);
	return !/[\p{L}_@]/u.test(number) && phoneDigits(number).length >= fewestDigits;
}

function kindOf(given: string, mode: string): string {
	if (noId.email.test(given)) return 'email';
	const number = plainNumber(given);
	// A mistyped number is to be refused as one.
	if (noId.phone.test(number)) return 'phone';
	if (number.startsWith('+') && inE164(number, '') !== undefined) return 'phone';
	return /\p{L}/u.test(given) ? 'id' : mode;
}
