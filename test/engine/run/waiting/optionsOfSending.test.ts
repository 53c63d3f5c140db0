import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { runAt, runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { question as usual } from '../../../harness/n8n/parameters';

const customer = '+14155550142';

const simulator = withSimulator({ seed: empty });

const question = (options: IDataObject, more: IDataObject = {}) => ({
	...usual,
	to: '={{ $json.to }}',
	options,
	...more,
});
const byReply = { responseType: 'smsReply', replyOptions: {} };

async function ask(parameters: IDataObject, receivers = [customer]) {
	const items = receivers.map((to) => ({ to }));
	return await runAt(simulator, parameters, { items });
}
const texts = () => simulator.ledger.map(({ body }) => String((body as IDataObject).body));

describe.each<[string, IDataObject]>([
	['by link', {}],
	['by SMS', byReply],
])('a question %s', (_how, more) => {
	test('does not go to a person who wrote STOP, and nobody waits for an answer', async () => {
		simulator.store.addContact({ phone: customer, tags: ['no-sms'] });
		const { run, items, hints } = await ask(question({ skipTag: 'no-sms' }, more));
		expect(simulator.ledger).toStrictEqual([]);
		expect(run.data.waitTill).toBeUndefined();
		expect(items.map(({ json }) => json)).toStrictEqual([
			{
				outcome: 'skipped',
				reason: `${said.hasTag} "no-sms"`,
				to: customer,
				from: companyNumbers[0],
				body: 'May I book the table?',
				segments: 1,
				encoding: 'GSM-7',
			},
		]);
		expect(hints).toStrictEqual([
			expect.stringMatching(/^1 item was skipped, because the contact/),
		]);
	});

	test('is only shown in a dry run, for any number of items', async () => {
		const receivers = [customer, '+14155550143', '12'];
		const { run, items, error } = await ask(question({ dryRun: true }, more), receivers);
		expect(error).toBeUndefined();
		expect(simulator.requests).toStrictEqual([]);
		expect(run.data.waitTill).toBeUndefined();
		expect(items.map(({ json: { outcome, to } }) => [outcome, to])).toStrictEqual([
			['wouldSend', receivers[0]],
			['wouldSend', receivers[1]],
			['failed', receivers[2]],
		]);
	});

	test('to one person twice is no question that one run can ask, and a dry run says so', async () => {
		const twice = [customer, customer];
		const dry = await ask(question({ dryRun: true }, more), twice);
		const real = await ask(question({}, more), twice);
		expect(simulator.requests).toStrictEqual([]);
		expect(dry.items.map(({ json }) => json.outcome)).toStrictEqual(['wouldSend', 'wouldSend']);
		expect(dry.hints).toContainEqual(expect.stringContaining(`${real.error?.message}`));
	});

	test('goes out in plain characters, with what was replaced in the output', async () => {
		const message = '\u201CTable for two\u201D?';
		const asked = question({ plainCharacters: true, dryRun: true }, { ...more, message });
		const { items } = await ask(asked);
		expect(items[0].json).toMatchObject({ body: '"Table for two"?', encoding: 'GSM-7' });
		await ask(
			question(
				{
					plainCharacters: true,
					limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } },
				},
				{ ...more, message },
			),
		);
		expect(texts()[0].split('\n')[0]).toBe('"Table for two"?');
	});

	test('goes out with its accents in their letters', async () => {
		const limit = { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } };
		await ask(question(limit, { ...more, message: 'Um fu\u0308nf, Rene\u0301?' }));
		expect(texts()[0].split('\n')[0]).toBe('Um fünf, René?');
	});

	test('is refused if its text needs more parts than allowed', async () => {
		const message = 'Table? '.repeat(30);
		const { error } = await ask(question({ maxSegments: 1 }, { ...more, message }));
		expect(error?.message).toMatch(/needs 2 SMS parts, but 'Max Parts' allows 1/);
		expect(simulator.requests).toStrictEqual([]);
	});
});

test('the link counts, too', async () => {
	const message = 'Table? '.repeat(15);
	const { error } = await ask(question({ maxSegments: 1 }, { message }));
	expect(error?.message).toMatch(/^Not sent: the text with its link needs 2 SMS parts/);
	expect(simulator.requests).toStrictEqual([]);
	const { error: none } = await ask(question({ maxSegments: 2 }, { message }));
	expect(none).toBeUndefined();
	expect(texts()).toHaveLength(1);
});

test.each<[string, IDataObject[]]>([
	['before it', [{ dry: true }, { dry: false }]],
	['after it', [{ dry: false }, { dry: true, approved: true }]],
	['before it that is invalid', [{ dry: true, to: '12' }, { dry: false }]],
])('a question by link is refused with a checked item %s, as both would sleep', async (_, rows) => {
	const items = rows.map((row) => ({ to: customer, ...row }));
	const parameters = question({ dryRun: '={{ $json.dry }}' });
	const { run, error } = await runAt(simulator, parameters, { items });
	expect(error?.message).toMatch(/^2 items cannot wait together/);
	expect(simulator.requests).toStrictEqual([]);
	expect(run.data.waitTill).toBeUndefined();
});

test('questions by SMS are asked beside checked items, and waited for', async () => {
	const rows = [
		{ to: '+14155550143', dry: true },
		{ to: customer, dry: false },
	];
	const limitWaitTime = { values: { resumeAmount: 1, resumeUnit: 'minutes' } };
	const options = { dryRun: '={{ $json.dry }}', limitWaitTime };
	const given = { parameters: question(options, byReply), items: rows, credential: simulator };
	const { items } = await runNode({ ...given, clock: testClock() });
	expect(texts()).toHaveLength(1);
	expect(items.map(({ json }) => [json.outcome, json.timedOut])).toStrictEqual([
		['wouldSend', null],
		['sent', true],
	]);
});
