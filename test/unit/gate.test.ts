import { Gate, type Place } from '../../nodes/VoiceSms/api/gate';

/** A clock whose waits end when the test moves its time. */
function manualClock() {
	let time = 0;
	let sleeping: Array<{ until: number; wake: () => void }> = [];
	return {
		now: () => time,
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

/** Lets everything that can go on without time passing go on. */
async function settle() {
	for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

function enterAll(gate: Gate, count: number, refusals = 0) {
	const entered: Place[] = [];
	for (let index = 0; index < count; index++) {
		void gate.enter(refusals).then((place) => entered.push(place));
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
			const place = await gate.enter(tries - 1);
			const accepted = ++seen % 3 !== 0;
			await Promise.resolve();
			if (!accepted) place.refused(1000);
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

test('opens at once when the execution is cancelled', async () => {
	const cancel = new AbortController();
	const gate = new Gate(1, manualClock(), cancel.signal);
	const [place] = await Promise.all([gate.enter(0)]);
	place.refused(60_000);
	cancel.abort();
	place.leave();
	const next = enterAll(gate, 1);
	await settle();
	expect(next).toHaveLength(1);
});
