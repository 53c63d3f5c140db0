/** Columns of an earlier row, of the service and of the user do not pass for this row's. Found by a reviewer. */
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { executeFilter } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, voiceSms, type NodeRun } from '../../harness/n8n/engine';
import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import { send } from '../../harness/random/told';
import { companyNumbers } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const { simulator } = withSimulatorAndStore({ seed: empty });
const [from] = companyNumbers;
const ada = '+14155550142';
const ask = (more: IDataObject = {}): IDataObject => ({
	resource: 'sms',
	operation: 'sendAndWait',
	from: locator(from, 'number'),
	to: ada,
	message: 'May I?',
	responseType: 'approval',
	approvalOptions: {},
	options: {},
	requestOptions: {},
	...more,
});
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const goesOn = { onError: 'continueRegularOutput' as const };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const row = { phone: ada, text: 'Hello' };

describe('question by link, Retry On Fail, columns "error" and "data" in the input', () => {
	const input = { error: 'card declined', data: { phone: ada } };
	test('the run waits for the answer', async () => {
		const r = await run(ask({ to: '={{ $json.data.phone }}' }), [input], { settings: retry });
		expect(simulator.ledger).toHaveLength(1);
		expect([r.run.status, r.error?.message]).toEqual(['waiting', undefined]);
	});
});

describe('a second question, of the row of the first one', () => {
	test('by link: an answered row has no noAnswer', async () => {
		const limit = { limitWaitTime: { values: { resumeAmount: 1 } } };
		const first = await run(ask({ options: limit }), [{ order: 7 }]);
		expect(first.items[0].json).toEqual({
			outcome: 'sent',
			to: ada,
			body: 'May I?',
			from,
			noAnswer: true,
			order: 7,
		});
		const second = await run(ask({ options: { includeInputFields: true } }), [first.items[0].json]);
		const context = second.run.data.executionData?.contextData['node:Voice and SMS'];
		const answered = await voiceSms().webhook.call(
			untyped({
				getRequestObject: () => ({ method: 'POST' }),
				getResponseObject: () => ({ set: () => {} }),
				getQueryData: () => ({ ask: '0' }),
				getBodyData: () => ({ decision: 'approve' }),
				getNode: () => ({ name: 'Voice and SMS' }),
				evaluateExpression: () => context?.openQuestion,
			}),
		);
		const [[{ json }]] = answered.workflowData!;
		expect(json).toMatchObject({ data: { approved: true }, order: 7 });
		expect(json).not.toHaveProperty('noAnswer');
	});
	test.each([
		['timedOut', true],
		['deliveryNote', 'The conversation could not be read'],
		['reason', `'To Number' ${said.empty}`],
		['error', { message: `'To Number' ${said.empty}`, mayHaveBeenDone: false }],
	])('a sent row does not show the %s of the row before', async (name, value) => {
		const r = await run(send({ includeInputFields: true }), [
			{ ...row, outcome: 'failed', [name]: value },
		]);
		expect(r.items[0].json).toMatchObject({ outcome: 'sent' });
		expect(r.items[0].json[name] || '').toBe('');
	});
});

test("an SMS after a call keeps the list's id, and shows nothing else of the call", async () => {
	const call = {
		recordingUrl: 'https://host.example.com/1.wav',
		voiceEngineId: 'v_1',
		endNote: 'x',
	};
	const list = { id: 'list_7', colour: 'red' };
	const r = await run(send({ includeInputFields: true }), [{ ...row, ...list, ...call }]);
	expect(r.items[0].json).toMatchObject({ outcome: 'sent', ...list });
	const shown = Object.entries(r.items[0].json).filter(([name]) => name in call);
	expect(shown).toEqual([]);
});

describe('dry run: a row that fails in the look-up', () => {
	test('by tag shows receiver and text', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, 1);
		const r = await run(send({ dryRun: true, skipTag: 'x' }), [{ ...row, to: 'Graz' }, row]);
		const failed = r.items.find(({ json }) => json.outcome === 'failed')?.json;
		expect(failed).toMatchObject({ to: ada, body: 'Hello' });
	});
	test('by key, where all fail, shows receiver and text', async () => {
		simulator.fail({ method: 'POST' }, { kind: 'reset' });
		await run(send({ onceKey: 'k' }), [row], { settings: goesOn });
		const r = await run(send({ dryRun: true, onceKey: 'k' }), [row]);
		expect(r.items[0].json).toMatchObject({ outcome: 'unclear', to: ada, body: 'Hello' });
	});
});

describe('a field outcome of the service', () => {
	test('does not replace ours', async () => {
		simulator.fail(
			{ method: 'POST' },
			{ kind: 'moreData', value: { outcome: 'failed', reason: 'x' } },
		);
		const r = await run(send(), [row]);
		expect(r.items[0].json.outcome).toBe('sent');
	});
});

describe('Get, If Not Found: Return an Empty Item, Include Input Fields, column "error"', () => {
	const get = {
		resource: 'contact',
		operation: 'get',
		simple: true,
		requestOptions: {},
		contactId: locator('nobody'),
		options: { includeInputFields: true, ifNotFound: 'empty' },
	};
	test('does not go to the error branch', async () => {
		const r = await run(get, [{ error: 'of before', message: 'Hi' }], {
			settings: { onError: 'continueErrorOutput' },
		});
		expect([r.items.length, r.errorItems.length]).toEqual([1, 0]);
	});
	test('is not read again and again with Retry On Fail', async () => {
		await run(get, [{ error: 'of before', order: 1 }], { settings: retry });
		expect(simulator.requests).toHaveLength(2);
	});
});

describe('example 17, Dry Run on', () => {
	test('nothing that would be sent is in "Sent, now or before"', async () => {
		const { nodes } = JSON.parse(
			readFileSync('examples/17-deliver-again-after-a-crash.json', 'utf8'),
		);
		const { conditions } = nodes.find(
			(n: IDataObject) => n.name === 'Sent, now or before',
		).parameters;
		const r = await run(send({ dryRun: true, onceKey: '=shipped {{ $json.order }}' }), [
			{ ...row, order: 1 },
			{ ...row, order: 1 },
			{ ...row, order: 2 },
		]);
		const passed = r.items.filter(({ json }) => {
			const of = (c: IDataObject) =>
				String(c.leftValue).includes('onceKey') ? json.onceKey : json.outcome;
			return executeFilter(
				untyped({
					...conditions,
					conditions: conditions.conditions.map((c: IDataObject) => ({ ...c, leftValue: of(c) })),
				}),
			);
		});
		expect(passed.map(({ json }) => json.outcome)).not.toContain('wouldSend');
	});
});

describe('Dry Run by expression, SMS Reply', () => {
	test('a checked row to the same number does not stop the question', async () => {
		const p = ask({
			to: '={{ $json.phone }}',
			responseType: 'smsReply',
			options: { dryRun: '={{ $json.dry }}', limitWaitTime: { values: { resumeAmount: 1 } } },
		});
		const r = await run(p, [
			{ phone: ada, dry: true },
			{ phone: ada, dry: false },
		]);
		expect(r.error?.message).toBeUndefined();
	});
});

describe('Message Contains', () => {
	test('in Greek, in capitals inside a longer word', async () => {
		const s = await service({ seed: empty });
		const poller = new Poller(s, { event: 'smsReceived', filters: { contains: 'ΑΚΥΡΩΣ' } });
		await poller.poll();
		s.clock.advance(1000);
		s.store.receiveSms({ from: ada, to: from, body: 'Θέλω ακύρωση' });
		expect(await poller.poll()).toHaveLength(1);
	});
});

test('columns of the list with names of ours are left out, and no line is said of it', async () => {
	const kept = { includeInputFields: true };
	const { hints, items } = await run(send(kept), [{ ...row, status: 'lead', outcome: 'sent' }]);
	expect(hints).toStrictEqual([]);
	expect(items[0].json).toMatchObject({ ...row, status: 'queued' });
});
