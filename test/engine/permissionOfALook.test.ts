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

test('a look that is refused does not name the permission of the sending', async () => {
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 403, message: 'Forbidden' }, 9);
	const { error } = await time.run(ask());
	expect(error?.message).toContain('which was accepted as');
	expect(`${error?.message} ${error?.description}`).not.toContain('sms:send');
});
