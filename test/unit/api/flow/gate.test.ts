import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { Gate } from '../../../../nodes/VoiceSms/api/flow/gate';
import type { Slot } from '../../../../nodes/VoiceSms/api/flow/gate';

/** A clock whose waits end when the test moves its time. */
function manualClock() {
	let time = 0;
	let sleeping: Array<{ until: number; wake: () => void }> = [];
	return {
		passed: () => time,
		sleep: async (ms: number) => {
			await new Promise<void>((wake) => sleeping.push({ until: time + ms, wake }));
		},
		async advance(ms: number) {
			time += ms;
			const due = sleeping.filter(({ until }) => until <= time);
			sleeping = sleeping.filter(({ until }) => until > time);
			for (const { wake } of due) wake();
			await settle();
		},
	};
}

const refusal: Failure = { cause: 'status', status: 429, service: 'Too many requests' };

/** Lets everything that can go on without time passing go on. */
async function settle() {
	for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

function enterAll(gate: Gate, count: number, refusals = 0) {
	const entered: Slot[] = [];
	for (let index = 0; index < count; index++) {
		void gate.enter(refusals).then((slot) => slot && entered.push(slot));
	}
	return entered;
}

async function entered(gate: Gate, count: number, refusals: number) {
	const slots = enterAll(gate, count, refusals);
	await settle();
	return slots;
}

test('lets as many in as the bound says, and one more for each that leaves', async () => {
	const gate = new Gate(3, manualClock());
	const entered = enterAll(gate, 5);
	await settle();
	expect(entered).toHaveLength(3);
	gate.leave(entered[0]);
	await settle();
	expect(entered).toHaveLength(4);
});

/** One request that gets through. */
async function passOne(gate: Gate) {
	const slot = (await gate.enter(0)) as Slot;
	gate.begin(slot);
	gate.gotThrough(slot);
	gate.leave(slot);
}

test('waits as long as it was told, then goes on one by one, and with half the bound when one got through', async () => {
	const clock = manualClock();
	const gate = new Gate(8, clock);
	const first = enterAll(gate, 8);
	await settle();
	for (const slot of first) gate.throttled(slot, refusal, 1000, false);
	for (const slot of first) gate.leave(slot);
	const next = enterAll(gate, 8);
	await clock.advance(999);
	expect(next).toHaveLength(0);
	await clock.advance(1);
	expect(next).toHaveLength(1);
	gate.gotThrough(next[0]);
	gate.leave(next[0]);
	await clock.advance(1000);
	// Eight refusals of one burst halve once. The one that got through opened it by one.
	expect(next).toHaveLength(1 + 5);
});

test('halves again for refusals of requests begun after the last halving, down to one', async () => {
	const clock = manualClock();
	const gate = new Gate(8, clock);
	const atOnce: number[] = [];
	for (let round = 0; round < 5; round++) {
		const slot = (await gate.enter(0)) as Slot;
		atOnce.push(gate.bound);
		gate.throttled(slot, refusal, 10, false);
		gate.leave(slot);
		await clock.advance(10);
	}
	expect(atOnce).toEqual([8, 4, 2, 1, 1]);
});

describe('after a refusal', () => {
	const afterRefusal = async (bound = 16) => {
		const clock = manualClock();
		const gate = new Gate(bound, clock);
		const [slot] = await entered(gate, 1, 0);
		gate.throttled(slot, refusal, 100, false);
		gate.leave(slot);
		return { clock, gate };
	};

	test('the refused ones go first, and one at a time until one gets through', async () => {
		const { clock, gate } = await afterRefusal(4);
		const others = enterAll(gate, 4);
		const refused = enterAll(gate, 2, 1);
		await clock.advance(100);
		expect([refused.length, others.length]).toEqual([1, 0]);
		gate.leave(refused[0]);
		await settle();
		expect([refused.length, others.length]).toEqual([2, 0]);
		gate.gotThrough(refused[1]);
		gate.leave(refused[1]);
		await settle();
		expect(others.length).toBeGreaterThan(1);
	});

	test.each([
		['beside another refused one', 1, 2],
		['and no other goes beside it', 2, 1],
	])('a request that was refused twice does not go %s', async (_name, before, after) => {
		const { clock, gate } = await afterRefusal();
		await clock.advance(100);
		await passOne(gate);
		const [inside] = await entered(gate, 1, before);
		const waiting = enterAll(gate, 1, after);
		await clock.advance(500);
		expect(waiting).toHaveLength(0);
		gate.leave(inside);
		await clock.advance(500);
		expect(waiting).toHaveLength(1);
	});

	test('those that were refused once go side by side, also after one that had to go alone', async () => {
		const { clock, gate } = await afterRefusal();
		await clock.advance(100);
		const [alone] = await entered(gate, 1, 2);
		gate.begin(alone);
		gate.gotThrough(alone);
		gate.leave(alone);
		const waiting = enterAll(gate, 2, 1);
		for (let turn = 0; turn < 2; turn++) await clock.advance(500);
		expect(waiting).toHaveLength(2);
	});

	test('an answer to a request from before it does not end the going one by one', async () => {
		const clock = manualClock();
		const gate = new Gate(8, clock);
		const [refused, before] = await entered(gate, 2, 0);
		gate.throttled(refused, refusal, 100, false);
		gate.gotThrough(before);
		gate.leave(refused);
		gate.leave(before);
		const next = enterAll(gate, 3);
		await clock.advance(100);
		expect(next).toHaveLength(1);
	});
});

describe('those who wait enter in this order:', () => {
	type Waiting = [refusals: number, isWrite: boolean];
	const [read, write]: Waiting[] = [
		[0, false],
		[0, true],
	];

	test.each<[string, Waiting[], number[]]>([
		['as they came', [write, write, write], [0, 1, 2]],
		['writes before reads', [read, write, read, write], [1, 3, 0, 2]],
		[
			'refused ones before others',
			[write, [1, false], read, [2, true], [1, true]],
			[3, 4, 1, 0, 2],
		],
	])('%s', async (_name, all, expected) => {
		const gate = new Gate(1, manualClock());
		const [inside] = await entered(gate, 1, 0);
		const order: number[] = [];
		for (const [index, [refusals, isWrite]] of all.entries()) {
			void gate.enter(refusals, isWrite).then((slot) => {
				order.push(index);
				gate.leave(slot as Slot);
			});
		}
		gate.leave(inside);
		await settle();
		expect(order).toEqual(expected);
	});
});

test('what has a slot is measured from the moment it goes', async () => {
	const clock = manualClock();
	const gate = new Gate(undefined, clock);
	const send = async (beforeMs: number) => {
		const slot = (await gate.enter(0)) as Slot;
		await clock.sleep(beforeMs);
		gate.begin(slot);
		await clock.sleep(10);
		gate.gotThrough(slot);
		gate.leave(slot);
	};
	for (let round = 0; round < 10; round++) {
		// Each takes longer than the one before, and none of that is the service's time.
		const sending = Array.from({ length: 32 }, async () => await send(100 * round));
		for (let ms = 0; ms <= 100 * round + 20; ms += 10) await clock.advance(10);
		await Promise.all(sending);
	}
	expect(gate.bound).toBeGreaterThan(32);
});

describe('with an interval', () => {
	const withInterval = (ms = 1000) => {
		const clock = manualClock();
		return { clock, gate: new Gate(10, clock, undefined, ms) };
	};

	test('each begins so long after the one before has begun', async () => {
		const { clock, gate } = withInterval();
		const entered = enterAll(gate, 3);
		await settle();
		expect(entered).toHaveLength(1);
		await clock.advance(700);
		// It was held up: the next waits for it.
		expect(entered).toHaveLength(1);
		gate.begin(entered[0]);
		await clock.advance(999);
		expect(entered).toHaveLength(1);
		await clock.advance(1);
		expect(entered).toHaveLength(2);
	});

	test.each([
		['a request that is done', true],
		['a read that never began', false],
	])('after %s one that is held up holds up the next', async (_name, isDone) => {
		const { clock, gate } = withInterval();
		const slot = (await gate.enter(0, isDone)) as Slot;
		if (isDone) gate.begin(slot);
		if (isDone) gate.gotThrough(slot);
		gate.leave(slot);
		await clock.advance(1000);
		const entered = enterAll(gate, 2);
		await clock.advance(3000);
		expect(entered).toHaveLength(1);
	});

	test('the shortest, of 1 ms, holds up the next as well', async () => {
		const { clock, gate } = withInterval(1);
		const entered = enterAll(gate, 2);
		await clock.advance(1000);
		expect(entered).toHaveLength(1);
	});

	test('what leaves without having begun takes none', async () => {
		const { gate } = withInterval();
		const entered = enterAll(gate, 3);
		await settle();
		gate.leave(entered[0]);
		await settle();
		gate.leave(entered[1]);
		await settle();
		expect(entered).toHaveLength(3);
	});

	test('one that is refused is tried again first, an interval later', async () => {
		const { clock, gate } = withInterval();
		const [first, second] = [gate.enter(0), gate.enter(0)];
		const slot = (await first) as Slot;
		gate.begin(slot);
		gate.throttled(slot, refusal, 100, false);
		gate.leave(slot);
		const again = enterAll(gate, 1, 1);
		await clock.advance(999);
		expect(again).toHaveLength(0);
		await clock.advance(1);
		expect(again).toHaveLength(1);
		gate.begin(again[0]);
		await clock.advance(1000);
		gate.leave(again[0]);
		expect(await second).toBeDefined();
	});
});

test('lets nobody in any more when the run has ended, and tells those who wait', async () => {
	const ending = new AbortController();
	const gate = new Gate(1, manualClock(), ending.signal);
	const slot = (await gate.enter(0)) as Slot;
	gate.throttled(slot, refusal, 60_000, false);
	const waiting = gate.enter(0);
	ending.abort();
	expect(await waiting).toBeUndefined();
	gate.leave(slot);
	expect(await gate.enter(0)).toBeUndefined();
});

test('of two waits the longer one counts', async () => {
	const clock = manualClock();
	const gate = new Gate(2, clock);
	const both = enterAll(gate, 2);
	await settle();
	gate.throttled(both[0], refusal, 5000, false);
	gate.throttled(both[1], refusal, 1000, false);
	for (const slot of both) gate.leave(slot);
	const next = enterAll(gate, 1);
	await clock.advance(4999);
	expect(next).toHaveLength(0);
	await clock.advance(1);
	expect(next).toHaveLength(1);
});

/** One request that is refused until its tries are used up, as `attempts.ts` does it. */
async function useUp(gate: Gate, clock: ReturnType<typeof manualClock>, tries: number) {
	for (let tried = 0; tried < tries; tried++) {
		const entering = gate.enter(tried);
		await clock.advance(1000);
		const slot = await entering;
		if (slot === undefined) return;
		gate.throttled(slot, refusal, 1000, tried + 1 === tries);
		gate.leave(slot);
	}
}

describe('when a request has used up its tries', () => {
	test('and nothing got through meanwhile, nothing more gets in', async () => {
		const clock = manualClock();
		const gate = new Gate(4, clock);
		await useUp(gate, clock, 4);
		expect(gate.closed).toBe(refusal);
		expect(await Promise.all([gate.enter(0), gate.enter(2)])).toEqual([undefined, undefined]);
	});

	test('those who wait are told', async () => {
		const clock = manualClock();
		const gate = new Gate(1, clock);
		const slot = (await gate.enter(3)) as Slot;
		const waiting = [gate.enter(0), gate.enter(1)];
		gate.close(refusal);
		gate.leave(slot);
		expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
	});

	test('and another got through meanwhile, the others go on', async () => {
		const clock = manualClock();
		const gate = new Gate(4, clock);
		await useUp(gate, clock, 3);
		const entering = gate.enter(0);
		await clock.advance(1000);
		const slot = (await entering) as Slot;
		gate.gotThrough(slot);
		gate.leave(slot);
		await useUp(gate, clock, 3);
		expect(gate.closed).toBeUndefined();
	});

	test.each([
		[1, 3, undefined],
		[1, 4, refusal],
		[2, 1, undefined],
		[2, 2, refusal],
		[3, 1, undefined],
		[3, 2, refusal],
		[4, 1, refusal],
	])('of %i tries, %i requests: three refusals after a wait close it', async (...row) => {
		const [tries, requests, closed] = row;
		const clock = manualClock();
		const gate = new Gate(4, clock);
		for (let request = 0; request < requests; request++) await useUp(gate, clock, tries);
		expect(gate.closed).toBe(closed);
	});

	test('what gets through after all opens it again', async () => {
		const gate = new Gate(4, manualClock());
		const slot = (await gate.enter(0)) as Slot;
		gate.close(refusal);
		gate.gotThrough(slot);
		expect(await gate.enter(0)).toBeDefined();
	});
});

test('a request whose time is over gives up its turn, the others keep theirs', async () => {
	const gate = new Gate(1, manualClock());
	const slot = (await gate.enter(0)) as Slot;
	const over = new AbortController();
	const waiting = gate.enter(0, true, over.signal);
	const other = enterAll(gate, 1);
	over.abort();
	expect(await waiting).toBeUndefined();
	expect(await gate.enter(0, true, over.signal)).toBeUndefined();
	gate.leave(slot);
	await settle();
	expect(other).toHaveLength(1);
});
