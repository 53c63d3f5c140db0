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

test.each([
	['a yes', {}, { approved: null, text: 'yes' }],
	['a text', { replyOptions: {} }, { text: 'yes' }],
])('%s to a later question is told apart for the earlier one', async (_what, more, data) => {
	reply(25_000, 'yes');
	const both = async () => {
		const one = ask({ message: 'Shall we pay out 10,000 dollars?', ...more });
		await time.sleep(15_000);
		const two = ask({ message: 'Is the colour blue fine?' });
		return await Promise.all([one, two]);
	};
	const [paid, colour] = await time.run(both());
	expect(colour.items[0].json).toMatchObject({ data: { approved: true } });
	expect(colour.items[0].json).not.toHaveProperty('replyNote');
	expect(paid.items[0].json.data).toStrictEqual({
		...data,
		respondedAt: expect.any(String) as string,
	});
	expect(paid.items[0].json.replyNote).toContain('Another message was sent to this person');
});
