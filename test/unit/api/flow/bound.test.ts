import { setMaxListeners } from 'node:events';

import { Bound, defaultBound, mostAtOnce } from '../../../../nodes/VoiceSms/api/flow/bound';
import {
	bucket,
	refusal,
	sendAll,
	slots,
	steady,
	type Report,
} from '../../../harness/modelService';
import { virtualTime } from '../../../harness/virtualTime';

/** Rounds of answers that each take as long as `latency` says, and where the bound stands after each. */
function rounds(bound: Bound, latencies: Array<(underWay: number) => number>) {
	let begun = 0;
	return latencies.map((latency) => {
		const answers = Math.max(16, bound.present);
		// Those that begin are told apart from those before: all of them begin now.
		const first = begun + 1;
		begun += answers;
		for (let number = first; number <= begun; number++) {
			const underWay = bound.present;
			const ms = latency(underWay);
			bound.answered({ number, at: 0, idle: 0, underWay }, begun, ms, ms);
		}
		return bound.present;
	});
}

const always = (ms: number) => () => ms;
/** So many are worked on at a time, `ms` each. */
const queue = (places: number, ms: number) => (underWay: number) =>
	ms * Math.max(1, underWay / places);
const times = <T>(count: number, one: T) => new Array<T>(count).fill(one);

describe('without a number the bound', () => {
	test('starts at 32', () => {
		expect(new Bound().present).toBe(defaultBound);
	});

	test('opens by half of itself each round, up to 100, while the answers are as quick as the best', () => {
		expect(rounds(new Bound(), times(5, always(100)))).toEqual([48, 72, 100, 100, 100]);
	});

	test('closes when the answers take longer, and stays between the best and 1.5 times the best', () => {
		const bound = new Bound();
		const opened = rounds(bound, times(3, always(50)));
		expect(opened.at(-1)).toBe(mostAtOnce);
		const closed = rounds(bound, times(30, queue(8, 50))).slice(9);
		expect(Math.min(...closed)).toBeGreaterThanOrEqual(8);
		expect(Math.max(...closed)).toBeLessThanOrEqual(12);
	});

	test('opens again when fewer at once do not make the answers quicker', () => {
		const bound = new Bound();
		rounds(bound, times(3, always(50)));
		// Closed once, then it is seen that it did not help.
		expect(rounds(bound, times(4, always(500)))).toEqual([50, 50, 100, 100]);
	});

	test('opens again after one pause on the way', () => {
		const bound = new Bound();
		rounds(bound, times(3, always(50)));
		const paused = [always(900), ...times(4, always(50))];
		expect(rounds(bound, paused)).toEqual([50, 50, 75, 100, 100]);
	});

	test('never closes below 8 because of slow answers', () => {
		const bound = new Bound();
		rounds(bound, [always(10)]);
		expect(Math.min(...rounds(bound, times(20, queue(1, 10))))).toBe(8);
	});

	test('stays as it is while our own process has no time to wait', () => {
		const bound = new Bound();
		for (let number = 1; number <= 200; number++) {
			bound.answered({ number, at: 0, idle: 0, underWay: 32 }, 200, 100 + number, 9);
		}
		expect(bound.present).toBe(32);
	});

	test('stays as it is while the answers take a little longer than 1.5 times the best', () => {
		const bound = new Bound();
		expect(rounds(bound, [always(100), ...times(3, always(160))])).toEqual([48, 48, 48, 48]);
	});

	test('takes all answers within 5 ms for one', () => {
		expect(rounds(new Bound(), [1, 2, 5, 3].map(always))).toEqual([48, 72, 100, 100]);
	});
});

describe('with a number given the bound', () => {
	test('is that number, however long the answers take', () => {
		const bound = new Bound(40);
		expect(rounds(bound, [always(10), always(10), always(9000)])).toEqual([40, 40, 40]);
	});

	test('is 100 where the number is greater, as an expression may give it', () => {
		const bound = new Bound(5000);
		expect(bound.present).toBe(100);
		expect(rounds(bound, times(3, always(10)))).toEqual([100, 100, 100]);
	});

	test('is halved by a refusal and grows up to the number again', () => {
		const bound = new Bound(40);
		bound.refused({ number: 1, at: 0, idle: 0, underWay: 1 }, 0);
		expect(bound.present).toBe(20);
		expect(rounds(bound, times(4, always(10)))).toEqual([20, 30, 40, 40]);
	});
});

describe.each([undefined, 32])('refusals (number given: %s)', (given) => {
	const one = (number: number) => ({ number, at: 0, idle: 0, underWay: 1 });

	test('of one burst halve the bound once', () => {
		const bound = new Bound(given);
		for (const number of [3, 1, 2]) bound.refused(one(number), 3);
		expect(bound.present).toBe(16);
		bound.refused(one(4), 4);
		expect(bound.present).toBe(8);
	});

	test('leave one at least', () => {
		const bound = new Bound(given);
		for (let number = 1; number < 10; number++) bound.refused(one(number), number);
		expect(bound.present).toBe(1);
	});

	test('what began before does not open it again', () => {
		const bound = new Bound(given);
		bound.refused(one(1), 100);
		for (let number = 2; number <= 100; number++) bound.answered(one(number), 100, 10, 10);
		expect(bound.present).toBe(16);
		for (let number = 101; number <= 132; number++) bound.answered(one(number), 132, 10, 10);
		expect(bound.present).toBe(24);
	});
});

/** Mean of the requests in a part of the run. */
const mean = (of: 'latency' | 'underWay', { requests }: Report, from = 0) =>
	requests.slice(from).reduce((sum, request) => sum + request[of], 0) / requests.slice(from).length;

const allOnce = ({ sent, failed, order }: Report, count = 1000) => {
	expect([sent, failed]).toEqual([count, 0]);
	expect(new Set(order).size).toBe(count);
};

describe('1,000 sends, our own process taking 1 ms for each', () => {
	test.each([
		// Latency, and the most they may take: the process is never idle, or 100 are under way.
		[0, 1_020],
		[20, 1_040],
		[100, 1_350],
	])('at %i ms of latency are done within %i ms', async (latency, most) => {
		const report = await sendAll(
			virtualTime(),
			steady(() => latency),
		);
		allOnce(report);
		expect(report.took).toBeLessThan(most);
	});

	test('at 100 ms go out 100 at a time before long', async () => {
		const report = await sendAll(
			virtualTime(),
			steady(() => 100),
		);
		expect(report.requests[0].underWay).toBe(1);
		expect(Math.max(...report.requests.slice(0, 33).map(({ underWay }) => underWay))).toBe(32);
		expect(mean('underWay', report, 300)).toBeGreaterThan(95);
	});

	test.each([
		[50, 1],
		[100, 1],
		[20, 0],
		[50, 0],
	])(
		'8 slots of %i ms are full, the latency less than doubled (%i ms of our process each)',
		async (serviceMs, cpuMs) => {
			const service = slots(8, () => serviceMs);
			const report = await sendAll(virtualTime(), service, { cpuMs });
			allOnce(report);
			expect(report.took).toBeLessThan((1000 * serviceMs) / 8 / 0.9);
			expect(mean('latency', report, 100)).toBeLessThan(2 * serviceMs);
			expect(mean('underWay', report, 200)).toBeLessThanOrEqual(16);
		},
	);

	test('answers that differ much keep the bound open', async () => {
		let turn = 0;
		const mixed = steady(() => (turn++ % 2 === 0 ? 20 : 200));
		const report = await sendAll(virtualTime(), mixed, { count: 2000 });
		expect(mean('underWay', report, 1000)).toBeGreaterThan(70);
	});

	test('a service that becomes slow and recovers has 100 at once again', async () => {
		const slowly = steady((now) => (now > 500 && now < 3000 ? 1000 : 100));
		const report = await sendAll(virtualTime(), slowly, { count: 2000 });
		allOnce(report, 2000);
		expect(mean('underWay', report, 1500)).toBeGreaterThan(95);
	});

	test('a service that becomes slow for good, whatever is under way, has 100 at once again', async () => {
		const slower = steady((now) => (now > 1000 ? 400 : 100));
		const report = await sendAll(virtualTime(), slower, { count: 4000 });
		allOnce(report, 4000);
		expect(mean('underWay', report, 3000)).toBeGreaterThan(80);
	});

	test.each([3_600_000, -3_600_000, 250, -250])(
		'a clock that jumps by %i ms does not close it for good',
		async (jump) => {
			const time = virtualTime();
			const each = (index: number) => index === 400 && time.jump(jump);
			const service = steady(() => 100);
			const report = await sendAll(time, service, { count: 2000, each });
			allOnce(report, 2000);
			expect(mean('underWay', report, 1500)).toBeGreaterThan(95);
			expect(report.took).toBeLessThan(3_500);
		},
	);

	test.each([undefined, 64])(
		'after one 429 in the middle it has as many at once as before (number given: %s)',
		async (given) => {
			let seen = 0;
			const behind = steady(() => 100);
			const once = async (time: Parameters<typeof behind>[0]) => {
				const isRefused = ++seen === 500;
				await behind(time);
				return isRefused ? refusal(1000) : undefined;
			};
			const report = await sendAll(virtualTime(), once, { count: 4000, given });
			allOnce(report, 4000);
			expect(report.refused).toBe(1);
			expect(mean('underWay', report, 3500)).toBeGreaterThan(0.95 * (given ?? 100));
		},
	);
});

describe('50 requests a second, 1,000 sends', () => {
	const cases = [true, false].flatMap((retryAfter) =>
		[5, 20, 100].flatMap((latency) => [25, 50].map((burst) => ({ retryAfter, latency, burst }))),
	);
	const limited = ({ retryAfter, latency, burst }: (typeof cases)[number]) =>
		bucket(
			50,
			burst,
			retryAfter,
			steady(() => latency),
		);

	test.each(cases)(
		'burst of $burst, $latency ms, Retry-After $retryAfter: 90 % of the rate, less than 10 % refused',
		async (one) => {
			const report = await sendAll(virtualTime(), limited(one));
			allOnce(report);
			expect(report.took).toBeLessThan(1000 / 0.05 / 0.9 + 1);
			expect(report.refused).toBeLessThan(0.1 * report.requests.length);
			expect(report.mostRefusals).toBeLessThan(4);
		},
	);

	test.each(cases)(
		'burst of $burst, $latency ms, Retry-After $retryAfter: with a number given, too',
		async (one) => {
			const report = await sendAll(virtualTime(), limited(one), { given: 16 });
			allOnce(report);
			expect(report.refused).toBeLessThan(0.1 * report.requests.length);
		},
	);

	test('the order of each lane stays', async () => {
		const service = bucket(
			50,
			10,
			false,
			steady(() => 20),
		);
		const report = await sendAll(virtualTime(), service, { count: 300, lane: (i) => `${i % 40}` });
		allOnce(report, 300);
		for (let lane = 0; lane < 40; lane++) {
			const own = report.order.filter((index) => index % 40 === lane);
			expect(own).toEqual([...own].sort((a, b) => a - b));
		}
	});

	test('a cancelled run waits for no pace', async () => {
		const cancel = new AbortController();
		setMaxListeners(0, cancel.signal);
		const time = virtualTime();
		const service = bucket(
			50,
			10,
			true,
			steady(() => 20),
		);
		let sent = 0;
		const each = () => ++sent === 200 && cancel.abort();
		const report = await sendAll(time, service, { signal: cancel.signal, each });
		expect(report.requests).toHaveLength(200);
		expect(report.requests.at(-1)?.at).toBeGreaterThan(report.took - 50);
	});
});

test.each([
	[5, 200],
	[5, 5],
])(
	'%i requests a second and none at once, %i ms each: most of the rate is used',
	async (rate, ms) => {
		const service = bucket(
			rate,
			1,
			true,
			steady(() => ms),
		);
		const report = await sendAll(virtualTime(), service, { count: 400 });
		allOnce(report, 400);
		expect(report.took).toBeLessThan((400 / rate) * 1000 * 1.27);
	},
);

describe('a service that lets few through after each wait', () => {
	test.each([1, 2, 3, 5, 10])('%i of them: none is refused four times', async (few) => {
		let refusedAt = -Infinity;
		let left = 10;
		const service = async (time: ReturnType<typeof virtualTime>) => {
			if (time.passed() - refusedAt >= 1000) left = few;
			const isRefused = left === 0;
			if (isRefused) refusedAt = Math.max(refusedAt, -1) < 0 ? time.passed() : refusedAt;
			else left--;
			if (isRefused && time.passed() - refusedAt >= 1000) refusedAt = time.passed();
			await time.sleep(50);
			return isRefused ? refusal(1000) : undefined;
		};
		const report = await sendAll(virtualTime(), service, { count: 150 });
		allOnce(report, 150);
		expect(report.mostRefusals).toBeLessThan(4);
	});

	test.each([2, 3, 4, 7])('every one in %i refused: none four times', async (every) => {
		let seen = 0;
		const service = async (time: ReturnType<typeof virtualTime>) => {
			const isRefused = ++seen % every === 0;
			await time.sleep(20);
			return isRefused ? refusal(1000) : undefined;
		};
		const report = await sendAll(virtualTime(), service, { count: 300 });
		allOnce(report, 300);
		expect(report.mostRefusals).toBeLessThan(4);
	});
});
