import { noId } from '../../api/unstated';
import { plainNumber } from '../phone/doubtfulPhone';
import { readEmail } from './email';
import type { FieldReader } from './reader';
import { inE164 } from '../phone/storedPhone';

/** A phone number or an email address by which the service is searched for a record. */
export interface SearchKey {
	by: 'phone' | 'email';
	/** A phone number in E.164 form, or an email address with nothing written around it. */
	value: string;
	/** Country of stored numbers without a country code, in two letters; '' for none. */
	country: string;
}

/** A record's ID, or its phone number or email address. */
export type RecordKey = { by: 'id'; value: string } | SearchKey;

/**
 * The key in a resource locator; the locator's mode says the kind of the key. A model sees one argument, "Contact
 * ID", in every mode, and people map a phone number to *By ID*. So in a tool and in this mode, a value counts as a
 * phone number or an email address where it cannot be anything else.
 *
 * @param ways the modes of this locator that search
 * @throws NodeOperationError naming the field, for a value of another kind
 */
export function readRecordKey(
	item: FieldReader,
	name: string,
	ways: ReadonlyArray<SearchKey['by']>,
): RecordKey {
	const mode = item.mode(name);
	const isChosen = mode === 'list' || ways.some((way) => way === mode);
	const wanted = item.asTool || !isChosen ? keyKindOf(item.text(name), mode) : mode;
	const by = ways.find((way) => way === wanted);
	if (by === 'phone') return { by, value: item.phone(name), country: item.country };
	// Every other mode holds an ID.
	if (by === undefined) return { by: 'id', value: item.id(name) };
	return { by, value: readEmail(item, name, item.text(name)), country: item.country };
}

/** A record in the words of an error: "contact contact_1", "contact with the phone number +15550100042". */
export function aboutKey(record: string, key: RecordKey): string {
	return key.by === 'id' ? `${record} ${key.value}` : `${record} with the ${shownKey(key)}`;
}

/** "phone number +15550100042", "email address ada@example.com" */
export function shownKey({ by, value }: SearchKey): string {
	return `${by === 'phone' ? 'phone number' : 'email address'} ${value}`;
}

function keyKindOf(given: string, mode: string): string {
	if (noId.email.test(given)) return 'email';
	const number = plainNumber(given);
	// A mistyped phone number gets the error of a phone number.
	if (noId.phone.test(number)) return 'phone';
	if (number.startsWith('+') && inE164(number, '') !== undefined) return 'phone';
	return /\p{L}/u.test(given) ? 'id' : mode;
}
