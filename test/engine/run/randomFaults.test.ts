import type { IDataObject } from 'n8n-workflow';

import { locator, runAt, type NodeResult } from '../../harness/n8n/engine';
import { companyNumbers, type Fault } from '../../simulator';
import { withSimulator } from '../../harness/service/service';
import { good } from '../../harness/n8n/parameters';

/** Every way in which a request fails, before and after the service carried it out. */
const faults: Fault[] = [
	{ kind: 'rateLimited', retryAfter: '1' },
	{ kind: 'rateLimited' },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 502, processed: true },
	{ kind: 'status', status: 503, headers: { 'Retry-After': '2' } },
	{ kind: 'status', status: 400, message: 'Not today' },
	{ kind: 'successFalse', message: 'Not today' },
	{ kind: 'reset' },
	{ kind: 'reset', processed: true },
	{ kind: 'halfBody' },
	{ kind: 'cutBody' },
	{ kind: 'html', status: 504 },
];
/** After these a GET is tried again. */
const passes = ({ kind, ...fault }: Fault) => {
	return (
		['rateLimited', 'reset', 'cutBody'].includes(kind) ||
		('status' in fault && fault.status !== 400)
	);
};
const seed = 20261121;

const simulator = withSimulator();

const number = (index: number) => `+1555${String(index).padStart(7, '0')}`;
const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: number(index) }));

async function run(parameters: IDataObject, items: IDataObject[]): Promise<NodeResult> {
	return await runAt(simulator, parameters, {
		items,
		settings: { onError: 'continueRegularOutput' },
	});
}

/** What the node says of each item: done, not done, or that it cannot know. */
function verdicts({ items }: NodeResult, count: number): Array<'done' | 'not done' | 'unsure'> {
	const verdicts = new Array<'done' | 'not done' | 'unsure'>(count);
	for (const { json, pairedItem } of items) {
		const { item } = pairedItem as { item: number };
		const error = json.error as { mayHaveBeenDone: boolean } | undefined;
		if (error === undefined) verdicts[item] = 'done';
		else verdicts[item] = error.mayHaveBeenDone ? 'unsure' : 'not done';
	}
	return verdicts;
}

/** Ledger entries of a kind, by a field of their body. */
function writes(kind: string, field: string): Map<unknown, string[]> {
	const byField = new Map<unknown, string[]>();
	for (const entry of simulator.ledger.filter((one) => one.kind === kind)) {
		const key = (entry.body as IDataObject)[field];
		byField.set(key, [...(byField.get(key) ?? []), entry.id]);
	}
	return byField;
}

const creating: Array<[string, IDataObject, string, string]> = [
	['sms.send', { ...good.send, to: '={{ $json.to }}', body: 'Hi', options: {} }, 'to', 'messageId'],
	[
		'call.create',
		{
			resource: 'call',
			operation: 'create',
			fromNumber: locator(companyNumbers[1]),
			toNumber: '={{ $json.to }}',
			additionalFields: {},
			options: {},
		},
		'toNumber',
		'id',
	],
	[
		'contact.create',
		{
			resource: 'contact',
			operation: 'create',
			firstName: '',
			lastName: '',
			email: '',
			phone: '={{ $json.to }}',
			additionalFields: {},
			options: {},
		},
		'phone',
		'id',
	],
];

const count = Number(process.env.RUNS ?? 220);
let requests = 0;
const atLeast = 5 * count;

describe('one request in five meets a fault', () => {
	beforeEach(() => {
		// A burst of refusals at the start, then faults by chance.
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '1' }, 30);
		simulator.failRandomly({ seed, rate: 0.2, faults });
	});
	afterEach(() => {
		requests += simulator.requests.length;
	});

	test.each(creating)('%s: nothing lost, nothing doubled', async (kind, parameters, field, id) => {
		const items = numbers(count);
		const result = await run(parameters, items);
		expect(result.items.map(({ pairedItem }) => pairedItem)).toStrictEqual(
			items.map((_, item) => ({ item })),
		);
		const done = writes(kind, field);
		const seen = { done: 0, 'not done': 0, unsure: 0 };
		verdicts(result, count).forEach((verdict, index) => {
			seen[verdict]++;
			const ids = done.get(number(index)) ?? [];
			if (verdict === 'done') expect(ids).toStrictEqual([result.items[index].json[id]]);
			else if (verdict === 'not done') expect(ids).toEqual([]);
			else expect(ids.length).toBeLessThanOrEqual(1);
		});
		// The faults were there, and each verdict was put to the test.
		expect(seen.done).toBeGreaterThan(count / 2);
		expect(seen['not done']).toBeGreaterThan(5);
		expect(seen.unsure).toBeGreaterThan(5);
	});

	test('contact.update: what is said to be written is written, with all other fields kept', async () => {
		const before = simulator.store.contacts.all().slice(0, count);
		const result = await run(
			{
				resource: 'contact',
				operation: 'update',
				contactId: locator('={{ $json.id }}'),
				updateFields: { notes: '={{ "chaos " + $json.id }}' },
				options: {},
			},
			before.map(({ id }) => ({ id })),
		);
		let done = 0;
		verdicts(result, count).forEach((verdict, index) => {
			const old = before[index];
			const now = simulator.store.contacts.get(old.id);
			const { notes } = now as typeof old;
			const { updatedAt, notes: oldNotes } = old;
			expect({ ...now, notes: oldNotes, updatedAt }).toEqual(old);
			if (verdict === 'done') {
				done++;
				expect(notes).toBe(`chaos ${old.id}`);
			} else if (verdict === 'not done') expect(notes).toBe(oldNotes);
		});
		expect(done).toBeGreaterThan(count / 2);
	});

	test('call.delete: deleted means gone, and a repeated delete counts as done', async () => {
		const ids = simulator.store.calls
			.all()
			.slice(0, count)
			.map(({ id }) => ({ id }));
		const result = await run(
			{ resource: 'call', operation: 'delete', callId: locator('={{ $json.id }}'), options: {} },
			ids,
		);
		const gone = ids.map(({ id }) => simulator.store.calls.get(id) === undefined);
		verdicts(result, ids.length).forEach((verdict, index) => {
			if (verdict !== 'unsure') expect(gone[index]).toBe(verdict === 'done');
		});
		expect(simulator.ledger.length).toBe(new Set(simulator.ledger.map(({ id }) => id)).size);
		expect(gone.filter(Boolean).length).toBeGreaterThan(ids.length / 2);
	});

	test('contact.get: the right record for each item, or its error', async () => {
		const contacts = simulator.store.contacts.all().slice(0, count);
		const result = await run(
			{
				resource: 'contact',
				operation: 'get',
				contactId: locator('={{ $json.id }}'),
				simple: false,
				options: {},
			},
			contacts.map(({ id }) => ({ id })),
		);
		expect(result.items).toHaveLength(count);
		result.items.forEach(({ json }, index) => {
			if (json.error === undefined) expect(json).toEqual(contacts[index]);
		});
		expect(result.items.filter(({ json }) => json.error === undefined).length).toBeGreaterThan(
			count / 2,
		);
	});

	test.each([
		['every fault', faults],
		['faults that pass', faults.filter(passes)],
	])(
		'contact.getAll, %s: the whole list or an error, never a part of it',
		async (_name, chosen) => {
			simulator.clearFaults();
			simulator.failRandomly({ seed, rate: 0.2, faults: chosen });
			const result = await run(
				{
					resource: 'contact',
					operation: 'getAll',
					returnAll: true,
					simple: true,
					filters: {},
					requestOptions: { maxTries: 10 },
				},
				Array.from({ length: 6 }, () => ({})),
			);
			const lists = new Map<number, Set<unknown>>();
			for (const { json, pairedItem } of result.items) {
				const { item } = pairedItem as { item: number };
				const list = lists.get(item) ?? new Set();
				lists.set(item, list);
				if (json.error === undefined) list.add(json.id);
			}
			expect(lists.size).toBe(6);
			const whole = [...lists.values()].filter(({ size }) => size === 2500);
			const none = [...lists.values()].filter(({ size }) => size === 0);
			expect(whole.length + none.length).toBe(6);
			if (chosen !== faults) expect(whole).toHaveLength(6);
		},
	);

	test(`all of it was more than ${atLeast} requests`, () => {
		expect(requests).toBeGreaterThan(atLeast);
	});
});
