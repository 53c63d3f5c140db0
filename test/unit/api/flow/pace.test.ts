import { Pace } from '../../../../nodes/VoiceSms/api/flow/pace';

/** A pace after some requests, of which those that began when `refused` says were refused. */
function paceAfter(refusals: Array<{ at: number; passed: number; waitMs: number }>) {
	const pace = new Pace(0);
	let number = 0;
	for (const { at, passed, waitMs } of refusals) {
		for (let count = 0; count < passed; count++) {
			pace.gotThrough({ number: ++number, at, idle: 0, underWay: 1 });
		}
		pace.refused({ number: ++number, at, idle: 0, underWay: 1 }, number, waitMs, at);
		pace.resume(at + waitMs);
	}
	return pace;
}

/** Requests that go out in so many milliseconds. */
function goingOut(pace: Pace, from: number, ms: number): number {
	let count = 0;
	for (let now = from; now < from + ms; ) {
		const wait = pace.waitMs(now);
		if (wait === 0) {
			pace.began();
			if (++count === 100_000) return Infinity;
		}
		now += wait;
	}
	return count;
}

test('there is none before the first refusal', () => {
	const pace = new Pace(0);
	expect([pace.isKnown(0), pace.waitMs(0), goingOut(pace, 0, 1000)]).toEqual([false, 0, Infinity]);
});

test('after one refusal it lies between what got through with the wait and without', () => {
	// 10 in 100 ms and 900 ms of waiting: 10 or 100 per second, so 32.
	const pace = paceAfter([{ at: 100, passed: 10, waitMs: 900 }]);
	expect(pace.isKnown(1000)).toBe(true);
	expect(goingOut(pace, 1000, 500)).toBe(16);
});

test('a refusal in the first millisecond gives a pace, too', () => {
	// 10 in 1 ms at most and 1 s of waiting: 10,000 or 10 per second, so 316.
	const pace = paceAfter([{ at: 0, passed: 10, waitMs: 1000 }]);
	expect(goingOut(pace, 1000, 100)).toBe(32);
});

test('after one refusal it is doubled in 2 s and forgotten after 4', () => {
	const pace = paceAfter([{ at: 100, passed: 10, waitMs: 900 }]);
	expect(goingOut(pace, 2950, 100)).toBeGreaterThan(6);
	expect([pace.isKnown(4999), pace.isKnown(5000)]).toEqual([true, false]);
	expect(pace.waitMs(5000)).toBe(0);
});

test.each([
	// What got through at first, and in milliseconds after the wait; the pace per second that follows.
	['what got through since the last refusal, if the bucket held the wait', 110, 300, 5000, 48.5],
	['what got through beyond the first burst, if the bucket ran over', 11, 260, 5000, 48.6],
])('after a second refusal it is %s', (_case, burst, passed, ms, perSecond) => {
	const first = { at: 100, passed: burst, waitMs: 1000 };
	const pace = paceAfter([first, { at: 1100 + ms, passed, waitMs: 1000 }]);
	const went = goingOut(pace, 2100 + ms, 5000) / 5;
	expect(Math.abs(went - perSecond)).toBeLessThan(1);
});

test('then it is doubled in 40 s', () => {
	const pace = paceAfter([
		{ at: 20, passed: 11, waitMs: 1000 },
		{ at: 6020, passed: 260, waitMs: 1000 },
	]);
	const after = (ms: number) => goingOut(pace, 7020 + ms, 1000);
	expect(after(10_000)).toBeLessThan(55);
	expect(after(39_500)).toBeGreaterThan(93);
	expect(pace.isKnown(7020 + 80_000)).toBe(false);
});

test('a wait in which nothing gets through afterwards says nothing of the pace', () => {
	const one = { at: 100, passed: 10, waitMs: 900 };
	const again = { at: 1000, passed: 0, waitMs: 900 };
	expect(goingOut(paceAfter([one, again]), 1900, 500)).toBe(16);
	expect(goingOut(paceAfter([{ ...one, passed: 0 }]), 1000, 500)).toBe(Infinity);
});

test('refusals of one burst count once, and what began before tells nothing', () => {
	const pace = new Pace(0);
	for (let number = 1; number <= 10; number++)
		pace.gotThrough({ number, at: 0, idle: 0, underWay: 1 });
	for (const number of [11, 12, 13])
		pace.refused({ number, at: 50, idle: 0, underWay: 1 }, 20, 900, 100);
	pace.gotThrough({ number: 20, at: 60, idle: 0, underWay: 1 });
	pace.resume(1000);
	expect(goingOut(pace, 1000, 500)).toBe(16);
});

test('is one per second at least', () => {
	const pace = paceAfter([{ at: 3_600_000, passed: 1, waitMs: 60_000 }]);
	expect(pace.waitMs(3_660_000)).toBe(0);
	pace.began();
	expect(pace.waitMs(3_660_000)).toBeLessThanOrEqual(1000);
});

test('a request that was let out and did not go leaves its turn to another', () => {
	const pace = paceAfter([{ at: 100, passed: 10, waitMs: 900 }]);
	expect(pace.waitMs(1000)).toBe(0);
	pace.began();
	expect(pace.waitMs(1000)).toBeGreaterThan(0);
	pace.notBegun();
	expect(pace.waitMs(1000)).toBe(0);
});

test('what was held up is caught up for 100 ms at most', () => {
	const pace = paceAfter([{ at: 100, passed: 100, waitMs: 900 }]);
	pace.waitMs(1000);
	expect(goingOut(pace, 1400, 1)).toBeLessThan(35);
});
