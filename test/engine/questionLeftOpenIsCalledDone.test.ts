import type { IDataObject } from 'n8n-workflow';

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

const customer = '+15550200001';
const other = '+15550200002';
const ask = async (more: IDataObject = {}, items: IDataObject[] = [{ to: customer }]) =>
	await runNode({
		parameters: {
			resource: 'sms',
			operation: 'sendAndWait',
			from: locator(companyNumbers[0], 'number'),
			to: '={{ $json.to }}',
			message: 'Are you coming?',
			responseType: 'smsReply',
			replyOptions: { values: { yesWords: 'yes', noWords: 'no' } },
			options: {},
			...more,
		},
		items,
		credential: simulator,
		clock: time,
	});

test('a question whose answer nobody waits for is not called done', async () => {
	const bad = { kind: 'status', status: 400 } as const;
	simulator.fail({ method: 'POST', body: { to: other } }, bad, 9);
	const { error } = await time.run(ask({}, [{ to: customer }, { to: other }]));
	expect(simulator.ledger).toHaveLength(1);
	expect(error?.description).not.toContain('Items done: 0.');
});
