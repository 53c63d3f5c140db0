import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { get, onTheWire } from '../../../harness/service/wire';
import { said } from '../../../harness/n8n/messages';
import { empty, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: { ...empty, calls: 20 } });

const analytics = async (fields: IDataObject, more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters: { resource: 'call', operation: 'getAnalytics', options: {}, ...fields },
		credential: simulator,
		// In Berlin, where it is half past midnight of the next day.
		clock: testClock(Date.parse('2026-06-10T22:30:00Z')),
		timeZone: 'Europe/Berlin',
		...more,
	});

const sent = () => simulator.requests.map(onTheWire);
const asked = (query: object) => get('/api/calls/analytics', query);
const january = {
	startDate: '2026-01-01T00:00:00.000+01:00',
	endDate: '2026-01-31T23:59:59.999+01:00',
};
const days = (first: string, last: string) => ({
	startDate: `${first}T00:00:00.000+02:00`,
	endDate: `${last}T23:59:59.999+02:00`,
});

it.each([
	['today', '2026-06-11', '2026-06-11'],
	['yesterday', '2026-06-10', '2026-06-10'],
	['last7Days', '2026-06-05', '2026-06-11'],
	['last30Days', '2026-05-13', '2026-06-11'],
	['lastMonth', '2026-05-01', '2026-05-31'],
	['lastWeek', '2026-06-01', '2026-06-07'],
	['thisMonth', '2026-06-01', '2026-06-11'],
	['thisWeek', '2026-06-08', '2026-06-11'],
])('%s is from %s to %s in the time zone of the workflow', async (dateRange, first, last) => {
	const result = await analytics({ dateRange });
	expect(result.error).toBeUndefined();
	expect(sent()).toStrictEqual([asked(days(first, last))]);
	// The range is in the first columns, before the figures of the service.
	const { startDate, endDate } = days(first, last);
	expect(result.items.map(({ json }) => Object.entries(json).slice(0, 3))).toStrictEqual([
		[
			['rangeStart', startDate],
			['rangeEnd', endDate],
			['totalCalls', expect.any(Number)],
		],
	]);
});

it.each([
	['as it is saved', 'last7Days'],
	['in other letters', ' LAST7DAYS '],
])('a range may come from an expression, %s', async (_name, range) => {
	await analytics({ dateRange: '={{ $json.range }}' }, { items: [{ range }] });
	expect(sent()).toStrictEqual([asked(days('2026-06-05', '2026-06-11'))]);
});

it('each item has its own range', async () => {
	const items = [{ range: 'today' }, { range: 'custom' }];
	const dates = { startDate: '2026-01-01', endDate: '2026-01-31' };
	await analytics({ dateRange: '={{ $json.range }}', ...dates }, { items });
	const queries = sent();
	expect(queries).toHaveLength(2);
	expect(queries).toContainEqual(asked(days('2026-06-11', '2026-06-11')));
	expect(queries).toContainEqual(asked(january));
});

it('without a range it is yesterday, which the form opens on', async () => {
	await analytics({});
	expect(sent()).toStrictEqual([asked(days('2026-06-10', '2026-06-10'))]);
});

it.each([
	// As n8n's picker gives them, and a day alone.
	['2026-11-24T00:00:00', '2026-11-24T00:00:00.000+01:00'],
	['2026-11-24', '2026-11-24T23:59:59.999+01:00'],
	// The clock is put back on this day, which has 25 hours.
	['2026-10-25', '2026-10-25T23:59:59.999+01:00'],
	['2026-11-24T12:00', '2026-11-24T12:00:00.000+01:00'],
	['2026-11-24T00:00:30Z', '2026-11-24T00:00:30Z'],
	['2026-11-23T23:00:00Z', '2026-11-23T23:00:00Z'],
])('the end %s of a custom range is sent as %s', async (given, endDate) => {
	const dates = { startDate: '2026-01-01T09:00:00Z', endDate: given };
	const { items } = await analytics({ dateRange: 'custom', ...dates });
	expect(sent()).toStrictEqual([asked({ ...dates, endDate })]);
	expect(items[0].json).toMatchObject({ rangeStart: dates.startDate, rangeEnd: endDate });
});

it('the output has the dates of Query Parameters, which replace those of the range', async () => {
	const parameter = [{ name: 'endDate', value: '2026-01-15' }];
	const requestOptions = { queryParameters: { parameter } };
	const dates = { startDate: '2026-01-01', endDate: '2026-01-31' };
	const { items } = await analytics({ dateRange: 'custom', ...dates, requestOptions });
	const { startDate } = january;
	expect(sent()).toStrictEqual([asked({ startDate, endDate: '2026-01-15' })]);
	expect(items[0].json).toMatchObject({ rangeStart: startDate, rangeEnd: '2026-01-15' });
});

it('a field of the service wins over one of the range', async () => {
	simulator.fail({}, { kind: 'moreData', value: { analytics: { rangeEnd: 'now', calls: 3 } } });
	const { items } = await analytics({ dateRange: 'today' });
	const rangeStart = '2026-06-11T00:00:00.000+02:00';
	expect(items[0].json).toStrictEqual({ rangeStart, rangeEnd: 'now', calls: 3 });
});

it('dates that were entered before a range was chosen count no more, whatever they are', async () => {
	const dates = { startDate: 'once upon a time', endDate: '2026-01-31' };
	const result = await analytics({ dateRange: 'today', ...dates });
	expect(result.error).toBeUndefined();
	await analytics({ dateRange: '={{ "today" }}', ...dates });
	const today = asked(days('2026-06-11', '2026-06-11'));
	expect(sent()).toStrictEqual([today, today]);
});

it.each<[string, IDataObject, string]>([
	['without dates', { startDate: '', endDate: '' }, 'Start Date'],
	['without fields', {}, 'Start Date'],
	['without a start', { startDate: '', endDate: '2026-01-31' }, 'Start Date'],
	['without an end', { startDate: '2026-01-01', endDate: '' }, 'End Date'],
	['with an expression for nothing', { startDate: '={{ $json.from }}' }, 'Start Date'],
	['with an expression for null', { startDate: '={{ null }}' }, 'Start Date'],
])('a custom range %s is refused', async (_name, dates, field) => {
	const { error } = await analytics({ dateRange: 'custom', ...dates });
	expect(error?.message).toBe(`'${field}' ${said.empty}`);
	expect(error?.description).toBe("Enter a date, or choose another 'Date Range'.");
	expect(sent()).toStrictEqual([]);
});

it.each(['lastYear', '', 'last 7 days', null])('the range %j is refused', async (range) => {
	const result = await analytics({ dateRange: '={{ $json.range }}' }, { items: [{ range }] });
	expect(result.error?.message).toBe(`'Date Range' cannot be "${range ?? ''}"`);
	expect(result.error?.description).toBe(
		'Use one of: custom, last30Days, last7Days, lastMonth, lastWeek, thisMonth, thisWeek, today, yesterday.',
	);
	expect(sent()).toStrictEqual([]);
});

it('the names of the credential count for a range, too', async () => {
	const { baseUrl, apiKey } = simulator;
	const names = { startDateParameter: 'from', endDateParameter: 'to' };
	const credential = { baseUrl, apiKey, otherNames: true, ...names };
	await analytics({ dateRange: 'today' }, { credential });
	const { startDate: from, endDate: to } = days('2026-06-11', '2026-06-11');
	expect(sent()).toStrictEqual([asked({ from, to })]);
});

it.each([
	['2026-01-01', '2026-01-31'],
	['202\u200b6-01-01', '\u00a02026-01-31\ufeff'],
])('a date without a time is whole: %j to %j', async (startDate, endDate) => {
	const { error } = await analytics({ dateRange: 'custom', startDate, endDate });
	expect(error).toBeUndefined();
	expect(sent()).toStrictEqual([asked(january)]);
});

it.each(['20260101', '2026-001', '2026-W01', '2026/01/01', '2026-1-1', '2026-01'])(
	'%s is no date, and nothing is asked',
	async (startDate) => {
		const { error } = await analytics({
			dateRange: 'custom',
			startDate,
			endDate: '2026-01-31',
		});
		expect(error?.message).toContain(said.notADate);
		expect(simulator.requests).toStrictEqual([]);
	},
);
