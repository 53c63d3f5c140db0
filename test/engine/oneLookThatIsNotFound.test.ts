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

test('a conversation that was seen and is missed once is looked for again', async () => {
	const gone = { kind: 'status', status: 404, message: 'Conversation not found' } as const;
	void time.sleep(15_000).then(() => simulator.fail({ method: 'GET' }, gone, 1));
	reply(25_000, 'yes');
	const { items, error } = await time.run(ask());
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ data: { approved: true } });
});
