import type { INodePropertyOptions } from 'n8n-workflow';

import type { DayRange } from '../../../../nodes/VoiceSms/fields/read/date';
import { daysOf, momentOf } from '../../../../nodes/VoiceSms/fields/read/date';
import { callGetAnalytics } from '../../../../nodes/VoiceSms/operations/call/getAnalytics';

const hours = (start: string, end: string) => (Date.parse(end) + 1 - Date.parse(start)) / 3_600_000;

describe('a range of days', () => {
	/** The range, the moment, the time zone; the first and the last moment of the range. */
	const ranges = `
		today 2026-06-10T12:00:00Z UTC 2026-06-10T00:00:00.000Z 2026-06-10T23:59:59.999Z
		yesterday 2026-06-10T12:00:00Z UTC 2026-06-09T00:00:00.000Z 2026-06-09T23:59:59.999Z
		last7Days 2026-06-10T12:00:00Z UTC 2026-06-04T00:00:00.000Z 2026-06-10T23:59:59.999Z
		last30Days 2026-06-10T12:00:00Z UTC 2026-05-12T00:00:00.000Z 2026-06-10T23:59:59.999Z
		thisMonth 2026-06-10T12:00:00Z UTC 2026-06-01T00:00:00.000Z 2026-06-10T23:59:59.999Z
		lastMonth 2026-06-10T12:00:00Z UTC 2026-05-01T00:00:00.000Z 2026-05-31T23:59:59.999Z
		# A Wednesday.
		thisWeek 2026-06-10T12:00:00Z UTC 2026-06-08T00:00:00.000Z 2026-06-10T23:59:59.999Z
		lastWeek 2026-06-10T12:00:00Z UTC 2026-06-01T00:00:00.000Z 2026-06-07T23:59:59.999Z
		# The workflow's day has begun, that of UTC has not, and the other way round.
		today 2026-06-10T22:30:00Z Europe/Berlin 2026-06-11T00:00:00.000+02:00 2026-06-11T23:59:59.999+02:00
		today 2026-06-10T03:59:59.999Z America/New_York 2026-06-09T00:00:00.000-04:00 2026-06-09T23:59:59.999-04:00
		today 2026-06-10T18:30:00Z Asia/Kolkata 2026-06-11T00:00:00.000+05:30 2026-06-11T23:59:59.999+05:30
		yesterday 2026-06-10T18:29:59.999Z Asia/Kolkata 2026-06-09T00:00:00.000+05:30 2026-06-09T23:59:59.999+05:30
		today 2026-06-10T10:00:00Z Pacific/Kiritimati 2026-06-11T00:00:00.000+14:00 2026-06-11T23:59:59.999+14:00
		# The clocks change: 23 and 25 hours.
		today 2026-03-29T12:00:00Z Europe/Berlin 2026-03-29T00:00:00.000+01:00 2026-03-29T23:59:59.999+02:00
		today 2026-10-25T12:00:00Z Europe/Berlin 2026-10-25T00:00:00.000+02:00 2026-10-25T23:59:59.999+01:00
		yesterday 2026-03-09T04:30:00Z America/New_York 2026-03-08T00:00:00.000-05:00 2026-03-08T23:59:59.999-04:00
		last7Days 2026-11-03T12:00:00Z America/New_York 2026-10-28T00:00:00.000-04:00 2026-11-03T23:59:59.999-05:00
		# At midnight itself, so that the day begins at one.
		today 2026-04-24T12:00:00Z Africa/Cairo 2026-04-24T01:00:00.000+03:00 2026-04-24T23:59:59.999+03:00
		# Ends of months and years.
		yesterday 2026-03-01T12:00:00Z UTC 2026-02-28T00:00:00.000Z 2026-02-28T23:59:59.999Z
		yesterday 2028-03-01T12:00:00Z UTC 2028-02-29T00:00:00.000Z 2028-02-29T23:59:59.999Z
		last30Days 2026-03-01T12:00:00Z UTC 2026-01-31T00:00:00.000Z 2026-03-01T23:59:59.999Z
		last7Days 2026-01-02T12:00:00Z UTC 2025-12-27T00:00:00.000Z 2026-01-02T23:59:59.999Z
		thisMonth 2025-12-31T23:00:00Z Europe/Berlin 2026-01-01T00:00:00.000+01:00 2026-01-01T23:59:59.999+01:00
		thisMonth 2026-01-31T23:59:59.999Z UTC 2026-01-01T00:00:00.000Z 2026-01-31T23:59:59.999Z
		thisMonth 2026-03-31T12:00:00Z Europe/Berlin 2026-03-01T00:00:00.000+01:00 2026-03-31T23:59:59.999+02:00
		lastMonth 2028-03-31T12:00:00Z UTC 2028-02-01T00:00:00.000Z 2028-02-29T23:59:59.999Z
		lastMonth 2026-01-01T00:00:00Z UTC 2025-12-01T00:00:00.000Z 2025-12-31T23:59:59.999Z
		# Still February in New York, already March in Kiritimati.
		lastMonth 2026-03-01T03:00:00Z America/New_York 2026-01-01T00:00:00.000-05:00 2026-01-31T23:59:59.999-05:00
		lastMonth 2026-02-28T11:00:00Z Pacific/Kiritimati 2026-02-01T00:00:00.000+14:00 2026-02-28T23:59:59.999+14:00
		# The clocks change within the month and within the week.
		lastMonth 2026-11-10T12:00:00Z Europe/Berlin 2026-10-01T00:00:00.000+02:00 2026-10-31T23:59:59.999+01:00
		lastMonth 2026-04-10T12:00:00Z America/New_York 2026-03-01T00:00:00.000-05:00 2026-03-31T23:59:59.999-04:00
		lastWeek 2026-03-30T12:00:00Z Europe/Berlin 2026-03-23T00:00:00.000+01:00 2026-03-29T23:59:59.999+02:00
		thisWeek 2026-10-25T12:00:00Z Europe/Berlin 2026-10-19T00:00:00.000+02:00 2026-10-25T23:59:59.999+01:00
		# A Monday, a Sunday, a week of two years.
		thisWeek 2026-06-08T00:00:00Z UTC 2026-06-08T00:00:00.000Z 2026-06-08T23:59:59.999Z
		lastWeek 2026-06-08T00:00:00Z UTC 2026-06-01T00:00:00.000Z 2026-06-07T23:59:59.999Z
		lastWeek 2026-06-14T23:59:59Z UTC 2026-06-01T00:00:00.000Z 2026-06-07T23:59:59.999Z
		thisWeek 2027-01-02T12:00:00Z UTC 2026-12-28T00:00:00.000Z 2027-01-02T23:59:59.999Z
		# The last hour of March 28 does not exist, and that of October 24 comes twice.
		yesterday 2026-03-30T00:30:00Z America/Nuuk 2026-03-28T00:00:00.000-02:00 2026-03-28T22:59:59.999-02:00
		yesterday 2026-03-29T10:00:00Z America/Nuuk 2026-03-28T00:00:00.000-02:00 2026-03-28T22:59:59.999-02:00
		today 2026-03-28T01:30:00Z America/Nuuk 2026-03-27T00:00:00.000-02:00 2026-03-27T23:59:59.999-02:00
		last7Days 2026-04-04T00:30:00Z America/Nuuk 2026-03-28T00:00:00.000-02:00 2026-04-03T23:59:59.999-01:00
		yesterday 2026-10-25T12:00:00Z America/Nuuk 2026-10-24T00:00:00.000-01:00 2026-10-24T23:59:59.999-02:00
		# The first hour of March 8 does not exist, and that of November 1 comes twice.
		today 2026-03-08T12:00:00Z America/Havana 2026-03-08T01:00:00.000-04:00 2026-03-08T23:59:59.999-04:00
		yesterday 2026-11-01T12:00:00Z America/Havana 2026-10-31T00:00:00.000-04:00 2026-10-31T23:59:59.999-04:00
		today 2026-11-01T12:00:00Z America/Havana 2026-11-01T00:00:00.000-04:00 2026-11-01T23:59:59.999-05:00
	`;
	const rows = ranges
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.split(' ') as [DayRange, string, string, string, string]);

	it.each(rows)('%s at %s in %s is from %s to %s', (range, now, timeZone, start, end) => {
		expect(daysOf(range, Date.parse(now), timeZone)).toStrictEqual({ start, end });
	});

	it.each([
		['2026-03-29', 23],
		['2026-03-30', 24],
		['2026-10-25', 25],
	])('of %s in Berlin has %i hours', (day, count) => {
		const { start, end } = daysOf('today', Date.parse(`${day}T10:00:00Z`), 'Europe/Berlin');
		expect(hours(start, end)).toBe(count);
	});

	it('is one for each entry of the menu but Custom', () => {
		const [field] = callGetAnalytics.fields;
		const values = (field.options as INodePropertyOptions[]).map(({ value }) => value);
		expect(values).toContain('custom');
		for (const value of values.filter((one) => one !== 'custom')) {
			const { start, end } = daysOf(value as DayRange, Date.parse('2026-06-10T12:00:00Z'), 'UTC');
			expect(hours(start, end)).toBeGreaterThanOrEqual(24);
		}
		expect(values).toHaveLength(9);
	});
});

describe('the moment of a date', () => {
	it.each<[unknown, string, string | undefined]>([
		['2026-01-31T09:00:00Z', 'Europe/Berlin', '2026-01-31T09:00:00Z'],
		['2026-01-31T09:00:00+05:30', 'Europe/Berlin', '2026-01-31T03:30:00Z'],
		['2026-01-31 09:00:00Z', 'Europe/Berlin', '2026-01-31T09:00:00Z'],
		['2026-01-31T09:00:00', 'Europe/Berlin', '2026-01-31T08:00:00Z'],
		['2026-07-31T09:00', 'Europe/Berlin', '2026-07-31T07:00:00Z'],
		['2026-01-31', 'Europe/Berlin', '2026-01-30T23:00:00Z'],
		['2026-01-31', 'Asia/Kolkata', '2026-01-30T18:30:00Z'],
		['2026-01-31', 'UTC', '2026-01-31T00:00:00Z'],
		[' 2026-01-31 ', 'America/New_York', '2026-01-31T05:00:00Z'],
		['2026-01-05 09:30 +02:00', 'Asia/Tokyo', '2026-01-05T07:30:00Z'],
		['2026-01-05 13:30 PM', 'UTC', undefined],
		['2026-01-05 25:00', 'UTC', undefined],
		['2026-01-05 09:30 CET', 'UTC', undefined],
		['2026 January 5', 'UTC', undefined],
		['2026-01-05 at 9', 'UTC', undefined],
		['2026/01', 'UTC', undefined],
		['2026', 'UTC', undefined],
		['05.01.2026', 'UTC', undefined],
		['01/05/2026', 'UTC', undefined],
		['2024-02-29', 'UTC', '2024-02-29T00:00:00Z'],
		['2026-02-29', 'Europe/Berlin', undefined],
		['2026-02-30', 'Europe/Berlin', undefined],
		['2026/2/30', 'Europe/Berlin', undefined],
		['2026-04-31T10:00:00Z', 'Europe/Berlin', undefined],
		['2026-04-31 10:00', 'Europe/Berlin', undefined],
		['2026-13-01', 'Europe/Berlin', undefined],
		['2026-00-10', 'Europe/Berlin', undefined],
		['2026-01-00', 'Europe/Berlin', undefined],
		[1767225600000, 'Europe/Berlin', '2026-01-01T00:00:00Z'],
		[1767225600, 'Europe/Berlin', '2026-01-01T00:00:00Z'],
		['1767225600', 'Europe/Berlin', '2026-01-01T00:00:00Z'],
		[new Date('2026-01-31T09:00:00Z'), 'Europe/Berlin', '2026-01-31T09:00:00Z'],
		['soon', 'UTC', undefined],
		['5', 'UTC', undefined],
		[0, 'UTC', undefined],
		[{}, 'UTC', undefined],
	])('%p in %s is %s', (value, timeZone, expected) => {
		const moment = expected === undefined ? undefined : Date.parse(expected);
		expect(momentOf(value, timeZone)).toBe(moment);
	});
});
