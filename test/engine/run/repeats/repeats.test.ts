import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import {
	byOther,
	fromModel,
	sendByModel,
	type ToolSetup,
	toolType,
	underAgentV2,
	underAgentV3,
} from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { canceling } from '../../../harness/n8n/canceling';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { empty } from '../../../harness/service/service';
import { until } from '../../../harness/time/turns';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';

const { simulator } = withSimulatorAndStore({ seed: empty });

const send = sendByModel;
const create = {
	resource: 'contact',
	operation: 'create',
	firstName: fromModel('First_Name'),
	lastName: '',
	email: '',
	phone: '',
	additionalFields: { customFields: fromModel('Custom_Fields', 'json') },
};
const callUp = { ...good.createCall, toNumber: fromModel('To_Number'), additionalFields: {} };
const to = (last: number, message = 'Hello') => ({
	To_Number: `+1555765432${last}`,
	Message: message,
});

const with_ = (parameters: IDataObject, more: Partial<ToolSetup> = {}): ToolSetup => ({
	parameters,
	credential: simulator,
	clock: testClock(),
	...more,
});
/** What a model gets of turns with one call each. */
const oneByOne = async (
	parameters: IDataObject,
	calls: IDataObject[],
	more: Partial<ToolSetup> = {},
) => {
	const turns = calls.map((call) => [call]);
	const { answers, ...run } = await underAgentV3(with_(parameters, more), turns);
	return { answers: answers.map(([answer]) => answer[0]), ...run };
};
const posts = () => simulator.requests.filter(({ method }) => method === 'POST');
const allowed = { allowRepeats: true };
const lost = { kind: 'reset', processed: true } as const;
const retryOnFail = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

test('Allow Repeats is an option of tools that do something twice when they are run twice', () => {
	const node = { typeVersion: 1, parameters: {} } as INode;
	const { description } = toolType();
	const ordinary = new VoiceSms().description;
	const offering = description.properties.flatMap((field) => {
		const option = (field.options as INodeProperties[] | undefined)?.find(
			({ name }) => name === 'allowRepeats',
		);
		if (option === undefined) return [];
		expect(NodeHelpers.displayParameter({}, option, node, description)).toBe(true);
		expect(NodeHelpers.displayParameter({}, option, node, ordinary)).toBe(false);
		const { resource, operation } = field.displayOptions?.show ?? {};
		return [`${String(resource)}.${String(operation)}`];
	});
	const creating = operationsWithOptions.filter(({ creates, asks }) => creates && asks !== true);
	expect(offering.sort()).toStrictEqual(
		creating.map(({ resource, value }) => `${resource}.${value}`).sort(),
	);
});

const lookThere =
	'Look for it in its conversation. If it is missing there, tell the user: only a new execution can do it again.';

describe('under AI Agent v3, where each call is another run of the node', () => {
	it('two different calls both go out, in one turn or in two', async () => {
		const { answers } = await underAgentV3(with_(send), [[to(1), to(2)], [to(3)]]);
		expect(answers.flat(2).map(({ status }) => status)).toStrictEqual(Array(3).fill('queued'));
		expect(answers.flat(2).filter((answer) => 'repeated' in answer)).toStrictEqual([]);
		expect(simulator.ledger).toHaveLength(3);
	});

	it.each<[string, IDataObject, string]>([
		['an SMS', send, 'SMS to +15557654321'],
		['a call', callUp, 'call to +15557654321'],
	])('%s that is repeated gives its first answer, and a word', async (_name, node, thing) => {
		const { answers } = await oneByOne(node, [to(1), to(1)]);
		expect(answers[0]).not.toHaveProperty('repeated');
		expect(answers[1]).toStrictEqual({
			...answers[0],
			repeated: true,
			message: `${said.alreadyDone}: ${thing}. The other fields are the first answer.`,
		});
		expect(posts()).toHaveLength(1);
	});

	it('two equal calls of one turn go out once', async () => {
		const { answers } = await underAgentV3(with_(send), [[to(1), to(1)]]);
		expect(answers[0].map(([{ repeated }]) => repeated)).toStrictEqual([undefined, true]);
		expect(simulator.ledger).toHaveLength(1);
	});

	it('it is the values that count, however the model writes them', async () => {
		await oneByOne(send, [to(1), { ...to(1), To_Number: '+1 (555) 765-4321' }]);
		expect(simulator.ledger).toHaveLength(1);
		const fields = ['{"a": 1, "b": {"c": 2, "d": [1, 2]}}', '{"b":{"d":[1,2],"c":2},"a":1}'];
		await oneByOne(
			create,
			fields.map((json) => ({ First_Name: 'Ada', Custom_Fields: json })),
		);
		expect(simulator.ledger).toHaveLength(2);
	});

	it.each([false, true])(
		'what may have been done is never repeated, with Allow Repeats %s',
		async (allowRepeats) => {
			simulator.fail({}, lost);
			const node = { ...send, options: { allowRepeats } };
			const { answers } = await oneByOne(node, [to(1), to(1), to(2), to(1)]);
			expect(answers[0].error).toContain(`It ${said.unclear}`);
			expect(answers[1]).toStrictEqual({
				error: `${said.notRepeated}: SMS to +15557654321. ${said.maybeDone} ${lookThere}`,
			});
			expect(answers[2].status).toBe('queued');
			expect(answers[3]).toStrictEqual(answers[1]);
			expect(simulator.ledger).toHaveLength(2);
		},
	);

	it('a refused one may be tried again', async () => {
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		const { answers } = await oneByOne(send, [to(1), to(1)]);
		expect(answers[0].error).toContain('refused');
		expect(answers[1].status).toBe('queued');
		expect(answers[1]).not.toHaveProperty('repeated');
		expect(simulator.ledger).toHaveLength(1);
	});

	it.each<[string, unknown]>([
		['true', true],
		['a text', 'true'],
	])('with Allow Repeats (%s) it goes out after a clear success', async (_name, allowRepeats) => {
		const node = { ...send, options: { allowRepeats } };
		const { answers } = await oneByOne(node as IDataObject, [to(1), to(1), to(1)]);
		expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(3);
		expect(answers.filter((answer) => 'repeated' in answer)).toStrictEqual([]);
	});

	it('two calls of one turn that are meant to be the same both go out with Allow Repeats', async () => {
		await underAgentV3(with_({ ...send, options: allowed }), [[to(1), to(1)]]);
		expect(simulator.ledger).toHaveLength(2);
	});

	it.each([null, false])(
		'with Allow Repeats and Retry On Fail it goes out after an answer with error %s',
		async (error) => {
			simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { error } }, Infinity);
			const node = { ...send, options: allowed };
			await oneByOne(node, [to(1), to(1)], { settings: retryOnFail });
			expect(simulator.ledger).toHaveLength(2);
		},
	);

	it('the newest answer is kept: a repeat whose answer is lost blocks', async () => {
		const node = { ...send, options: allowed };
		simulator.fail({}, { kind: 'moreData', value: {} });
		simulator.fail({}, lost);
		const { answers } = await oneByOne(node, [to(1), to(1), to(1)]);
		expect(answers[0].status).toBe('queued');
		expect(answers[1].error).toContain(`It ${said.unclear}`);
		expect(answers[2].error).toContain(said.notRepeated);
		expect(simulator.ledger).toHaveLength(2);
	});

	it.each([false, true])(
		'Retry On Fail does not double, with Allow Repeats %s',
		async (allowRepeats) => {
			simulator.fail({ body: { to: to(1).To_Number } }, lost);
			simulator.fail({ body: { to: to(2).To_Number } }, { kind: 'status', status: 400 });
			const node = { ...send, options: { allowRepeats } };
			const { answers } = await oneByOne(node, [to(1), to(2)], { settings: retryOnFail });
			expect(answers[0].error).toContain(said.notRepeated);
			expect(answers[1].status).toBe('queued');
			expect(simulator.ledger).toHaveLength(2);
		},
	);

	it('a call that was made is not made again when what came afterwards failed', async () => {
		const node = { ...callUp, options: { ...allowed, waitForEnd: true, waitLimit: 1 } };
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 });
		const { answers } = await oneByOne(node, [to(1), to(1)], { settings: retryOnFail });
		expect(posts()).toHaveLength(2);
		expect(answers[0]).toMatchObject({ repeated: true });
		expect(answers[1]).not.toHaveProperty('repeated');
	});

	it.each<ToolSetup['settings']>([{}, { onError: 'continueRegularOutput' }])(
		'a call that was made is not made again by a model for what failed afterwards, with %j',
		async (settings) => {
			const node = { ...callUp, options: { ...allowed, waitForEnd: true, waitLimit: 1 } };
			simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 });
			const { answers } = await oneByOne(node, [to(1), to(1)], { settings });
			expect(answers[0].error).toContain('A later step failed');
			expect(answers[1]).toMatchObject({ repeated: true });
			expect(posts()).toHaveLength(1);
		},
	);

	it('a failed execution that is retried does not send again what was lost', async () => {
		simulator.fail({}, lost);
		const failed = await oneByOne(send, [to(1), to(2)]);
		const again = await oneByOne(send, [to(1), to(2), to(3)], { contextData: failed.contextData });
		expect(again.answers[0].error).toContain('only a new execution can do it again');
		expect(again.answers[1]).toMatchObject({ repeated: true });
		expect(again.answers[2].status).toBe('queued');
		expect(simulator.ledger).toHaveLength(3);
	});

	it('the same text with a blank or a line end more is the same call', async () => {
		const { answers } = await oneByOne(send, [to(1, 'Hello'), to(1, 'Hello '), to(1, '\nHello')]);
		expect(answers.map(({ repeated }) => repeated)).toStrictEqual([undefined, true, true]);
		expect(simulator.ledger).toHaveLength(1);
	});

	it('two tools of one operation know of each other', async () => {
		const calls = [to(1), { ...to(1), ...byOther }, { ...to(2), ...byOther }, to(2)];
		const { answers } = await oneByOne(send, calls, { other: {} });
		expect(answers.map(({ repeated }) => repeated)).toStrictEqual([
			undefined,
			true,
			undefined,
			true,
		]);
		expect(simulator.ledger).toHaveLength(2);
	});

	it('two tools of one operation in two accounts do not', async () => {
		const credentials = { voiceSmsApi: { id: '2', name: 'Another account' } };
		await oneByOne(send, [to(1), { ...to(1), ...byOther }], { other: { credentials } });
		expect(simulator.ledger).toHaveLength(2);
	});

	it('another execution knows nothing of it', async () => {
		await oneByOne(send, [to(1)]);
		await oneByOne(send, [to(1)]);
		expect(simulator.ledger).toHaveLength(2);
	});

	it('one message is one call, although the model writes its Send Once Key in several ways', async () => {
		const key = '={{ $fromAI("To_Number", "", "string").replace(/\\D/g, "") }}';
		const node = { ...send, options: { onceKey: key, defaultCountry: 'US' } };
		const spelled = ['+15557654321', '0015557654321', '(555) 765-4321'];
		const { answers } = await oneByOne(
			node,
			spelled.map((To_Number) => ({ ...to(1), To_Number })),
		);
		expect(answers.map(({ repeated }) => repeated)).toStrictEqual([undefined, true, true]);
		expect(simulator.ledger).toHaveLength(1);
	});

	it.each([false, true])(
		'what may have been done is not repeated with another Send Once Key, with Allow Repeats %s',
		async (allowRepeats) => {
			simulator.fail({}, lost);
			const node = { ...send, options: { allowRepeats, onceKey: fromModel('Key') } };
			const { answers } = await oneByOne(node, [
				{ ...to(1), Key: 'a' },
				{ ...to(1), Key: 'b' },
			]);
			expect(answers[1].error).toContain(`${said.notRepeated}: SMS to +15557654321.`);
			expect(simulator.ledger).toHaveLength(1);
		},
	);

	it('a Send Once Key holds as well: seen before it is skipped, also with Allow Repeats', async () => {
		const node = { ...send, options: { ...allowed, onceKey: fromModel('Key') } };
		const { answers } = await oneByOne(node, [
			{ ...to(1), Key: 'a' },
			{ ...to(2), Key: 'a' },
			{ ...to(1), Key: 'a' },
			{ ...to(1), Key: 'b' },
		]);
		expect(answers.map(({ outcome, status }) => outcome ?? status)).toStrictEqual([
			'queued',
			'queued',
			'skipped',
			'queued',
		]);
		expect(answers[2]).toStrictEqual({
			outcome: 'skipped',
			message: `This SMS was already sent; ${said.nothingSentOf} now.`,
		});
	});
});

describe('under AI Agent v2, which may make calls at the same time', () => {
	const atOnce = async (calls: IDataObject[], more: Partial<ToolSetup> = {}, node = send) => {
		let answers: Array<PromiseSettledResult<string>> = [];
		await underAgentV2(with_(node, more), async (tool) => {
			answers = await Promise.allSettled(calls.map(async (call) => await tool.invoke(call)));
		});
		return answers.map((answer) => {
			if (answer.status === 'rejected') return { error: String(answer.reason) };
			return (JSON.parse(answer.value) as IDataObject[])[0];
		});
	};

	it('equal calls go out once, whichever ends first', async () => {
		const answers = await atOnce([to(1), to(2), to(1), to(1)]);
		expect(answers.map(({ repeated }) => repeated)).toStrictEqual([
			undefined,
			undefined,
			true,
			true,
		]);
		expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(2);
		expect(simulator.ledger).toHaveLength(2);
	});

	it('equal calls both go out with Allow Repeats', async () => {
		const answers = await atOnce([to(1), to(1)], {}, { ...send, options: allowed } as typeof send);
		expect(answers.map(({ repeated }) => repeated)).toStrictEqual([undefined, undefined]);
		expect(simulator.ledger).toHaveLength(2);
	});

	it('when the first is refused the next one goes', async () => {
		simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
		const [first, next, last] = await atOnce([to(1), to(1), to(1)]);
		expect(first.error).toContain('refused');
		expect(next.status).toBe('queued');
		expect(last.repeated).toBe(true);
		expect(simulator.ledger).toHaveLength(1);
	});

	it("when the first one's answer is lost none of the others goes", async () => {
		simulator.fail({}, lost);
		const [first, ...others] = await atOnce([to(1), to(1), to(1)]);
		expect(first.error).toContain(`It ${said.unclear}`);
		for (const { error } of others) expect(error).toContain(said.notRepeated);
		expect(simulator.ledger).toHaveLength(1);
	});

	it('canceled, the one that waits for the other ends as well, and is not sent', async () => {
		simulator.fail({}, { kind: 'hang' });
		const { started, cancel } = canceling();
		const running = atOnce([to(1), to(1)], { started });
		await until(() => simulator.requests.length > 0);
		cancel();
		// The first never gets an answer.
		await running;
		expect(simulator.requests).toHaveLength(1);
	});
});
