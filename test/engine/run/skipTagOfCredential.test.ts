import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { runNode, type NodeRun } from '../../harness/n8n/engine';
import { indexesOf } from '../../harness/random/told';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';
import { empty, service } from '../../harness/service/service';

const tagged = '+14155550142';
const vip = '+14155550143';
const untagged = '+14155550144';

/** Every operation that reaches a person. */
const reaching: Array<[string, IDataObject]> = [
	['Send', { ...good.send, to: '={{ $json.to }}', body: 'Ready' }],
	['Call', { ...good.createCall, toNumber: '={{ $json.to }}', additionalFields: {} }],
	[
		'Send and Wait for Response',
		{
			resource: 'sms',
			operation: 'sendAndWait',
			from: good.send.from,
			to: '={{ $json.to }}',
			message: 'May I?',
			responseType: 'smsReply',
			options: { limitWaitTime: { values: { resumeAmount: 1, resumeUnit: 'minutes' } } },
		},
	],
];

async function reached(
	parameters: IDataObject,
	options: IDataObject,
	skipTag: string | undefined,
	receivers = [tagged, vip, untagged],
	more: Partial<NodeRun> = {},
) {
	const simulator = await service({ seed: empty });
	simulator.store.addContact({ phone: tagged, tags: ['no-sms'] });
	simulator.store.addContact({ phone: vip, tags: ['vip'] });
	const { baseUrl, apiKey } = simulator;
	const result = await runNode({
		parameters: { ...parameters, options: { ...(parameters.options as IDataObject), ...options } },
		items: receivers.map((to) => ({ to })),
		credential: { baseUrl, apiKey, ...(skipTag === undefined ? {} : { skipTag }) },
		clock: testClock(),
		...more,
	});
	const numbers = simulator.ledger.map(({ body }) => {
		const { to, toNumber = to } = body as { to?: string; toNumber?: string };
		return toNumber;
	});
	return { ...result, simulator, reached: numbers.sort() };
}

describe.each(reaching)('%s', (_name, parameters) => {
	it.each<[string, string | undefined, IDataObject, string[]]>([
		['no tag anywhere', undefined, {}, [tagged, vip, untagged]],
		['an empty field in the credential', '', {}, [tagged, vip, untagged]],
		['blanks in the credential', '  ', {}, [tagged, vip, untagged]],
		['a tag in the credential', 'no-sms', {}, [vip, untagged]],
		['in other case', ' No-SMS ', {}, [vip, untagged]],
		['with an underscore', 'no_sms', {}, [vip, untagged]],
		['with a dash of Word', 'no\u2013sms', {}, [vip, untagged]],
		['with a blank', 'no sms', {}, [vip, untagged]],
		['several tags in the credential', 'no-sms, vip', {}, [untagged]],
		['the option of the node wins', 'no-sms', { skipTag: 'vip' }, [tagged, untagged]],
		['the same tag twice', 'no-sms', { skipTag: 'no-sms' }, [vip, untagged]],
		['also send to them', 'no-sms', { sendToTagged: true }, [tagged, vip, untagged]],
		['also send, as text', 'no-sms', { sendToTagged: 'true' }, [tagged, vip, untagged]],
		['also send, switched off', 'no-sms', { sendToTagged: false }, [vip, untagged]],
		[
			'also send, from an expression that gives nothing',
			'no-sms',
			{ sendToTagged: '={{ $json.no }}' },
			[vip, untagged],
		],
		[
			'also send, and a tag of the node',
			'no-sms',
			{ sendToTagged: true, skipTag: 'vip' },
			[tagged, untagged],
		],
		['off beside a tag', 'no-sms', { sendToTagged: false, skipTag: 'vip' }, [tagged, untagged]],
	])('%s: %j, %j', async (_, skipTag, options, expected) => {
		expect((await reached(parameters, options, skipTag)).reached).toStrictEqual(expected);
	});

	it('what is neither true nor false is refused: it does not turn the tag off', async () => {
		const { error, simulator } = await reached(parameters, { sendToTagged: 'no' }, 'no-sms');
		expect(error?.message).toContain(`'Send Even After STOP' ${said.notABoolean}`);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('skips a tool, too: a model is told so, and not by which tag', async () => {
		// A tool asks on a page.
		const isQuestion = 'responseType' in parameters;
		const ofTool = { ...parameters, ...(isQuestion && { responseType: 'approval' }) };
		const { items, reached: numbers } = await reached(ofTool, {}, 'no-sms', [tagged], {
			asTool: true,
		});
		expect(numbers).toStrictEqual([]);
		expect(JSON.stringify(items)).toContain('this person does not want this');
		expect(JSON.stringify(items)).not.toContain('no-sms');
	});

	it('sends even after STOP, and says to how many', async () => {
		const { hints } = await reached(parameters, { sendToTagged: true }, 'no-sms');
		const lines = hints.filter((line) => line.includes("'Send Even After STOP' is on"));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toContain('1 receiver with the tag "no-sms"');
	});
});

const [[, send]] = reaching;

it('says why, in the row and above the output', async () => {
	const { items, hints } = await reached(send, {}, 'no-sms');
	expect(items.map(({ json }) => [json.outcome, json.reason])).toStrictEqual([
		['skipped', `${said.hasTag} "no-sms"`],
		['sent', null],
		['sent', null],
	]);
	// Without the line that no contact was found: it would stand above every output of this account.
	expect(hints).toHaveLength(1);
	expect(hints[0]).toMatch(/^1 item was skipped, .*"no-sms"/);
	expect(hints[0]).toContain(tagged);
	expect(indexesOf(hints[0])).toEqual([0]);
});

it.each<[string, string, IDataObject, string, string]>([
	[
		'no tag, only commas',
		' , ',
		{},
		`'Skip Contacts With Tag' of the credential ${said.empty}`,
		'Enter a tag in the credential, or empty the field.',
	],
	[
		'a part of a JSON list',
		'["no-sms"',
		{},
		`'Skip Contacts With Tag' of the credential ${said.noTags}: `,
		'Separate the tags with commas, without brackets.',
	],
	[
		'an option without a tag: that of the credential counts',
		'no-sms',
		{ skipTag: '={{ $json.nothing }}' },
		`'Skip Contacts With Tag' ${said.empty}`,
		'Check the expression: it gives nothing.',
	],
])('nothing is sent with %s', async (_name, skipTag, options, message, advice) => {
	const { error, simulator } = await reached(send, options, skipTag);
	expect(error?.message).toContain(message);
	expect(error?.description).toContain(advice);
	expect(simulator.requests).toStrictEqual([]);
});

it('a model is told that only a person can correct an empty tag of the credential', async () => {
	const { error, simulator } = await reached(send, {}, ' , ', [tagged], { asTool: true });
	expect(`${error?.message} ${error?.description}`).toContain(
		'A person has to correct the credential of this tool.',
	);
	expect(simulator.requests).toStrictEqual([]);
});

it('a contact that cannot be looked up gets nothing, and the error names the credential', async () => {
	const simulator = await service({ seed: empty });
	simulator.fail({ path: '*/contacts' }, { kind: 'status', status: 403 }, Infinity);
	const { baseUrl, apiKey } = simulator;
	const { error } = await runNode({
		parameters: send,
		items: [{ to: tagged }],
		credential: { baseUrl, apiKey, skipTag: 'no-sms' },
		clock: testClock(),
	});
	expect(error?.message).toBe(`Not sent: SMS to ${tagged}`);
	expect(error?.description).toContain("'Skip Contacts With Tag' of the credential");
	expect(simulator.ledger).toStrictEqual([]);
});

it('a dry run shows who would be skipped', async () => {
	const { items } = await reached(send, { dryRun: true }, 'no-sms', [tagged, untagged]);
	expect(items.map(({ json }) => json.outcome)).toStrictEqual(['skipped', 'wouldSend']);
});

it('after STOP all the same: a contact that cannot be looked up gets it', async () => {
	const simulator = await service({ seed: empty });
	simulator.fail({ path: '*/contacts' }, { kind: 'status', status: 403 }, Infinity);
	const { baseUrl, apiKey } = simulator;
	await runNode({
		parameters: { ...send, options: { sendToTagged: true } },
		items: [{ to: tagged }],
		credential: { baseUrl, apiKey, skipTag: 'no-sms' },
		clock: testClock(),
	});
	expect(simulator.ledger).toHaveLength(1);
});
