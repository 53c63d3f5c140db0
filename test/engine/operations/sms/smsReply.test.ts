import type { IDataObject } from 'n8n-workflow';

import type { NodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { said } from '../../../harness/n8n/messages';
import { canceling } from '../../../harness/n8n/canceling';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';
import { question } from '../../../harness/n8n/parameters';

const { time, clock, watch, arrivals } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);

const customer = (index = 0) => `+1555020${String(index).padStart(4, '0')}`;
const [company, otherCompany] = companyNumbers;
const words = { replyOptions: { values: { yesWords: 'yes, ok', noWords: 'no' } } };
const limit = (resumeAmount: number, resumeUnit = 'minutes') => ({
	limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount, resumeUnit } },
});

/** Asks and waits for a reply by SMS. */
async function ask(more: IDataObject = {}, how: Partial<NodeRun> = {}) {
	const parameters = {
		...question,
		to: '={{ $json.to }}',
		message: 'Are you coming?',
		responseType: 'smsReply',
		...more,
	};
	const began = time.passed();
	const given = { items: [{ to: customer() }], credential: simulator, clock: time, ...how };
	const result = await time.run(runNode({ parameters, ...given }));
	return { ...result, took: time.passed() - began, answers: result.items.map(({ json }) => json) };
}

/** The customer writes so many milliseconds from now. */
function reply(ms: number, body: string, from = customer(), to: string = company) {
	void time.sleep(ms).then(() => simulator.store.receiveSms({ from, to, body }));
}
const sends = () => simulator.ledger.map(({ body }) => body);
const looks = () => arrivals('GET').length;

describe('a question that is answered by SMS', () => {
	test('is sent without a link, and gives the reply beside what the service said', async () => {
		reply(25_000, 'I am!');
		const { answers, error, took, run } = await ask();
		expect(error).toBeUndefined();
		expect(sends()).toStrictEqual([{ to: customer(), from: company, body: 'Are you coming?' }]);
		const { at } = { at: expect.stringMatching(/^\d{4}-.*Z$/) as string };
		expect(answers).toStrictEqual([
			{
				outcome: 'sent',
				to: customer(),
				from: company,
				body: 'Are you coming?',
				segments: 1,
				encoding: 'GSM-7',
				messageId: 'message_000001',
				conversationId: 'conversation_000001',
				carrierSid: expect.any(String) as string,
				status: 'queued',
				data: { approved: null, text: 'I am!', respondedAt: at },
			},
		]);
		expect(took).toBeGreaterThanOrEqual(25_000);
		expect(took).toBeLessThan(36_000);
		expect(run.data.waitTill).toBeUndefined();
	});

	test.each([
		['Yes.', true],
		['NO', false],
		['who is this?', null],
	])('%j gives approved: %j', async (body, approved) => {
		reply(3000, body);
		const { answers } = await ask({ ...words, options: limit(2) });
		expect(answers).toMatchObject([{ data: { approved, text: body } }]);
		expect(looks()).toBe(approved === null ? 13 : 2);
	});

	test('is looked for at once and then at the interval', async () => {
		reply(9_000, 'yes');
		await ask({ options: { waitInterval: 4 } });
		const [first, ...more] = arrivals('GET');
		expect(more.map((at) => Math.round((at - first) / 1000))).toStrictEqual([4, 8, 12]);
	});

	test('takes no message that came before, nor one to another number, nor one of another person', async () => {
		const { store } = simulator;
		for (let index = 0; index < 60; index++) {
			store.receiveSms({
				from: customer(),
				to: company,
				body: `old ${index}`,
				sentAt: time.now() - index * 1000 - 1,
			});
		}
		reply(2000, 'elsewhere', customer(), otherCompany);
		reply(3000, 'a stranger', customer(1));
		reply(50_000, 'yes');
		const { answers } = await ask(words);
		expect(answers).toMatchObject([{ data: { approved: true, text: 'yes' } }]);
	});

	test('ends at the limit, an hour without one, and says so', async () => {
		const { answers, took } = await ask({ options: { waitInterval: 60 } });
		expect(answers).toMatchObject([{ status: 'queued', timedOut: true }]);
		// No column that no row has.
		expect(Object.keys(answers[0]).slice(0, 2)).toStrictEqual(['outcome', 'to']);
		expect(answers[0]).not.toHaveProperty('replyNote');
		expect(Math.round(took / 60_000)).toBe(60);
	});

	test('ends at the limit that is set', async () => {
		const { answers, took } = await ask({ options: limit(2) });
		expect(answers).toMatchObject([{ timedOut: true }]);
		expect(Math.round(took / 1000)).toBe(120);
	});

	test('says above the output how many people did not answer', async () => {
		reply(3000, 'yes');
		reply(4000, 'can we do 3 pm?', customer(1));
		const items = [0, 1, 2].map((index) => ({ to: customer(index) }));
		const { hints } = await ask({ ...words, options: limit(2) }, { items });
		expect(hints).toContain('1 of 3 people did not answer: they agreed to nothing.');
		reply(3000, 'yes');
		expect((await ask({ ...words, options: limit(2) })).hints.join()).not.toContain('people');
	});

	test.each<[string, boolean[], string[]]>([
		[
			'two of four',
			[true, false, true, false],
			['1 of 2 people did not answer: they agreed to nothing.'],
		],
		['all but one', [true, true, false, true], []],
		['all', [true, true, true, true], []],
	])('counts no people whose rows are only checked: %s', async (_what, dry, lines) => {
		for (const [index, isDry] of dry.entries()) {
			if (!isDry && index !== 1) reply(3000, 'yes', customer(index));
		}
		const items = dry.map((isDry, index) => ({ to: customer(index), isDry }));
		const options = { ...limit(2), dryRun: '={{ $json.isDry }}' };
		const { hints } = await ask({ ...words, options }, { items });
		const ofPeople = hints.filter((hint) => hint.includes('people'));
		expect(ofPeople).toStrictEqual(lines.map((line) => expect.stringContaining(line) as string));
	});

	test('says when the conversation could not be looked at', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 }, Infinity);
		const { answers } = await ask({ options: limit(2), requestOptions: { maxTries: 1 } });
		expect(answers).toMatchObject([
			{ timedOut: true, replyNote: expect.stringContaining('could not be read: ') as string },
		]);
	});

	test('outlasts a service that fails for a while', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 503 }, 6);
		reply(20_000, 'yes');
		const { answers } = await ask(words);
		expect(answers).toMatchObject([{ data: { approved: true } }]);
	});

	test('that the service says no to afterwards is an error which says that it was sent', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, 9);
		const { error } = await ask();
		expect(error?.message).toBe(`Sent${said.butFailed}: SMS to ${customer()} (ID message_000001)`);
		expect(error?.description).toContain(said.notRunAgain);
	});

	test('that cannot be read ends the wait for all, and names who waits in vain', async () => {
		const items = [{ to: customer() }, { to: customer(1) }];
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, 1);
		const { error, took } = await ask({}, { items });
		expect(took).toBeLessThan(60_000);
		expect(error?.message).toContain(`Sent${said.butFailed}`);
		// The permission to send was there.
		expect(error?.description).not.toContain('sms:send');
		expect(error?.description).toContain(said.nobodyWaits);
	});

	test('is refused before anything is sent when two items wait for the same person', async () => {
		const items = [{ to: customer() }, { to: customer(1) }, { to: customer() }];
		const { error } = await ask({}, { items });
		expect(error?.message).toContain(`from ${customer()} to ${company}`);
		expect(error?.description).toContain('Loop Over Items');
		const onePhone = [{ to: '+5215512345678' }, { to: '+525512345678' }];
		expect((await ask({}, { items: onePhone })).error?.message).toContain('cannot be told apart');
		expect(simulator.requests).toHaveLength(0);
	});

	test('goes out once when n8n tries again, and the reply is taken', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, 4);
		reply(30_000, 'yes');
		const settings = { retryOnFail: true, maxTries: 5, waitBetweenTries: 1 };
		const { answers } = await ask(words, { settings });
		expect(simulator.ledger).toHaveLength(1);
		expect(answers).toMatchObject([{ data: { approved: true } }]);
	});

	test('ends at once when the execution is canceled', async () => {
		const { started, cancel, code, thrown } = canceling();
		void time.sleep(15_000).then(cancel);
		const { took } = await ask({}, { started, code });
		expect(String(((await thrown()) as NodeError).description)).toContain(said.nobodyWaits);
		expect(took).toBeLessThan(20_000);
		const asked = looks();
		await time.run(time.sleep(60_000));
		expect(looks()).toBe(asked);
	});

	test('has words that cannot mean both', async () => {
		const { error } = await ask({
			replyOptions: { values: { yesWords: 'ok', noWords: 'no, OK' } },
		});
		expect(error?.message).toContain("'No Words' and 'Yes Words' both contain \"ok\"");
		expect(simulator.requests).toHaveLength(0);
	});
});
