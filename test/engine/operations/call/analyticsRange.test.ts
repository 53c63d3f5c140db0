import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/clock';
import { runNode, type NodeRun } from '../../../harness/engine';
import { get, onTheWire } from '../../../harness/wire';
import { startSimulator, type Simulator } from '../../../simulator';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({
		seed: { contacts: 0, conversations: 0, messages: 0, calls: 20 },
	});
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

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
const days = (first: string, last: string) => ({
	startDate: `${first}T00:00:00.000+02:00`,
	endDate: `${last}T23:59:59.999+02:00`,
});

it.each([
	['today', '2026-06-11', '2026-06-11'],
	['yesterday', '2026-06-10', '2026-06-10'],
	['last7Days', '2026-06-05', '2026-06-11'],
	['last30Days', '2026-05-13', '2026-06-11'],
	['thisMonth', '2026-06-01', '2026-06-11'],
])('%s is from %s to %s in the time zone of the workflow', async (dateRange, first, last) => {
	const result = await analytics({ dateRange });
	expect(result.error).toBeUndefined();
	expect(result.items).toHaveLength(1);
	expect(sent()).toStrictEqual([asked(days(first, last))]);
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
	const startDate = '2026-01-01';
	await analytics({ dateRange: '={{ $json.range }}', startDate }, { items });
	const queries = sent();
	expect(queries).toHaveLength(2);
	expect(queries).toContainEqual(asked(days('2026-06-11', '2026-06-11')));
	expect(queries).toContainEqual(asked({ startDate }));
});

it('without a range it is yesterday, which the form opens on', async () => {
	await analytics({});
	expect(sent()).toStrictEqual([asked(days('2026-06-10', '2026-06-10'))]);
});

it('a custom range sends its dates', async () => {
	const dates = { startDate: '2026-01-01', endDate: '2026-01-31' };
	await analytics({ dateRange: 'custom', ...dates });
	expect(sent()).toStrictEqual([asked(dates)]);
});

it('dates that were entered before a range was chosen count no more, whatever they are', async () => {
	const dates = { startDate: 'once upon a time', endDate: '2026-01-31' };
	const result = await analytics({ dateRange: 'today', ...dates });
	expect(result.error).toBeUndefined();
	await analytics({ dateRange: '={{ "today" }}', ...dates });
	const today = asked(days('2026-06-11', '2026-06-11'));
	expect(sent()).toStrictEqual([today, today]);
});

it('a custom range without dates leaves them to the service', async () => {
	await analytics({ dateRange: 'custom', startDate: '', endDate: '' });
	expect(sent()).toStrictEqual([asked({})]);
});

it.each(['lastYear', '', 'last 7 days', null])('the range %j is refused', async (range) => {
	const result = await analytics({ dateRange: '={{ $json.range }}' }, { items: [{ range }] });
	expect(result.error?.message).toBe(`'Date Range' cannot be "${range ?? ''}" [item 0]`);
	expect(result.error?.description).toBe(
		'Use one of: custom, last30Days, last7Days, thisMonth, today, yesterday.',
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
