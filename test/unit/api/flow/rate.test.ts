import { Rate } from '../../../../nodes/VoiceSms/api/flow/rate';

/** A rate after some refusals: when each refused request began, and what got through since the last wait. */
function rateAfter(refusals: Array<{ at: number; passed: number; waitMs: number }>) {
	const rate = new Rate(0);
	for (const { at, passed, waitMs } of refusals) {
		rate.throttled(at, waitMs, at, passed);
		rate.resume(at + waitMs);
	}
	return rate;
}

/** Requests that go out in so many milliseconds. */
function goingOut(rate: Rate, from: number, ms: number): number {
	let count = 0;
	for (let now = from; now < from + ms; ) {
		const wait = rate.waitMs(now);
		if (wait === 0) {
			rate.credit--;
			if (++count === 100_000) return Infinity;
		}
		now += wait;
	}
	return count;
}

/** Within 5 %, or one request. */
const isAbout = (count: number, expected: number) => {
	expect(count).toBeGreaterThanOrEqual(0.95 * expected - 1);
	expect(count).toBeLessThanOrEqual(1.05 * expected + 1);
};

test('there is none before the first refusal', () => {
	expect(goingOut(new Rate(0), 0, 1000)).toBe(Infinity);
});

test('it begins with 85 % of what got through, between the rates with the wait and without', () => {
	// 200 in 1 s and 1 s of waiting: 100 or 200 per second, so 141.
	const rate = rateAfter([{ at: 1000, passed: 200, waitMs: 1000 }]);
	isAbout(goingOut(rate, 2000, 200), 0.85 * 141 * 0.2);
});

test('then it stays near what got through for seconds, and rises faster and faster', () => {
	const rate = rateAfter([{ at: 1000, passed: 200, waitMs: 1000 }]);
	const after = (ms: number) => goingOut(rate, 2000 + ms, 1000);
	// With what is caught up.
	isAbout(after(4000), 141 + 14);
	expect(after(10_000)).toBeLessThan(1.2 * 141);
	expect(after(30_000)).toBeGreaterThan(5 * 141);
});

test('after a refusal within the wait that it asks for, it rises sooner', () => {
	// 10 in 100 ms and 900 ms of waiting: 10 or 100 per second, so 32.
	const rate = rateAfter([{ at: 100, passed: 10, waitMs: 900 }]);
	isAbout(goingOut(rate, 1000, 1000), 0.9 * 32);
	expect(goingOut(rate, 6000, 1000)).toBeGreaterThan(2 * 32);
});

test('refused while it rises above what got through, it goes to just below', () => {
	const first = { at: 1000, passed: 200, waitMs: 1000 };
	const rate = rateAfter([first, { at: 2000 + 15_000, passed: 2000, waitMs: 1000 }]);
	const risen = 141 * (1 + 0.0008 * (15 - 5.72) ** 3);
	isAbout(goingOut(rate, 18_000, 500), 0.85 * 0.9 * risen * 0.5);
});

test('a wait in which nothing gets through afterwards says nothing of it', () => {
	const one = { at: 1000, passed: 200, waitMs: 1000 };
	const rate = rateAfter([one, { at: 2000, passed: 0, waitMs: 1000 }]);
	isAbout(goingOut(rate, 3000, 200), 0.85 * 141 * 0.2);
	expect(goingOut(rateAfter([{ ...one, passed: 0 }]), 2000, 500)).toBe(Infinity);
});

test('is one per second at least', () => {
	const rate = rateAfter([{ at: 3_600_000, passed: 1, waitMs: 60_000 }]);
	expect(rate.waitMs(3_660_000)).toBe(0);
	rate.credit--;
	expect(rate.waitMs(3_660_000)).toBeLessThanOrEqual(1000);
});

test('what was held up is caught up for 100 ms at most', () => {
	const rate = rateAfter([{ at: 1000, passed: 200, waitMs: 1000 }]);
	rate.waitMs(2000);
	expect(goingOut(rate, 2400, 1)).toBeLessThan(16);
});

test('a request need not wait for what rounding left out', () => {
	const rate = rateAfter([{ at: 1000, passed: 200, waitMs: 1000 }]);
	rate.waitMs(2000);
	rate.credit = 1 - 1e-10;
	expect(rate.waitMs(2000)).toBe(0);
	rate.credit = 1 - 1e-8;
	expect(rate.waitMs(2000)).toBe(1);
});
