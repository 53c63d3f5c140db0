import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filledByModel } from '../../../../nodes/VoiceSms/fields/read/filledBy';
import { locator, runAt, type NodeResult } from '../../../harness/n8n/engine';
import { needed as neededOfForms, runnable } from '../../../harness/n8n/parameters';
import { withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({
	seed: { contacts: 10, conversations: 5, messages: 60, calls: 10 },
});

async function run(
	name: string,
	parameters: IDataObject,
	{ asTool = true, json = {} }: { asTool?: boolean; json?: IDataObject } = {},
): Promise<NodeResult> {
	const [resource, operation] = name.split('.');
	return await runAt(simulator, { resource, operation, ...parameters }, { items: [json], asTool });
}

/** What each operation needs; everything else is a model's to leave out. */
const needed: Record<string, IDataObject> = {
	...neededOfForms,
	'call.getAnalytics': { startDate: '2026-01-01', endDate: '2026-01-31' },
};

/** Options that protect from sending: one that comes out empty is refused. */
const protections = ['onceKey', 'skipTag', 'dryRun', 'refuseEmptyBlanks'];

const nothing = fc.constantFrom<IDataObject['x']>('', ' ', '\n', null, [], {});
const nothingOf = ({ type }: INodeProperties) =>
	type === 'json' ? fc.oneof(nothing, fc.constantFrom('{}', ' { } ')) : nothing;

/** Any choice of an operation's optional arguments, each given as nothing in some form. */
function emptyArguments(fields: readonly INodeProperties[], given: IDataObject) {
	const optional = filledByModel
		.fieldsOf(fields)
		.filter(({ name, type }) => !(name in given) && type !== 'notice');
	const one = (field: INodeProperties): fc.Arbitrary<unknown> => {
		if (field.type !== 'collection') return nothingOf(field);
		const inner = filledByModel.fieldsOf((field.options ?? []) as INodeProperties[]);
		const free = inner.filter(({ name }) => !protections.includes(name));
		const of = Object.fromEntries(free.map((each) => [each.name, nothingOf(each)]));
		return fc.record(of, { requiredKeys: [] });
	};
	return fc.record(Object.fromEntries(optional.map((field) => [field.name, one(field)])), {
		requiredKeys: [],
	}) as fc.Arbitrary<IDataObject>;
}

/** As $fromAI does it: a parameter is an expression that gives what the model gave. */
function expressionsFor(given: IDataObject, fields: readonly INodeProperties[], path = '$json') {
	const expressions = Object.entries(given).map(([name, value]): [string, unknown] => {
		const isCollection = fields.some((field) => field.name === name && field.type === 'collection');
		const inner = `${path}.${name}`;
		if (!isCollection) return [name, `={{ ${inner} }}`];
		return [name, expressionsFor(value as IDataObject, [], inner)];
	});
	return Object.fromEntries(expressions) as IDataObject;
}

const asked = () =>
	simulator.requests.map(({ method, path, query, body }) => ({
		method,
		path,
		query: { ...query },
		body,
	}));

test.each(runnable)(
	'%s asks for the same whether a model leaves an argument out or gives nothing for it',
	async (name, { fields }) => {
		const { error } = await run(name, needed[name]);
		expect(error).toBeUndefined();
		const expected = asked();
		expect(expected.length).toBeGreaterThan(0);
		await fc.assert(
			fc.asyncProperty(emptyArguments(fields, needed[name]), async (empty) => {
				simulator.reset();
				const parameters = { ...needed[name], ...expressionsFor(empty, fields) };
				const result = await run(name, parameters, { json: empty });
				const refused = result.error?.message;
				expect(
					refused && `${refused} Does this option protect from sending? Add it to \`protections\`.`,
				).toBeUndefined();
				expect(asked()).toStrictEqual(expected);
			}),
			{ seed: 42, numRuns: 12 },
		);
	},
);

describe('as a tool', () => {
	it.each([
		'call.getAll',
		'call.search',
		'contact.getAll',
		'sms.getConversations',
		'sms.getMessages',
	])(
		'%s gives as many as Limit says, whatever a saved workflow says of Return All',
		async (name) => {
			const result = await run(name, { ...needed[name], returnAll: true, limit: 3 });
			expect(result.error).toBeUndefined();
			expect(result.items.length).toBeGreaterThanOrEqual(3);
			expect(result.items.length).toBeLessThanOrEqual(4);
		},
	);

	it('Get Recording gives the address and no file, whatever a saved workflow says', async () => {
		const parameters = {
			callId: locator('call_000001'),
			download: true,
			binaryPropertyName: 'data',
		};
		const { items } = await run('call.getRecording', parameters);
		expect(items[0].json).toMatchObject({ callId: 'call_000001', source: 'voice-engine' });
		expect(items[0].json.recordingUrl).toMatch(/^http/);
		expect(items[0].binary).toBeUndefined();
		expect(asked()).toHaveLength(1);
	});

	it.each([
		['sms.getConversations', 9, 'lastMessagePreview', 'customerEmail'],
		['sms.getMessages', 7, 'body', 'deliveredAt'],
	])(
		'%s gives the most used fields, and all of them with Simplify off',
		async (name, count, kept, left) => {
			const [simple] = (await run(name, needed[name])).items;
			expect(Object.keys(simple.json)).toHaveLength(count);
			expect(simple.json).toHaveProperty(kept);
			expect(simple.json).not.toHaveProperty(left);
			const [whole] = (await run(name, { ...needed[name], simple: false })).items;
			expect(whole.json).toHaveProperty(left);
		},
	);

	it('Get Contact gives all that Update would replace, and a person may choose less', async () => {
		const id = 'contact_000001';
		simulator.store.addContact({ id, notes: 'Likes tea', city: 'Bonn', customFields: { a: 1 } });
		const [whole] = (await run('contact.get', { contactId: locator(id) })).items;
		const all = { notes: 'Likes tea', city: 'Bonn', customFields: { a: 1 } };
		expect(whole.json).toMatchObject(all);
		const [simple] = (await run('contact.get', { contactId: locator(id), simple: true })).items;
		for (const name of Object.keys(all)) expect(simple.json).not.toHaveProperty(name);
	});

	it.each(['call.getAll', 'call.search'])('%s takes a state as text', async (name) => {
		const { items } = await run(name, { ...needed[name], filters: { status: 'ended' } });
		expect(items.length).toBeGreaterThan(0);
		for (const { json } of items) expect(json.status).toBe('ENDED');
		const { error } = await run(name, { ...needed[name], filters: { status: 'done' } });
		expect(error?.message).toBe(
			'\'Status\' cannot be "done". Use one of: ENDED, ERROR, ONGOING, REGISTERED.',
		);
	});

	it('Update leaves alone what is empty', async () => {
		const id = 'contact_000001';
		simulator.store.addContact({ id, notes: 'Likes tea', tags: ['vip'], customFields: { a: 1 } });
		const updateFields = {
			notes: '',
			tags: '',
			customFields: '{}',
			firstName: 'Ada',
			clearFields: '',
		};
		const { error } = await run('contact.update', { contactId: locator(id), updateFields });
		expect(error).toBeUndefined();
		const kept = { firstName: 'Ada', notes: 'Likes tea', tags: ['vip'], customFields: { a: 1 } };
		expect(simulator.store.contacts.get(id)).toMatchObject(kept);
	});

	it('Create Contact without anything in it is refused before any request', async () => {
		const empty = { firstName: '', lastName: ' ', email: '', phone: '' };
		const additionalFields = { notes: '', tags: '', customFields: '{}', source: '' };
		const { error } = await run('contact.create', { ...empty, additionalFields });
		expect(error?.message).toBe('No field of the contact was given. Give at least one.');
		expect(asked()).toStrictEqual([]);
	});
});

describe('outside tool use', () => {
	it.each(['sms.getConversations', 'sms.getMessages'])(
		'%s gives whole records only with Simplify off',
		async (name) => {
			const simple = await run(name, needed[name], { asTool: false });
			const whole = await run(name, { ...needed[name], simple: false }, { asTool: false });
			const count = ({ items }: NodeResult) => Object.keys(items[0].json).length;
			expect(count(whole)).toBeGreaterThan(count(simple));
		},
	);

	it.each<[string, IDataObject]>([
		['empty texts', { notes: '', city: ' ' }],
		['no tags', { tags: ' , ' }],
		['no custom fields', { customFields: '{}' }],
		['an empty source', { source: '={{ "" }}' }],
	])(
		'Create Contact with nothing but %s is refused before any request',
		async (_name, additionalFields) => {
			const { error } = await run('contact.create', { additionalFields }, { asTool: false });
			expect(error?.message).toContain("'First Name' and all other fields are empty");
			expect(error?.description).toBe('Fill in at least one field.');
			expect(asked()).toStrictEqual([]);
		},
	);

	it('Create Contact still sends an empty field beside others', async () => {
		const additionalFields = { notes: '' };
		await run('contact.create', { firstName: 'Ada', additionalFields }, { asTool: false });
		expect(asked()[0].body).toStrictEqual({ firstName: 'Ada', notes: '' });
	});
});
