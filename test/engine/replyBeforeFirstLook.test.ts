import type { IDataObject } from 'n8n-workflow';

import { locator, runNode } from '../harness/engine';
import { empty } from '../harness/service';
import { serviceTime } from '../harness/serviceTime';
import { companyNumbers, startSimulator, type Simulator } from '../simulator';

const { time, clock, watch, arrivals } = serviceTime();
let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: empty, clock });
	watch(simulator);
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

test('a reply that came in time is taken, though the limit passes while others are sent to', async () => {
	const customers = ['+15550200001', '+15550200002'];
	const limit = {
		limitType: 'atSpecifiedTime',
		maxDateAndTime: new Date(time.now() + 40_000).toISOString(),
	};
	// The second message is begun in time, and the service takes it after a minute.
	simulator.fail(
		{ method: 'POST', body: { to: customers[1] } } as never,
		{ kind: 'rateLimited', retryAfter: '60' },
		1,
	);
	void time
		.sleep(20_000)
		.then(() =>
			simulator.store.receiveSms({ from: customers[0], to: companyNumbers[0], body: 'yes' }),
		);
	const { items, error } = await time.run(
		runNode({
			parameters: {
				resource: 'sms',
				operation: 'sendAndWait',
				from: locator(companyNumbers[0], 'number'),
				to: '={{ $json.to }}',
				message: 'Are you coming?',
				responseType: 'smsReply',
				options: { limitWaitTime: { values: limit } },
			},
			items: customers.map((to) => ({ to })),
			credential: simulator,
			clock: time,
		}),
	);
	expect(error).toBeUndefined();
	expect(simulator.ledger).toHaveLength(2);
	expect(arrivals('GET').length).toBeGreaterThan(0);
	expect(items.map(({ json }) => json)[0] as IDataObject).toMatchObject({ data: { text: 'yes' } });
});
