import type { IDataObject } from 'n8n-workflow';

import type { Span } from './span';

/** Records that stand newest first. */
export interface Order {
	/** Milliseconds since 1970, of the first one. */
	newest: number;
	/** Milliseconds since 1970, of the last one. */
	oldest: number;
	/** How many of them are older than the one before on their page. */
	falls: number;
	/** Values that they have of each of the `groupFields`. */
	groups: Array<Set<unknown>>;
}

/** Fields by which a list may be put in groups, each of which stands newest first. */
const groupFields = ['status', 'direction'];

/**
 * The order of records by the time of a span; undefined when one has no such time or is newer than
 * the one before, or when there is no span or no record.
 */
export function orderOf(records: IDataObject[], span: Span | undefined): Order | undefined {
	if (span === undefined || records.length === 0) return undefined;
	const times = records.map((record) => span.timeOf(record) ?? NaN);
	// NaN is neither more nor less than anything.
	const isFalling = times.every((time, index) => {
		return time <= (index === 0 ? Infinity : times[index - 1]);
	});
	if (!isFalling) return undefined;
	return {
		newest: times[0],
		oldest: times[times.length - 1],
		falls: times.filter((time, index) => index > 0 && time < times[index - 1]).length,
		groups: groupFields.map((field) => new Set(records.map((record) => record[field]))),
	};
}

/** The order of records with others below them; undefined when they do not stand newest first. */
export function joined(above: Order | undefined, below: Order | undefined): Order | undefined {
	if (above === undefined || below === undefined || below.newest > above.oldest) return undefined;
	return {
		newest: above.newest,
		oldest: below.oldest,
		falls: above.falls + below.falls,
		groups: above.groups.map((values, index) => new Set([...values, ...below.groups[index]])),
	};
}

/** Whether two parts of a list have a value in common of every field by which it may be grouped. */
export function haveInCommon(one: Order | undefined, other: Order | undefined): boolean {
	return groupFields.every((_field, index) => {
		const values = one?.groups[index];
		return [...(other?.groups[index] ?? [])].some((value) => values?.has(value));
	});
}
