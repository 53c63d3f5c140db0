/** What became of a row stands in its first columns. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { send } from '../../harness/random/told';
import { empty } from '../../harness/service/service';
import { testClock } from '../../harness/time/clock';
import { companyNumbers, type Fault } from '../../simulator';

const { simulator, table } = withSimulatorAndStore({ seed: empty });

const [from] = companyNumbers;
const ada = '+14155550142';
const bob = '+14155550143';
const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const rows = async (...given: Parameters<typeof run>) =>
	(await run(...given)).items.map(({ json }) => json);
const goesOn = { settings: { onError: 'continueRegularOutput' as const } };

test('a sent row begins with the outcome, the receiver, the text and the status; IDs come last', async () => {
	const [row] = await rows(send(), [{ phone: ada, text: 'Ready' }]);
	expect(Object.entries(row)).toStrictEqual([
		['outcome', 'sent'],
		['to', ada],
		['body', 'Ready'],
		['status', 'queued'],
		['from', from],
		['segments', 1],
		['encoding', 'GSM-7'],
		...['messageId', 'conversationId', 'carrierSid'].map((id) => [id, expect.any(String)]),
	]);
});

test('a started call says so', async () => {
	const call = {
		resource: 'call',
		operation: 'create',
		fromNumber: locator(from, 'number'),
		toNumber: ada,
		additionalFields: {},
		options: {},
		requestOptions: {},
	};
	const [row] = await rows(call, [{}]);
	const names = Object.keys(row);
	expect(names.slice(0, 4)).toStrictEqual(['outcome', 'toNumber', 'status', 'fromNumber']);
	expect(row.outcome).toBe('started');
	expect(names.at(-1)).toMatch(/Id$/);
});

test('a row that the service refused shows its receiver and text', async () => {
	simulator.fail({ method: 'POST' }, { kind: 'status', status: 403 }, 1);
	const [row] = await rows(send(), [{ phone: ada, text: 'Ready' }], goesOn);
	expect(row).toMatchObject({ outcome: 'failed', to: ada, body: 'Ready', phone: ada });
});

describe('outcome tells whether it was sent', () => {
	const call: IDataObject = {
		resource: 'call',
		operation: 'create',
		fromNumber: locator(from, 'number'),
		toNumber: '={{ $json.phone }}',
		additionalFields: {},
		options: {},
		requestOptions: {},
	};
	const ask: IDataObject = {
		...send(),
		operation: 'sendAndWait',
		message: '={{ $json.text }}',
		responseType: 'smsReply',
	};
	const blocked: Fault = { kind: 'status', status: 400, message: 'Blocked' };
	const lost: Fault = { kind: 'reset', processed: true };
	const post = { method: 'POST' };
	/** What may be done about the row: nobody sends a row again that may have been sent. */
	const again = ({ error }: IDataObject) => !(error as IDataObject).mayHaveBeenDone;
	const one = { phone: ada, text: 'Ready' };

	describe.each<[string, IDataObject, string, IDataObject, string]>([
		['an SMS', send(), 'sent', { waitForDelivery: { values: {} } }, 'messageId'],
		['a call', call, 'started', { waitForEnd: true }, 'id'],
		['a question', ask, 'sent', {}, 'messageId'],
	])('of %s', (_what, parameters, done, waits, id) => {
		const keyed = { ...parameters, options: { onceKey: 'order-1042' } };

		test('that a later step could not follow: done, with a reason and its IDs', async () => {
			simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
			const [row] = await rows({ ...parameters, options: waits }, [one], goesOn);
			const { accepted } = row.error as { accepted: IDataObject };
			expect(row).toMatchObject({
				outcome: done,
				[id]: simulator.ledger[0].id,
				phone: ada,
				reason: expect.stringContaining('is accepted') as string,
			});
			const ofService = Object.keys(accepted);
			expect(ofService.filter((name) => row[name] !== accepted[name])).toStrictEqual([]);
			expect(again(row)).toBe(false);
		});

		test.each<[string, string, () => void, IDataObject]>([
			['was refused', 'failed', () => simulator.fail(post, blocked), one],
			['has an invalid number', 'failed', () => {}, { ...one, phone: 'none' }],
			['lost its answer', 'unclear', () => simulator.fail(post, lost), one],
			[
				'may have been done',
				'unclear',
				() => simulator.fail(post, { kind: 'status', status: 500 }),
				one,
			],
		])('that %s: %s', async (_how, outcome, befall, item) => {
			befall();
			const [row] = await rows(parameters, [item], goesOn);
			expect(row).toMatchObject({ outcome, reason: expect.any(String) as string });
			expect(again(row)).toBe(outcome === 'failed');
		});

		test('that an earlier run may have done: unclear, also in a dry run', async () => {
			simulator.fail(post, lost);
			await run(keyed, [one]);
			const [row] = await rows(keyed, [one], goesOn);
			const [dry] = await rows({ ...keyed, options: { onceKey: 'order-1042', dryRun: true } }, [
				one,
			]);
			expect([row.outcome, dry.outcome]).toStrictEqual(['unclear', 'unclear']);
			expect(simulator.ledger).toHaveLength(1);
		});

		test('that an earlier try of the execution may have done: unclear', async () => {
			simulator.fail(post, lost);
			const settings = { ...goesOn.settings, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const [row] = await rows(parameters, [one], { settings });
			expect(row.outcome).toBe('unclear');
			expect(simulator.ledger).toHaveLength(1);
		});

		test("whose key n8n's store cannot save: failed", async () => {
			table.fault = () => {
				throw new Error('database is locked');
			};
			const [row] = await rows(keyed, [one], { ...goesOn, clock: testClock() });
			expect(row.outcome).toBe('failed');
			expect(simulator.ledger).toHaveLength(0);
		});
	});
});

test('a reason in the output of an error branch has no column in the other rows', async () => {
	const { items, errorItems } = await run(
		send(),
		[
			{ phone: ada, text: 'Ready' },
			{ phone: 'none', text: 'Ready' },
		],
		{ settings: { onError: 'continueErrorOutput' } },
	);
	expect(Object.keys(items[0].json)).not.toContain('reason');
	expect(errorItems[0].json).toMatchObject({ error: { itemIndex: 1 } });
});

describe('Include Input Fields', () => {
	const kept = { includeInputFields: true };
	const own = { phone: ada, text: 'Ready', status: 'of the order', order: 7 };

	test('keeps the fields of the input; of equal names, the answer counts', async () => {
		const [row] = await rows(send(kept), [own]);
		expect(row).toMatchObject({ outcome: 'sent', phone: ada, order: 7, status: 'queued' });
		const [without] = await rows(send(), [own]);
		expect(without).not.toHaveProperty('order');
	});

	test('keeps them in a skipped row, and off where the switch is off', async () => {
		const item = { ...own, keep: false };
		const options = { includeInputFields: '={{ $json.keep }}', onceKey: 'a' };
		const [first] = await rows(send(options), [item]);
		expect(first).not.toHaveProperty('order');
		const [second] = await rows(send(options), [{ ...item, keep: 'true' }]);
		expect(second).toMatchObject({ outcome: 'skipped', order: 7, onceKey: 'a' });
	});

	test.each(['contact', 'call'])(
		'keeps them in Get of a %s, also in an empty item',
		async (resource) => {
			const { id } =
				resource === 'contact'
					? simulator.store.addContact({ phone: ada })
					: simulator.store.addCall({ toNumber: ada });
			const get = {
				resource,
				operation: 'get',
				simple: true,
				requestOptions: {},
				[`${resource}Id`]: locator('={{ $json.ref }}'),
				options: { ...kept, ifNotFound: 'empty' },
			};
			const table = await rows(get, [
				{ ref: id, order: 7 },
				{ ref: 'nobody', order: 8 },
			]);
			expect(table).toMatchObject([
				{ id, order: 7 },
				{ ref: 'nobody', order: 8 },
			]);
			expect(table[0]).not.toHaveProperty('outcome');
		},
	);

	test('of a question, keeps nothing that would pass for its answer', async () => {
		const ask = {
			resource: 'sms',
			operation: 'sendAndWait',
			from: locator(from, 'number'),
			to: ada,
			message: 'May I?',
			responseType: 'smsReply',
			requestOptions: {},
			options: { ...kept, limitWaitTime: { values: { resumeAmount: 1 } } },
		};
		const answers = { data: { approved: true }, approved: true, order: 7 };
		const [row] = await rows(ask, [answers]);
		expect(row).toMatchObject({ outcome: 'sent', timedOut: true, order: 7 });
		expect(row).not.toHaveProperty('data');
		expect(row).not.toHaveProperty('approved');
	});

	test('a model gets the answer alone', async () => {
		const parameters = { ...send(kept), to: ada, body: 'Hi' };
		const [row] = await rows(parameters, [{ order: 7 }], { asTool: true });
		expect(row).not.toHaveProperty('order');
		expect(row).toMatchObject({ status: 'queued' });
	});
});

describe('several rows to one number', () => {
	const item = (phone: string) => ({ phone, text: 'Ready' });
	const several = (which: string) =>
		expect.stringContaining(`Several rows go to one number: ${which}.`) as string;

	test.each<[string, IDataObject]>([
		['sent', {}],
		['checked', { dryRun: true }],
	])('are named with their count, when they are %s', async (_what, options) => {
		const items = [item(ada), item(bob), item(`tel:${ada}`), item(bob), item(ada)];
		const { hints } = await run(send(options), items);
		expect(hints).toContainEqual(several(`${ada} (3), ${bob} (2)`));
	});

	test('are not named for rows that are only checked beside rows that are sent', async () => {
		const dryRun = '={{ $itemIndex > 1 }}';
		const items = [item(ada), item(bob), item(ada), item(bob), item(bob)];
		const { hints } = await run(send({ dryRun }), items);
		expect(hints.join()).not.toContain('Several rows');
	});

	test('are not named if a key lets one through, or if one of them failed', async () => {
		const { hints } = await run(send({ onceKey: 'a' }), [item(ada), item(ada)]);
		expect(hints.join()).not.toContain('Several rows');
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 403 });
		const failed = await run(send(), [item(bob), item(bob)], goesOn);
		expect(failed.hints.join()).not.toContain('Several rows');
	});
});
