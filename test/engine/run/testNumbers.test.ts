import type { IDataObject, WorkflowExecuteMode } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { type NodeRun, runAt } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { good, question } from '../../harness/n8n/parameters';
import { stored } from '../../harness/service/contacts';
import { empty } from '../../harness/service/service';

const { simulator } = withSimulatorAndStore({ seed: empty });

const [own, stranger] = ['+43664123456', '+15550209998'];
const both = [{ to: stranger }, { to: own }];

const operations: Record<string, (options?: IDataObject) => IDataObject> = {
	Send: (options = {}) => ({ ...good.send, to: '={{ $json.to }}', ...collections(options) }),
	Create: (options = {}) => ({
		...good.createCall,
		toNumber: '={{ $json.to }}',
		additionalFields: {},
		...collections(options),
	}),
	'Send and Wait': (options = {}) => ({
		...question,
		to: '={{ $json.to }}',
		...collections(options),
	}),
};

/** A test run, unless `more` says otherwise; the credential has the own number. */
const run = async (
	parameters: IDataObject,
	items: IDataObject[],
	{ testNumbers = own, ...more }: Partial<NodeRun> & { testNumbers?: string | null } = {},
) => await runAt({ ...credential(), testNumbers }, parameters, { items, mode: 'manual', ...more });
const credential = () => ({ baseUrl: simulator.baseUrl, apiKey: simulator.apiKey });

/** The receivers of all SMS and calls. */
const receivers = () =>
	simulator.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => {
			const { to, toNumber = to } = body as IDataObject;
			return toNumber;
		});

describe.each(Object.entries(operations))('%s', (name, of) => {
	test('a test reaches the own phone only', async () => {
		const rows = name === 'Send and Wait' ? [{ to: stranger }] : both;
		const { items, error, hints } = await run(of(), rows);
		expect(error).toBeUndefined();
		expect(receivers()).toStrictEqual(rows.flatMap(({ to }) => (to === own ? [own] : [])));
		expect(items[0].json).toMatchObject({
			outcome: 'wouldSend',
			reason: expect.stringMatching(/^Test run: .*Test Numbers/) as string,
		});
		expect(hints.filter((line) => line.includes("'Send in Test Runs'"))).toHaveLength(1);
	});

	test('a model is told why', async () => {
		const { items } = await run(of(), [{ to: stranger }], { asTool: true });
		expect(receivers()).toStrictEqual([]);
		expect(items[0].json).toMatchObject({
			outcome: 'wouldSend',
			message: expect.stringMatching(/test run.*Test Numbers.*Tell the user/) as string,
		});
	});

	test.each([
		['Send in Test Runs', { sendInTestRuns: true }, own],
		['no Test Numbers', {}, ''],
		['no Test Numbers but blanks', {}, '  '],
	])('everybody is reached with %s', async (_why, options, testNumbers) => {
		await run(of(options), [{ to: stranger }], { testNumbers });
		expect(receivers()).toStrictEqual([stranger]);
	});

	test('Dry Run stays as it is', async () => {
		const { items, hints } = await run(of({ dryRun: true }), [{ to: own }, { to: stranger }]);
		expect(receivers()).toStrictEqual([]);
		expect(items.map(({ json }) => json.reason ?? null)).toStrictEqual([null, null]);
		expect(hints.join(' ')).not.toContain('Test Numbers');
	});
});

const inSubWorkflowOf = (mode: WorkflowExecuteMode): Partial<NodeRun> => ({
	mode: 'integrated',
	additional: { rootExecutionMode: mode },
});

/** How n8n starts an execution: n8n 2.41.1, `executionMode` of all that call its runner. */
test.each<[string, Partial<NodeRun>, boolean]>([
	["the editor's button, its chat, test URLs, fetch test event, MCP", { mode: 'manual' }, true],
	['an evaluation', { mode: 'evaluation' }, true],
	['the retry of a test', { mode: 'retry', retryOf: 'manual' }, true],
	['a sub-workflow of a test', inSubWorkflowOf('manual'), true],
	['a sub-workflow of an evaluation', inSubWorkflowOf('evaluation'), true],
	['a schedule or a trigger', { mode: 'trigger' }, false],
	['a webhook or a form', { mode: 'webhook' }, false],
	['the published chat', { mode: 'chat' }, false],
	['an error workflow', { mode: 'error' }, false],
	['the retry of a production execution', { mode: 'retry', retryOf: 'webhook' }, false],
	['a retry of which n8n says nothing', { mode: 'retry' }, false],
	['a sub-workflow of a production execution', inSubWorkflowOf('trigger'), false],
	['a sub-workflow of a retry', inSubWorkflowOf('retry'), false],
	['a sub-workflow of which n8n says nothing', { mode: 'integrated' }, false],
	['the command line', { mode: 'cli' }, false],
])('%s', async (_name, how, isTest) => {
	await run(operations.Send(), both, how);
	expect(receivers().sort()).toStrictEqual(isTest ? [own] : [stranger, own].sort());
});

test.each([
	['+43 664 123456'],
	['0043 (664) 12-34-56'],
	['+1 555 020 9997, +43 664 123456'],
	['+1 555 020 9997; +43 664 123456 ,'],
])('the own number as people write it: %s', async (testNumbers) => {
	await run(operations.Send(), both, { testNumbers });
	expect(receivers()).toStrictEqual([own]);
});

test('a number without a country code is of the Default Country of the credential', async () => {
	const at = { ...credential(), testNumbers: '0664 123456', defaultCountry: 'AT' };
	const parameters = operations.Send({ defaultCountry: 'US' });
	await runAt(at, parameters, { items: both, mode: 'manual' });
	expect(receivers()).toStrictEqual([own]);
});

test.each([
	['+52 1 55 1234 5678', '+525512345678'],
	['+54 11 2345 6789', '+5491123456789'],
])('one phone behind two numbers is one: %s', async (testNumbers, to) => {
	await run(operations.Send(), [{ to }], { testNumbers });
	expect(receivers()).toStrictEqual([to]);
});

describe.each([['12'], ['Ada'], ['0664 123456'], [','], [`${own}, me`], [null]])('%j', (wrong) => {
	const named = [`'Test Numbers' of the credential`, /\w+$/.exec(wrong ?? '')?.[0] ?? ''];

	test('is an error of the credential in a test, and nothing is sent', async () => {
		const { error } = await run(operations.Send(), both, { testNumbers: wrong });
		for (const name of named) expect(error?.message).toContain(name);
		// The list is not to blame.
		expect(`${error?.message} ${error?.description}`).not.toMatch(/item|Dry Run|On Error/);
		expect(receivers()).toStrictEqual([]);
	});

	test('is told by a dry run, too', async () => {
		const { items } = await run(operations.Send({ dryRun: true }), both, { testNumbers: wrong });
		for (const { json } of items) {
			for (const name of named) expect(JSON.stringify(json)).toContain(name);
		}
	});

	test('stops no production', async () => {
		const { error } = await run(operations.Send(), both, { testNumbers: wrong, mode: 'trigger' });
		expect(error).toBeUndefined();
		expect(receivers()).toHaveLength(2);
	});
});

test('a test takes no Send Once Key of a stranger, and does not use it up', async () => {
	const keyed = operations.Send({ onceKey: 'reminder' });
	await run(keyed, both);
	const { items } = await run(keyed, both, { mode: 'trigger' });
	expect(items.map(({ json }) => json.outcome)).toStrictEqual(['sent', 'skipped']);
	expect(receivers()).toStrictEqual([own, stranger]);
	const again = await run(keyed, both);
	expect(again.items.map(({ json }) => json.outcome)).toStrictEqual(['skipped', 'skipped']);
});

test('a person with the tag is skipped, as in the real run', async () => {
	stored({ phone: stranger, tags: ['no-sms'] }, simulator);
	const { items } = await run(operations.Send({ skipTag: 'no-sms' }), both);
	expect(items.map(({ json }) => json.outcome)).toStrictEqual(['skipped', 'sent']);
});

test('what an earlier try of the execution sent stays sent', async () => {
	const rows = [{ to: stranger }];
	const accepted = { messageId: 'message_1', conversationId: 'c_1', to: stranger };
	const answers = { run: 'sms.send 0', answers: { 0: { accepted } }, lastOf: {} };
	const contextData = { 'node:Voice and SMS': { acceptedByService: answers } };
	const { items } = await run(operations.Send(), rows, { contextData });
	expect(items[0].json).toMatchObject({ outcome: 'sent', messageId: 'message_1' });
	expect(receivers()).toStrictEqual([]);
});
