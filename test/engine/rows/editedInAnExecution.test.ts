/** Answers of an earlier try that the node was set differently for. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { runAt, type NodeResult, type NodeRun } from '../../harness/n8n/engine';
import { empty } from '../../harness/service/service';
import { ada, ask, bob, modes, refused, saidOf, send, textOf } from '../../harness/random/told';
import type { Simulator } from '../../simulator';

const { simulator } = withSimulatorAndStore({ seed: empty });

const rows = [
	{ phone: ada, text: 'sent', name: 'Ada' },
	{ phone: bob, text: 'refused', name: 'Bob' },
];
const waiting = { waitForDelivery: { values: {} } };

const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });

/** The data of the execution, as n8n saves it. */
const contextOf = ({ run: { data } }: NodeResult) =>
	JSON.parse(JSON.stringify(data.executionData?.contextData ?? {})) as IDataObject;

describe('"Retry"', () => {
	beforeEach(() => simulator.fail({ body: { to: bob } }, refused));

	test('the waiting for delivery goes on, here to its limit', async () => {
		const first = await run(send(waiting), rows);
		expect(simulator.ledger).toHaveLength(1);
		const contextData = contextOf(first);
		const { items } = await run(send(waiting), rows, { contextData });
		expect(items.map(({ json }) => json.timedOut)).toEqual([true, true]);
	});

	test('the waiting for a reply goes on', async () => {
		const first = await run(ask('smsReply'), rows);
		expect(simulator.ledger).toHaveLength(1);
		const contextData = contextOf(first);
		const { items } = await run(ask('smsReply'), rows, { contextData });
		// Nobody replies.
		expect(items.map(({ json }) => json.timedOut)).toEqual([true, true]);
	});

	test('without Wait for Delivery now, nothing is told of a limit', async () => {
		const first = await run(send(waiting), rows);
		const contextData = contextOf(first);
		const { items, hints } = await run(send(), rows, { contextData });
		expect(items.map(({ json }) => [json.outcome, json.timedOut])).toEqual([
			['sent', undefined],
			['sent', undefined],
		]);
		expect(hints.join()).not.toContain('not delivered within the limit');
	});

	test('with Wait for Delivery added, each row waits', async () => {
		const first = await run(send(), rows);
		const contextData = contextOf(first);
		const { items } = await run(send(waiting), rows, { contextData });
		expect(items.map(({ json }) => json.timedOut)).toEqual([true, true]);
	});
});

const accepted = { messageId: 'message_1', conversationId: 'c_1', to: ada };
const ofQuestion = (answer: IDataObject) => ({
	'node:Voice and SMS': {
		acceptedByService: { run: 'sms.sendAndWait 0', answers: { 0: answer }, lastOf: {} },
	},
});

test.each(modes)('a question by link that is now invalid: %s', async (onError) => {
	const result = await run({ ...ask('approval'), to: '={{ $json.number }}' }, rows.slice(0, 1), {
		settings: { onError },
		contextData: ofQuestion({ accepted, isBegun: true }),
	});
	expect(simulator.ledger).toHaveLength(0);
	const [said] = saidOf(result, 1);
	expect(textOf(result.error ?? (said.row?.error as IDataObject | undefined))).toContain(
		'It is accepted',
	);
});

describe.each(modes)('the reply to a question of an earlier try stays told: %s', (onError) => {
	const finished = { ...accepted, data: { approved: true } };
	const retry = async (more: IDataObject, credential: Simulator | undefined) => {
		const { error, items } = await run({ ...ask('smsReply'), ...more }, rows.slice(0, 1), {
			settings: { onError },
			credential,
			contextData: ofQuestion({ accepted, isBegun: true, finished }),
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.data)).toEqual([{ approved: true }]);
	};

	test('with a question that is now invalid', async () => {
		await retry({ to: '={{ $json.number }}' }, simulator);
	});

	test('without a credential', async () => {
		await retry({}, undefined);
	});
});

test('a row that an earlier try sent keeps its fields, if the credential cannot be loaded', async () => {
	simulator.fail({ body: { to: bob } }, refused);
	let reads = 0;
	const credential = {
		baseUrl: simulator.baseUrl,
		get apiKey() {
			if (++reads > 2) throw new Error('The database did not answer');
			return simulator.apiKey;
		},
	};
	const settings = {
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 1,
		onError: 'continueRegularOutput' as const,
	};
	const { items } = await run(send({ includeInputFields: true }), [...rows].reverse(), {
		settings,
		credential,
	});
	expect(items.map(({ json }) => [json.outcome, json.name])).toEqual([
		['failed', 'Bob'],
		['sent', 'Ada'],
	]);
});
