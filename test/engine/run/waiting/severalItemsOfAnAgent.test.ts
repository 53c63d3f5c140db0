/**
 * n8n carries an approval out once for each batch of the agent's items, with the data of each batch's first item
 * (n8n-nodes-langchain, processHitlResponses). So for an agent with several items nobody is asked, and nothing
 * that was approved is done.
 */
import type { IDataObject } from 'n8n-workflow';

import { fromModel, sendByModel, underAgentV3, type ToolSetup } from '../../../harness/n8n/agents';
import { locator } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { good, question } from '../../../harness/n8n/parameters';
import { empty, service } from '../../../harness/service/service';
import { testClock } from '../../../harness/time/clock';

const ada = '+15550100042';
const bob = '+15550100043';
const both = [{ fromPhone: ada }, { fromPhone: bob }];
const reason = 'With several items in the agent, n8n may do an approved call for another one';
const advice =
	'Tell the user: the agent needs a Loop Over Items node with a Batch Size of 1 before it.';

async function underAgent(
	parameters: IDataObject,
	calls: IDataObject[],
	more: Partial<ToolSetup> = {},
	seed: object = empty,
) {
	const simulator = await service({ seed });
	const setup = {
		parameters,
		credential: simulator,
		clock: testClock(),
		started: () => {},
		...more,
	};
	const { run } = await underAgentV3(setup, [calls]);
	const told = run.data.resultData.runData.Texting.map(({ data }) => data?.ai_tool?.[0]?.[0].json);
	return { told, simulator, run };
}

const review = { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' };
const reviewOf = { ...question, to: '+15550100077', message: 'May it?' };
const call = { toolParameters: { Message: 'Your results: fine' } };

test.each([2, 3])('a review for an agent with %d items asks nobody', async (count) => {
	const items = Array.from({ length: count }, (_, index) => ({ index }));
	const { told, simulator, run } = await underAgent(reviewOf, [call], { settings: review, items });
	expect(told).toMatchObject([{ error: `${reason}. ${said.nothingSent}. ${advice}` }]);
	expect(simulator.requests).toStrictEqual([]);
	expect(run.data.waitTill).toBeUndefined();
});

test.each<[string, IDataObject[], boolean]>([
	['one item', [{}], false],
	['Execute Once', both, true],
])('a review for an agent with %s asks', async (_what, items, executeOnce) => {
	const more = { settings: review, items, executeOnce };
	const { simulator, run } = await underAgent(reviewOf, [call], more);
	expect(simulator.ledger).toHaveLength(1);
	expect(run.status).toBe('waiting');
});

test('a review behind a review asks nobody, and says so', async () => {
	const more = { settings: review, items: [{}], approved: { batchSize: 1 } };
	const { told, simulator } = await underAgent(reviewOf, [call], more);
	expect(told).toMatchObject([
		{ error: expect.stringContaining('cannot stand behind another') as string },
	]);
	expect(simulator.requests).toStrictEqual([]);
});

const byItem = { ...sendByModel, to: '={{ $json.fromPhone }}', body: fromModel('Message') };
const contact = locator('contact_000001');
const one = { contacts: 1, calls: 1 };

describe.each([1, 2, 3])('approved at another node, %d items at once:', (batchSize) => {
	test.each<[string, IDataObject, string, object]>([
		['sms.send', byItem, 'sent', empty],
		['sms.send again', { ...byItem, options: { allowRepeats: true } }, 'sent', empty],
		['sms.sendAndWait', { ...question, to: ada }, 'sent', empty],
		['call.create', { ...good.createCall, toNumber: '={{ $json.fromPhone }}' }, 'started', empty],
		['call.delete', good.deleteCall, 'deleted', one],
		['contact.create', good.createContact, 'created', empty],
		['contact.upsert', good.upsertContact, 'written', empty],
		['contact.update', { ...good.updateContact, contactId: contact }, 'updated', one],
	])('%s is not done', async (_name, parameters, done, seed) => {
		const approved = { batchSize };
		const more = { items: both, approved };
		const { told, simulator } = await underAgent(parameters, [{ Message: 'Hi' }], more, seed);
		const error = `${reason}. Nothing was ${done}. ${advice}`;
		expect(told).toStrictEqual(
			Array.from(
				{ length: Math.ceil(2 / batchSize) },
				() => expect.objectContaining({ error }) as unknown,
			),
		);
		expect(simulator.requests).toStrictEqual([]);
	});

	test('what only reads is read', async () => {
		const more = { items: both, approved: { batchSize } };
		const { told } = await underAgent(good.getContact, [{}], more, one);
		expect(told[0]).toMatchObject({ id: 'contact_000001' });
	});
});

test('an approved call for an agent with one item is done', async () => {
	const more = { items: [both[1]], approved: { batchSize: 1 } };
	const { simulator } = await underAgent(byItem, [{ Message: 'Hi' }], more);
	expect(simulator.ledger).toMatchObject([{ body: { to: bob } }]);
});

test('calls that nobody had to approve are done for several items', async () => {
	const calls = [{ Message: 'Hi' }, { Message: 'Hello' }];
	const { simulator } = await underAgent(byItem, calls, { items: both });
	expect(simulator.ledger).toHaveLength(2);
});
