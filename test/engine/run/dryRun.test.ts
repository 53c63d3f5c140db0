import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { companyNumbers } from '../../simulator';
import { said } from '../../harness/n8n/messages';
import { good, question } from '../../harness/n8n/parameters';

const { simulator, table } = withSimulatorAndStore({ seed: empty });

const to = '+15550209999';
const send = (options: IDataObject) => ({
	...good.send,
	to: '={{ $json.to }}',
	body: '={{ $json.body }}',
	...collections(options),
});
const call = (options: IDataObject) => ({
	...good.createCall,
	toNumber: '={{ $json.to }}',
	additionalFields: {},
	...collections(options),
});
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const writes = () => simulator.requests.filter(({ method }) => method !== 'GET');

test('each item gives what would be sent, and nothing is sent', async () => {
	const { items, error } = await run(send({ dryRun: true }), [
		{ to, body: 'Ready' },
		{ to: '+15550209998', body: 'Wait' },
	]);
	expect(error).toBeUndefined();
	const from = companyNumbers[0];
	expect(items.map(({ json }) => json)).toMatchObject([
		{ to, from, body: 'Ready', outcome: 'wouldSend' },
		{ to: '+15550209998', from, body: 'Wait', outcome: 'wouldSend' },
	]);
	expect(simulator.requests).toStrictEqual([]);
});

test('a call that would be waited for is neither made nor waited for', async () => {
	const { items } = await run(call({ dryRun: true, waitForEnd: true }), [{ to }]);
	const json = { outcome: 'wouldSend', toNumber: to, fromNumber: companyNumbers[0] };
	expect(items.map((item) => item.json)).toStrictEqual([json]);
	expect(simulator.requests).toStrictEqual([]);
});

describe.each<[string, (options: IDataObject) => IDataObject]>([
	['Send', send],
	['Create', call],
	['Send and Wait', (options) => ({ ...question, to: '={{ $json.to }}', ...collections(options) })],
])('%s', (name, of) => {
	it.each([
		// A question keeps the fields of its input.
		[{}, name === 'Send and Wait'],
		[{ includeInputFields: true }, true],
		[{ includeInputFields: false }, false],
	])('has the columns of the list in a dry run as in the real run: %j', async (options, has) => {
		const list = [{ to, name: 'Ada', body: 'Ready' }];
		const dry = await run(of({ ...options, dryRun: true }), list);
		expect(dry.items.map(({ json }) => 'name' in json)).toStrictEqual([has]);
		const real = await run(of(options), list);
		// A question sleeps with its input.
		if (real.run.status !== 'waiting') expect('name' in real.items[0].json).toBe(has);
	});
});

test('a row that would fail keeps the columns of its list, as a failed row does', async () => {
	const list = [{ to: 'nobody', name: 'Ada', body: 'Ready' }];
	const dry = await run(send({ dryRun: true }), list);
	const real = await run(send({}), list, { settings: { onError: 'continueRegularOutput' } });
	expect(dry.items[0].json).toMatchObject({ outcome: 'failed', name: 'Ada' });
	expect(real.items[0].json).toMatchObject({ outcome: 'failed', name: 'Ada' });
});

test('a wrong row gives its error, and the others are checked all the same', async () => {
	const { items, error, hints } = await run(send({ dryRun: true }), [
		{ to: 'nobody', body: 'Ready' },
		{ to, body: '' },
		{ to, body: 'Ready' },
	]);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.outcome === 'wouldSend')).toStrictEqual([false, false, true]);
	expect(hints).toStrictEqual([
		`Dry Run is on: ${said.nothingSentOf}. 1 of 3 items would be sent, 2 would fail (items 1-2 (nobody to +15550209999)).`,
	]);
	expect(items[0].json).toMatchObject({
		to: 'nobody',
		reason: expect.stringMatching(/^'To Number' .*"nobody"/) as string,
	});
	expect(items[0].json).not.toHaveProperty('error');
	expect(items.map(({ pairedItem }) => pairedItem)).toStrictEqual([
		{ item: 0 },
		{ item: 1 },
		{ item: 2 },
	]);
});

test('with an error output, a wrong row goes there as n8n knows it, by its error alone', async () => {
	const rows = [
		{ to: 'nobody', body: 'Ready' },
		{ to, body: 'Ready' },
	];
	const settings = { onError: 'continueErrorOutput' as const };
	const { items, errorItems } = await run(send({ dryRun: true }), rows, { settings });
	expect(items.map(({ json }) => json.outcome === 'wouldSend')).toStrictEqual([true]);
	expect(errorItems.map(({ json }) => Object.keys(json))).toStrictEqual([['error']]);
});

test('an expression that fails is the error of its row and names its field', async () => {
	const failing = { ...send({ dryRun: true }), body: "={{ $json.fine ?? $('Gone').item.json.x }}" };
	const { items, error } = await run(failing, [{ to }, { to, fine: 'Ready' }]);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.outcome === 'wouldSend')).toStrictEqual([false, true]);
	expect(items[0].json.reason).toMatch(
		/^'Message' cannot be read: Referenced node doesn't exist\. /,
	);
});

test.each([
	['the message', { body: "={{ $('Gone').item.json.x }}" }, 'Message'],
	['a locator', { from: locator("={{ $('Gone').item.json.x }}") }, 'From Number'],
	[
		'an option',
		{ options: { maxSegments: 2, onceKey: "={{ $('Gone').item.json.x }}" } },
		'Send Once Key',
	],
	['a request option', { requestOptions: { timeout: "={{ $('Gone').item.json.x }}" } }, 'Timeout'],
])('an expression that fails in %s names it', async (_where, more, label) => {
	const { error } = await run({ ...send({}), ...more }, [{ to, body: 'Ready' }]);
	const [field] = error?.message.split(' cannot be read: ') ?? [];
	expect(field).toContain(`'${label}`);
	expect(simulator.requests).toStrictEqual([]);
});

test('an option that cannot be read is the error of its row, too', async () => {
	const onceKey = "={{ $json.key ?? $('Gone').item.json.x }}";
	const { items, error } = await run(send({ dryRun: true, onceKey }), [
		{ to, body: 'Ready' },
		{ to, body: 'Ready', key: 'b' },
	]);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.outcome === 'wouldSend')).toStrictEqual([false, true]);
	expect(items[0].json.reason).toMatch(
		/^'Send Once Key' cannot be read: Referenced node doesn't exist\. /,
	);
});

test('a dry run that is saved in a tool is a dry run', async () => {
	const parameters = { ...send({ dryRun: true }), to, body: 'Hi' };
	const { items } = await run(parameters, [{}], { asTool: true });
	expect(simulator.requests).toStrictEqual([]);
	expect(items.map(({ json }) => json)).toStrictEqual([
		{
			outcome: 'wouldSend',
			message: `${said.nothingSent}. Dry Run is on for this tool. ${said.notAnotherWay}`,
		},
	]);
});

test.each(['={{ $json.none }}', '', '={{ null }}', 'maybe'])(
	'a switch that is %j sends nothing',
	async (dryRun) => {
		const { error } = await run(send({ dryRun }), [{ to, body: 'Ready' }]);
		expect(error?.message).toContain('Dry Run');
		expect(simulator.requests).toStrictEqual([]);
	},
);

test('text that says true or false is a switch, too', async () => {
	const items = [
		{ to, body: 'Ready', test: 'true' },
		{ to: '+15550209998', body: 'Go', test: 'false' },
	];
	const result = await run(send({ dryRun: '={{ $json.test }}' }), items);
	expect(result.items.map(({ json }) => json.outcome === 'wouldSend' || json.status)).toStrictEqual(
		[true, 'queued'],
	);
	expect(writes()).toHaveLength(1);
});

describe('with Send Once Keys', () => {
	const keyed = (options: IDataObject = {}) =>
		send({ dryRun: true, onceKey: '={{ $json.key }}', ...options });

	test('no key is taken: the run after it sends', async () => {
		const items = [{ to, body: 'Ready', key: 'a' }];
		expect((await run(keyed(), items)).items[0].json).toMatchObject({ outcome: 'wouldSend' });
		expect(table.keys.size).toBe(0);
		const sent = await run(send({ onceKey: 'a' }), items);
		expect(sent.items[0].json.status).toBe('queued');
	});

	test('a key that was used is skipped, as is the second item with one key', async () => {
		await run(send({ onceKey: 'a' }), [{ to, body: 'Ready' }]);
		const { items, hints } = await run(keyed(), [
			{ to, body: 'Ready', key: 'a' },
			{ to, body: 'Ready', key: 'b' },
			{ to, body: 'Ready', key: 'b' },
		]);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ to, outcome: 'skipped', onceKey: 'a' },
			{ to, outcome: 'wouldSend' },
			{ to, outcome: 'skipped', onceKey: 'b' },
		]);
		expect(hints).toContainEqual(expect.stringContaining('the same Send Once Key and number'));
	});

	test('a row that is only checked keeps no other row from being sent with its key', async () => {
		const rows = [
			{ to, body: 'Ready', test: true },
			{ to, body: 'Ready', test: false },
		];
		const { items } = await run(send({ dryRun: '={{ $json.test }}', onceKey: 'welcome' }), rows);
		expect(items.map(({ json }) => json.outcome === 'wouldSend' || json.status)).toStrictEqual([
			true,
			'queued',
		]);
	});

	test('a key that another execution holds, or held when it crashed, is skipped, and says so', async () => {
		table.fault = () => {
			if (simulator.requests.length > 0) throw new Error('database is locked');
		};
		await run(send({ onceKey: 'a' }), [{ to, body: 'Ready' }]);
		delete table.fault;
		const { items } = await run(keyed(), [{ to, body: 'Ready', key: 'a' }]);
		expect(items[0].json).toMatchObject({
			outcome: 'skipped',
			onceKey: 'a',
			reason: expect.stringContaining('Another execution is using') as string,
		});
	});

	test('a key in doubt gives the error that the run would end with', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		await run(send({ onceKey: 'a' }), [{ to, body: 'Ready' }]);
		const { items, error } = await run(keyed(), [{ to, body: 'Ready', key: 'a' }]);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({
			outcome: 'unclear',
			reason: expect.stringContaining(`${said.perhapsBefore}: SMS to ${to}`) as string,
		});
	});
});

test('whatever the options, a dry run makes no request but reads, and keeps nothing', async () => {
	const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
	const options = fc.record({
		onceKey: maybe(fc.constantFrom('a', 'b')),
		skipTag: maybe(fc.constant('no-sms')),
		sendInterval: maybe(fc.constant(0.001)),
		requestsAtOnce: maybe(fc.constantFrom(1, 100)),
		maxTries: maybe(fc.constantFrom(1, 10)),
		defaultCountry: maybe(fc.constant('US')),
		waitForEnd: maybe(fc.boolean()),
	});
	const numbers = fc.constantFrom(to, '+15550209998', 'nobody', '');
	await fc.assert(
		fc.asyncProperty(options, fc.array(numbers, { maxLength: 4 }), fc.boolean(), async (...one) => {
			const [given, receivers, isCall] = one;
			const set = Object.entries(given).filter(([, value]) => value !== undefined);
			const all: IDataObject = { dryRun: true, ...Object.fromEntries(set) };
			const items = receivers.map((receiver) => ({ to: receiver, body: 'Ready' }));
			const result = await run(isCall ? call(all) : send(all), items);
			expect(result.error).toBeUndefined();
			expect(result.items).toHaveLength(items.length);
			expect(writes()).toStrictEqual([]);
			expect(table.keys.size).toBe(0);
		}),
		{ numRuns: 40 },
	);
});

test('ten times as many items take ten times as many statements of the store', async () => {
	const items = Array.from({ length: 100 }, (_, index) => ({
		to: `+1555020${String(index).padStart(4, '0')}`,
		body: 'Ready',
		key: `order-${index}`,
	}));
	const statementsFor = async (count: number) => {
		table.statements.length = 0;
		await run(send({ dryRun: true, onceKey: '={{ $json.key }}' }), items.slice(0, count));
		return table.statements.length;
	};
	expect(await statementsFor(10)).toBe(10);
	expect(await statementsFor(100)).toBe(100);
});
