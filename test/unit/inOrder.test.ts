import { inOrder, Interval } from '../../nodes/VoiceSms/run/atIntervals';
import { virtualTime } from '../harness/virtualTime';

interface Piece {
	/** Milliseconds until it begins. */
	begins?: number;
	/** Milliseconds from then until it ends. */
	takes?: number;
	/** It ends without having begun. */
	skips?: true;
	lanes?: string[];
}

/** Does the pieces, and notes when each was asked for, began and ended. */
async function done(pieces: Piece[], { bound = 100, stopsAt = Infinity } = {}) {
	const time = virtualTime();
	const order: string[] = [];
	let most = 0;
	let underWay = 0;
	const note = (what: string, index: number) => order.push(`${index} ${what} at ${time.passed()}`);
	await time.run(
		inOrder(
			pieces.length,
			{
				bound,
				lanes: (index) => pieces[index].lanes ?? [],
				stopped: () => time.passed() >= stopsAt,
			},
			async (index, begun) => {
				const { begins = 0, takes = 0, skips } = pieces[index];
				most = Math.max(most, ++underWay);
				if (begins > 0) await time.sleep(begins);
				if (skips !== true) {
					note('begins', index);
					begun();
					if (takes > 0) await time.sleep(takes);
				}
				note('ends', index);
				underWay--;
			},
		),
	);
	return { order, most };
}

describe('pieces in order', () => {
	it('begin after the one before has begun, and may end in any order', async () => {
		const { order } = await done([{ begins: 100, takes: 50 }, { takes: 10 }, {}]);
		expect(order).toStrictEqual([
			'0 begins at 100',
			'1 begins at 100',
			'2 begins at 100',
			'2 ends at 100',
			'1 ends at 110',
			'0 ends at 150',
		]);
	});

	it('go on after one that ends without having begun', async () => {
		const { order } = await done([{ begins: 30, skips: true }, {}]);
		expect(order).toStrictEqual(['0 ends at 30', '1 begins at 30', '1 ends at 30']);
	});

	it('of one lane come after the end of the one before, and hold up those after them', async () => {
		const { order } = await done([{ takes: 50, lanes: ['x'] }, { lanes: ['x', 'y'] }, {}]);
		expect(order).toStrictEqual([
			'0 begins at 0',
			'0 ends at 50',
			'1 begins at 50',
			'1 ends at 50',
			'2 begins at 50',
			'2 ends at 50',
		]);
	});

	it.each([1, 2, 3])('are no more than %i at once', async (bound) => {
		const { most, order } = await done(Array(7).fill({ takes: 10 }), { bound });
		expect(most).toBe(bound);
		expect(order).toHaveLength(14);
	});

	it('begin no more when it is stopped, and those under way end', async () => {
		const { order } = await done([{ takes: 80, lanes: ['x'] }, { lanes: ['x'] }], { stopsAt: 40 });
		expect(order).toStrictEqual(['0 begins at 0', '0 ends at 80']);
	});

	it('may be none', async () => {
		expect((await done([])).order).toStrictEqual([]);
	});
});

describe('an interval', () => {
	const interval = (ms: number) => {
		const time = virtualTime();
		const ended = new AbortController();
		return { time, ended, one: new Interval(ms, time, ended.signal) };
	};

	it('is over before the first request', async () => {
		const { time, one } = interval(1000);
		await time.run(one.over());
		expect([one.leftMs, time.passed()]).toStrictEqual([0, 0]);
	});

	it.each([1, 1000, 119_999, 600_000, 86_400_000])('of %i ms is so long', async (ms) => {
		const { time, one } = interval(ms);
		one.begin();
		expect(one.leftMs).toBe(ms);
		await time.run(one.over());
		expect([one.leftMs, time.passed()]).toStrictEqual([0, ms]);
		await time.run(one.over());
		expect(time.passed()).toBe(ms);
	});

	it('begins anew with a retry, also for who is waiting', async () => {
		const { time, one } = interval(1000);
		one.begin();
		const over = one.over();
		await time.run(time.sleep(400));
		one.begin();
		await time.run(over);
		expect(time.passed()).toBe(1400);
	});

	it('ends at once when the run ends', async () => {
		const { time, ended, one } = interval(1000);
		one.begin();
		const over = one.over();
		ended.abort();
		await time.run(over);
		expect(time.passed()).toBe(0);
	});

	it('is about as long when the clock is set back meanwhile', async () => {
		const { time, one } = interval(10_000);
		one.begin();
		time.jump(-3_600_000);
		await time.run(one.over());
		expect(time.passed()).toBeGreaterThanOrEqual(10_000);
		expect(time.passed()).toBeLessThan(20_001);
	});
});
