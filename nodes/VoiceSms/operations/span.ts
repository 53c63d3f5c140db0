import type { IDataObject } from 'n8n-workflow';

/** A stretch of time in milliseconds since 1970, and how to read the time of a record. */
export interface Span {
	/** Its first moment; -Infinity when it has none. */
	from: number;
	/** The first moment after it; Infinity when there is none. */
	until: number;
	/** Undefined for a record that has no time yet, NaN for an unreadable time. */
	timeOf(record: IDataObject): number | undefined;
}

/** Whether the time of a record is in the span; false without a time. */
export function isWithin(record: IDataObject, { from, until, timeOf }: Span): boolean {
	const time = timeOf(record) ?? NaN;
	return time >= from && time < until;
}

/**
 * Milliseconds since 1970 of a field that the interface shows as "string, ISO 8601 timestamp";
 * undefined when the record does not have it, NaN when it cannot be read.
 */
export function timestampOf(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	return typeof value === 'string' ? Date.parse(value) : NaN;
}
