/** A tool's question by SMS has a code, so that no answer counts for another question. */
import type { IDataObject } from 'n8n-workflow';

import { underAgentV3 } from '../../../harness/n8n/agents';
import { askedByTool, codeOf, person, questions } from '../../../harness/n8n/askedByTool';
import { runNode } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { good, question } from '../../../harness/n8n/parameters';
import { companyNumbers } from '../../../simulator';

const { time, simulator, setup, reply, inTurn, sideBySide, alone, ofWorkflow } = questions();
const unclear =
	'The reply is neither a clear yes nor a clear no. Nothing was agreed to. Tell the user, or ask again.';
const messageBetween =
	'Another message went to this person between the question and the reply, so the reply may answer the other message';
const another =
	'Another question to this person is open, so the reply may answer the other question';

const bodies = () => simulator.ledger.map(({ body }) => (body as IDataObject).body as string);
const approvals = (answers: IDataObject[]) =>
	answers.map(({ data }) => (data as IDataObject | undefined)?.approved);

describe('the last line of the SMS says how to answer', () => {
	const values = (yesWords: string, noWords: string) => ({
		replyOptions: { values: { yesWords, noWords } },
	});
	test.each<[string, IDataObject, RegExp]>([
		['the words', {}, /^May I\?\nReply YES (\d\d) or NO \1$/],
		['the first words', values('sí, vale', 'no, nunca'), /\nReply SÍ (\d\d) or NO \1$/],
		['only words for yes', values('ok', ''), /\nReply OK \d\d$/],
		['no words', { replyOptions: {} }, /\nBegin your answer with \d\d$/],
	])('with %s', async (_what, more, text) => {
		await inTurn(['May I?'], more);
		expect(bodies()).toStrictEqual([expect.stringMatching(text)]);
	});

	test('not to people', async () => {
		const parameters = { ...askedByTool(person, 1), message: 'May I?' };
		await time.run(runNode({ parameters, credential: simulator, clock: time }));
		expect(bodies()).toStrictEqual(['May I?']);
	});

	test('and counts for Max Parts', async () => {
		const more = { options: { maxSegments: 1 } };
		const [{ error }] = await inTurn(['May I? '.repeat(22)], more);
		expect(error).toMatch(/^Not sent: the text with its code needs 2 SMS parts/);
		expect(simulator.requests).toStrictEqual([]);
	});
});

test.each<[string, boolean | null]>([
	['yes', true],
	['NO', false],
	['YES 47', true],
	['47 yes', true],
	['Yes, 47!', true],
	['47: OK', true],
	['yes#47', true],
	['yes47', true],
	['(47) yes 👍', true],
	['No - 47', false],
	['47 no?', false],
	['yes 47?', null],
	['yes 147', null],
	['yes 47 no 47', null],
	['47', null],
	['yes please 47', null],
	['who is this?', null],
])('%j to the only question: approved is %j', async (body, approved) => {
	reply(12, body, 'May I?');
	const [answer] = await inTurn(['May I?']);
	expect(answer).toMatchObject({ data: { approved } });
	expect(answer.message).toBe(approved === null ? unclear : undefined);
	expect(answer).not.toHaveProperty('replyNote');
});

describe('of two questions side by side', () => {
	test.each(['yes', 'NO', 'ok 👍'])('a bare %s answers neither', async (body) => {
		reply(15, body);
		const answers = await sideBySide(['May I book the table?', 'May I delete all bookings?']);
		const one = {
			data: { approved: null, text: body },
			message: unclear,
			replyNote: messageBetween,
		};
		expect(answers).toMatchObject([one, one]);
	});

	test.each([
		['in their order', 'First?'],
		['crossed', 'Second?'],
	])('each is answered by its code, %s', async (_what, yesTo) => {
		reply(15, 'yes 47', yesTo);
		reply(16, '47 no', yesTo === 'First?' ? 'Second?' : 'First?');
		const answers = await sideBySide(['First?', 'Second?']);
		expect(approvals(answers)).toStrictEqual(yesTo === 'First?' ? [true, false] : [false, true]);
	});

	test('one that nobody names has no clear answer', async () => {
		reply(15, 'yes 47', 'First?');
		const [first, second] = await sideBySide(['First?', 'Second?']);
		expect(first).toMatchObject({ data: { approved: true } });
		expect(second).toMatchObject({
			timedOut: true,
			replyNote: 'The person answered another question only',
			message: 'No clear answer could be read. Nothing was agreed to. Tell the user.',
		});
		expect(second).not.toHaveProperty('noAnswer');
	});

	test('one counts before the service has answered its request', async () => {
		// The conversation does not show it yet.
		simulator.fail({ method: 'POST', every: 2 }, { kind: 'delay', ms: 25_000 }, 1);
		reply(15, 'yes');
		const answers = await sideBySide(['May I delete all bookings?', 'May I book the table?']);
		expect(answers).toMatchObject([
			{ data: { approved: null }, replyNote: another },
			{ timedOut: true },
		]);
	});

	test('one that was answered counts until its limit, also where the conversation lost it', async () => {
		// The second is asked after the first was answered.
		simulator.fail({ method: 'POST', every: 2 }, { kind: 'delay', ms: 25_000 }, 1);
		reply(12, 'yes 47', 'First?');
		const { store } = simulator;
		void time.sleep(22_000).then(() => {
			for (const { id } of [...store.messages.values()]) store.removeMessage(id);
		});
		reply(40, 'no');
		const answers = await sideBySide(['First?', 'Second?']);
		expect(answers).toMatchObject([
			{ data: { approved: true } },
			{ data: { approved: null }, replyNote: another },
		]);
	});

	test('their codes differ', async () => {
		await sideBySide(Array.from({ length: 30 }, (_, index) => `Question ${index}?`));
		const codes = bodies().map((body) => body.slice(-2));
		expect(new Set(codes).size).toBe(30);
	});
});

describe('an answer to the question before', () => {
	test.each(['one execution', 'two executions'])('that comes late, in %s', async (where) => {
		// The first question ends after two minutes, the second is asked then.
		reply(140, 'Yes');
		const answers =
			where === 'one execution'
				? await inTurn(['May I delete all bookings?', 'May I book the table?'])
				: await time.run(
						(async () => [
							await alone('May I delete all bookings?'),
							await alone('May I book the table?'),
						])(),
					);
		expect(answers).toMatchObject([
			{ timedOut: true, noAnswer: true },
			{ data: { approved: null, text: 'Yes' }, replyNote: another },
		]);
	});

	test.each([undefined, 'First?'])('that comes twice, with the code of %s', async (asked) => {
		const body = asked === undefined ? 'Yes' : 'Yes 47';
		reply(12, body, asked);
		reply(20.7, body, asked);
		const [first, second] = await inTurn(['First?', 'Second?']);
		expect(first).toMatchObject({ data: { approved: true } });
		expect((second.data as IDataObject | undefined)?.approved ?? null).toBeNull();
	});

	test('that names it does not keep the next from its own answer', async () => {
		reply(140, 'yes 47', 'First?');
		reply(160, 'no 47', 'Second?');
		const answers = await inTurn(['First?', 'Second?']);
		expect(approvals(answers)).toStrictEqual([undefined, false]);
	});
});

describe('the same question again', () => {
	test('has the code that it had, as long as nobody has answered it', async () => {
		reply(140, 'who is this?');
		await inTurn(['May I?', 'May  I?', 'May I?']);
		const codes = bodies().map((body) => body.slice(-2));
		expect(codes).toHaveLength(3);
		expect(new Set(codes).size).toBe(1);
	});

	test('is another question after a clear answer', async () => {
		reply(12, 'yes');
		reply(30, 'yes 47', 'May I?');
		const answers = await inTurn(['May I?', 'May I?']);
		expect(approvals(answers)).toStrictEqual([true, true]);
		const codes = bodies().map((body) => body.slice(-2));
		expect(new Set(codes).size).toBe(2);
	});

	test('counts with a bare answer, too: it is no other question', async () => {
		reply(140, 'yes');
		expect(approvals(await inTurn(['May I?', 'May I?']))).toStrictEqual([undefined, true]);
	});
});

test('a question whose answer was lost may be open', async () => {
	simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
	reply(20, 'yes');
	const answers = await inTurn(['May I delete all bookings?', 'May I book the table?']);
	expect(answers[0].error).toContain(said.unclear);
	expect(answers[1]).toMatchObject({ data: { approved: null } });
});

test('a question that was refused is not open', async () => {
	simulator.fail({ method: 'POST' }, { kind: 'status', status: 400, message: 'No' }, 1);
	reply(20, 'yes');
	const answers = await inTurn(['May I delete all bookings?', 'May I book the table?']);
	expect(answers[0].error).toContain('No (HTTP 400)');
	expect(answers[1]).toMatchObject({ data: { approved: true } });
});

describe('another message of ours', () => {
	const [from] = companyNumbers;
	const link = 'https://n8n.example.com/webhook-waiting/7/node?ask=0&signature=0f';
	test.each<[string, string, boolean | null]>([
		['that asks', 'Are you coming?', null],
		['that names the word for yes', 'Reply YES to confirm', null],
		['with a code of another execution', 'Delete all bookings\nReply YES 100 or NO 100', null],
		['with a link to a page', `Delete all bookings\n${link}`, null],
		['that asks nothing', 'Your table is booked.', true],
		['with a link of its own', 'Your bill: https://example.com/?id=7', true],
	])('before it, %s: a bare yes gives %s, one with the code true', async (_what, body, bare) => {
		simulator.store.sendSms({ from, to: person, body });
		await time.run(time.sleep(60_000));
		reply(12, 'yes');
		reply(40, 'yes 47', 'Second?');
		const [first] = await inTurn(['May I?']);
		expect(first).toMatchObject({ data: { approved: bare } });
		expect(approvals([await time.run(alone('Second?'))])).toStrictEqual([true]);
	});

	test('after it: a bare yes is unclear, one with the code counts', async () => {
		void time.sleep(5_000).then(() => {
			simulator.store.sendSms({ from, to: person, body: 'Your table is booked.' });
		});
		reply(8, 'yes');
		expect(await inTurn(['May I?'])).toMatchObject([{ data: { approved: null } }]);
		void time.sleep(5_000).then(() => {
			simulator.store.sendSms({ from, to: person, body: 'Your table is booked.' });
		});
		reply(8, 'yes 47', 'And now?');
		expect(await inTurn(['And now?'])).toMatchObject([{ data: { approved: true } }]);
	});
});

describe('a number that is the code of a question', () => {
	const [from] = companyNumbers;
	const taken =
		'Another message has the code of this question as a number, so it is unclear which message the reply answers';
	test.each([
		'Reply YES 47 to get your discount',
		'Table for 47 at 8',
		'Free?\nReply YES 47 or NO 47',
	])('in a later SMS: %s', async (body) => {
		void time.sleep(5_000).then(() => {
			const code = codeOf(simulator, 'May I?') ?? '';
			simulator.store.sendSms({ from, to: person, body: body.replaceAll('47', code) });
		});
		reply(15, 'yes 47', 'May I?');
		expect(await inTurn(['May I?'])).toMatchObject([
			{ data: { approved: null }, replyNote: taken },
		]);
		// Asked again, it has another code.
		reply(15, 'yes 47', 'May I?');
		expect(approvals(await inTurn(['May I?']))).toStrictEqual([true]);
	});

	test('in an earlier SMS', async () => {
		const every = Array.from({ length: 90 }, (_, index) => index + 10).join(' ');
		simulator.store.sendSms({ from, to: person, body: `Our numbers: ${every}` });
		await time.run(time.sleep(60_000));
		reply(15, 'yes 47', 'May I?');
		expect(await inTurn(['May I?'])).toMatchObject([
			{ data: { approved: null }, replyNote: taken },
		]);
	});

	test('is none in a word for yes or no', async () => {
		const rooms = Array.from({ length: 88 }, (_, index) => `room ${index + 10}`);
		const values = { yesWords: rooms.slice(1).join(), noWords: 'no, room 10' };
		await inTurn(['Which room?'], { replyOptions: { values } });
		expect(Number(bodies()[0].match(/\d+$/)?.[0])).toBeGreaterThanOrEqual(98);
	});

	test('is none in a question to this person', async () => {
		const numbers = (begin: number) =>
			Array.from({ length: 40 }, (_, index) => index + begin).join(' ');
		await inTurn([`First: ${numbers(10)}`, `Second: ${numbers(50)}`]);
		const [first, second] = bodies().map((body) => Number(body.match(/\d+$/)?.[0]));
		expect(first).toBeGreaterThanOrEqual(50);
		expect(second).toBeGreaterThanOrEqual(90);
	});
});

test('questions to both numbers of one phone are questions to one person', async () => {
	const [before, now] = ['+5215512345678', '+525512345678'];
	const to = "={{ $fromAI('To', ``, 'string') }}";
	const turns = [[{ To: before, Message: 'First?' }], [{ To: now, Message: 'Second?' }]];
	reply(140, 'yes', undefined, now);
	const { answers } = await time.run(underAgentV3(setup({ to }), turns));
	expect(answers.map(([[answer]]) => answer)).toMatchObject([
		{
			timedOut: true,
			message: 'No clear answer could be read. Nothing was agreed to. Tell the user.',
			replyNote: `A reply from ${now}, the other number of this phone, is in another conversation, which was not read`,
		},
		{ data: { approved: null }, replyNote: another },
	]);
});

describe('to people, without a code', () => {
	const ask = async (message: string) => (await ofWorkflow(message)).json;
	const both = async (first: string, second: string) =>
		await time.run((async () => [await ask(first), await ask(second)])());

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

	test('the same question again is no other question', async () => {
		reply(140, 'yes');
		expect(approvals(await both('Are you coming?', 'Are you coming?'))).toStrictEqual([
			undefined,
			true,
		]);
	});

	test.each<[string, IDataObject]>([
		['a greeting', { ...good.send, to: person, body: 'Hello from the practice' }],
		['a question by link', { ...question, to: person, message: 'Please confirm:' }],
	])('%s before it is no open question', async (_what, parameters) => {
		await time.run(runNode({ parameters, credential: simulator, clock: time }));
		await time.run(time.sleep(60_000));
		reply(12, 'yes');
		expect(await time.run(ask('Are you coming?'))).toMatchObject({ data: { approved: true } });
	});
});
