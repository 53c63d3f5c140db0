import { tryToParseDateTime } from 'n8n-workflow';

import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/values';
import type { FieldProblem } from './values';

/** A day, alone or with a time and a zone: 2026-01-31, 2026-01-31T09:30, 2026-01-31 09:30:00.000+02:00. */
const isoForm =
	/^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?) ?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/;
/** Seconds or milliseconds since 1970 as text, from 2001 to 2286. */
const epochText = /^(\d{10}|\d{13})$/;

/**
 * ISO 8601 form of a date, or undefined for an invalid date. n8n's picker gives text; an expression
 * may give a Luxon DateTime, a Date, or seconds or milliseconds since 1970 (numbers from 1e8 up are
 * seconds, from 1e11 up milliseconds). A time without a zone is read in `timeZone`.
 */
export function isoOf(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'number') return isoOfNumber(value);
	if (value instanceof Date) return isoOfMilliseconds(value.getTime());
	if (isObject(value) && typeof value.toISO === 'function') {
		return (value as unknown as { toISO(): string | null }).toISO() ?? undefined;
	}
	const text = typeof value === 'string' ? asSeen(value) : '';
	if (epochText.test(text)) return isoOfNumber(Number(text));
	const [, day, time, zone] = isoForm.exec(text) ?? [];
	if (day === undefined || !exists(day)) return undefined;
	if (time === undefined) return day;
	if (zone !== undefined) return `${day}T${time}${zone}`;
	return tryToParseDateTime(`${day}T${time}`, timeZone).toISO() ?? undefined;
}

/** Whether there is such a day: JavaScript reads February 30 as March 2. */
function exists(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The error for a value that `isoOf` cannot read. */
export const notADate: FieldProblem = [
	'is not a date',
	'Enter a date such as 2026-01-31T09:00:00Z.',
	'Give a date such as 2026-01-31T09:00:00Z.',
];

/**
 * Milliseconds since 1970 of a date in any form that `isoOf` reads, or undefined for an invalid date.
 * A date alone is the start of that day in `timeZone`.
 */
export function momentOf(value: unknown, timeZone: string): number | undefined {
	const iso = isoOf(value, timeZone);
	return iso === undefined ? undefined : firstMomentOf(iso, timeZone);
}

/** As `momentOf`, for a result of `isoOf`. */
export function firstMomentOf(iso: string, timeZone: string): number {
	return tryToParseDateTime(iso, timeZone).toMillis();
}

const dateAlone = /^\d{4}-\d{2}-\d{2}$/;

/** As `firstMomentOf`, for the end of a range: a date alone is the last millisecond of that day. */
export function lastMomentOf(iso: string, timeZone: string): number {
	const moment = tryToParseDateTime(iso, timeZone);
	return dateAlone.test(iso) ? nextDay(moment).toMillis() - 1 : moment.toMillis();
}

/** Both ends of a range, results of `isoOf`: a date alone is the whole day in `timeZone`, a time stays as given. */
export function wholeDays(start: string, end: string, timeZone: string) {
	return {
		start: dateAlone.test(start) ? isoIn(timeZone, firstMomentOf(start, timeZone)) : start,
		end: dateAlone.test(end) ? isoIn(timeZone, lastMomentOf(end, timeZone)) : end,
	};
}

function isoIn(timeZone: string, moment: number): string {
	return String(tryToParseDateTime(new Date(moment), timeZone).toISO());
}

function isoOfNumber(number: number): string | undefined {
	// 1e8 s is in 1973: smaller numbers are mistakes, such as 0 for no date.
	if (number < 1e8) return undefined;
	// 1e11 s is in the year 5138, 1e11 ms in 1973.
	return isoOfMilliseconds(number < 1e11 ? number * 1000 : number);
}

function isoOfMilliseconds(milliseconds: number): string | undefined {
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

type DateTime = ReturnType<typeof tryToParseDateTime>;

/**
 * The first moment of the day after. The offset of `time` counts where midnight comes twice; the end that Luxon gives
 * is a day late where the hour of `time` does not exist on the day after.
 */
const nextDay = (time: DateTime) =>
	time.set({ day: time.day + 1, hour: 0, minute: 0, second: 0, millisecond: 0 });

/** First and last day of a range of days, from noon of today. */
const dayRanges = {
	last30Days: (today: DateTime) => [today.minus({ days: 29 }), today],
	last7Days: (today: DateTime) => [today.minus({ days: 6 }), today],
	lastMonth: (today: DateTime) => {
		const last = today.set({ day: 1 }).minus({ days: 1 });
		return [last.set({ day: 1 }), last];
	},
	lastWeek: (today: DateTime) => {
		const last = today.set({ weekday: 1 }).minus({ days: 1 });
		return [last.set({ weekday: 1 }), last];
	},
	thisMonth: (today: DateTime) => [today.set({ day: 1 }), today],
	thisWeek: (today: DateTime) => [today.set({ weekday: 1 }), today],
	today: (today: DateTime) => [today, today],
	yesterday: (today: DateTime) => [today.minus({ days: 1 }), today.minus({ days: 1 })],
};

export type DayRange = keyof typeof dayRanges;

/**
 * First and last millisecond of a range of days up to `now` (milliseconds since 1970), in ISO 8601 form
 * with the zone's offset, so that the date in it is the day in that zone.
 */
export function daysOf(range: DayRange, now: number, timeZone: string) {
	// Noon exists on every day.
	const today = tryToParseDateTime(new Date(now), timeZone).set({ hour: 12 });
	const [first, last] = dayRanges[range](today);
	const start = nextDay(first.minus({ days: 1 }));
	return { start: String(start.toISO()), end: String(nextDay(last).minus(1).toISO()) };
}
