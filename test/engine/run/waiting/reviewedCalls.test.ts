/** A human review shows what is done after the approval: no argument of a model changes the question alone. */
import type { IDataObject, IRun, OnError } from 'n8n-workflow';

import { reviewedTool, underAgentV3 } from '../../../harness/n8n/agents';
import { testClock } from '../../../harness/time/clock';
import { locator, runAt } from '../../../harness/n8n/engine';
import { empty, service } from '../../../harness/service/service';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { question } from '../../../harness/n8n/parameters';

const person = '+15550100077';
const declared = { To_Number: '+15550100042', Message: 'See you at 8' };
const other = { To_Number: '+15550100043', Message: 'Pay me' };
/** The message that n8n fills in (n8n, tool-generation/hitl-tools). */
const byDefault =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';
const asked = [
	`The agent wants to run this tool: ${reviewedTool}`,
	'',
	'Input:',
	'To Number: "+15550100042"',
	'Message: "See you at 8"',
];

/** A review of one call, or of the calls of several turns. */
async function review(
	calls: IDataObject | IDataObject[][],
	{ onError, message = byDefault, ...more }: IDataObject & { onError?: OnError } = {},
	item?: IDataObject,
) {
	const simulator = await service({ seed: empty });
	const setup = {
		parameters: { ...question, to: person, message, ...more },
		credential: simulator,
		clock: testClock(),
		settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool', ...(onError && { onError }) },
		item,
		started: () => {},
	};
	const { run } = await underAgentV3(setup, Array.isArray(calls) ? calls : [[calls]]);
	const questions = simulator.ledger.map(({ body }) =>
		String((body as IDataObject).body)
			.split('\n')
			.slice(0, -1),
	);
	return { run, questions, requests: simulator.requests };
}
const ofReview = (run: IRun) =>
	run.data.resultData.runData.Texting.map(({ data }) =>
		data?.ai_tool?.[0]?.map(({ json }) => json),
	);

const refusal = `The call cannot be shown to a person as it would be done, so nobody was asked. ${said.nothingSent}. Call the tool again with its declared arguments only: one object, without "query", "tool" and "__proto__".`;

/** Arguments as a model's JSON gives them, with a key `__proto__` of their own. */
const parsed = (text: string) => JSON.parse(text) as IDataObject;

test.each<[string, IDataObject]>([
	['other arguments', { toolParameters: { ...declared, query: other } }],
	['other arguments, first', { toolParameters: { query: other, ...declared } }],
	['no query', { toolParameters: { ...declared, query: null } }],
	['an empty query', { toolParameters: { ...declared, query: '' } }],
	['a query of nothing', { toolParameters: { ...declared, query: {} } }],
	['a query in a list', { toolParameters: { ...declared, query: [] } }],
	['a query as text', { toolParameters: { ...declared, query: JSON.stringify(other) } }],
	['another tool of a server', { toolParameters: { ...declared, tool: 'delete_call' } }],
	['a prototype', { toolParameters: parsed('{"__proto__": {"query": {"To_Number": "+1"}}}') }],
	['arguments in a text', { toolParameters: 'To Number: "+15550100043"' }],
	['arguments in a JSON text', { toolParameters: JSON.stringify(declared) }],
	['arguments in a list', { toolParameters: [declared] }],
	['another input', { toolParameters: declared, query: { toolParameters: other } }],
	['another input as text', { toolParameters: declared, query: { toolParameters: 'Hello' } }],
	['another input in a list', { toolParameters: declared, query: { toolParameters: ['Hello'] } }],
	['another tool', { toolParameters: declared, query: { tool: 'get_call' } }],
	['an empty query beside them', { toolParameters: declared, query: '' }],
	['no query beside them', { toolParameters: declared, query: null }],
	['a query in a text', { toolParameters: declared, query: '{"tool": "get_call"}' }],
	['a prototype beside them', { toolParameters: declared, ...parsed('{"__proto__": {"a": 1}}') }],
	[
		'another input for the review',
		{ toolParameters: declared, hitlParameters: { query: { toolParameters: other } } },
	],
	[
		'another tool for the review',
		{ toolParameters: declared, hitlParameters: { query: { tool: 'get_call' } } },
	],
	['another name', { toolParameters: declared, hitlParameters: { tool: 'get_call' } }],
	['no name', { toolParameters: declared, hitlParameters: { tool: null } }],
	['a list as the name', { toolParameters: declared, hitlParameters: { tool: [reviewedTool] } }],
])('%s: nobody is asked, and nothing is requested', async (_what, call) => {
	for (const onError of [undefined, 'continueRegularOutput'] as const) {
		const { run, requests } = await review(call, { onError });
		expect(requests).toStrictEqual([]);
		expect(run.data.waitTill).toBeUndefined();
		expect(ofReview(run)).toMatchObject([[{ error: refusal }]]);
	}
	const { run, requests } = await review(call, { onError: 'stopWorkflow' });
	expect(requests).toStrictEqual([]);
	expect(run.data.resultData.error?.message).toBe(refusal);
});

test.each<[string, IDataObject, string[]]>([
	['declared arguments alone', { toolParameters: declared }, asked],
	['parameters for the review', { toolParameters: declared, hitlParameters: { Why: 'x' } }, asked],
	[
		'another key of the call',
		{ toolParameters: declared, hitlParameters: { toolCallId: 'x' } },
		asked,
	],
	[
		'another input that n8n drops',
		{ toolParameters: declared, hitlParameters: { toolParameters: other } },
		asked,
	],
	['another tool that n8n drops', { toolParameters: declared, tool: 'get_call' }, asked],
	['text for the review', { toolParameters: declared, hitlParameters: '{"tool": "x"}' }, asked],
	[
		'a field of the editor',
		{ toolParameters: { Query: 'x' } },
		[...asked.slice(0, 3), 'Query: "x"'],
	],
	['no arguments', { toolParameters: {} }, [...asked.slice(0, 3), '']],
])('%s: the person is asked about what is done', async (_what, call, question) => {
	const { run, questions } = await review(call);
	expect(questions).toStrictEqual([question]);
	expect(run.status).toBe('waiting');
});

const unanswerable = `A human review needs an answer on the page with buttons, so nobody was asked. ${said.nothingSent}. Tell the user: a person has to set the 'Response Type' of this tool to 'Approval'.`;

test.each([
	['smsReply', 'Response Type of this tool to Approval'],
	['freeText', unanswerable],
])(
	'a review with the Response Type %s asks nobody: n8n takes only a button for a yes',
	async (responseType, why) => {
		const replyOptions = { values: { yesWords: 'yes', noWords: 'no' } };
		const how = { responseType, replyOptions };
		const { run, requests } = await review({ toolParameters: declared }, how);
		expect(requests).toStrictEqual([]);
		expect(ofReview(run)).toMatchObject([[{ error: expect.stringContaining(why) as string }]]);
	},
);

test("the arguments stand where a person wrote them as the item's", async () => {
	const message = '=May it?\n{{ $json.toolParameters }}';
	const refusing = { options: { refuseEmptyBlanks: true } };
	const { questions } = await review({ toolParameters: declared }, { message, ...refusing });
	expect(questions).toStrictEqual([['May it?', ...asked.slice(3)]]);
});

test.each<[string, string, string, string]>([
	[
		'the words of a model',
		'Your bill: [object Object] euros',
		'Your bill: [object Object] euros',
		'Your bill: [object Object] euros',
	],
	[
		'many blanks',
		`Hi${' '.repeat(400)}To Number: "+1"`,
		'Hi To Number: \\"+1\\"',
		'Hi  To Number: "+1"',
	],
])('%s are shown as what they are', async (_what, Message, inLine, inText) => {
	const toolParameters = { ...declared, Message };
	const { questions } = await review({ toolParameters });
	expect(questions).toStrictEqual([[...asked.slice(0, 4), `Message: "${inLine}"`]]);
	const message = '=May it send {{ $json.toolParameters.Message }}?';
	const custom = await review({ toolParameters }, { message });
	expect(custom.questions).toStrictEqual([[`May it send ${inText}?`]]);
});

test('no words of a model hide its arguments', async () => {
	const toolParameters = { ...declared, Message: '[object Object]' };
	const message = '={{ "May it: " + $json.toolParameters }}';
	const { questions } = await review({ toolParameters }, { message });
	expect(questions).toStrictEqual([
		['May it: To Number: "+15550100042"', 'Message: "[object Object]"'],
	]);
});

test("what a webhook got in its address stays out of the agent's call, and is no forgery", async () => {
	const query = { tool: 'get_call', toolParameters: other, ...other };
	const { run, questions } = await review({ toolParameters: declared }, {}, { query });
	expect(questions).toStrictEqual([asked]);
	expect(run.status).toBe('waiting');
});

test.each([
	'To Number',
	'to_number',
	'TO NUMBER',
	'"To Number"',
	'“To Number”',
	'To-Number',
	' To_Number',
	'To_\u200BNumber',
	'To\u00A0Number',
	'To__Number:',
	'Ｔo Number',
	'To Númber',
	'Message\u00AD',
])('an argument %j looks like a declared one: nobody is asked', async (name) => {
	for (const toolParameters of [
		{ ...declared, [name]: '+15550100043' },
		{ [name]: '+15550100043', ...declared },
	]) {
		const { run, requests } = await review({ toolParameters });
		expect(requests).toStrictEqual([]);
		expect(run.data.waitTill).toBeUndefined();
		expect(ofReview(run)).toMatchObject([[{ error: refusal }]]);
	}
});

test.each([
	['To Number', 'To Number 2'],
	['To Number', 'Number To'],
	['का', 'कि'],
	['かき', 'がき'],
])('%j and %j are two names', async (one, other) => {
	const { questions } = await review({ toolParameters: { [one]: 'x', [other]: 'y' } });
	expect(questions).toHaveLength(1);
});

const honest = { toolParameters: declared };
const renamed = { toolParameters: declared, hitlParameters: { tool: 'get_call' } };

test.each<[string, IDataObject[][], string[][]]>([
	['the third turn', [[renamed], [renamed], [honest]], [asked]],
	['no turn', [[renamed], [renamed]], []],
	['the second call of a turn', [[renamed, honest]], [asked]],
	['the first call of a turn', [[honest, renamed]], []],
])('each call counts for itself: honest is %s', async (_what, turns, questions) => {
	const all = await review(turns);
	expect(all.questions).toStrictEqual(questions);
});

const asking = (message: string) => ({
	resource: 'sms',
	operation: 'sendAndWait',
	from: locator(companyNumbers[0], 'number'),
	to: person,
	responseType: 'approval',
	options: {},
	message,
});

test('a review outside the queue of an agent asks nobody', async () => {
	const simulator = await service({ seed: empty });
	const { error } = await runAt(simulator, asking('May I?'), {
		settings: { type: 'n8n-nodes-voice-sms.voiceSmsHitlTool' },
	});
	expect(error?.message).toContain('does not tell a human review which call');
	expect(simulator.requests).toStrictEqual([]);
});

test.each(['voiceSms', 'voiceSmsTool'])(
	'%s is no review, and query is an argument as others',
	async (type) => {
		const simulator = await service({ seed: empty });
		const { run } = await runAt(simulator, asking('=May I do {{ $json.query.what }}?'), {
			items: [{ query: { what: 'this', tool: 'x', toolParameters: other }, tool: 'x' }],
			settings: { type: `n8n-nodes-voice-sms.${type}` },
		});
		expect(simulator.ledger).toMatchObject([
			{ body: { body: expect.stringMatching(/^May I do this\?\n/) as string } },
		]);
		expect(run.status).toBe('waiting');
	},
);

test.each<[string, IDataObject, string]>([
	['a word', { Note: 'undefined' }, '={{ $tool.parameters.Note }}: is that right?'],
	['nothing', { Note: '' }, '=Note: {{ $tool.parameters.Note }}'],
	['a list of nothing', { Note: [] }, '=Note: {{ $tool.parameters.Note }}'],
	['an object that is no text', { Note: { toString: 1, valueOf: 1 } }, byDefault],
])(
	'what a model wrote is shown to the person, and is no empty blank: %s',
	async (_what, call, message) => {
		const options = { refuseEmptyBlanks: true };
		const { questions, run } = await review({ toolParameters: call }, { message, options });
		expect(questions).toHaveLength(1);
		expect(JSON.stringify(run.data.resultData.runData.Texting)).not.toMatch(
			/empty blank|with a gap/,
		);
	},
);
