import type { Failure } from '../../nodes/VoiceSms/api/failure';
import { Gate } from '../../nodes/VoiceSms/api/gate';
import { type Place, Reservation } from '../../nodes/VoiceSms/api/place';

/** A clock whose waits end when the test moves its time. */
function manualClock() {
	let time = 0;
	let sleeping: Array<{ until: number; wake: () => void }> = [];
	return {
		now: () => time,
		idle: () => time,
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
	const entered: Place[] = [];
	for (let index = 0; index < count; index++) {
		void gate.enter(refusals).then((place) => place && entered.push(place));
	}
	return entered;
}

test('lets as many in as the bound says, and one more for each that leaves', async () => {
	const entered = enterAll(new Gate(3, manualClock()), 5);
	await settle();
	expect(entered).toHaveLength(3);
	entered[0].leave();
	await settle();
	expect(entered).toHaveLength(4);
});

test('waits as long as it was told, then goes on with half the bound', async () => {
	const clock = manualClock();
	const gate = new Gate(4, clock);
	const first = enterAll(gate, 4);
	await settle();
	for (const place of first) place.refused(1000);
	for (const place of first) place.leave();
	const next = enterAll(gate, 4);
	await clock.advance(999);
	expect(next).toHaveLength(0);
	await clock.advance(1);
	// Four refusals of one burst halve once.
	expect(next).toHaveLength(2);
});

test('halves again for refusals of requests begun after the last halving, down to one', async () => {
	const clock = manualClock();
	const gate = new Gate(8, clock);
	const atOnce: number[] = [];
	for (let round = 0; round < 5; round++) {
		const entered = enterAll(gate, 8);
		await settle();
		atOnce.push(entered.length);
		entered[0].refused(10);
		for (let left = 0; left < 8; left++) {
			entered[left].leave();
			await clock.advance(10);
		}
	}
	expect(atOnce).toEqual([8, 4, 2, 1, 1]);
});

test('sends the refused ones first, and one at a time', async () => {
	const clock = manualClock();
	const gate = new Gate(4, clock);
	const burst = enterAll(gate, 4);
	await settle();
	for (const place of burst) {
		place.refused(100);
		place.leave();
	}
	const others = enterAll(gate, 4);
	const refused = enterAll(gate, 2, 1);
	await clock.advance(100);
	expect([refused.length, others.length]).toEqual([1, 0]);
	refused[0].leave();
	await settle();
	expect([refused.length, others.length]).toEqual([2, 0]);
	refused[1].leave();
	await settle();
	expect(others).toHaveLength(2);
});

test('a service that refuses every third request never refuses one four times', async () => {
	const clock = manualClock();
	const gate = new Gate(32, clock);
	let seen = 0;
	let most = 0;
	let done = 0;
	const send = async () => {
		for (let tries = 1; ; tries++) {
			const place = (await gate.enter(tries - 1)) as Place;
			const accepted = ++seen % 3 !== 0;
			await Promise.resolve();
			if (accepted) place.gotThrough();
			else if (tries < 4) place.refused(1000);
			else place.refusedForGood({ cause: 'status', status: 429 });
			place.leave();
			most = Math.max(most, tries);
			if (accepted) break;
		}
		done++;
	};
	for (let index = 0; index < 200; index++) void send();
	for (let second = 0; second < 300 && done < 200; second++) await clock.advance(1000);
	expect(done).toBe(200);
	expect(most).toBeLessThan(4);
});

test.each([
	['a 503', (place: Place) => place.overloaded()],
	['a refusal that is not tried again', (place: Place) => place.refusedForGood(refusal)],
])('%s halves the bound, and what gets through makes it grow again', async (_name, tell) => {
	const gate = new Gate(32, manualClock());
	const entered = enterAll(gate, 200);
	await settle();
	tell(entered[0]);
	for (const place of entered.splice(0, 32)) place.leave();
	await settle();
	expect(entered).toHaveLength(16);
	for (let answers = 0; answers < 32; answers++) {
		const place = entered.shift() as Place;
		place.gotThrough();
		place.leave();
		await settle();
	}
	expect(entered).toHaveLength(24);
});

describe('a place that is kept', () => {
	test('counts as under way, and is had once', async () => {
		const gate = new Gate(1, manualClock());
		const kept = new Reservation((await gate.enter(0)) as Place);
		const next = enterAll(gate, 1);
		await settle();
		expect(next).toHaveLength(0);
		const place = kept.use();
		expect(kept.use()).toBeUndefined();
		kept.giveBack();
		await settle();
		expect(next).toHaveLength(0);
		place?.leave();
		await settle();
		expect(next).toHaveLength(1);
	});

	test('goes to the next one when it is given back', async () => {
		const gate = new Gate(1, manualClock());
		const kept = new Reservation((await gate.enter(0)) as Place);
		const next = enterAll(gate, 2);
		kept.giveBack();
		kept.giveBack();
		await settle();
		expect(next).toHaveLength(1);
	});

	test('is given back when all have to wait meanwhile', async () => {
		const clock = manualClock();
		const gate = new Gate(2, clock);
		const kept = new Reservation((await gate.enter(0)) as Place);
		const other = (await gate.enter(0)) as Place;
		other.refused(1000);
		other.leave();
		expect(kept.use()).toBeUndefined();
		const refused = enterAll(gate, 1, 1);
		await clock.advance(1000);
		expect(refused).toHaveLength(1);
	});

	test('is given back when the gate was closed meanwhile', async () => {
		const gate = new Gate(1, manualClock());
		const kept = new Reservation((await gate.enter(0)) as Place);
		gate.close(refusal);
		expect(kept.use()).toBeUndefined();
	});
});

test('opens at once when the execution is cancelled', async () => {
	const cancel = new AbortController();
	const gate = new Gate(1, manualClock(), cancel.signal);
	const place = (await gate.enter(0)) as Place;
	place.refused(60_000);
	cancel.abort();
	place.leave();
	const next = enterAll(gate, 1);
	await settle();
	expect(next).toHaveLength(1);
});

test('waits no longer than it was told when the clock is set back meanwhile', async () => {
	const clock = manualClock();
	const gate = new Gate(1, clock);
	const place = (await gate.enter(0)) as Place;
	place.refused(1000);
	place.leave();
	const next = enterAll(gate, 1);
	clock.now = () => -3_600_000;
	await clock.advance(1000);
	expect(next).toHaveLength(1);
});

test('of two waits the longer one counts', async () => {
	const clock = manualClock();
	const gate = new Gate(2, clock);
	const both = enterAll(gate, 2);
	await settle();
	both[0].refused(5000);
	both[1].refused(1000);
	for (const place of both) place.leave();
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
		const place = await entering;
		if (place === undefined) return;
		if (tried + 1 < tries) place.refused(1000);
		else place.refusedForGood(refusal);
		place.leave();
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
		const place = (await gate.enter(3)) as Place;
		const waiting = [gate.enter(0), gate.enter(1)];
		gate.close(refusal);
		place.leave();
		expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
	});

	test('and another got through meanwhile, the others go on', async () => {
		const clock = manualClock();
		const gate = new Gate(4, clock);
		await useUp(gate, clock, 3);
		const place = (await gate.enter(0)) as Place;
		place.gotThrough();
		place.leave();
		await useUp(gate, clock, 3);
		expect(gate.closed).toBeUndefined();
	});

	test.each([
		[1, 50, undefined],
		[2, 2, undefined],
		[2, 3, refusal],
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
		const place = (await gate.enter(0)) as Place;
		gate.close(refusal);
		place.gotThrough();
		expect(await gate.enter(0)).toBeDefined();
	});
});

test('a request whose time is over gives up its turn, the others keep theirs', async () => {
	const gate = new Gate(1, manualClock());
	const place = (await gate.enter(0)) as Place;
	const over = new AbortController();
	const waiting = gate.enter(0, over.signal);
	const other = enterAll(gate, 1);
	over.abort();
	expect(await waiting).toBeUndefined();
	expect(await gate.enter(0, over.signal)).toBeUndefined();
	place.leave();
	await settle();
	expect(other).toHaveLength(1);
});
