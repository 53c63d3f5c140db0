import type { IDataObject } from 'n8n-workflow';

import { runAt, type NodeResult, type NodeRun } from '../../../harness/n8n/engine';
import { empty, service } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import type { ListOrder, Simulator } from '../../../simulator';
import { companyNumbers, manualClock } from '../../../simulator';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const { pace, watch } = serviceTime();
const minute = 60_000;
const noon = Date.parse('2026-06-01T12:00:00Z');
const iso = (time: number) => new Date(time).toISOString();
const customer = '+15557654321';

async function getCalls(
	simulator: Simulator,
	fields: IDataObject,
	more: Partial<NodeRun> = {},
): Promise<NodeResult> {
	return await runAt(
		simulator,
		{
			resource: 'call',
			operation: 'getAll',
			returnAll: true,
			simple: false,
			options: {},
			...fields,
		},
		more,
	);
}

const idsOf = ({ items }: NodeResult) => items.map(({ json }) => json.id);

/** A list of so many calls that have ended, one a minute, the last one a minute before noon. */
async function seeded(calls: number, order: ListOrder = 'newest-first') {
	const clock = { ...manualClock(), pace };
	const simulator = await service({ seed: { ...empty }, order, clock });
	watch(simulator);
	for (let ago = calls; ago > 0; ago--) {
		const startTimestamp = iso(noon - ago * minute);
		simulator.store.addCall({
			direction: ago % 2 ? 'OUTBOUND' : 'INBOUND',
			status: ago % 5 ? 'ENDED' : 'ERROR',
			fromNumber: ago % 2 ? companyNumbers[ago % 3] : customer,
			toNumber: ago % 2 ? customer : companyNumbers[ago % 3],
			createdAt: startTimestamp,
			startTimestamp,
			durationMs: 1000,
		});
	}
	return simulator;
}

/** The pages that were asked for, in their order. */
function pagesAsked(simulator: Simulator): number[] {
	for (const { path, query } of simulator.requests) {
		expect(path).toBe('/api/v1/api/calls');
		expect(Object.keys(query).filter((name) => name !== 'page')).toStrictEqual([]);
	}
	return simulator.requests.map(({ query }) => Number(query.page ?? 1)).sort((a, b) => a - b);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

// Page 40 is full, so another one may follow.
describe('a list of 2,000 calls', () => {
	it.each<ListOrder>(['newest-first', 'oldest-first', 'shuffled', 'by-status'])(
		'that stands %s is read whole, each page once',
		async (order) => {
			const simulator = await seeded(2000, order);
			const startedAfter = iso(noon - 20 * minute);
			const result = await getCalls(simulator, { filters: { startedAfter } });
			expect(result).toMatchObject({ error: undefined, hints: [] });
			const expected = simulator.store.calls
				.all()
				.filter(({ startTimestamp }) => String(startTimestamp) >= startedAfter)
				.map(({ id }) => id);
			expect(expected).toHaveLength(20);
			expect(idsOf(result)).toStrictEqual(expected);
			expect(pagesAsked(simulator)).toStrictEqual(upTo(41));
		},
	);

	it('by when they were asked for: one that waited two days for its start is found', async () => {
		const simulator = await seeded(2000);
		const late = simulator.store.calls.all()[1999];
		late.startTimestamp = iso(noon - 10 * minute);
		const startedAfter = iso(noon - 20 * minute);
		const result = await getCalls(simulator, { filters: { startedAfter } });
		expect(idsOf(result)).toContain(late.id);
		expect(result.items).toHaveLength(21);
	});

	it('that moves while it is read comes out complete', async () => {
		const simulator = await seeded(2000);
		const startedAfter = iso(noon - 20 * minute);
		simulator.fail({ query: { page: '40' } }, { kind: 'shift', by: -3 });
		const result = await getCalls(simulator, { filters: { startedAfter } });
		const ids = new Set(idsOf(result));
		const staying = simulator.store.calls.all().slice(0, 17);
		expect(staying.filter(({ id }) => !ids.has(id))).toStrictEqual([]);
		expect(new Set(pagesAsked(simulator)).size).toBe(40);
	});

	it('is read side by side with a Limit and a rare filter', async () => {
		const simulator = await seeded(2000);
		simulator.latencyMs = 20;
		simulator.store.calls.all()[1999].status = 'ONGOING';
		const filters = { status: 'ONGOING' };
		const result = await getCalls(simulator, { returnAll: false, limit: 5, filters });
		expect(result.items).toHaveLength(1);
		expect(pagesAsked(simulator)).toStrictEqual(upTo(41));
		expect(simulator.mostInFlight).toBeGreaterThan(4);
	});

	it('is read page beside page for a filter without a begin', async () => {
		const simulator = await seeded(2000);
		simulator.latencyMs = 20;
		const result = await getCalls(simulator, { filters: { status: 'ERROR' } });
		expect(result.items).toHaveLength(400);
		expect(pagesAsked(simulator)).toStrictEqual(upTo(41));
		expect(simulator.mostInFlight).toBeGreaterThan(1);
	});
});

describe('a filter', () => {
	let simulator: Simulator;
	beforeEach(async () => {
		simulator = await seeded(120);
	});

	const passing = (passes: (call: IDataObject) => boolean) =>
		simulator.store.calls
			.all()
			.filter((call) => passes(untyped(call)))
			.map(({ id }) => id);

	it.each<[string, IDataObject, (call: IDataObject) => boolean]>([
		['of a direction', { direction: 'OUTBOUND' }, (call) => call.direction === 'OUTBOUND'],
		['of a status', { status: 'ERROR' }, (call) => call.status === 'ERROR'],
		[
			'of both',
			{ direction: 'inbound', status: 'ended' },
			(call) => call.direction === 'INBOUND' && call.status === 'ENDED',
		],
		[
			'of a number of the company',
			{ companyNumber: companyNumbers[1] },
			({ direction, fromNumber, toNumber }) =>
				(direction === 'OUTBOUND' ? fromNumber : toNumber) === companyNumbers[1],
		],
		['of the number of a customer', { companyNumber: customer }, () => false],
		[
			'of a begin, which belongs to it',
			{ startedAfter: iso(noon - 30 * minute) },
			(call) => Date.parse(String(call.startTimestamp)) >= noon - 30 * minute,
		],
		[
			'of an end, which does not belong to it',
			{ startedBefore: iso(noon - 30 * minute) },
			(call) => Date.parse(String(call.startTimestamp)) < noon - 30 * minute,
		],
		[
			'of a begin and an end',
			{ startedAfter: iso(noon - 30 * minute), startedBefore: iso(noon - 20 * minute) },
			(call) =>
				String(call.startTimestamp) >= iso(noon - 30 * minute) &&
				String(call.startTimestamp) < iso(noon - 20 * minute),
		],
	])('%s gives the calls that pass it', async (_name, filters, passes) => {
		const result = await getCalls(simulator, { filters });
		expect(result.error).toBeUndefined();
		const others = result.hints.filter((hint) => !hint.startsWith('Filters without a value'));
		expect(others).toStrictEqual([]);
		expect(idsOf(result)).toStrictEqual(passing(passes));
		pagesAsked(simulator);
	});

	it('that is empty leaves nothing out, and a line says so', async () => {
		const filters = { direction: '', status: '', companyNumber: '', startedAfter: '' };
		const result = await getCalls(simulator, { filters });
		expect(result.error).toBeUndefined();
		expect(result.hints).toStrictEqual([
			expect.stringMatching(/^Filters without a value: Company Number/),
		]);
		expect(idsOf(result)).toStrictEqual(passing(() => true));
	});

	it.each([
		[1, 1],
		[10, 1],
		[11, 2],
		[24, 3],
		[50, 3],
	])('with Limit %i reads %i pages, and gives no more', async (limit, pages) => {
		const filters = { status: 'ERROR' };
		const result = await getCalls(simulator, { returnAll: false, limit, filters });
		expect(idsOf(result)).toStrictEqual(
			passing(({ status }) => status === 'ERROR').slice(0, limit),
		);
		expect(pagesAsked(simulator)).toStrictEqual(upTo(pages));
	});

	it('looks at fields that Simplify leaves out, and at what it keeps', async () => {
		const filters = { status: 'ERROR', direction: 'INBOUND' };
		const result = await getCalls(simulator, { simple: true, filters });
		expect(result.items.length).toBeGreaterThan(0);
		for (const { json } of result.items) expect(json).not.toHaveProperty('voiceEngineId');
	});

	it('differs from item to item', async () => {
		const result = await getCalls(
			simulator,
			{ filters: { status: '={{ $json.status }}' } },
			{ items: [{ status: 'ERROR' }, { status: 'ENDED' }, { status: 'REGISTERED' }] },
		);
		const links = result.items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(links).toStrictEqual([...Array<number>(24).fill(0), ...Array<number>(96).fill(1)]);
	});

	it.each([
		['2026-06-01T06:30:00', 30],
		['2026-06-01 06:30', 30],
		['2026-06-01T11:30:00Z', 30],
		['2026-06-01T13:30:00+02:00', 30],
		['={{ DateTime.fromISO("2026-06-01T11:30:00Z") }}', 30],
		[`={{ ${noon - 30 * minute} }}`, 30],
		['2026-06-01', 120],
		['2026-06-02', 0],
	])('takes the time %s, in the zone of the workflow where it has none', async (...row) => {
		const [startedAfter, count] = row;
		const result = await getCalls(
			simulator,
			{ filters: { startedAfter } },
			{ timeZone: 'America/Chicago' },
		);
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(count);
	});

	it.each<[string, IDataObject, RegExp]>([
		[
			'a begin after the end',
			{ startedAfter: iso(noon), startedBefore: iso(noon - minute) },
			/^'Started After' is not before 'Started Before'$/,
		],
		[
			'a begin that is the end',
			{ startedAfter: iso(noon), startedBefore: iso(noon) },
			/^'Started After' is not before 'Started Before'$/,
		],
		[
			'one date as begin and end',
			{ startedAfter: '2026-06-01', startedBefore: '2026-06-01' },
			/^'Started After' is not before 'Started Before'$/,
		],
		['a begin that is no date', { startedAfter: 'soon' }, /^'Started After' is not a date/],
		['an end that is no date', { startedBefore: 'soon' }, /^'Started Before' is not a date/],
		['a direction there is not', { direction: 'UP' }, /^'Direction' cannot be "UP"/],
		['a status there is not', { status: 'DONE' }, /^'Status' cannot be "DONE"/],
		['a number that is none', { companyNumber: 'front desk' }, /^'Company Number' is not a phone/],
		[
			'a number without its country',
			{ companyNumber: '(555) 010-0001' },
			/^'Company Number' has no country code/,
		],
	])('that is %s is refused before any request', async (_name, filters, message) => {
		const result = await getCalls(simulator, {
			filters: Object.fromEntries(
				Object.entries(filters).map(([name, value]) => [name, `={{ ${JSON.stringify(value)} }}`]),
			),
		});
		expect(result.error?.message).toMatch(message);
		expect(simulator.requests).toStrictEqual([]);
	});
});

describe('the company number', () => {
	it.each([
		['+15550100001', ''],
		['(555) 010-0001', 'US'],
		['555.010.0001', 'US'],
		['001 555 010 0001', ''],
	])('%s with the country "%s" finds its calls, however they are written', async (...row) => {
		const [companyNumber, defaultCountry] = row;
		const simulator = await service({ seed: empty });
		const { store } = simulator;
		const own = [
			'+15550100001',
			'+1 (555) 010-0001',
			'1-555-010-0001',
			'0015550100001',
			'555.010.0001',
		];
		const calls = [
			...own.map((fromNumber) => store.addCall({ direction: 'OUTBOUND', fromNumber })),
			...own.map((toNumber) =>
				store.addCall({ direction: 'INBOUND', toNumber, fromNumber: customer }),
			),
		];
		store.addCall({ direction: 'OUTBOUND', fromNumber: '+15550100002', toNumber: '+15550100001' });
		store.addCall({ direction: 'INBOUND', fromNumber: '+15550100001', toNumber: '+15550100002' });
		const result = await getCalls(simulator, {
			filters: { companyNumber },
			options: defaultCountry === '' ? {} : { defaultCountry },
		});
		expect(result.error).toBeUndefined();
		expect(idsOf(result).sort()).toStrictEqual(calls.map(({ id }) => id).sort());
	});

	it('is read with the country of the credential', async () => {
		const simulator = await service({ seed: empty });
		simulator.store.addCall({ direction: 'OUTBOUND', fromNumber: '+15550100001' });
		const { baseUrl, apiKey } = simulator;
		const credential = { baseUrl, apiKey, defaultCountry: 'US' };
		const filters = { companyNumber: '(555) 010-0001' };
		const result = await getCalls(simulator, { filters }, { credential });
		expect(result.items).toHaveLength(1);
	});
});

describe('a call without a start', () => {
	it('is left out where a time is asked for', async () => {
		const simulator = await seeded(120);
		const { id } = simulator.store.addCall({ endless: true });
		const all = await getCalls(simulator, {});
		expect(idsOf(all)).toContain(id);
		simulator.requests.length = 0;
		for (const filters of [
			{ startedAfter: iso(noon - 20 * minute) },
			{ startedBefore: iso(noon + minute) },
		]) {
			const result = await getCalls(simulator, { filters });
			expect(idsOf(result)).not.toContain(id);
			expect(result.items.length).toBe('startedAfter' in filters ? 20 : 120);
			expect(result.hints).toStrictEqual([]);
		}
		expect(pagesAsked(simulator)).toStrictEqual([1, 1, 2, 2, 3, 3]);
	});

	it('that cannot be read is told in a hint', async () => {
		const simulator = await seeded(120);
		simulator.store.addCall({ startTimestamp: 'noon', endless: true, status: 'ONGOING' });
		const filters = { startedAfter: iso(noon - 20 * minute) };
		const result = await getCalls(simulator, { filters });
		expect(result.items).toHaveLength(20);
		expect(result.hints).toStrictEqual(['Left out: 1 record without a readable time.']);
	});
});

describe('a search of calls', () => {
	it.each(['', '  ', null])(
		'for %j is refused, and says how to list calls by state',
		async (text) => {
			const simulator = await seeded(3);
			const fields = {
				operation: 'search',
				query: '={{ $json.text }}',
				filters: { status: 'ERROR' },
			};
			const result = await getCalls(simulator, fields, { items: [{ text }] });
			expect(result.error).toMatchObject({
				message: `'Search Text' ${said.empty}`,
				description: expect.stringContaining('Get Many') as string,
			});
			expect(simulator.requests).toStrictEqual([]);
		},
	);
});
