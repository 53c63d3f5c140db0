import type { INodeProperties } from 'n8n-workflow';

import {
	type DayRange,
	daysOf,
	firstMomentOf,
	lastMomentOf,
	wholeDays,
} from '../../fields/read/date';
import type { FieldReader } from '../../fields/read/reader';
import { readRequestOptions } from '../../fields/forms/requestOptions';
import { columns } from '../../fields/forms/simplify';
import type { FieldProblem } from '../../fields/read/values';
import { dateField, withVariant } from '../../fields/forms/formFields';
import type { Operation } from '../operation';

type Dates = { start: string; end: string };

type Input = Dates | { range: DayRange; timeZone: string };

const dateRangeField: INodeProperties = {
	displayName: 'Date Range',
	name: 'dateRange',
	type: 'options',
	options: [
		{ name: 'Custom', value: 'custom', description: 'From a start date to an end date' },
		{ name: 'Last 30 Days', value: 'last30Days', description: 'Today and the 29 days before' },
		{ name: 'Last 7 Days', value: 'last7Days', description: 'Today and the 6 days before' },
		{ name: 'Last Month', value: 'lastMonth', description: 'The whole month before this one' },
		{ name: 'Last Week', value: 'lastWeek', description: 'Monday to Sunday of the week before' },
		{ name: 'This Month', value: 'thisMonth', description: 'The month until today' },
		{ name: 'This Week', value: 'thisWeek', description: 'From Monday to today' },
		{ name: 'Today', value: 'today' },
		{ name: 'Yesterday', value: 'yesterday' },
	],
	default: 'yesterday',
	description: 'Days to count calls for, in the time zone of the workflow',
};

export const callGetAnalytics: Operation<Input> = {
	resource: 'call',
	value: 'getAnalytics',
	name: 'Get Analytics',
	action: 'Get call analytics',
	description: 'Retrieve call statistics for a date range',
	toolText:
		"Gives total figures of the company's calls between two dates, not single calls. Start_Date, End_Date: times such as 2026-01-01T00:00:00Z and 2026-01-31T23:59:59Z for January. Start_Date must not be later than End_Date. Give both; if the user names no days, ask for them. Returns one record with rangeStart and rangeEnd, the dates that were asked for, and the figures under the names of the service: tell the user these names.",
	output: columns(
		'rangeStart rangeEnd totalCalls inboundCalls outboundCalls endedCalls failedCalls totalDurationMs averageDurationMs',
	),
	forBuilder: 'Durations are in milliseconds.',
	permission: 'analytics:read',
	fields: [
		// A model that is asked for dates needs the fields for them.
		...withVariant(dateRangeField, { default: 'custom' }),
		{
			...dateField('Start Date', 'startDate', '2026-01-01T00:00:00Z'),
			displayOptions: { show: { dateRange: ['custom'] } },
			description: 'Start of the date range. A date alone begins at 00:00.',
		},
		{
			...dateField('End Date', 'endDate', '2026-01-31T23:59:59Z'),
			displayOptions: { show: { dateRange: ['custom'] } },
			description: 'End of the date range. A date alone, such as 2026-01-31, is the whole day.',
			hint: 'The time counts. At 00:00, this day is not in the figures: choose 23:59:59.',
		},
		readRequestOptions,
	],
	read: (item) => {
		const range = item.choice('dateRange');
		return range === 'custom'
			? readDates(item)
			: { range: range as DayRange, timeZone: item.timeZone };
	},
	nameInErrors: () => 'call analytics',
	run: async (input, { api, now }) => {
		const { start, end } = 'range' in input ? daysOf(input.range, now(), input.timeZone) : input;
		const { startDate, endDate } = api.names;
		const query = api.withUserQuery({ [startDate]: start, [endDate]: end });
		const figures = await api.get('/api/calls/analytics', 'analytics', query);
		// A field of the service with one of these names wins.
		return { rangeStart: query[startDate], rangeEnd: query[endDate], ...figures };
	},
};

const noDate: FieldProblem = [
	'is empty',
	"Enter a date, or choose another 'Date Range'.",
	'Give a date such as 2026-01-31T09:00:00Z.',
];

function readDates(item: FieldReader): Dates {
	const start = item.date('startDate') ?? item.invalid('startDate', ...noDate);
	const end = item.date('endDate') ?? item.invalid('endDate', ...noDate);
	const first = firstMomentOf(start, item.timeZone);
	const last = lastMomentOf(end, item.timeZone);
	if (first >= last) {
		const advice = "For one day, enter its date alone, or 23:59:59 as the time of 'End Date'.";
		item.invalid('startDate', "is not before 'End Date'", advice);
	}
	return wholeDays(start, end, item.timeZone);
}
