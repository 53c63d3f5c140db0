import { getEventListeners } from 'node:events';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { Gate } from '../../../../nodes/VoiceSms/api/flow/gate';
import { virtualTime } from '../../../harness/time/virtualTime';

/** A number from 0 up to 1, the same row for the same seed. */
const seeded = (seed: number) => {
	let state = seed * 1_000_003;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
};

const requests = 150;
const runs = Number(process.env.RUNS ?? 60);
const refusal: Failure = { cause: 'status', status: 429 };

/** Requests of all kinds that meet a gate at random, and what became of them. */
async function meet(seed: number) {
	const random = seeded(seed);
	const below = (most: number) => Math.floor(random() * most);
	const time = virtualTime();
	const ending = new AbortController();
	const given = random() < 0.5 ? 1 + below(20) : undefined;
	const intervalMs = random() < 0.3 ? 1 + below(500) : 0;
	const gate = new Gate(given, time, ending.signal, intervalMs);
	const endsAt = random() < 0.5 ? below(20_000) : Infinity;
	const troubles = random();
	const seen = { inside: 0, tooMany: 0, tooSoon: 0, afterEnd: 0 };
	let lastWrite = -Infinity;
	const outcomes: string[] = [];

	const one = async () => {
		await time.sleep(below(5000));
		const isWrite = random() < 0.5;
		const own = new AbortController();
		if (random() < 0.1) void time.sleep(below(5000)).then(() => own.abort());
		const tries = 1 + below(4);
		for (let tried = 1, refusals = 0; tried <= tries; tried++) {
			const slot = await gate.enter(refusals, isWrite, own.signal);
			if (slot === undefined) return 'none';
			if (ending.signal.aborted) seen.afterEnd++;
			seen.inside++;
			if (seen.inside > gate.bound && seen.inside > 1) seen.tooMany++;
			const boundThen = gate.bound;
			await time.sleep(below(3) * below(50));
			if (random() < 0.1) {
				seen.inside--;
				gate.leave(slot);
				return 'left';
			}
			gate.begin(slot);
			if (isWrite && time.passed() - lastWrite < intervalMs) seen.tooSoon++;
			if (isWrite) lastWrite = time.passed();
			await time.sleep(random() < 0.02 ? 12_000 : below(200));
			const luck = random() / Math.max(0.1, troubles);
			if (luck < 0.2) {
				gate.throttled(slot, refusal, 1 + below(2000), tried === tries);
				refusals++;
			} else if (luck < 0.25) gate.halve(slot);
			else gate.gotThrough(slot);
			expect(boundThen).toBeLessThanOrEqual(given ?? 100);
			seen.inside--;
			gate.leave(slot);
			if (luck >= 0.2) return 'done';
		}
		return 'refused';
	};

	if (endsAt < Infinity) void time.sleep(endsAt).then(() => ending.abort());
	const all = Array.from({ length: requests }, async () => void outcomes.push(await one()));
	// Throws when a request waits and nothing is left that could let it in.
	await time.run(Promise.all(all));
	return { seen, outcomes, gate, hasEnded: ending.signal.aborted };
}

test('at random none is lost, none too many inside, writes keep the interval, all end with the run', async () => {
	for (let seed = 1; seed <= runs; seed++) {
		const { seen, outcomes, gate, hasEnded } = await meet(seed);
		expect({ seed, ...seen }).toEqual({ seed, inside: 0, tooMany: 0, tooSoon: 0, afterEnd: 0 });
		expect(outcomes).toHaveLength(requests);
		expect(gate.bound).toBeGreaterThanOrEqual(1);
		if (hasEnded || gate.closed !== undefined) expect(await gate.enter(0)).toBeUndefined();
	}
});

test('2,000 requests that wait put one listener at each signal, and end with it', async () => {
	const ending = new AbortController();
	const gate = new Gate(100, virtualTime(), ending.signal);
	let entered = 0;
	let ended = 0;
	const own = new AbortController();
	const all = Array.from({ length: 2_000 }, async (_, index) => {
		const slot = await gate.enter(0, index % 2 === 0, index % 4 === 1 ? own.signal : undefined);
		if (slot === undefined) return void ended++;
		entered++;
		if (entered < 1_000) gate.leave(slot);
	});
	for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
	expect(getEventListeners(ending.signal, 'abort')).toHaveLength(1);
	expect(getEventListeners(own.signal, 'abort')).toHaveLength(1);
	own.abort();
	ending.abort();
	await Promise.all(all);
	// Those that have a slot when the thousandth enters keep it, and as many more enter.
	expect([entered, ended]).toEqual([1_099, 901]);
});

test('a request that has its slot leaves nothing at its signal', async () => {
	const gate = new Gate(1, virtualTime());
	const { signal } = new AbortController();
	const slot = await gate.enter(0, true, signal);
	expect([slot?.number, getEventListeners(signal, 'abort')]).toEqual([1, []]);
});
