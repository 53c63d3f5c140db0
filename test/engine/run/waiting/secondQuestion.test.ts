/** Fields of the input do not pass for the outcome of a question. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';
import { question } from '../../../harness/n8n/parameters';

const { time, clock, watch } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);
const ada = '+14155550142';
const [from] = companyNumbers;
const limitWaitTime = {
	values: { limitType: 'afterTimeInterval', resumeAmount: 10, resumeUnit: 'minutes' },
};
const ask = (options: IDataObject): IDataObject => ({
	...question,
	to: ada,
	responseType: 'smsReply',
	options: { limitWaitTime, ...options },
	requestOptions: {},
	replyOptions: { values: { yesWords: 'yes', noWords: 'no' } },
});
const run = async (parameters: IDataObject, items: IDataObject[], how: Partial<NodeRun> = {}) =>
	await time.run(runNode({ parameters, items, credential: simulator, clock: time, ...how }));

test('a reply to the second question has no timedOut of the first', async () => {
	const first = await run(ask({ includeInputFields: true }), [{}]);
	void time
		.sleep(10_000)
		.then(() => simulator.store.receiveSms({ from: ada, to: from, body: 'Yes' }));
	const second = await run(ask({ includeInputFields: true }), [first.items[0].json]);
	expect(second.items[0].json).toMatchObject({ data: { approved: true } });
	expect(second.items[0].json).not.toHaveProperty('timedOut');
});

test('an own column "error" does not make n8n wait three times', async () => {
	const began = time.passed();
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	await run(ask({ includeInputFields: true }), [{ error: 'of before' }], { settings });
	expect(simulator.ledger).toHaveLength(1);
	expect((time.passed() - began) / 60_000).toBeLessThan(11);
});
