import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { underAgentV2 } from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { question } from '../../../harness/n8n/parameters';

const customer = '+15550100042';
const simulator = withSimulator({ seed: empty });
const parameters = (more: IDataObject = {}) => ({ ...question, to: customer, ...more });

/** Runs the node without retries that take time. */
async function ask(more: IDataObject = {}, how: Partial<NodeRun> = {}) {
	const given = { credential: simulator, clock: testClock(), ...how };
	return await runNode({ parameters: parameters(more), ...given });
}
const sent = () => simulator.ledger.map(({ body }) => body as IDataObject);

const shown = { to: customer, from: companyNumbers[0], body: 'May I book the table?' };

describe('a question by link', () => {
	test('sends the text and a signed link, and puts the execution to sleep for good', async () => {
		const { run, items, error } = await ask({}, { items: [{ order: 7 }] });
		expect(error).toBeUndefined();
		expect(sent()).toStrictEqual([
			{ to: customer, from: companyNumbers[0], body: expect.any(String) as string },
		]);
		const [text, link] = String(sent()[0].body).split('\n');
		expect(text).toBe('May I book the table?');
		expect(link).toMatch(
			/^http:\/\/127\.0\.0\.1\/webhook-waiting\/1\/node-1\?ask=0&signature=[0-9a-f]{64}$/,
		);
		expect(run.data.waitTill).toStrictEqual(WAIT_INDEFINITELY);
		expect(run.status).toBe('waiting');
		expect(items.map(({ json }) => json)).toStrictEqual([
			{ outcome: 'sent', ...shown, noAnswer: true, order: 7 },
		]);
	});

	test.each([
		[{ limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' }, '12:45:00'],
		[{ limitType: 'afterTimeInterval', resumeAmount: '1.5', resumeUnit: 'hours' }, '13:30:00'],
		[{ resumeAmount: 2 }, '14:00:00'],
		[{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-06-01T18:00:00Z' }, '18:00:00'],
	])('wakes up at the limit %j', async (values, time) => {
		const { run } = await ask({ options: { limitWaitTime: { values } } });
		expect(run.data.waitTill?.toISOString()).toBe(`2026-06-01T${time}.000Z`);
	});

	test.each<[string, IDataObject, string]>([
		['an amount of 0', { resumeAmount: 0 }, "'Amount'"],
		['an amount in words', { resumeAmount: 'soon' }, "'Amount'"],
		['an amount past all bounds', { resumeAmount: 400_000, resumeUnit: 'days' }, "'Amount'"],
		['no date', { limitType: 'atSpecifiedTime' }, `'Max Date and Time' ${said.empty}`],
		[
			'a date that has passed',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '2026-06-01T11:59:00Z' },
			"'Max Date and Time' is in the past",
		],
	])('with %s sends nothing', async (_what, values, message) => {
		const { error, run } = await ask({ options: { limitWaitTime: { values } } });
		expect(error?.message).toContain(message);
		expect(simulator.ledger).toStrictEqual([]);
		expect(run.data.waitTill).toBeUndefined();
	});

	test.each(['approval', 'freeText'])(
		'of several items is refused for %s before anything is sent',
		async (responseType) => {
			const { error } = await ask({ responseType }, { items: [{}, {}] });
			expect(error?.message).toContain('2 items cannot wait');
			expect(error?.description).toContain('Loop Over Items');
			expect(simulator.requests).toStrictEqual([]);
		},
	);

	test('that may have gone out puts nothing to sleep, and says that the link may be there', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset' });
		const { error, run } = await ask();
		expect(error?.message).toBe(`${said.perhaps}sent: SMS to ${customer}`);
		expect(error?.description).toContain('Nobody waits for the answer.');
		expect(run.data.waitTill).toBeUndefined();
	});

	test('that was refused puts nothing to sleep, also where the node goes on', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 403 }, 9);
		const { items, run } = await ask({}, { settings: { onError: 'continueRegularOutput' } });
		expect(items[0].json).toMatchObject({
			error: { message: `Not sent: SMS to ${customer}`, httpCode: '403', mayHaveBeenDone: false },
		});
		expect(run.data.waitTill).toBeUndefined();
	});

	test('goes out once, though n8n tries the node again for a field "error" of the input', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const { run } = await ask({}, { settings, items: [{ error: 'of before' }] });
		expect(simulator.ledger).toHaveLength(1);
		expect(run.data.waitTill).toStrictEqual(WAIT_INDEFINITELY);
	});

	test.each([{ data: { approved: true } }, { data: { text: 'yes' } }, { approved: true }])(
		'does not give an answer of the input as the answer at the limit: %j',
		async (json) => {
			const options = { limitWaitTime: { values: { resumeAmount: 1 } } };
			const input = { ...json, order: 7 } as IDataObject;
			const { items, run } = await ask({ options }, { items: [input] });
			expect(simulator.ledger).toHaveLength(1);
			const atLimit = [{ outcome: 'sent', ...shown, noAnswer: true, order: 7 }];
			expect(items.map((item) => item.json)).toStrictEqual(atLimit);
			// n8n gives this item as the output when it wakes the execution at the limit.
			const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
			expect(waiting.data.main[0]?.map((item) => item.json)).toStrictEqual(atLimit);
			expect(input).toStrictEqual({ ...json, order: 7 });
		},
	);

	test.each([
		['http://localhost:5678', true],
		['http://127.0.0.1:5678', true],
		['http://[::1]:5678', true],
		['https://n8n.example.com', false],
		['https://127.example.com', false],
	])('says whether only this computer can open a link to %s', async (origin, isLocal) => {
		const resume = jest.spyOn(ExecuteContext.prototype, 'getSignedResumeUrl');
		resume.mockReturnValue(`${origin}/webhook-waiting/1`);
		const { hints } = await ask();
		resume.mockRestore();
		const line = expect.stringContaining(`begins with ${origin}. A phone cannot`) as string;
		expect(hints).toStrictEqual(isLocal ? [line] : []);
	});

	test.each([
		['https://example.com/n8n', true],
		['https://example.com/our/n8n', true],
		['https://n8n.example.com', false],
	])(
		'says whether n8n refuses a link to %s, because its address has a path',
		async (base, isBelow) => {
			const resume = jest.spyOn(ExecuteContext.prototype, 'getSignedResumeUrl');
			resume.mockReturnValue(`${base}/webhook-waiting/1/node-1?ask=0&signature=a`);
			const { hints } = await ask();
			resume.mockRestore();
			const line = expect.stringContaining(`begins with ${base}. n8n refuses`) as string;
			expect(hints).toStrictEqual(isBelow ? [line] : []);
		},
	);

	test('is refused where a tool has to answer at once', async () => {
		const setup = { parameters: parameters(), credential: simulator, clock: testClock() };
		await underAgentV2(setup, async (tool) => {
			await expect(tool.invoke({})).rejects.toThrow(
				/^The node cannot wait for an answer by link here\. Use the AI Agent node from version 3 on/,
			);
		});
		expect(simulator.ledger).toStrictEqual([]);
	});
});
