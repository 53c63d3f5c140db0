import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { callCreate } from '../../../../nodes/VoiceSms/operations/call/create';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import type { Operation } from '../../../../nodes/VoiceSms/operations/operation';
import { run } from '../../../../nodes/VoiceSms/run/run';
import { runNode } from '../../../harness/n8n/engine';
import { serviceTime } from '../../../harness/time/serviceTime';
import { turn } from '../../../harness/time/turns';
import { good } from '../../../harness/n8n/parameters';

const { time } = serviceTime();

test('100 calls that each wait three seconds take three seconds', async () => {
	const count = 100;
	let waits = 0;
	const waiting: Operation = {
		...(callCreate as Operation),
		read: () => ({ call: { toNumber: '+15550200001' } }),
		lane: undefined,
		run: async () => {
			await turn();
			return { id: 'call_1', status: 'REGISTERED' };
		},
		finish: {
			isDue: () => true,
			async work(_input: unknown, begun: object, { wait }: OperationContext) {
				for (let second = 0; second < 3; second++) {
					await wait(1000);
					waits++;
				}
				return { ...begun, status: 'ENDED' };
			},
		},
	};
	const began = time.passed();
	const { items } = await time.run(
		runNode({
			parameters: {
				...good.createCall,
				toNumber: '+15550200001',
				additionalFields: {},
				options: {},
			},
			items: Array.from({ length: count }, () => ({})),
			credential: { baseUrl: 'http://127.0.0.1/api/v1', apiKey: 'none' },
			clock: time,
			code: { operations: [waiting, ...operationsWithOptions], run },
		}),
	);
	expect(items).toHaveLength(count);
	expect(items.every(({ json }) => json.status === 'ENDED')).toBe(true);
	expect(waits).toBe(3 * count);
	expect(time.passed() - began).toBe(3000);
});
