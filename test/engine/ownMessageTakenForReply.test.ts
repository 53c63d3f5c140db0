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
const reply = (ms: number, body: string) =>
	void time
		.sleep(ms)
		.then(() => simulator.store.receiveSms({ from: customer, to: companyNumbers[0], body }));

test.each(['outbound', 'OUTBOUND_AUTO', 'SYSTEM'])(
	'a message from our own number is no reply, with the direction %j',
	async (direction) => {
		void time.sleep(12_000).then(() => {
			const ours = simulator.store.sendSms({ from: companyNumbers[0], to: customer, body: 'yes' });
			Object.assign(ours, { direction });
		});
		reply(40_000, 'no');
		const { items } = await time.run(ask());
		expect(items[0].json).toMatchObject({ data: { text: 'no', approved: null } });
	},
);
