/** What became of a row stands in its first columns. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { empty } from '../../harness/service/service';
import { companyNumbers } from '../../simulator';

const { simulator } = withSimulatorAndStore({ seed: empty });

const [from] = companyNumbers;
const ada = '+14155550142';
const bob = '+14155550143';
const send = (options: IDataObject = {}): IDataObject => ({
	resource: 'sms',
	operation: 'send',
	from: locator(from, 'number'),
	to: '={{ $json.phone }}',
	body: '={{ $json.text }}',
	options,
	requestOptions: {},
});
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
		...{ resource: 'call', operation: 'create', fromNumber: locator(from, 'number') },
		...{ toNumber: ada, additionalFields: {}, options: {}, requestOptions: {} },
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
				...{ resource, operation: 'get', simple: true, requestOptions: {} },
				...{
					[`${resource}Id`]: locator('={{ $json.ref }}'),
					options: { ...kept, ifNotFound: 'empty' },
				},
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
			...{ resource: 'sms', operation: 'sendAndWait', from: locator(from, 'number') },
			...{ to: ada, message: 'May I?', responseType: 'smsReply', requestOptions: {} },
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
		`Several rows go to one number: ${which}. If you did not expect this, look for repeated rows in the list.`;

	test.each<[string, IDataObject]>([
		['sent', {}],
		['checked', { dryRun: true }],
	])('are named with their count, when they are %s', async (_what, options) => {
		const items = [item(ada), item(bob), item(`tel:${ada}`), item(bob), item(ada)];
		const { hints } = await run(send(options), items);
		expect(hints).toContain(several(`${ada} (3), ${bob} (2)`));
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
