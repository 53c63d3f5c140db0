import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: empty, strict: false });
const phone = '+14155550142';
const id = 'contact_1';
const stored = { firstName: 'Ada', phone, status: 'lead', notes: 'Old', tags: ['vip'] };
const createdAt = '2026-01-01T00:00:00.000Z';

const changed = { status: '={{ $json.status }}', notes: '={{ $json.notes }}' };
const ways: Array<[string, IDataObject]> = [
	['Update by ID', { operation: 'update', contactId: locator(id), updateFields: changed }],
	[
		'Update by phone',
		{ operation: 'update', contactId: locator(phone, 'phone'), updateFields: changed },
	],
	['Create or Update', { operation: 'upsert', phone, additionalFields: changed }],
];
const times: Array<[string, IDataObject]> = [
	['with its time', { updatedAt: createdAt }],
	['without a time', { updatedAt: null }],
];

describe.each(ways)('%s, where the service gives the old contact for a while', (_way, fields) => {
	/** The contact as it ends, and how often it was written. */
	const after = async (time: IDataObject, items: IDataObject[]) => {
		const old = simulator.store.addContact({ ...stored, id, createdAt });
		const client = { ...old, ...time };
		simulator.fail(
			{ method: 'GET', path: '/api/contacts/{clientId}' },
			{ kind: 'moreData', value: { client } },
			Infinity,
		);
		const { error } = await runAt(
			simulator,
			{ resource: 'contact', options: {}, ...fields },
			{ items },
		);
		expect(error).toBeUndefined();
		const { status, notes, firstName, tags } = simulator.store.contacts.get(id) ?? {};
		return { status, notes, firstName, tags, writes: simulator.ledger.length };
	};
	const others = { firstName: 'Ada', tags: ['vip'] };

	it.each(times)('a change and its opposite are both written, %s', async (_name, time) => {
		const found = await after(time, [{ status: 'customer' }, { status: 'lead' }]);
		expect(found).toStrictEqual({ ...others, status: 'lead', notes: 'Old', writes: 2 });
	});

	it.each(times)('a change of another field keeps the first, %s', async (_name, time) => {
		const found = await after(time, [{ status: 'customer' }, { notes: 'New' }]);
		expect(found).toStrictEqual({ ...others, status: 'customer', notes: 'New', writes: 2 });
	});

	it('the same change is written once', async () => {
		const found = await after(times[0][1], [{ status: 'customer' }, { status: 'customer' }]);
		expect(found).toStrictEqual({ ...others, status: 'customer', notes: 'Old', writes: 1 });
	});
});

it('a change that others make between two rows stays', async () => {
	simulator.store.addContact({ ...stored, id, createdAt });
	simulator.fail(
		{ method: 'GET', path: '/api/contacts/{clientId}' },
		{
			kind: 'moreData',
			value: {
				client: { ...stored, id, notes: 'By others', updatedAt: '2099-01-01T00:00:00.000Z' },
			},
		},
		Infinity,
	);
	const items = [{ status: 'customer' }, { status: 'won' }];
	await runAt(simulator, { resource: 'contact', options: {}, ...ways[0][1] }, { items });
	expect(simulator.store.contacts.get(id)).toMatchObject({ status: 'won', notes: 'By others' });
});
