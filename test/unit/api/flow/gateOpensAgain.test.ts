import type { INode } from 'n8n-workflow';

import { attempts } from '../../../../nodes/VoiceSms/api/flow/attempts';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { Gate } from '../../../../nodes/VoiceSms/api/flow/gate';
import { inParallel } from '../../../../nodes/VoiceSms/util/inParallel';
import {
	bucket,
	refusal,
	sendAll,
	steady,
	type Report,
	type Service,
} from '../../../harness/service/modelService';
import { virtualTime } from '../../../harness/time/virtualTime';
import { logger } from '../../../harness/n8n/log';
import { fake } from '../../../harness/n8n/fake';

/** Mean number under way of the last 500 requests. */
const late = ({ requests }: Pick<Report, 'requests'>) =>
	requests.slice(-500).reduce((sum, { underWay }) => sum + underWay, 0) / 500;

const refusing = (count: number, behind: Service): Service => {
	let left = count;
	let next = 200;
	return async (time) => {
		if (time.passed() <= next || left === 0) return await behind(time);
		left--;
		next = time.passed() + 1300;
		await time.sleep(40);
		return refusal(1000);
	};
};

test('after a second of quick 503 (3 ms each) a service of 100 ms is not asked one by one for good', async () => {
	const good = steady(() => 100);
	const service: Service = async (time) => {
		if (time.passed() < 500 || time.passed() > 1500) return await good(time);
		await time.sleep(3);
		return { cause: 'status', status: 503 };
	};
	const report = await sendAll(virtualTime(), service, { count: 5000 });
	expect(late(report)).toBeGreaterThan(32);
});

test.each([3, 4, 5])(
	'%i single 429, then answers of 100 ms instead of 40: it opens again',
	async (count) => {
		const service = refusing(
			count,
			steady((now) => (now > 6000 ? 100 : 40)),
		);
		const report = await sendAll(virtualTime(), service, { count: 10_000 });
		expect(report.refused).toBe(count);
		// Not 100: the answers take more than twice the best time.
		expect(late(report)).toBeGreaterThan(30);
	},
);

test('after refusals it opens again', async () => {
	const time = virtualTime();
	const gate = new Gate(undefined, time);
	const run = { node: fake<INode>({ name: 'x' }), logger, clock: time, leftMs: () => Infinity };
	const service = refusing(
		6,
		steady(() => 100),
	);
	const requests: Array<{ underWay: number }> = [];
	let underWay = 0;
	const task = {
		method: 'POST' as const,
		path: '/api/sms/send',
		tries: 4,
		subject: { nameInErrors: 'SMS' },
	};
	await time.run(
		inParallel(4000, { bound: 100 }, async () => {
			await attempts(run, gate, task, async (): Promise<object | Failure> => {
				requests.push({ underWay: ++underWay });
				const failure = await service(time);
				underWay--;
				return failure ?? {};
			});
		}),
	);
	expect(late({ requests } as Report)).toBeGreaterThan(8);
});

describe('a refusal makes the run wait, also with few tries', () => {
	test.each([1, 2, 4])('%i tries: a closed service gets few of 1,000 requests', async (tries) => {
		const closed: Service = async (time) => {
			await time.sleep(40);
			return refusal(1000);
		};
		const report = await sendAll(virtualTime(), closed, { tries });
		expect(report.failed).toBe(1000);
		expect(report.requests.length).toBeLessThanOrEqual(40);
	});

	test.each([
		[1, true, 900],
		[1, false, 900],
		[2, true, 990],
		[2, false, 990],
		[4, true, 1000],
		[4, false, 1000],
	])('%i tries, 20 a second, Retry-After: %s: at least %i of 1,000', async (tries, says, least) => {
		const service = bucket(
			20,
			20,
			says,
			steady(() => 40),
		);
		const report = await sendAll(virtualTime(), service, { tries });
		expect(report.sent).toBeGreaterThanOrEqual(least);
	});
});
