/** A failed row of the operations that do not send: its own fields, and no facts of the record before. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { bob, refused, send } from '../../harness/random/told';

const { simulator } = withSimulatorAndStore({ seed: empty });

const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const settings = { onError: 'continueRegularOutput' as const };

test('call delete fails after another one: no "deleted" of the call before', async () => {
	const before = { deleted: true, id: 'call_000001', order: 1 };
	const parameters = {
		resource: 'call',
		operation: 'delete',
		callId: locator('call_999999'),
		...collections({}),
	};
	const { items } = await run(parameters, [before], { settings });
	expect(items[0].json).toMatchObject({ order: 1, error: { httpCode: '404' } });
	expect(items[0].json).not.toHaveProperty('deleted');
	// The call that was to be deleted.
	expect(items[0].json.id).toBe('call_999999');
});

test.each(['create', 'upsert', 'update'])(
	'contact %s fails after another contact node: no ID, no "created" of the contact before',
	async (operation) => {
		simulator.fail({ path: /contacts/ }, refused, Infinity);
		const before = { id: 'contact_000001', created: true, updatedAt: 'of before', order: 1 };
		const own = { firstName: 'Bob', phone: bob, status: 'vip' };
		const parameters = {
			resource: 'contact',
			operation,
			matchBy: 'phone',
			phone: bob,
			firstName: 'Bob',
			lastName: '',
			email: '',
			additionalFields: {},
			contactId: locator('contact_000002'),
			updateFields: { firstName: 'Bob' },
			...collections({}),
		};
		const { items } = await run(parameters, [{ ...before, ...own }], { settings });
		expect(items[0].json).toMatchObject({ order: 1, error: { mayHaveBeenDone: false } });
		// To correct the row and run it again.
		expect(items[0].json).toMatchObject({ firstName: 'Bob', phone: bob, status: 'vip' });
		for (const name of ['created', 'updatedAt']) {
			expect(items[0].json).not.toHaveProperty(name);
		}
		expect(items[0].json).not.toMatchObject({ id: 'contact_000001' });
	},
);

test('messages of an unknown conversation: the row has the ID that was asked for', async () => {
	const parameters = {
		resource: 'sms',
		operation: 'getMessages',
		conversationId: locator('={{ $json.id }}'),
		returnAll: true,
		simple: true,
		filters: {},
		...collections({}),
	};
	const input = { id: 'conversation_999999', deliveredAt: 'of before', order: 1 };
	const { items } = await run(parameters, [input], { settings });
	expect(items[0].json).toMatchObject({ id: 'conversation_999999', order: 1 });
	expect(items[0].json).not.toHaveProperty('deliveredAt');
});

test('an SMS that cannot be read: the row has the number and the text as they were written', async () => {
	const input = [
		{ phone: 14155550142, text: '' },
		{ phone: { of: 'nobody' }, text: 7 },
	];
	const { items } = await run(send(), input, { settings });
	expect(simulator.ledger).toStrictEqual([]);
	expect(items.map(({ json }) => [json.to, json.body])).toStrictEqual([
		['14155550142', ''],
		['', '7'],
	]);
});
