import { realClock } from '../../../../nodes/VoiceSms/api/clock';
import { run } from '../../../../nodes/VoiceSms/run/run';
import { canceling } from '../../../harness/n8n/canceling';
import { runNode, type NodeRun } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';
import {
	keyedSend,
	keyedSends,
	numbered,
	order,
	type Message,
} from '../../../harness/n8n/keyedSend';
import { otherProcess } from '../../../harness/jest/otherProcess';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';

const { simulator, table, sendBy, send } = keyedSends();

test('a key seen in an earlier execution is skipped, and the output says so', async () => {
	await send([order]);
	const { items, hints } = await send([order]);
	// Advice about a column that may be missing is for several items.
	expect(hints).toEqual([
		`1 item was skipped, because the Send Once Key ${said.keyUsed}: "order-1042" (+15550209999 (item 1)).`,
	]);
	expect(items).toEqual([
		{
			json: {
				to: order.to,
				from: companyNumbers[0],
				body: 'Your order has been shipped',
				segments: 1,
				encoding: 'GSM-7',
				outcome: 'skipped',
				onceKey: 'order-1042',
				reason: said.keyUsedBefore,
			},
			pairedItem: { item: 0 },
		},
	]);
	expect(simulator.ledger).toHaveLength(1);
});

describe('a key belongs to its receiver', () => {
	const [one, other] = [
		{ to: '+15550209999', key: 'offer' },
		{ to: '+15550209998', key: 'offer' },
	];

	test.each<[string, Message, Message, boolean]>([
		['another number', one, other, true],
		['the same number', one, one, false],
		['the same number, written otherwise', one, { ...one, to: '+1 (555) 020-9999' }, false],
		['a key with the number in it', { ...one, key: one.to }, { ...other, key: one.to }, true],
		[
			'the two numbers of a phone in Mexico',
			{ ...one, to: '+5215512345678' },
			{ ...one, to: '+52 55 1234 5678' },
			false,
		],
		[
			'the two numbers of a phone in Argentina',
			{ ...one, to: '+541123456789' },
			{ ...one, to: '+5491123456789' },
			false,
		],
		[
			'number and key that are one text when they stand together',
			{ to: '+4930123456', key: '78' },
			{ to: '+49301234567', key: '8' },
			true,
		],
	])('%s', async (_what, first, second, isSent) => {
		const outcomes = ['sent', isSent ? 'sent' : 'skipped'];
		const { items } = await send([first, second]);
		expect(items.map(({ json }) => json.outcome)).toEqual(outcomes);
		expect(table.keys.size).toBe(isSent ? 2 : 1);

		simulator.reset();
		table.reset();
		await send([first]);
		const { items: later } = await send([second]);
		expect(later.map(({ json }) => json.outcome)).toEqual(outcomes.slice(1));
		expect(simulator.ledger).toHaveLength(isSent ? 2 : 1);
	});

	test('a whole list may have one key: the second run sends to new numbers alone', async () => {
		const list = numbered(5).map(({ to }) => ({ to, key: 'offer' }));
		await send(list.slice(0, 3));
		expect(simulator.ledger).toHaveLength(3);
		const { items, hints } = await send(list);
		expect(items.map(({ json }) => json.outcome)).toEqual([
			...['skipped', 'skipped', 'skipped', 'sent', 'sent'],
		]);
		expect(hints).toEqual([
			`3 items were skipped, because the Send Once Key ${said.keyUsed}: "offer" (3) (items 1-3 (+15550200000 to +15550200002)).`,
		]);
	});

	test('of one number it is in doubt, of the others it is free', async () => {
		simulator.fail({}, { kind: 'reset', processed: true });
		const { error } = await send([one]);
		expect(error?.description).toContain(said.otherKey);
		const { items } = await send([one, other], { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.outcome)).toEqual(['unclear', 'sent']);
	});

	test('an invalid number takes no key; the corrected one is sent to', async () => {
		const wrong = { ...one, to: 'nobody' };
		const { error } = await send([other, wrong]);
		expect(error?.message).toContain("'To Number'");
		expect(simulator.requests).toEqual([]);
		const { items } = await send([other, wrong], { onError: 'continueRegularOutput' });
		expect(items.map(({ json }) => json.outcome)).toEqual(['sent', 'failed']);
		expect(table.keys.size).toBe(1);
		const { items: corrected } = await send([other, one]);
		expect(corrected.map(({ json }) => json.outcome)).toEqual(['skipped', 'sent']);
	});

	test('in a dry run, too', async () => {
		await send([other]);
		const parameters = keyedSend({ dryRun: true });
		const { items } = await sendBy([one, other, one], { parameters });
		expect(items.map(({ json }) => json.outcome)).toEqual(['wouldSend', 'skipped', 'skipped']);
	});
});

test('two items with one key and number in one run are sent once, side by side or not', async () => {
	const { items, hints } = await send([order, { ...order, to: '+15550209998' }, order, order]);
	expect(items.map(({ json }) => json.outcome === 'skipped')).toEqual([false, false, true, true]);
	expect(simulator.ledger).toHaveLength(2);
	expect(hints).toEqual([
		expect.stringMatching(
			/^2 items were skipped, .*: "order-1042" \(2\) \(items 3-4 .*put an ID into the key\.$/,
		),
	]);

	const later = await send([order, { ...order, key: 'order-1043' }]);
	expect(later.hints).toEqual([
		`1 item was skipped, because the Send Once Key ${said.keyUsed}: "order-1042" (+15550209999 (item 1)).`,
	]);
});

test('a key is the same in composed and in decomposed letters, with spaces around or not', async () => {
	const [composed, decomposed] = ['José'.normalize('NFC'), ` ${'José'.normalize('NFD')}\n`];
	const forms = [
		{ ...order, key: decomposed },
		{ ...order, key: composed },
	];
	const { items } = await send(forms);
	expect(items.map(({ json }) => json.outcome === 'skipped' || json.status)).toEqual([
		'queued',
		true,
	]);
	for (const form of forms) {
		const { items: later } = await send([form]);
		expect(later[0].json).toMatchObject({ outcome: 'skipped', onceKey: composed });
	}
	expect(simulator.ledger).toHaveLength(1);
});

test.each([
	['the hyphen U+2010', 'order\u20101042'],
	['the hyphen U+2011 of Word', 'order\u20111042'],
])('a key is the same with %s', async (_what, key) => {
	await send([order, { ...order, key }]);
	await send([{ ...order, key }]);
	expect(simulator.ledger).toHaveLength(1);
});

test('a key is the same with one blank or several, which n8n and browsers show as one', async () => {
	await send([
		{ ...order, key: 'order 1042' },
		{ ...order, key: 'order  1042' },
	]);
	await send([{ ...order, key: 'order\n1042' }]);
	expect(simulator.ledger).toHaveLength(1);
});

test('the error of a key in doubt shows it in composed letters, without spaces around', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const { error } = await send([{ ...order, key: ` ${'José'.normalize('NFD')} ` }]);
	expect(error?.context.onceKey).toBe('José'.normalize('NFC'));
});

test('a refused send frees its key', async () => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const refused = await send([order]);
	expect(refused.error?.description).toContain('No credit');
	expect(refused.error?.description).not.toContain('taken');
	expect(table.keys.size).toBe(0);
	await send([order]);
	expect(simulator.ledger).toHaveLength(1);
});

test('after a refused one, the next item of the same key is sent', async () => {
	simulator.fail({}, { kind: 'successFalse', message: 'No credit' });
	const { items } = await send([order, order], { onError: 'continueRegularOutput' });
	expect(items[0].json.error).toBeDefined();
	expect(items[1].json.status).toBe('queued');
});

test('an unsure send keeps its key and says so', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const unsure = await send([order]);
	expect(unsure.error?.description).toContain(said.otherKey);
	const { error } = await send([order]);
	expect(error?.message).toContain(said.perhapsBefore);
	expect(simulator.ledger).toHaveLength(1);
});

test.each([
	['a column that was renamed', {}],
	['null', { key: null }],
	['empty text', { key: '' }],
	['blanks', { key: ' \n\u00A0' }],
])('a key that comes out empty is refused before any request: %s', async (_name, given) => {
	const items = [order, { to: '+15550209997', ...given }] as Message[];
	const { error } = await send(items);
	expect(error?.message).toContain(`'Send Once Key' ${said.empty}`);
	expect(error?.description).toContain('To send without a key, remove the option.');
	expect(simulator.requests).toStrictEqual([]);
	expect(table.keys.size).toBe(0);

	const continued = await send(items, { onError: 'continueRegularOutput' });
	expect(continued.items.map(({ json }) => json.status ?? 'refused')).toEqual([
		'queued',
		'refused',
	]);
	expect(simulator.ledger).toHaveLength(1);
});

/** Runs each list of messages in an execution of its own, so many at a time; they wait for each other. */
async function executions(lists: Message[][], atOnce: number) {
	const results = [];
	for (let begin = 0; begin < lists.length; begin += atOnce) {
		const some = lists.slice(begin, begin + atOnce);
		const clock = realClock;
		results.push(...(await Promise.all(some.map(async (items) => await sendBy(items, { clock })))));
	}
	return results;
}

const errorsOf = (results: Array<Awaited<ReturnType<typeof sendBy>>>) =>
	results.flatMap(({ error }) => (error === undefined ? [] : [error.description]));

describe('executions that overlap', () => {
	test('100 keys in 20 at once are all kept, and nothing is sent again', async () => {
		const messages = numbered(100);
		const lists = Array.from({ length: 20 }, (_, part) => messages.slice(part * 5, part * 5 + 5));
		expect(errorsOf(await executions(lists, 20))).toEqual([]);
		expect(simulator.ledger).toHaveLength(100);
		const again = await executions(lists, 20);
		expect(
			again.flatMap(({ items }) => items.filter(({ json }) => json.outcome === 'skipped')),
		).toHaveLength(100);
		expect(simulator.ledger).toHaveLength(100);
	});

	test('of 15 pairs with one key each, one is sent and the other is skipped', async () => {
		const lists = numbered(15).flatMap((message) => [[message], [message]]);
		const results = await executions(lists, 20);
		expect(errorsOf(results)).toEqual([]);
		const skipped = results.flatMap(({ items }) =>
			items.filter(({ json }) => json.outcome === 'skipped'),
		);
		expect(skipped).toHaveLength(15);
		expect(simulator.ledger).toHaveLength(15);
	});

	test('in two processes, of 10 pairs none is sent twice and none fails', async () => {
		const code = await otherProcess();
		expect(code.run).not.toBe(run);
		const clock = realClock;
		const pairs = await Promise.all(
			numbered(10).map(async (message) => {
				return await Promise.all([
					sendBy([message], { clock }),
					sendBy([message], { clock, code }),
				]);
			}),
		);
		expect(errorsOf(pairs.flat())).toEqual([]);
		expect(simulator.ledger).toHaveLength(10);
	});

	test('the error of a refused message names no key: it is free again', async () => {
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
		const { error } = await send([order]);
		expect(error?.context).not.toHaveProperty('onceKey');
	});

	test('what the first is refused, the second sends', async () => {
		simulator.latencyMs = 100;
		simulator.fail({}, { kind: 'status', status: 400, message: 'No' });
		const both = await executions([[order], [order]], 2);
		const status = both.flatMap(({ items }) => items.map(({ json }) => json.status));
		expect(status).toEqual(['queued']);
		expect(simulator.ledger).toHaveLength(1);
	});
});

describe('an n8n that does not keep the keys apart', () => {
	const refusal = 'Send Once Key does not work in this version of n8n';

	test.each<[string, Partial<NodeRun>, boolean]>([
		['it lets nobody change the id of a node', { locked: true }, true],
		['it does not compare the modes of a row', {}, false],
	])('%s: Send Once says so, and nothing is sent', async (_name, options, comparesModes) => {
		table.comparesModes = comparesModes;
		const code = await otherProcess();
		const { error } = await sendBy([order], { ...options, code });
		expect(error?.message).toBe(`Not sent: SMS to ${order.to}`);
		expect(error?.description).toContain(refusal);
		expect(simulator.requests).toEqual([]);
		expect(table.keys.size).toBe(0);
	});
});

test('the price of a key does not grow with the keys that there are', async () => {
	const statementsOf = async (messages: Message[]) => {
		table.statements.length = 0;
		await send(messages);
		return table.statements.length;
	};
	const first = await statementsOf([{ to: order.to, key: 'first' }]);
	await send(numbered(100));
	expect(await statementsOf([{ to: order.to, key: 'last' }])).toBe(first);
});

test('a run that is canceled between taking the key and sending gives it back', async () => {
	const { started, cancel } = canceling();
	table.fault = (call, when) => {
		if (call === 'insert' && when === 'after') cancel();
	};
	const canceled = await sendBy([order], { started });
	expect(canceled.run.status).toBe('canceled');
	expect(simulator.requests).toEqual([]);
	delete table.fault;
	// What the canceled run still had to do may end after it.
	for (let turn = 0; turn < 50 && table.keys.size > 0; turn++) {
		await new Promise((resolve) => setImmediate(resolve));
	}
	expect(table.keys.size).toBe(0);
	expect((await send([order])).items[0].json.status).toBe('queued');
});

test('nobody sees another id of the node, neither meanwhile nor afterwards', async () => {
	const result = await send([order]);
	expect(JSON.stringify(result.run.data)).not.toContain('node-1:');
	const rows = [...table.keys.keys()];
	expect(rows).toEqual([expect.stringMatching(/^workflow-1 n:node-1:key:[\w-]{43}$/)]);
});

test('Chat Hub, whose workflow n8n deletes with its keys, is refused before anything is sent', async () => {
	const run = {
		parameters: keyedSend(),
		items: [order],
		credential: simulator,
		mode: 'chat',
	} as const;
	const { error, items } = await runNode({ ...run, items: untyped(run.items) });
	expect(error?.message).toContain('Chat Hub');
	expect(items).toEqual([]);
	expect(simulator.requests).toEqual([]);
	expect(table.states).toEqual([]);
});
