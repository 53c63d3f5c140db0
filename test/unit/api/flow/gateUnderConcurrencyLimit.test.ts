import { refusal, sendAll, type Service } from '../../../harness/service/modelService';
import { virtualTime } from '../../../harness/time/virtualTime';

/** Refuses what comes while it works on so many: a limit of those at once, not of those per second. */
const limited = (most: number, ms: number, retryAfterMs?: number): Service => {
	let underWay = 0;
	return async (time) => {
		if (underWay >= most) {
			await time.sleep(3);
			return refusal(retryAfterMs);
		}
		underWay++;
		await time.sleep(ms);
		underWay--;
		return undefined;
	};
};

/** Such a limit is taken for one per second, so it is not as fast as it could be. */
test.each([
	[5, 100, 1000],
	[5, 100, undefined],
	[20, 100, undefined],
	[10, 300, 1000],
])(
	'a service that refuses more than %i at once, %i ms each, Retry-After %s, gets all of 1,000 sends',
	async (most, ms, retryAfterMs) => {
		const report = await sendAll(virtualTime(), limited(most, ms, retryAfterMs));
		expect([report.sent, report.failed]).toEqual([1000, 0]);
	},
);
