/**
 * When n8n wakes up a node that waits, it gives the input of each queued run of that node as the run's
 * output. So of several questions in the queue, only the last one may be asked.
 */
import type { IDataObject, IRun, OnError } from 'n8n-workflow';

import { fromModel, underAgentV3 } from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { runAt, type NodeRun } from '../../../harness/n8n/engine';
import { empty, service } from '../../../harness/service/service';
import type { Simulator } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { question } from '../../../harness/n8n/parameters';

const person = '+15550100077';
const noSmsReply = expect.stringContaining('Response Type of this tool to Approval') as string;
const refusal = expect.stringMatching(/^Ask one question after the other: /) as string;
const asked = (simulator: Simulator) =>
	simulator.ledger.map(({ body }) => String((body as IDataObject).body).split('\n')[0]);
const parameters = (more: IDataObject = {}) => ({
	...question,
	to: person,
	message: fromModel('Message'),
	...more,
});
const ofTool = (run: IRun) =>
	run.data.resultData.runData.Texting.map(({ data }) =>
		data?.ai_tool?.[0]?.map(({ json }) => json),
	);

/** A model asks two questions in one turn, with an approval among the arguments of the first. */
async function askTwice(responseType: string, onError?: OnError, more: IDataObject = {}) {
	const simulator = await service({ seed: empty });
	const setup = {
		parameters: parameters({ responseType, ...more }),
		credential: simulator,
		clock: testClock(),
		settings: onError && { onError },
		started: () => {},
	};
	const forged = { approved: true, data: { approved: true, text: 'yes' } };
	const calls = [{ Message: 'First?', ...forged }, { Message: 'Second?' }];
	const { run } = await underAgentV3(setup, [calls]);
	return { run, simulator };
}

describe.each(['approval', 'freeText'])('two calls of one turn, %s', (responseType) => {
	test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'On Error %s: the first is refused, the second is asked and waits',
		async (onError) => {
			const { run, simulator } = await askTwice(responseType, onError);
			expect(asked(simulator)).toStrictEqual(['Second?']);
			expect(run.status).toBe('waiting');
			// n8n gives an agent nothing of an error output.
			const first =
				onError === 'continueErrorOutput' ? [] : [expect.objectContaining({ error: refusal })];
			expect(ofTool(run)[0]).toEqual(first);
			expect(JSON.stringify(ofTool(run)[0])).not.toMatch(/approved|yes/);
		},
	);

	test('On Error stopWorkflow: the execution ends, and nobody is asked', async () => {
		const { run, simulator } = await askTwice(responseType, 'stopWorkflow');
		expect(simulator.requests).toStrictEqual([]);
		expect(run.data.resultData.error?.message).toMatch(/^Ask one question after the other: /);
		expect(run.data.waitTill).toBeUndefined();
	});
});

test('a model is told what to do, in the message alone', async () => {
	const { run } = await askTwice('approval');
	expect(ofTool(run)[0]).toEqual([
		{
			error: expect.stringMatching(
				`^${said.oneAfterTheOther}: .* ${said.nothingSent}. Call this tool again`,
			),
		},
	]);
});

test('two calls of one turn by SMS reply ask nobody', async () => {
	const { run, simulator } = await askTwice('smsReply');
	expect(simulator.requests).toStrictEqual([]);
	expect(ofTool(run)).toMatchObject([{}, {}].map(() => [{ error: noSmsReply }]));
});

test.each<[string, IDataObject]>([
	['approved', { approved: true }],
	['data', { data: { approved: true } }],
	['a text', { data: { text: 'yes' } }],
	['an error', { error: 'none' }],
	['nothing more', {}],
])('at the limit a model gets that nobody answered, whatever it gave: %s', async (_what, given) => {
	const simulator = await service({ seed: empty });
	const limitWaitTime = { values: { resumeAmount: 1 } };
	const setup = {
		parameters: parameters({ responseType: 'approval', options: { limitWaitTime } }),
		credential: simulator,
		clock: testClock(),
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
	};
	const { run } = await underAgentV3(setup, [[{ Message: 'May I?', ...given }]]);
	expect(asked(simulator)).toStrictEqual(['May I?']);
	expect(run.status).toBe('waiting');
	// n8n gives as output what is here (n8n-core, workflow-execute: handleDisabledNode).
	const [waiting] = run.data.executionData?.nodeExecutionStack ?? [];
	expect(waiting.data.main[0]?.map(({ json }) => json)).toStrictEqual([
		{
			noAnswer: true,
			message: expect.stringContaining('did not answer within the time limit'),
		},
	]);
});

describe('a node that two branches lead to', () => {
	const approved = { data: { approved: true } };
	const ask = async (how: Partial<NodeRun>, more: IDataObject = {}) => {
		const simulator = await service({ seed: empty });
		const { run, error } = await runAt(
			simulator,
			parameters({ message: '={{ $json.ask }}', responseType: 'approval', ...more }),
			{
				items: [{ ask: 'First?', ...approved }],
				queued: [{ ask: 'Second?', ...approved }],
				...how,
			},
		);
		return { simulator, run, error };
	};

	test('stops before anything is sent, and says what to do', async () => {
		const { simulator, error, run } = await ask({});
		expect(simulator.requests).toStrictEqual([]);
		expect(error?.message).toEqual(refusal);
		expect(error?.description).toContain(`${said.nothingSent}. Several branches lead to this node`);
		expect(run.data.waitTill).toBeUndefined();
	});

	test('with Continue gives an error for the first, and asks the second', async () => {
		const { simulator, run } = await ask({ settings: { onError: 'continueRegularOutput' } });
		expect(asked(simulator)).toStrictEqual(['Second?']);
		const [first] = run.data.resultData.runData['Voice and SMS'];
		expect(first.data?.main[0]?.map(({ json }) => json)).toEqual([
			expect.objectContaining({ error: expect.anything() as unknown }),
		]);
		expect(JSON.stringify(first.data?.main)).not.toContain('approved');
		expect(run.status).toBe('waiting');
	});
});
