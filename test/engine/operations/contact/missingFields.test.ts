import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';
import { empty, withSimulator } from '../../../harness/service/service';
import type { Contact, Fault } from '../../../simulator';

const simulator = withSimulator({ seed: empty, strict: false });
const phone = '+14155550142';
const id = 'contact_1';
const list = '/api/contacts';
const one = '/api/contacts/{clientId}';

const eight: Partial<Contact> = {
	firstName: 'Ada',
	lastName: 'Núñez',
	email: 'ada@example.com',
	phone,
	notes: 'First note',
	status: 'lead',
	tags: ['vip'],
	customFields: { plan: 'gold' },
};
beforeEach(() => {
	simulator.store.addContact({ ...eight, id });
});

const operations: Array<[string, IDataObject]> = [
	['Update by ID', { operation: 'update', contactId: locator(id), updateFields: { notes: 'N' } }],
	[
		'Update by phone',
		{ operation: 'update', contactId: locator(phone, 'phone'), updateFields: { notes: 'N' } },
	],
	['Create or Update', { operation: 'upsert', phone, additionalFields: { notes: 'N' } }],
];
const get: [string, IDataObject] = ['Get', { operation: 'get', contactId: locator(id) }];
const without = (name: string, record: object) =>
	Object.fromEntries(Object.entries(record).filter(([field]) => field !== name));
const run = async (fields: IDataObject) => {
	return await runAt(simulator, { resource: 'contact', options: {}, simple: false, ...fields });
};

const otherRecords: Array<[string, Fault, string]> = [
	[
		'another contact',
		{ kind: 'moreData', value: { client: { ...eight, id: 'contact_2' } } },
		'node asked for the record contact_1 and got contact_2',
	],
	[
		'an empty object',
		{ kind: 'moreData', value: { client: {} } },
		'record contact_1 and got one without an ID',
	],
];
const inLatin1: [string, Fault, string] = [
	'a contact in another character set',
	{
		kind: 'file',
		headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
		text: JSON.stringify({ success: true, data: { client: { ...eight, id } } }),
	},
	'has the character set ISO-8859-1',
];

describe.each([...operations, get])('%s', (_name, fields) => {
	it.each(otherRecords)('refuses %s as the answer', async (_case, fault, why) => {
		simulator.fail({ method: 'GET', path: one }, fault);
		const { error } = await run(fields);
		expect(`${error?.message} ${error?.description}`).toContain(why);
		expect(simulator.ledger).toStrictEqual([]);
	});
});

describe.each(operations)('%s', (_name, fields) => {
	// The next node would text the other contact.
	it.each(otherRecords)(
		'does not give out %s as the contact it wrote',
		async (_case, fault, why) => {
			simulator.fail({ method: 'PUT' }, fault);
			const { error, items } = await run(fields);
			expect(`${error?.message} ${error?.description}`).toContain(why);
			expect(error?.message).toContain(said.perhaps);
			expect(items).toStrictEqual([]);
			expect(simulator.ledger).toHaveLength(1);
		},
	);

	it(`writes nothing back of ${inLatin1[0]}`, async () => {
		simulator.fail({ method: 'GET', path: one }, inLatin1[1]);
		const { error } = await run(fields);
		expect(`${error?.message} ${error?.description}`).toContain(inLatin1[2]);
		expect(simulator.ledger).toStrictEqual([]);
	});

	it.each(['firstName', 'lastName', 'email', 'status', 'tags', 'customFields'])(
		'leaves out %s where the answer lacks it',
		async (missing) => {
			const others = without(missing, eight);
			const client = { ...others, id };
			simulator.fail({ method: 'GET', path: one }, { kind: 'moreData', value: { client } });
			expect((await run(fields)).error).toBeUndefined();
			const bodies = simulator.ledger.map(({ body }) => body);
			expect(bodies).toStrictEqual([{ ...others, notes: 'N' }]);
		},
	);

	it('writes nothing where the contact has all values already', async () => {
		simulator.store.updateContact(id, { notes: 'N' });
		const { error, items } = await run(fields);
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ id, ...eight, notes: 'N' });
		expect(simulator.ledger).toStrictEqual([]);
		expect(simulator.requests.map(({ method }) => method)).not.toContain('PUT');
	});
});

it('Get shows a contact in another character set', async () => {
	simulator.fail({ method: 'GET', path: one }, inLatin1[1]);
	const { items } = await run(get[1]);
	expect(items[0].json.id).toBe(id);
});

it.each(["'utf-8'", '"UTF-8"', 'utf8', 'UTF-8'])(
	'a contact in the character set %s is written back',
	async (charset) => {
		const text = JSON.stringify({ success: true, data: { client: { ...eight, id } } });
		const headers = { 'content-type': `application/json; charset=${charset}` };
		simulator.fail({ method: 'GET', path: one }, { kind: 'file', headers, text });
		expect((await run(operations[0][1])).error).toBeUndefined();
		expect(simulator.ledger.map(({ body }) => body)).toStrictEqual([{ ...eight, notes: 'N' }]);
	},
);

it('an update that sends nothing back is made in any character set', async () => {
	simulator.fail({ method: 'GET', path: one }, inLatin1[1]);
	const { error } = await run({ ...operations[1][1], options: { keepOtherFields: false } });
	expect(error).toBeUndefined();
	expect(simulator.ledger.map(({ body }) => body)).toStrictEqual([{ notes: 'N' }]);
});

it('a contact in English letters is written back in any character set', async () => {
	const text = JSON.stringify({ success: true, data: { client: { id, lastName: 'Smith' } } });
	const headers = { 'content-type': 'application/json; charset=ISO-8859-1' };
	simulator.fail({ method: 'GET', path: one }, { kind: 'file', headers, text });
	await run(operations[0][1]);
	expect(simulator.ledger.map(({ body }) => body)).toStrictEqual([
		{ lastName: 'Smith', notes: 'N' },
	]);
});

describe('Skip Contacts With Tag, where the list shows contacts without tags', () => {
	const send = { ...good.send, to: phone, options: { skipTag: 'vip' } };
	const withoutTags = () => {
		const client = { ...without('tags', eight), id };
		const pagination = { total: 1, page: 1, limit: 100, totalPages: 1 };
		const value = { clients: [client], pagination };
		simulator.fail({ method: 'GET', path: list }, { kind: 'moreData', value }, 9);
	};
	const looks = () => simulator.requests.filter(({ path }) => path.endsWith(id)).length;

	it.each<[string, string[], number]>([
		['skips a contact with the tag', ['vip'], 0],
		['sends to a contact without the tag', [], 1],
	])('%s, after one look at the contact', async (_name, tags, sent) => {
		simulator.store.updateContact(id, { tags });
		withoutTags();
		expect((await runAt(simulator, send)).error).toBeUndefined();
		expect(simulator.ledger).toHaveLength(sent);
		expect(looks()).toBe(1);
	});

	it('sends nothing where the contact itself has no tags either', async () => {
		simulator.store.updateContact(id, { tags: untyped(undefined) });
		const { error } = await runAt(simulator, send);
		expect(error?.message).toMatch(/^Not sent: SMS to /);
		expect(error?.description).toContain('The tags of contact contact_1 cannot be read');
		expect(simulator.ledger).toStrictEqual([]);
		expect(looks()).toBe(1);
	});
});

describe.each(['phone', 'email'] as const)('a list without the field %s', (field) => {
	const listed = (count: number, more: object[] = []) => {
		const others = Array.from({ length: count - 1 }, (_, at) => ({ id: `other_${at}` }));
		const clients = [{ ...without(field, eight), id }, ...others, ...more];
		const pagination = { total: clients.length, page: 1, limit: 100, totalPages: 1 };
		const value = { clients, pagination };
		simulator.fail({ method: 'GET', path: list }, { kind: 'moreData', value }, Infinity);
	};
	const upsert = { operation: 'upsert', matchBy: field, [field]: eight[field] };
	const writing = { ...upsert, additionalFields: { notes: 'N' } };

	it('hides no contact: each one found is looked at by itself', async () => {
		listed(1);
		expect((await run(writing)).error).toBeUndefined();
		const writes = simulator.requests.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ method }) => method)).toStrictEqual(['PUT']);
	});

	it('of many contacts is an error', async () => {
		listed(30);
		expect((await run(writing)).error?.message).toBe(
			`The list of contacts lacks the field "${field}"`,
		);
		expect(simulator.ledger).toStrictEqual([]);
	});

	it('in some contacts says that they have none', async () => {
		listed(1, [{ id: 'contact_2', [field]: 'other@example.com' }]);
		expect((await run(writing)).items[0].json.created).toBe(true);
	});
});

it.each([
	['no-sms', 0],
	['vip', 1],
])(
	'Skip Contacts With Tag finds a contact with the tag %s in a list without numbers',
	async (tag, sent) => {
		simulator.store.updateContact(id, { tags: [tag] });
		const value = { clients: [{ ...without('phone', eight), id }] };
		simulator.fail({ method: 'GET', path: list }, { kind: 'moreData', value }, 9);
		const { error } = await runAt(simulator, {
			...good.send,
			to: phone,
			options: { skipTag: 'no-sms' },
		});
		expect(error).toBeUndefined();
		expect(simulator.ledger).toHaveLength(sent);
	},
);
