import type { IDataObject } from 'n8n-workflow';

/** A stretch of time, and the time by which a record belongs to it; in milliseconds since 1970. */
export interface Span {
	/** Its first moment; -Infinity when it has none. */
	from: number;
	/** The first moment after it; Infinity when there is none. */
	until: number;
	/** Undefined for a record that has no time yet, NaN for one whose time cannot be told. */
	timeOf(record: IDataObject): number | undefined;
}

/** Whether a record belongs to a span of time; one without a time belongs to none. */
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
