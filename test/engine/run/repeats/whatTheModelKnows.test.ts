/** A call is repeated only by a model that knows the answer to the first one: n8n drops answers. */
import type { IDataObject } from 'n8n-workflow';

import { byOther, fromModel, sendByModel, underAgentV3 } from '../../../harness/n8n/agents';
import { empty, withSimulator } from '../../../harness/service/service';
import { testClock } from '../../../harness/time/clock';
import { good, question } from '../../../harness/n8n/parameters';
import { said } from '../../../harness/n8n/messages';

const simulator = withSimulator({ seed: empty });
const allowed = { allowRepeats: true };
const hello = { To_Number: '+15557654321', Message: 'Hello' };
const oneByOne = async (parameters: IDataObject, calls: IDataObject[], more: object = {}) => {
	const setup = { parameters, credential: simulator, clock: testClock(), ...more };
	const turns = calls.map((call) => [call]);
	const { answers, ...others } = await underAgentV3(setup, turns);
	return { answers: answers.map(([answer]) => answer[0]), ...others };
};
const repeats = (answers: IDataObject[]) => answers.map(({ repeated }) => repeated === true);

describe('with Allow Repeats, a call goes out again', () => {
	const node = { ...sendByModel, options: allowed };

	test.each<[string, number[], boolean[]]>([
		['after each answer that the model has', [], [false, false, false, false]],
		['not after an answer that n8n dropped', [0], [false, true, false, false]],
		['not as long as n8n drops the answers', [0, 1, 2], [false, true, true, true]],
		['after the answer of a repeat, when n8n drops a later one', [1], [false, false, true, false]],
	])('%s', async (_when, drops, repeated) => {
		const { answers } = await oneByOne(node, Array(4).fill(hello), { drops });
		expect(repeats(answers)).toStrictEqual(repeated);
		expect(simulator.ledger).toHaveLength(repeated.filter((is) => !is).length);
	});

	test('but not when "Retry" begins the talk again', async () => {
		const { contextData } = await oneByOne(node, [hello]);
		const retried = await oneByOne(node, [hello], { contextData });
		expect(repeats(retried.answers)).toStrictEqual([true]);
		expect(simulator.ledger).toHaveLength(1);
	});
});

test.each<[string, IDataObject, IDataObject[]]>([
	[
		'an SMS to the other number of a phone in Mexico',
		sendByModel,
		['+5215512345678', '+525512345678'].map((to) => ({ ...hello, To_Number: to })),
	],
	[
		'an SMS to the other number of a phone in Argentina',
		sendByModel,
		['+5491123456789', '+541123456789'].map((to) => ({ ...hello, To_Number: to })),
	],
	[
		'a call to the other number of a phone',
		{ ...good.createCall, toNumber: fromModel('To_Number'), additionalFields: {} },
		['+5215512345678', '+525512345678'].map((to) => ({ To_Number: to })),
	],
	[
		'a new contact with its email in another case',
		{ ...good.createContact, email: fromModel('Email') },
		['Ada@Example.com', 'ada@example.com'].map((email) => ({ Email: email })),
	],
	[
		'a new contact with the other number of its phone',
		{ ...good.createContact, phone: fromModel('Phone') },
		['+5215512345678', '+525512345678'].map((phone) => ({ Phone: phone })),
	],
])('%s is the same call', async (_what, node, calls) => {
	const { answers } = await oneByOne(node, calls);
	expect(repeats(answers)).toStrictEqual([false, true]);
	expect(simulator.ledger).toHaveLength(1);
});

test('the text counts as the model gave it, although one of two tools changes it', async () => {
	const call = { ...hello, Message: 'It’s “ready” – come' };
	const plain = { ...sendByModel, options: { plainCharacters: true } };
	const { answers } = await oneByOne(sendByModel, [call, { ...call, ...byOther }], {
		other: { parameters: plain },
	});
	expect(repeats(answers)).toStrictEqual([false, true]);
	expect(simulator.ledger).toHaveLength(1);
});

describe('the answer of a person', () => {
	const ask = { ...question, message: 'May I?' };
	const toldNo = [{ data: { approved: false } }, { data: { approved: false } }];

	test.each<[string, number[], number]>([
		['that n8n dropped is given again', [0], 1],
		['that the model has is no answer to the next question', [], 2],
	])('%s', async (_what, drops, questions) => {
		const person = [{ approved: false }, { approved: false }];
		const { answers } = await oneByOne(ask, [{}, {}], { drops, person });
		expect(answers).toMatchObject(toldNo);
		expect(simulator.ledger).toHaveLength(questions);
	});

	const settings = { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' };
	const review = { toolParameters: hello };
	test.each<[string, boolean, number[], number]>([
		['a NO that n8n dropped', false, [0], 1],
		['a NO that the model has', false, [], 2],
		['a YES, which is for one call', true, [0], 2],
	])('to a review: %s', async (_what, approved, drops, questions) => {
		const person = [{ approved }, { approved }];
		const { answers } = await oneByOne(ask, [review, review], { settings, drops, person });
		expect(answers).toMatchObject([{ data: { approved } }, { data: { approved } }]);
		expect(simulator.ledger).toHaveLength(questions);
	});
});

describe('a review of a call that was done before', () => {
	const ask = { ...question, message: 'May it?' };
	const review = { toolParameters: hello };
	const done = { ...hello, ...byOther };
	const reviewed = async (tool: IDataObject, calls: IDataObject[]) => {
		const { answers } = await oneByOne(ask, calls, {
			settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' },
			other: { type: 'n8n-nodes-voice-sms.voiceSmsTool', parameters: tool },
			person: [{ approved: true }],
		});
		return { last: answers.at(-1), questions: simulator.ledger.length - 1 };
	};
	const told = (chatInput: string) => ({ data: { approved: false, chatInput } });

	test('tells the model so, and nobody is asked', async () => {
		const { last, questions } = await reviewed(sendByModel, [done, review]);
		expect(last).toStrictEqual(
			told(
				'This was already done in this run, so nobody was asked: SMS to +15557654321. Do not call this tool for it again.',
			),
		);
		expect(questions).toBe(0);
	});

	test('tells the model that its answer was lost', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		const { last, questions } = await reviewed(sendByModel, [done, review]);
		expect(last).toStrictEqual(told(expect.stringContaining(said.notRepeated) as string));
		expect(questions).toBe(0);
	});

	test.each<[string, IDataObject, IDataObject[]]>([
		['another text', sendByModel, [done, { toolParameters: { ...hello, Message: 'Bye' } }]],
		['Allow Repeats', { ...sendByModel, options: allowed }, [done, review]],
	])('asks a person: %s', async (_why, tool, calls) => {
		const { last, questions } = await reviewed(tool, calls);
		expect(last).toMatchObject({ data: { approved: true } });
		expect(questions).toBe(1);
	});

	test('asks a person after a refusal', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'successFalse', message: 'No credit' });
		const { last } = await reviewed(sendByModel, [done, review]);
		expect(last).toMatchObject({ data: { approved: true } });
	});
});
