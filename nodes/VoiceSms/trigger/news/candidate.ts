import { createHash } from 'node:crypto';

/** A record of a list that may be new. */
export interface Candidate<T = unknown> {
	/** Milliseconds since 1970 by the service's clock; undefined when the record does not say. */
	time: number | undefined;
	/** The same for the same event, however often its record is read: see `dedupeKey`. */
	key: string;
	record: T;
}

/** Latest time that a memory has room for, some 8,900 years after 1970. */
const latestTime = 2 ** 48 - 1;

/** 48 bits of a hash: among 2,500 remembered, one in 10^11 new records is taken for an old one. */
export function dedupeKey(...parts: unknown[]): string {
	return createHash('sha1').update(JSON.stringify(parts)).digest('base64').slice(0, 8);
}

/** Milliseconds since 1970 of a record's time field, 1 at least; undefined when it cannot be read. */
export function parseTime(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : Math.min(Math.max(1, time), latestTime);
}

interface Timed {
	time: number | undefined;
}

/** Comparison that puts the oldest first, and records without a time before all others. */
export function byTime(one: Timed, other: Timed): number {
	return (one.time ?? 0) - (other.time ?? 0);
}
