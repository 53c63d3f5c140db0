import { sendAll, slots, steady, type Service } from '../../../harness/modelService';
import { virtualTime } from '../../../harness/virtualTime';

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
	[8, 2500],
	[8, 4000],
	[4, 2000],
])(
	'a service that slows down to %i slots of %i ms: few sends are lost to the timeout',
	async (places, ms) => {
		const report = await sendAll(virtualTime(), timedOut(degrading(places, ms)), { count: 4000 });
		// Those that were under way when it slowed down.
		expect(report.failed).toBeLessThanOrEqual(200);
	},
);
