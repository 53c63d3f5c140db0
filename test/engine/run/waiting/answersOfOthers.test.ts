/** An answer by SMS counts for the question that the person means, or for none. */
import type { IDataObject } from 'n8n-workflow';

import { byOther, fromModel, sendByModel, underAgentV3 } from '../../../harness/n8n/agents';
import { askedBySms, person, questions, write } from '../../../harness/n8n/askedBySms';
import { runNode } from '../../../harness/n8n/engine';
import { good, question } from '../../../harness/n8n/parameters';
import { companyNumbers } from '../../../simulator';

const { time, simulator, reply, ofWorkflow } = questions();
const another = expect.stringContaining('Another question to this person') as string;
const messageBetween = expect.stringContaining('Another message went to this person') as string;
const copied = expect.stringContaining('wrote the same a moment before') as string;
const ask = async (message: string, more: IDataObject = {}) =>
	(await ofWorkflow(message, more)).json;
const both = async (first: string, second: string) =>
	await time.run((async () => [await ask(first), await ask(second)])());
const approvals = (answers: IDataObject[]) =>
	answers.map(({ data }) => (data as IDataObject | undefined)?.approved);

test('a review in the next round of a loop is about another receiver, and the person is asked', async () => {
	const [ada, bob] = ['+15550100042', '+15550100043'];
	const args = { Message: 'Your appointment is confirmed' };
	const review = { toolParameters: args };
	const tool = { ...sendByModel, to: '={{ $json.fromPhone }}', body: fromModel('Message') };
	const { answers } = await underAgentV3(
		{
			parameters: { ...question, to: person, message: 'May it?' },
			credential: simulator,
			clock: time,
			settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' },
			other: { type: 'n8n-nodes-voice-sms.voiceSmsTool', parameters: tool as never },
			rounds: [{ fromPhone: bob }, { fromPhone: ada }],
			person: [{ approved: true }],
		},
		// Round 1: the call, as after its approval. Round 2: the review of the same words for Ada.
		[[{ ...args, ...byOther }], [], [review]],
	);
	const sent = simulator.ledger.map(({ body }) => (body as IDataObject).to);
	expect([sent, answers.at(-1)]).toStrictEqual([[bob, person], [[{ data: { approved: true } }]]]);
});

test.each(['smsReply', 'freeText', 'approval'])('a tool may ask by %s?', async (responseType) => {
	const parameters = { ...askedBySms(person, 2, { responseType }), message: 'May I?' };
	const setup = { parameters, credential: simulator, clock: time, asTool: true };
	const { error, run } = await time.run(runNode(setup));
	const isRefused = responseType === 'smsReply';
	expect([run.status, error === undefined]).toStrictEqual(
		isRefused ? ['error', false] : ['waiting', true],
	);
	expect(simulator.ledger).toHaveLength(isRefused ? 0 : 1);
});

test('a late yes to the question before is no yes to this one', async () => {
	reply(140, 'yes');
	expect(await both('Shall we cancel?', 'Is blue fine?')).toMatchObject([
		{ timedOut: true },
		{ data: { approved: null, text: 'yes' }, replyNote: another },
	]);
});

test('after an answer, the next one counts for the next question', async () => {
	reply(12, 'yes');
	reply(30, 'no');
	expect(approvals(await both('Are you coming?', 'Are you alone?'))).toStrictEqual([true, false]);
});

test('a copy of an answer is none, and the next answer counts', async () => {
	// The second question goes out between the two.
	reply(9.5, 'yes');
	reply(10.8, 'yes');
	const answers = await both('Are you coming?', 'May we charge 500 EUR?');
	expect(answers).toMatchObject([
		{ data: { approved: true } },
		{ data: { approved: null, text: 'yes' }, replyNote: copied },
	]);
	reply(9.5, 'Yes');
	reply(10.8, 'Yes');
	reply(100, 'Yes');
	expect(approvals(await both('Are you coming?', 'May we charge 500 EUR?'))).toStrictEqual([
		true,
		true,
	]);
});

test.each<[string, IDataObject]>([
	['no', { data: { approved: false, text: 'no' } }],
	['', { data: { approved: null, text: 'yes' }, replyNote: copied }],
])('nor without Reply Options: then comes "%s"', async (then, answer) => {
	reply(9.5, 'yes');
	reply(10.8, 'yes');
	if (then) reply(50, then);
	const any = { replyOptions: {} };
	const asked = await time.run(
		(async () => [await ask('Are you coming?', any), await ask('May we charge 500 EUR?', any)])(),
	);
	expect(asked).toMatchObject([{ data: { approved: true } }, answer]);
});

test('a reaction is no answer to the question before, which stays open', async () => {
	simulator.store.sendSms({ from: companyNumbers[0], to: person, body: 'Is 8 pm fine?' });
	reply(20, 'Liked “Is 8 pm fine?”');
	reply(60, 'YES');
	const later = async () => {
		await time.sleep(40_000);
		return await ask('May we charge 500 EUR?');
	};
	expect(await time.run(later())).toMatchObject({ data: { approved: null }, replyNote: another });
});

test('an unclear reply is given with a note if the last look failed', async () => {
	reply(12, 'Who is this?');
	reply(60, 'YES');
	void time.sleep(30_000).then(() => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 503 }, 1000);
	});
	const { data, replyNote } = await time.run(ask('May I?'));
	expect(data).toMatchObject({ approved: null, text: 'Who is this?' });
	expect(replyNote).toContain('503');
});

test.each(['no; n', 'no\nn', 'no | n', 'no / n'])(
	'No Words %j: both are heard',
	async (noWords) => {
		const replyOptions = { values: { yesWords: 'yes', noWords } };
		reply(12, 'n');
		expect(await time.run(ask('May I?', { replyOptions }))).toMatchObject({
			data: { approved: false },
		});
	},
);

/** A question is open for twice the limit, at least two hours. */
test.each<[hours: number, minutes: number, approved: boolean | null]>([
	[1.9, 2, null],
	[2.1, 2, true],
	[3.9, 120, null],
	[4.1, 120, true],
])('asked something else %d h before, with a limit of %d min: a yes is %j', async (...row) => {
	const [hours, resumeAmount, approved] = row;
	const [company] = companyNumbers;
	const sentAt = time.now() - hours * 3_600_000;
	const asksElse = { from: company, to: person, body: 'May we call you?', sentAt };
	// What the person wrote before that answers nothing.
	simulator.store.receiveSms({ from: person, to: company, body: 'Hi', sentAt: sentAt - 1000 });
	simulator.store.addMessage({ direction: 'OUTBOUND', ...asksElse });
	reply(15, 'yes');
	const limitWaitTime = { values: { resumeAmount, resumeUnit: 'minutes' } };
	const asked = ask('May I?', { options: { limitWaitTime, waitInterval: 30 } });
	expect(await time.run(asked)).toMatchObject({ data: { approved } });
});

test('the same question again is no other question', async () => {
	reply(140, 'yes');
	expect(approvals(await both('Are you coming?', 'Are you coming?'))).toStrictEqual([
		undefined,
		true,
	]);
});

test.each([0, 5, 15])(
	'another message of ours %i s after it, and a yes after 15: it is unclear',
	async (seconds) => {
		const [from] = companyNumbers;
		const send = () => simulator.store.sendSms({ from, to: person, body: 'It is booked.' });
		if (seconds === 0) send();
		else void time.sleep(seconds * 1000).then(send);
		reply(15, 'yes');
		expect(await time.run(ask('May I?'))).toMatchObject({
			data: { approved: null },
			replyNote: messageBetween,
		});
	},
);

test.each<[string, IDataObject]>([
	['a greeting', { ...good.send, to: person, body: 'Hello from the practice' }],
	// Most people answer it on its page, which the conversation does not show: it would stay open.
	['a question by link', { ...question, to: person, message: 'May we charge 500 EUR?' }],
])('%s before it is no open question', async (_what, parameters) => {
	await time.run(runNode({ parameters, credential: simulator, clock: time }));
	await time.run(time.sleep(60_000));
	reply(12, 'yes');
	expect(await time.run(ask('Are you coming?'))).toMatchObject({ data: { approved: true } });
});

/** The first clear answer counts: what is unclear is kept, and given at the limit. */
test.each<[string[], IDataObject]>([
	[["I'm driving with Focus on", 'YES'], { data: { approved: true, text: 'YES' } }],
	[['Who is this?', 'no'], { data: { approved: false, text: 'no' } }],
	[['Liked “May I?”', 'yes'], { data: { approved: true, text: 'yes' } }],
	[['Who is this?', 'Oh, maybe'], { data: { approved: null, text: 'Oh, maybe' } }],
	[['Who is this?', 'Please stop texting me'], { data: { approved: false }, optedOut: true }],
])('%j', async (bodies, expected) => {
	for (const [index, body] of bodies.entries()) reply(5 + index * 30, body);
	expect(await time.run(ask('May I?'))).toMatchObject(expected);
});

test('an unclear answer waits for the limit, a clear one does not', async () => {
	const began = time.passed();
	reply(5, 'Who is this?');
	await time.run(ask('May I?'));
	expect(time.passed() - began).toBeGreaterThanOrEqual(120_000);
});

test('a look at a long conversation reads its newest page', async () => {
	const [to] = companyNumbers;
	for (let index = 0; index < 3000; index++) {
		const sentAt = time.now() - (3000 - index) * 60_000;
		simulator.store.receiveSms({ from: person, to, body: `old ${index}`, sentAt });
	}
	reply(95, 'yes');
	expect(await time.run(ask('May I?'))).toMatchObject({ data: { approved: true } });
	const reads = simulator.requests.filter(({ method }) => method === 'GET').length;
	// The first look reads all, and each of ten more one page.
	expect(reads).toBeLessThan(90);
});

test('a reply behind page 1 at the next look is heard', async () => {
	void time.sleep(15_000).then(() => {
		write(simulator, person, 'Yes');
		for (let index = 1; index <= 60; index++) {
			const body = `What is ${index}?`;
			const sentAt = time.now() + index;
			simulator.store.receiveSms({ from: person, to: companyNumbers[0], body, sentAt });
		}
	});
	const answer = await time.run(ask('May I?'));
	expect(answer).toMatchObject({ data: { approved: true, text: 'Yes' } });
});

test('a reply counts although the question has left page 1', async () => {
	for (let look = 0; look < 3; look++) {
		void time.sleep(15_000 + look * 20_000).then(() => {
			for (let index = 0; index < 30; index++)
				write(simulator, person, `What is ${look} ${index}?`);
		});
	}
	reply(95, 'Yes');
	expect(await time.run(ask('May I?'))).toMatchObject({ data: { approved: true, text: 'Yes' } });
});
