import type { Slot } from '../../../../nodes/VoiceSms/api/flow/gate';
import { defaultBound, maxAtOnce } from '../../../../nodes/VoiceSms/api/flow/bound';
import { Gate } from '../../../../nodes/VoiceSms/api/flow/gate';
import {
	bucket,
	refusal,
	sendAll,
	slots,
	steady,
	type Report,
} from '../../../harness/service/modelService';
import { virtualTime, type VirtualTime } from '../../../harness/time/virtualTime';

/** So many answers that each take `ms`, at a gate on which nothing else waits. */
async function answers(gate: Gate, time: VirtualTime, count: number, ms: number) {
	for (let left = count; left > 0; left--) {
		const slot = (await gate.enter(0)) as Slot;
		gate.begin(slot);
		await time.run(time.sleep(ms));
		gate.gotThrough(slot);
		gate.leave(slot);
	}
	return Math.floor(gate.bound);
}

const gateOf = (given?: number) => {
	const time = virtualTime();
	return { time, gate: new Gate(given, time) };
};

/** The gate is told that the service is too busy, by the latest request. */
async function halved(gate: Gate) {
	const slot = (await gate.enter(0)) as Slot;
	gate.halve(slot);
	gate.leave(slot);
	return gate.bound;
}

describe('without a number the requests at once', () => {
	test('are 32 at first, and one more for each quick answer, up to 100', async () => {
		const { gate, time } = gateOf();
		expect(gate.bound).toBe(defaultBound);
		expect(await answers(gate, time, 10, 100)).toBe(42);
		expect(await answers(gate, time, 100, 100)).toBe(maxAtOnce);
	});

	test.each([
		['up to twice the best time', 199, 52],
		['more than twice the best time', 201, 42],
	])('grow with answers that take %s: %i ms', async (_name, ms, expected) => {
		const { gate, time } = gateOf();
		await answers(gate, time, 10, 100);
		expect(await answers(gate, time, 10, ms)).toBe(expected);
	});

	test('answers within 5 ms count as equal', async () => {
		const { gate, time } = gateOf();
		for (const ms of [1, 10, 2, 10]) await answers(gate, time, 5, ms);
		expect(gate.bound).toBe(52);
	});

	test('grow slowly once they were halved', async () => {
		const { gate, time } = gateOf();
		expect(await halved(gate)).toBe(16);
		expect(await answers(gate, time, 4, 100)).toBe(16);
		expect(await answers(gate, time, 16, 100)).toBe(20);
	});

	test('grow to 32 again with slow answers', async () => {
		const { gate, time } = gateOf();
		await answers(gate, time, 1, 10);
		await halved(gate);
		expect(await answers(gate, time, 500, 100)).toBe(32);
	});

	test('answers that took 10 s halve them, down to 8, if they took longer than usual', async () => {
		const { gate, time } = gateOf();
		await answers(gate, time, 1, 100);
		const bounds: number[] = [];
		for (let count = 0; count < 4; count++) bounds.push(await answers(gate, time, 1, 10_001));
		expect(bounds).toEqual([16, 8, 8, 8]);
		const slow = gateOf();
		expect(await answers(slow.gate, slow.time, 10, 12_000)).toBe(42);
	});
});

describe('with a number given the requests at once', () => {
	test('are that number, however long the answers take', async () => {
		const { gate, time } = gateOf(40);
		for (const ms of [10, 10, 19_000]) await answers(gate, time, 10, ms);
		expect(gate.bound).toBe(40);
	});

	test('are 100 where the number is greater, as an expression may give it', async () => {
		const { gate, time } = gateOf(5000);
		expect(gate.bound).toBe(100);
		expect(await answers(gate, time, 10, 10)).toBe(100);
	});

	test('are halved by a refusal and grow up to the number again', async () => {
		const { gate, time } = gateOf(40);
		expect(await halved(gate)).toBe(20);
		expect(await answers(gate, time, 20, 10)).toBe(23);
		expect(await answers(gate, time, 300, 1000)).toBe(40);
	});
});

describe.each([undefined, 32])('what halves (number given: %s)', (given) => {
	test('counts once in a burst, and leaves one at least', async () => {
		const { gate } = gateOf(given);
		const burst = await Promise.all([gate.enter(0), gate.enter(0), gate.enter(0)]);
		for (const slot of burst) gate.halve(slot as Slot);
		expect(gate.bound).toBe(16);
		for (const slot of burst) gate.leave(slot as Slot);
		for (let count = 0; count < 10; count++) await halved(gate);
		expect(gate.bound).toBe(1);
	});

	test('is not undone by answers to requests that began before', async () => {
		const { gate } = gateOf(given);
		const burst = await Promise.all(Array.from({ length: 20 }, async () => await gate.enter(0)));
		gate.halve(burst[0] as Slot);
		for (const slot of burst) gate.gotThrough(slot as Slot);
		expect(gate.bound).toBe(16);
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
		[0, 1_001],
		[20, 1_021],
		[100, 1_216],
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
		// Work, our own process for each, and the most milliseconds of an answer.
		[50, 1, 265],
		[100, 1, 530],
		[20, 0, 125],
		[50, 0, 305],
	])(
		'8 slots of %i ms are full (%i ms of our process each), an answer takes less than %i ms',
		async (serviceMs, cpuMs, most) => {
			const service = slots(8, () => serviceMs);
			const report = await sendAll(virtualTime(), service, { cpuMs });
			allOnce(report);
			expect(report.took).toBeLessThan((1000 * serviceMs) / 8 / 0.99);
			expect(mean('latency', report, 100)).toBeLessThan(most);
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

describe('50 requests a second', () => {
	const cases = [true, false].flatMap((retryAfter) =>
		[5, 100].flatMap((latency) => [25, 50].map((burst) => ({ retryAfter, latency, burst }))),
	);
	const limited = ({ retryAfter, latency, burst }: (typeof cases)[number]) =>
		bucket(
			50,
			burst,
			retryAfter,
			steady(() => latency),
		);

	// The least part of the rate that is used, and the most that is refused, in percent.
	const figures = [
		{ count: 1000, retryAfter: true, used: 89, refused: 8.4 },
		{ count: 1000, retryAfter: false, used: 96, refused: 9.1 },
	];
	/** The longer a run, the less of it is refused: one service shows it. */
	const long = [
		{ count: 6000, retryAfter: true, used: 91, refused: 1.8 },
		{ count: 6000, retryAfter: false, used: 98, refused: 2 },
	].map((figure) => ({ ...figure, latency: 20, burst: 50 }));
	const table = figures.flatMap((figure) =>
		cases
			.filter(({ retryAfter }) => retryAfter === figure.retryAfter)
			.map((one) => ({ ...one, ...figure })),
	);
	table.push(...long);

	test.each(table)(
		'$count sends, burst of $burst, $latency ms, Retry-After $retryAfter: $used % of the rate, $refused % refused',
		async ({ count, used, refused, ...one }) => {
			const report = await sendAll(virtualTime(), limited(one), { count });
			allOnce(report, count);
			expect(report.took).toBeLessThan((count / 50) * 1000 * (100 / used));
			expect(report.refused).toBeLessThan((refused / 100) * report.requests.length);
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
		let left = 10;
		let refusedAt = Infinity;
		const service = async (time: VirtualTime) => {
			if (time.passed() - refusedAt >= 1000) [left, refusedAt] = [few, Infinity];
			const isRefused = left === 0;
			if (isRefused) refusedAt = Math.min(refusedAt, time.passed());
			else left--;
			await time.sleep(50);
			return isRefused ? refusal(1000) : undefined;
		};
		const report = await sendAll(virtualTime(), service, { count: 150 });
		allOnce(report, 150);
		expect(report.refused).toBeGreaterThan(0);
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
