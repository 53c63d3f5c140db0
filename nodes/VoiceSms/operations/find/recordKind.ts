import type { IDataObject } from 'n8n-workflow';

import type { List } from '../../api/endpoints';
import { onePhone } from '../../fields/phone/phone';
import { isSameNumber } from '../../fields/phone/storedPhone';
import { comparedEmail } from '../../fields/read/email';
import type { SearchKey } from '../../fields/read/recordKey';
import { asCompared } from '../../util/asSeen';
import { cut } from '../../util/fitted';
import type { OperationContext } from '../context';

/** Most records in an error, and most characters of a name, so that the IDs have room. */
const maxRecordsNamed = 5;
const maxNameLength = 30;

/** A kind of record: its list, how to recognise a record, and the words of errors. */
export interface RecordKind {
	list: List;
	/** "contact" */
	one: string;
	/** The field that holds the phone number. An email address is in `email`. */
	phoneField: string;
	/** The fields that recognise and name a record: the list may be long. */
	keep(record: IDataObject): IDataObject;
	/** The record by its ID, where the service gives single records. */
	alone?(context: Pick<OperationContext, 'api'>, id: string): Promise<IDataObject>;
	/** "Ada Smith (+15550100042, ID contact_1)" */
	named(record: IDataObject): string;
	/** Advice without a match, a sentence. */
	ifNone: string;
	/** Advice for several matches, a sentence. */
	ifSeveral: string;
	/** " Nothing was written." if the operation writes, else "". */
	nothingWritten: string;
}

/** Whether a record has that phone number or email address; `unsure` as in `isSameNumber`. */
export function hasKey(record: IDataObject, kind: RecordKind, key: SearchKey): boolean | 'unsure' {
	const stored = String(record[fieldOf(kind, key)] ?? '');
	if (key.by === 'phone') return isSameNumber(asCompared(stored), key.value, key.country);
	return comparedEmail(stored) === normalised(key);
}

/** The field of the list that has the phone number or email address. */
export function fieldOf({ phoneField }: RecordKind, { by }: SearchKey): string {
	return by === 'phone' ? phoneField : 'email';
}

/** The phone number or email address in one spelling. */
export function normalised({ by, value }: SearchKey): string {
	return by === 'phone' ? onePhone(value) : comparedEmail(value);
}

/** Someone's name in an error. */
export function shownName(name: string): string {
	return cut(name.trim(), maxNameLength) || 'Without a name';
}

/** "Ada Smith (+15550100042, ID contact_1), Bo Jones (ID contact_2) and 3 more" */
export function recordNames({ named }: RecordKind, found: IDataObject[]): string {
	const names = found.slice(0, maxRecordsNamed).map(named).join(', ');
	return found.length > maxRecordsNamed
		? `${names} and ${found.length - maxRecordsNamed} more`
		: names;
}
