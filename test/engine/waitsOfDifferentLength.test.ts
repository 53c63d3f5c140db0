import { locator, runNode } from '../harness/engine';
import { empty } from '../harness/service';
import { serviceTime } from '../harness/serviceTime';
import { companyNumbers, startSimulator, type Simulator } from '../simulator';

const { time, clock, watch } = serviceTime();
let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: empty, clock });
	watch(simulator);
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

test('a reply within the limit is taken, whatever the intervals of other items', async () => {
	const items = [
		{ to: '+15550200001', every: 600 },
		{ to: '+15550200002', every: 480 },
	];
	void time
		.sleep(1_000_000)
		.then(() =>
			simulator.store.receiveSms({ from: items[1].to, to: companyNumbers[0], body: 'yes' }),
		);
	const result = await time.run(
		runNode({
			parameters: {
				resource: 'sms',
				operation: 'sendAndWait',
				from: locator(companyNumbers[0], 'number'),
				to: '={{ $json.to }}',
				message: 'Are you coming?',
				responseType: 'smsReply',
				options: {
					waitInterval: '={{ $json.every }}',
					limitWaitTime: { values: { resumeAmount: 20, resumeUnit: 'minutes' } },
				},
			},
			items,
			credential: simulator,
			clock: time,
		}),
	);
	expect(result.error).toBeUndefined();
	expect(result.items[1].json).toMatchObject({ data: { text: 'yes' } });
});
