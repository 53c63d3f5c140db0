import type { IDataObject } from 'n8n-workflow';

import { isDelivered } from '../../../../nodes/VoiceSms/api/unstated';
import { atDelivery } from '../../../../nodes/VoiceSms/operations/wait/delivery';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { waitOn } from '../../../harness/time/clock';
import { virtualTime } from '../../../harness/time/virtualTime';
import { fake } from '../../../harness/n8n/fake';

it.each<[string, IDataObject, boolean]>([
	['the status DELIVERED', { status: 'DELIVERED' }, true],
	['a time of delivery', { status: 'SENT', deliveredAt: '2026-06-01T12:00:00Z' }, true],
	['both', { status: 'DELIVERED', deliveredAt: '2026-06-01T12:00:00Z' }, true],
	['a time of delivery and no status', { deliveredAt: '2026-06-01T12:00:00Z' }, true],
	['neither', { status: 'queued' }, false],
	['no time', { status: 'SENT', deliveredAt: null }, false],
	['an empty time', { status: 'SENT', deliveredAt: '' }, false],
	['a status in lower case', { status: 'delivered' }, false],
	['nothing at all', {}, false],
])('a message with %s: %j is delivered: %j', (_name, message, expected) => {
	expect(isDelivered(message)).toBe(expected);
});

/** One run, with a service whose answers to reads take `takesMs`. */
function oneRun(records: () => IDataObject[] | Error, takesMs = 0) {
	const clock = virtualTime();
	const made = new Map<() => unknown, unknown>();
	const wanted: number[] = [];
	const within: number[] = [];
	const context = (thing: string) =>
		fake<OperationContext>({
			passed: () => clock.passed(),
			hint: () => {},
			wait: waitOn(clock),
			leftMs: () => Infinity,
			shared: <T>(make: () => T) => {
				if (!made.has(make)) made.set(make, make());
				return made.get(make) as T;
			},
			api: {
				within(ms: number) {
					within.push(ms);
					return this;
				},
				async pages(_list: object, most: number, keep: (record: IDataObject) => unknown) {
					wanted.push(most);
					if (takesMs > 0) await clock.sleep(takesMs);
					const given = records();
					if (given instanceof Error) throw given;
					return { records: given.filter((record) => keep(record)), missing: 0 };
				},
				forThisItem: (error: Error) => new Error(`${thing}: ${error.message}`),
			},
		});
	return { clock, wanted, within, context };
}
const sent = (messageId: string, conversationId = 'c1') => ({
	messageId,
	conversationId,
	status: 'queued',
});
const waiting = { intervalMs: 5000, limitMs: 20_000 };

it('what was delivered is no longer asked for', async () => {
	let looks = 0;
	const { context, wanted, clock } = oneRun(() => {
		looks++;
		return ['a', 'b'].map((id) => ({ id, status: id === 'a' || looks > 1 ? 'DELIVERED' : 'SENT' }));
	});
	const all = ['a', 'b'].map(async (id) => await atDelivery(sent(id), waiting, context(id)));
	await clock.run(Promise.all(all));
	expect(wanted).toStrictEqual([2, 1]);
});

it('a reading that is under way is waited for, however long it takes', async () => {
	const { context, wanted, clock } = oneRun(() => [], 60_000);
	const one = atDelivery(sent('a'), { intervalMs: 1000, limitMs: 1000 }, context('a'));
	const two = atDelivery(sent('b'), { intervalMs: 2000, limitMs: 2000 }, context('b'));
	await clock.run(Promise.all([one, two]));
	expect(wanted).toHaveLength(1);
	expect(clock.passed()).toBeLessThan(70_000);
});

it('two messages with one ID are both delivered', async () => {
	const { context, clock } = oneRun(() => [{ id: 'a', deliveredAt: 'now' }]);
	const all = [5000, 9000].map(async (intervalMs) => {
		return await atDelivery(sent('a'), { intervalMs, limitMs: 30_000 }, context('a'));
	});
	for (const answer of await clock.run(Promise.all(all)))
		expect(answer).toMatchObject({ deliveredAt: 'now' });
});

it('a look takes no longer than until the limit', async () => {
	const { context, within, clock } = oneRun(() => []);
	await clock.run(atDelivery(sent('a'), { intervalMs: 8000, limitMs: 20_000 }, context('a')));
	expect(within).toStrictEqual([12_000, 8000, 8000]);
});

it.each([
	['for less than half a second', 1499, 1],
	['and no longer', 1500, 2],
])('a reading is fresh %s', async (_name, intervalMs, readings) => {
	const { context, wanted, clock } = oneRun(() => []);
	const all = [1000, intervalMs].map(async (ms) => {
		const times = { intervalMs: ms, limitMs: ms };
		return await atDelivery(sent(`m${ms}`), times, context('a'));
	});
	await clock.run(Promise.all(all));
	expect(wanted).toHaveLength(readings);
});
