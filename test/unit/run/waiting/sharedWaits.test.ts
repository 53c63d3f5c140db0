import { SharedWaits } from '../../../../nodes/VoiceSms/run/waiting/sharedWaits';
import { virtualTime } from '../../../harness/virtualTime';

/** The waits of a run, and how many timers they took. */
function waits() {
	const time = virtualTime();
	const ended = new AbortController();
	const timers: number[] = [];
	/** Milliseconds that each look at the clock takes. */
	const looks = { take: 0 };
	const clock = {
		...time,
		now: () => {
			time.jump(looks.take);
			return time.now();
		},
		sleep: async (ms: number, signal?: AbortSignal) => {
			timers.push(ms);
			await time.sleep(ms, signal);
		},
	};
	return { time, ended, timers, looks, shared: new SharedWaits(clock, ended.signal) };
}

it('a wait is as long as asked for, or a little longer', async () => {
	const { time, shared } = waits();
	for (const ms of [1, 199, 200, 201, 5000, 60_001]) {
		const began = time.passed();
		await time.run(shared.wait(ms));
		expect(time.passed() - began).toBeGreaterThanOrEqual(ms);
		expect(time.passed() - began).toBeLessThan(ms + 200);
	}
});

it('a thousand that begin within a moment take one timer, and all end', async () => {
	const { time, shared, timers } = waits();
	const all = Array.from({ length: 1000 }, async () => await shared.wait(5000));
	await time.run(Promise.all(all));
	expect(timers).toStrictEqual([5000]);
});

it('those that end together let others work after each 10 ms', async () => {
	const { time, timers, shared, looks } = waits();
	const all = Array.from({ length: 220 }, async () => await shared.wait(5000));
	looks.take = 1;
	await time.run(Promise.all(all));
	// More than 10 ms are 11 looks at the clock, one for each.
	expect(timers).toStrictEqual([5000, ...Array<number>(20).fill(1)]);
});

it('those that end together end in the order in which they began', async () => {
	const { time, shared } = waits();
	const ended: number[] = [];
	const wait = async (number: number) => {
		await shared.wait(5000);
		ended.push(number);
	};
	await time.run(Promise.all([wait(1), wait(2), wait(3)]));
	expect(ended).toStrictEqual([1, 2, 3]);
});

it('those that end at other times are not held up, nor cut short', async () => {
	const { time, shared } = waits();
	const ends: number[] = [];
	const wait = async (ms: number) => {
		await shared.wait(ms);
		ends.push(time.passed());
	};
	await time.run(Promise.all([wait(10_000), wait(400), wait(5000), wait(5000)]));
	expect(ends).toStrictEqual([400, 5000, 5000, 10_000]);
	await time.run(wait(400));
	expect(ends[4]).toBe(10_400);
});

it('all end at once when the run ends', async () => {
	const { time, shared, ended } = waits();
	const all = Promise.all([shared.wait(5000), shared.wait(60_000), shared.wait(5000)]);
	ended.abort();
	await time.run(all);
	expect(time.passed()).toBe(0);
	await time.run(shared.wait(5000));
	expect(time.passed()).toBe(0);
});

it.each([-3_600_000, 3_600_000])('a clock that is set by %i ms does not change it', async (by) => {
	const { time, shared } = waits();
	const first = shared.wait(5000);
	time.jump(by);
	await time.run(Promise.all([first, shared.wait(5000)]));
	expect(time.passed()).toBeLessThan(5200);
	const began = time.passed();
	await time.run(shared.wait(1000));
	expect(time.passed() - began).toBeGreaterThanOrEqual(1000);
	expect(time.passed() - began).toBeLessThan(1200);
});
