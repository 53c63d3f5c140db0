/** After an edit and "Retry": the row and the lines of what an earlier try sent are about what went out. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { contextOf, locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { ada, bob, cem, refused, saidOf, send, textOf } from '../../harness/random/told';
import { companyNumbers } from '../../simulator';
import { said } from '../../harness/n8n/messages';

const { simulator } = withSimulatorAndStore({ seed: empty });

const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const settings = { onError: 'continueRegularOutput' as const };
const wait = { waitForDelivery: { values: { waitInterval: 1, waitLimit: 1 } } };

test('accepted, then failed; Retry after an edit of From Number and text: the row shows what went out', async () => {
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
	const rows = [{ phone: ada, text: 'Hi' }];
	const first = await run(send(wait), rows);
	const edited = {
		...send(wait),
		from: locator(companyNumbers[1], 'number'),
		body: '={{ $json.text.repeat(200) }}',
	};
	const { items } = await run(edited, rows, { settings, contextData: contextOf(first) });
	expect(simulator.ledger.map(({ body }) => body)).toEqual([
		{ to: ada, from: companyNumbers[0], body: 'Hi' },
	]);
	expect(items[0].json).toMatchObject({
		to: ada,
		body: 'Hi',
		from: companyNumbers[0],
		segments: 1,
	});
});

describe('Retry after an edit of the text: the line about empty blanks is about what went out', () => {
	const rows = [
		{ phone: bob, name: 'Bob', nick: '' },
		{ phone: ada, name: 'Ada', nick: '' },
	];
	const text = (column: string) => ({
		...send({ requestsAtOnce: 2 }),
		body: `=Hi {{ $json.${column} }}!`,
	});
	const retried = async (before: string, after: string) => {
		simulator.fail({ body: { to: bob } }, refused, 2);
		const first = await run(text(before), rows);
		const second = await run(text(after), rows, { settings, contextData: contextOf(first) });
		const [, sent] = saidOf(second, 2);
		return { body: sent.row?.body, line: second.hints.find((hint) => hint.includes('with a gap')) };
	};
	test('it went out whole: no line', async () => {
		expect(await retried('name', 'nick')).toEqual({ body: 'Hi Ada!', line: undefined });
	});
	test('it went out with a gap: a line', async () => {
		const { body, line } = await retried('nick', 'name');
		expect(body).toBe('Hi !');
		expect(line).toContain('1 text with a gap');
	});
});

test('Retry after an edit of To Number: its key does not skip what went to another number', async () => {
	const rows = [
		{ phone: ada, mobile: cem, text: 'Hi' },
		{ phone: bob, mobile: bob, text: 'Hi' },
	];
	simulator.fail({ body: { to: bob } }, refused, 2);
	const keyed = send({ onceKey: 'offer', requestsAtOnce: 1 });
	const first = await run(keyed, rows);
	const edited = { ...keyed, to: '={{ $json.mobile }}' };
	const second = await run(edited, rows, { contextData: contextOf(first) });
	expect(textOf(second.error)).not.toContain(said.againWithKey);
	expect(textOf(second.error)).toContain(said.againWithout);
	await run(edited, rows);
	expect(simulator.ledger.map(({ body }) => (body as IDataObject).to)).toEqual([ada, cem, bob]);
});

describe('a question by SMS that nobody could wait for, and Retry after an edit', () => {
	const rows = [
		{ phone: ada, text: 'OK?', other: '' },
		{ phone: bob, text: 'OK?', other: bob },
	];
	const limitWaitTime = { values: { resumeAmount: 1, resumeUnit: 'minutes' } };
	const ask = (responseType: string): IDataObject => ({
		resource: 'sms',
		operation: 'sendAndWait',
		to: '={{ $json.phone }}',
		from: locator(companyNumbers[0], 'number'),
		message: '={{ $json.text }}',
		responseType,
		...collections({ limitWaitTime }),
	});

	test('of Response Type: nobody has a link, so the execution does not sleep', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
		const first = await run(ask('smsReply'), [rows[0]]);
		const second = await run(ask('approval'), [rows[0]], { contextData: contextOf(first) });
		expect(second.run.status).toBe('error');
		expect(second.error?.message).toContain(said.noLink);
		const { items } = await run(ask('approval'), [rows[0]], {
			settings,
			contextData: contextOf(first),
		});
		expect(items[0].json).toMatchObject({ outcome: 'sent', error: { mayHaveBeenDone: true } });
		expect(simulator.ledger).toHaveLength(1);
	});

	test.each([
		['question', ask('smsReply')],
		['delivery', send({ waitForDelivery: { values: { waitInterval: 10, waitLimit: 1 } } })],
	])('a wait for the %s that another row cut off is no limit', async (_what, parameters) => {
		simulator.fail({ method: 'GET', path: /000002/ }, { kind: 'status', status: 403 }, 1);
		const first = await run(parameters, rows);
		const edited = { ...parameters, to: '={{ $json.other }}' };
		const { items, hints } = await run(edited, rows, { settings, contextData: contextOf(first) });
		expect(items[0].json.timedOut ?? undefined).toBeUndefined();
		expect(items[0].json).toMatchObject({ outcome: 'sent', error: { mayHaveBeenDone: true } });
		expect(hints.join()).not.toMatch(/2 (did not answer|messages were not delivered)/);
	});
});
