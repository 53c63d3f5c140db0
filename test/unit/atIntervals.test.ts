import { inOrder, Interval } from '../../nodes/VoiceSms/run/atIntervals';
import { testClock } from '../harness/clock';
import { virtualTime } from '../harness/virtualTime';

const never = new AbortController().signal;

describe('an interval', () => {
	it('is over before anything has gone', async () => {
		const clock = testClock();
		const interval = new Interval(1000, clock, never);
		expect(interval.leftMs).toBe(0);
		await interval.over();
		expect(clock.waits).toStrictEqual([]);
	});

	it('lasts from a request on, and what has gone by counts', async () => {
		const time = virtualTime();
		const interval = new Interval(1000, time, never);
		interval.begin();
		await time.run(time.sleep(400));
		expect(interval.leftMs).toBe(600);
		await time.run(interval.over());
		expect(time.passed()).toBe(1000);
		expect(interval.leftMs).toBe(0);
	});

	it('begins anew with each request', async () => {
		const time = virtualTime();
		const interval = new Interval(1000, time, never);
		interval.begin();
		await time.run(time.sleep(900));
		interval.begin();
		await time.run(interval.over());
		expect(time.passed()).toBe(1900);
	});

	it('is over at once when the execution is canceled', async () => {
		const time = virtualTime();
		const canceled = new AbortController();
		const interval = new Interval(60_000, time, canceled.signal);
		interval.begin();
		const waiting = interval.over();
		canceled.abort();
		await time.run(waiting);
		expect(time.passed()).toBe(0);
	});

	it('may be longer than any timer', async () => {
		const clock = testClock();
		const interval = new Interval(2 ** 32, clock, never);
		interval.begin();
		await interval.over();
		expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(2 ** 32);
		expect(Math.max(...clock.waits)).toBeLessThanOrEqual(60_000);
	});

	it.each([-3_600_000, 3_600_000])(
		'is wrong by two minutes at most when the clock is set by %i ms',
		async (by) => {
			const time = virtualTime();
			const interval = new Interval(600_000, time, never);
			interval.begin();
			const waiting = interval.over();
			time.jump(by);
			await time.run(waiting);
			expect(Math.abs(time.passed() - 600_000)).toBeLessThanOrEqual(120_000);
		},
	);
});

describe('pieces in order', () => {
	/** Pieces that are let on by hand: what has been called, which begin and end as told. */
	function pieces(
		count: number,
		{ bound = 10, lanes = (): string[] => [], stopAt = Infinity } = {},
	) {
		const called: number[] = [];
		const begins: Array<() => void> = [];
		const ends: Array<() => void> = [];
		const whole = inOrder(
			count,
			{ bound, lanes, stopped: () => called.length >= stopAt },
			async (index, begun) => {
				called.push(index);
				begins[index] = begun;
				await new Promise<void>((resolve) => (ends[index] = resolve));
			},
		);
		const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));
		return { called, begins, ends, whole, settle };
	}

	it('each waits for the one before to begin, and for no more', async () => {
		const { called, begins, ends, whole, settle } = pieces(3);
		await settle();
		expect(called).toStrictEqual([0]);
		begins[0]();
		await settle();
		expect(called).toStrictEqual([0, 1]);
		begins[1]();
		await settle();
		expect(called).toStrictEqual([0, 1, 2]);
		for (const end of ends) end();
		await whole;
	});

	it('one that ends without having begun holds up nobody', async () => {
		const { called, ends, whole, settle } = pieces(2);
		await settle();
		ends[0]();
		await settle();
		expect(called).toStrictEqual([0, 1]);
		ends[1]();
		await whole;
	});

	it('no more are under way than may be', async () => {
		const { called, begins, ends, whole, settle } = pieces(3, { bound: 1 });
		await settle();
		begins[0]();
		await settle();
		expect(called).toStrictEqual([0]);
		ends[0]();
		await settle();
		ends[1]();
		await settle();
		expect(called).toStrictEqual([0, 1, 2]);
		ends[2]();
		await whole;
	});

	it('one in the lane of another waits for its end', async () => {
		const { called, begins, ends, whole, settle } = pieces(2, { lanes: () => ['a'] });
		await settle();
		begins[0]();
		await settle();
		expect(called).toStrictEqual([0]);
		ends[0]();
		await settle();
		expect(called).toStrictEqual([0, 1]);
		ends[1]();
		await whole;
	});

	it('nothing new is called when all is stopped, and what is under way ends first', async () => {
		const { called, begins, ends, whole, settle } = pieces(3, { stopAt: 1 });
		let isOver = false;
		void whole.then(() => (isOver = true));
		await settle();
		begins[0]();
		await settle();
		expect([called, isOver]).toStrictEqual([[0], false]);
		ends[0]();
		await whole;
		expect(called).toStrictEqual([0]);
	});

	it('of none there is nothing to wait for', async () => {
		const { called, whole } = pieces(0);
		await whole;
		expect(called).toStrictEqual([]);
	});
});
