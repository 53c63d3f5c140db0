/** A column means the same in every row of a run, and no field of the input passes for one. Found by an attack. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeResult, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import {
	ada,
	bob,
	cem,
	from,
	refused,
	send,
	modes,
	saidOf,
	textOf,
	wrongColumns,
} from '../../harness/random/told';
import { said } from '../../harness/n8n/messages';

const { simulator } = withSimulatorAndStore({ seed: empty });

const own = ['phone', 'text', 'order'];

const call = (options: IDataObject = {}): IDataObject => ({
	resource: 'call',
	operation: 'create',
	fromNumber: from,
	toNumber: '={{ $json.phone }}',
	additionalFields: {},
	...collections(options),
});
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const rowsOf = ({ items }: NodeResult) => items.map(({ json }) => json);

/** Fields of the node before, each with a value that only it has. */
const before = (names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [name, `${name} of before`]));
const ofSms = before(
	'status deliveredAt messageId onceKey conversationId carrierSid timedOut deliveryNote segments encoding emptyIn reason outcome',
);
const ofCall = before(
	'status onceKey recordingUrl endNote id startTimestamp endTimestamp durationMs createdAt timedOut recordingNote recordingAttached voiceEngineId reason outcome',
);

/** Names whose value in a row is that of the node before. */
const leftOver = (row: IDataObject, fields: IDataObject) =>
	Object.keys(fields).filter((name) => row[name] === fields[name]);

describe.each(modes)('On Error: %s', (onError) => {
	const settings = { onError };
	const goesOn = onError !== 'stopWorkflow';

	/** A run that fails has no rows with "Stop Workflow". */
	const list = (fields: IDataObject) =>
		[ada, bob, cem]
			.slice(0, goesOn ? 3 : 2)
			.map((phone, order) => ({ phone, text: 'Hello', order, ...fields }));
	beforeEach(() => simulator.store.addContact({ phone: bob, tags: ['no-sms'] }));

	describe('two sending nodes in a row: of the message before there is nothing in a row', () => {
		test.each<[string, IDataObject, IDataObject]>([
			[
				'SMS',
				send({ includeInputFields: true, skipTag: 'no-sms', onceKey: '={{ $json.order }}' }),
				ofSms,
			],
			['SMS without a key', send({ includeInputFields: true, skipTag: 'no-sms' }), ofSms],
			['call', call({ includeInputFields: true, skipTag: 'no-sms' }), ofCall],
		])('%s: sent, skipped, failed', async (_name, parameters, fields) => {
			simulator.fail(
				{ body: { [parameters.resource === 'sms' ? 'to' : 'toNumber']: cem } },
				refused,
			);
			const result = await run(parameters, list(fields), { settings });
			const rows = rowsOf(result);
			expect(rows.map((row) => leftOver(row, fields))).toEqual(rows.map(() => []));
			expect(wrongColumns(rows, own)).toEqual([]);
			expect(rows.map(({ order }) => order)).toEqual(rows.map((_, index) => index));
		});
		test('a failed row keeps its own fields without Include Input Fields, too', async () => {
			simulator.fail({ body: { to: cem } }, refused);
			const rows = rowsOf(await run(send(), list(ofSms), { settings }));
			expect(rows.map((row) => leftOver(row, ofSms))).toEqual(rows.map(() => []));
			expect(wrongColumns(rows, own)).toEqual([]);
			if (onError === 'continueRegularOutput') expect(rows[2]).toMatchObject({ order: 2 });
		});
		test('the rows of the first node itself, with Wait for Delivery', async () => {
			const first = await run(
				send({
					includeInputFields: true,
					onceKey: '={{ $json.order }}',
					waitForDelivery: { values: {} },
				}),
				list({}),
			);
			simulator.fail({ body: { to: cem } }, refused);
			const again = send({ includeInputFields: true, skipTag: 'no-sms' });
			const result = await run(again, rowsOf(first), { settings });
			const rows = rowsOf(result);
			for (const [index, row] of rows.entries()) {
				expect(row).not.toMatchObject({ messageId: rowsOf(first)[index].messageId });
				expect(row.deliveredAt ?? null).toBeNull();
				expect(row.onceKey ?? null).toBeNull();
			}
			expect(wrongColumns(rows, own)).toEqual([]);
		});
	});

	test('in a run of Send with one skipped row no cell is undefined', async () => {
		const rows = rowsOf(await run(send({ skipTag: 'no-sms' }), list({}).slice(0, 2), { settings }));
		expect(rows.map(({ outcome }) => outcome)).toEqual(['sent', 'skipped']);
		expect(wrongColumns(rows, own)).toEqual([]);
		expect(rows[0]).toMatchObject({ reason: null });
		expect(rows[1]).toMatchObject({ status: null, messageId: null, to: bob, body: 'Hello' });
	});

	test('where all were sent there is no column of nulls', async () => {
		const rows = rowsOf(await run(send({ skipTag: 'vip' }), list({}), { settings }));
		expect(rows.every((row) => Object.values(row).every((value) => value !== null))).toBe(true);
		expect(wrongColumns(rows, own)).toEqual([]);
	});

	test('all rows of a dry run have the same columns', async () => {
		const options = { dryRun: true, skipTag: 'no-sms', plainCharacters: true };
		const items = list(ofSms).map((item, index) =>
			index === 0 ? { ...item, text: 'Dear “Ada”' } : item,
		);
		const result = await run(send(options), [...items, { phone: 'none', text: 'Hi', order: 9 }], {
			settings,
		});
		const rows = rowsOf(result);
		expect(rows.map((row) => leftOver(row, ofSms))).toEqual(rows.map(() => []));
		expect(wrongColumns(rows, own)).toEqual([]);
	});

	test('a list with the columns status, to, reason: these are those of the message', async () => {
		const result = await run(send({ includeInputFields: true }), list(before('status to reason')), {
			settings,
		});
		expect(rowsOf(result)[0]).toMatchObject({ status: 'queued', to: ada, order: 0 });
	});

	test('a list with the columns $error and $json, which n8n takes for an error', async () => {
		const row = { ...list({})[0], $error: { message: 'of before' }, $json: {} };
		const result = await run(send({ includeInputFields: true }), [row], { settings });
		expect(simulator.ledger).toHaveLength(1);
		expect(rowsOf(result)[0]).toMatchObject({ outcome: 'sent', order: 0 });
	});

	describe('Get, Empty Item, Include Input Fields: the empty row has nothing of the list, and the key', () => {
		const fields = before('id status firstName email phone fromNumber toNumber direction tags');
		const kept = { includeInputFields: true, ifNotFound: 'empty' };
		const get = (resource: string, mode: string, options: IDataObject, simple: boolean) => ({
			resource,
			operation: 'get',
			simple,
			requestOptions: {},
			options,
			[`${resource}Id`]: locator('={{ $json.ref }}', mode),
		});
		const contactOf = () =>
			simulator.store.addContact({ phone: ada, email: 'ada@example.com', firstName: 'Ada' });
		const ways: Array<[string, string, string, (id: string) => string, string]> = [
			['contact', 'id', 'id', (id) => id, 'contact_999999'],
			['contact', 'phone', 'phone', () => ada, cem],
			['contact', 'email', 'email', () => 'ada@example.com', 'nobody@example.com'],
			['call', 'id', 'id', (id) => id, 'call_999999'],
		];
		describe.each([true, false])('Simplify %s', (simple) => {
			test.each(ways)('%s by %s', async (resource, mode, column, known, unknown) => {
				const { id } =
					resource === 'contact' ? contactOf() : simulator.store.addCall({ toNumber: ada });
				const items = [known(id), unknown].map((ref, order) => ({ ...fields, ref, order }));
				const result = await run(get(resource, mode, kept, simple), items, { settings });
				const [found, missing] = rowsOf(result);
				const ofThisOne = (name: string) =>
					resource === 'contact'
						? !/Number|direction/.test(name)
						: !/firstName|email|phone|tags/.test(name);
				const reserved = Object.fromEntries(
					Object.entries(fields).filter(([name]) => ofThisOne(name)),
				);
				expect([leftOver(found, reserved), leftOver(missing, reserved)]).toEqual([[], []]);
				expect(found).toMatchObject({ id, order: 0 });
				expect(missing).toMatchObject({ [column]: unknown, order: 1, ref: unknown });
				expect(Object.keys(missing)).toEqual(Object.keys(found));
				const values = Object.entries(missing).filter(
					([name]) =>
						!['order', 'ref', column].includes(name) && ofThisOne(name) && !(name in fields),
				);
				expect(values.filter(([, value]) => value !== null)).toEqual([]);
				expect(Object.keys(found).at(-1)).toMatch(/^id$|Id$/);
				expect(result.errorItems).toEqual([]);
			});
		});
		test.each(ways)(
			'%s by %s, without Include Input Fields',
			async (resource, mode, _column, _known, unknown) => {
				const result = await run(
					get(resource, mode, { ifNotFound: 'empty' }, true),
					[{ ...fields, ref: unknown }],
					{ settings },
				);
				// A value in `id` would pass for a record that was found.
				expect(rowsOf(result)).toEqual([{}]);
			},
		);
	});

	describe('receiver and text stand in the row', () => {
		const one = { phone: ada, text: 'Hello' };
		test('of a message that was accepted, and a later step failed', async () => {
			simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
			const parameters = send({ waitForDelivery: { values: {} } });
			const result = await run(parameters, [one, { ...one, phone: bob }], { settings });
			const said = saidOf(result, 2);
			expect(simulator.ledger).toHaveLength(2);
			expect(said.map(({ word }) => word)).toEqual([
				'failed later',
				goesOn ? 'failed later' : said[1].word,
			]);
			if (!goesOn) {
				expect(textOf(result.error)).toContain('is accepted');
				expect(['done', 'failed later']).toContain(said[1].word);
				return;
			}
			expect(said[0].row?.error).toMatchObject({ accepted: { messageId: simulator.ledger[0].id } });
			if (onError === 'continueErrorOutput') return;
			expect(said[0].row).toMatchObject({
				outcome: 'sent',
				to: ada,
				body: 'Hello',
				messageId: simulator.ledger[0].id,
				reason: expect.stringContaining('is accepted') as string,
			});
		});
		test('of a message that is not repeated', async () => {
			simulator.fail({ body: { to: ada } }, { kind: 'reset', processed: true });
			const twice = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError };
			const result = await run(send(), [one], { settings: twice });
			const [{ word, row }] = saidOf(result, 1);
			expect(word).toBe('maybe');
			expect(textOf(result.error ?? (row?.error as IDataObject))).toContain(
				`${said.perhapsBefore}: SMS to ${ada}`,
			);
			if (onError !== 'continueRegularOutput') return;
			expect(row).toMatchObject({ outcome: 'unclear', to: ada, body: 'Hello' });
		});
		test('of questions for which one run cannot wait', async () => {
			const parameters = {
				resource: 'sms',
				operation: 'sendAndWait',
				from,
				to: '={{ $json.phone }}',
				message: '={{ $json.text }}',
				responseType: 'approval',
				...collections({}),
			};
			const result = await run(parameters, [one, { ...one, phone: bob }], { settings });
			expect(simulator.ledger).toEqual([]);
			if (!goesOn) expect(result.error?.message).toMatch(/^2 items cannot wait/);
			else expect(saidOf(result, 2).map(({ word }) => word)).toEqual(['not done', 'not done']);
			if (onError !== 'continueRegularOutput') return;
			const rows = rowsOf(result);
			expect(rows).toMatchObject(
				[ada, bob].map((to) => ({ outcome: 'failed', to, body: 'Hello' })),
			);
			expect(wrongColumns(rows, own)).toEqual([]);
		});
	});
});

describe('a model gets no nulls', () => {
	const nulls = (json: IDataObject) => Object.keys(json).filter((name) => json[name] === null);
	test.each<[string, IDataObject]>([
		['a sent message', send()],
		['a skipped one', send({ skipTag: 'no-sms' })],
		['a call', call()],
		[
			'an unknown contact',
			{
				resource: 'contact',
				operation: 'get',
				contactId: locator('contact_999999'),
				simple: true,
				options: { ifNotFound: 'empty' },
			},
		],
	])('%s', async (_name, parameters) => {
		simulator.store.addContact({ phone: ada, tags: ['no-sms'] });
		const given = Object.fromEntries(
			Object.entries(parameters).map(([name, value]) => [
				name,
				value === '={{ $json.phone }}' ? ada : value === '={{ $json.text }}' ? 'Hi' : value,
			]),
		) as IDataObject;
		const { items } = await run(given, [{ status: 'of before' }], { asTool: true });
		expect(items.map(({ json }) => nulls(json))).toEqual(items.map(() => []));
		expect(JSON.stringify(items)).not.toContain('of before');
	});
});
