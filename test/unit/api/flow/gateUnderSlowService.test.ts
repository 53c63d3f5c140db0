import { sendAll, slots, steady, type Service } from '../../../harness/service/modelService';
import { virtualTime } from '../../../harness/time/virtualTime';

/** As the node's own timeout of 30 s ends it; the service works on. */
const timedOut =
	(behind: Service): Service =>
	async (time) => {
		const began = time.passed();
		await Promise.race([behind(time), time.sleep(30_000)]);
		return time.passed() - began < 30_000 ? undefined : { cause: 'lost' };
	};

/** Quick for 3 s, so that 100 are under way; then it works on 8 at a time. */
const degrading = (places: number, ms: number): Service => {
	const quick = steady(() => 100);
	const slow = slots(places, () => ms);
	return async (time) => await (time.passed() < 3000 ? quick(time) : slow(time));
};

/** 100 under way wait longer than the timeout, and what gets no answer must count as one too many. */
test.each([
	[8, 4000],
	[4, 2000],
])(
	'a service that slows down to %i slots of %i ms: few sends are lost to the timeout',
	async (places, ms) => {
		const report = await sendAll(virtualTime(), timedOut(degrading(places, ms)), { count: 4000 });
		// Those that were under way when it slowed down: ten of them in a row close the gate, and the rest is not sent.
		expect(report.requests.length - report.sent).toBeLessThanOrEqual(200);
	},
);

const seeded = (seed: number) => {
	let state = seed * 1_000_003;
	return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
};

/** Log-normal, as latencies of services are. */
const uneven = (median: number, sigma: number, seed: number) => {
	const random = seeded(seed);
	return () => {
		const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
		return Math.min(10_000, median * Math.exp(sigma * normal));
	};
};

/** A service that is slow because of its queue must not lose answers to the timeout for long. */
test('4 slots of about 1 s each: hardly any waits beyond the timeout of 30 s', async () => {
	for (const seed of [11]) {
		const service = timedOut(slots(4, uneven(1000, 1.2, seed)));
		const { failed } = await sendAll(virtualTime(), service, { count: 2000 });
		// With a fixed 32 there are 3.
		expect(failed).toBeLessThan(20);
	}
});

test('one slot of 1 s: after the first fifty requests none waits beyond the timeout of 30 s', async () => {
	const service = timedOut(slots(1, () => 1000));
	const { requests } = await sendAll(virtualTime(), service, { count: 300 });
	const late = requests.slice(50).filter(({ latency }) => latency >= 30_000);
	expect(late).toEqual([]);
});
