/** Rows that name one contact by phone, by email and by ID come to what the same rows do one by one. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';

/** Set SEED and RUNS for other and more cases. */
const seed = Number(process.env.SEED ?? 42);
const numRuns = Number(process.env.RUNS ?? 5);

const simulator = withSimulator({ seed: empty });

const people = [
	{ id: '', phone: '+14155550142', email: 'ada@example.com' },
	{ id: '', phone: '+14155550143', email: 'bob@example.com' },
];

/** One row; `way` is how it names its contact, and one in five has a name that cannot be read. */
interface Row {
	person: number;
	way: 'phone' | 'email' | 'id';
	tagsMode: 'add' | 'remove' | 'replace';
	tag: string;
	notes: string;
	isReadable: boolean;
}

const tags = '={{ $json.tag }}';
const options = { tagsMode: '={{ $json.tagsMode }}' };
const operations: Record<string, { parameters: IDataObject; ways: Array<Row['way']> }> = {
	update: {
		parameters: {
			contactId: { __rl: true, mode: '={{ $json.way }}', value: '={{ $json.value }}' },
			updateFields: { tags, notes: '={{ $json.notes }}' },
		},
		ways: ['phone', 'email', 'id'],
	},
	upsert: {
		parameters: {
			matchBy: '={{ $json.way }}',
			phone: '={{ $json.way === "phone" ? $json.value : "" }}',
			email: '={{ $json.way === "email" ? $json.value : "" }}',
			additionalFields: { tags, notes: '={{ $json.notes }}' },
		},
		ways: ['phone', 'email'],
	},
};

const casesOf = (ways: Array<Row['way']>): fc.Arbitrary<Row[]> =>
	fc.array(
		fc.record<Row>({
			person: fc.nat(people.length - 1),
			way: fc.constantFrom(...ways),
			tagsMode: fc.constantFrom('add', 'remove', 'replace'),
			tag: fc.constantFrom('no-sms', 'vip'),
			notes: fc.constantFrom('a', 'b', 'c'),
			isReadable: fc.nat(4).map((one) => one > 0),
		}),
		{ minLength: 3, maxLength: 9 },
	);

/** What the contacts are after these runs, each with its rows. */
async function after(operation: string, runs: Row[][]): Promise<unknown> {
	simulator.reset();
	const known = people.map((person) => ({
		...person,
		id: simulator.store.addContact({ phone: person.phone, email: person.email, tags: [] }).id,
	}));
	for (const rows of runs) {
		const { items } = await runAt(
			simulator,
			{ resource: 'contact', operation, options, ...operations[operation].parameters },
			{
				items: rows.map((row) => ({
					...row,
					value: row.isReadable ? known[row.person][row.way] : '',
				})),
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(items.map(({ json }) => json.error === undefined)).toStrictEqual(
			rows.map(({ isReadable }) => isReadable),
		);
	}
	return simulator.store.contacts.all().map((one) => {
		return { phone: one.phone, tags: [...one.tags].sort(), notes: one.notes };
	});
}

test.each(Object.entries(operations))('%s', async (operation, { ways }) => {
	await fc.assert(
		fc.asyncProperty(casesOf(ways), async (rows) => {
			const oneByOne = await after(
				operation,
				rows.map((row) => [row]),
			);
			expect(await after(operation, [rows])).toStrictEqual(oneByOne);
		}),
		{ seed, numRuns },
	);
});

/** Rows of *Update* that also give contacts the numbers and addresses of others. */
describe('rows that change the names of contacts', () => {
	const phones = [...people.map(({ phone }) => phone), '+14155550144'];
	const emails = [...people.map(({ email }) => email), 'eve@example.com'];
	const named = (way: Row['way'], values: string[]) =>
		fc.record({
			way: fc.constant(way),
			value: fc.constantFrom(...values),
			tagsMode: fc.constantFrom('add', 'remove', 'replace'),
			tag: fc.constantFrom('no-sms', 'vip'),
			notes: fc.constantFrom('a', 'b', 'c'),
			phone: fc.option(fc.constantFrom(...phones), { freq: 3 }),
			email: fc.option(fc.constantFrom(...emails), { freq: 3 }),
		});
	const { parameters } = operations.update;
	const changed = { phone: '={{ $json.phone }}', email: '={{ $json.email }}' };
	const updateFields = { ...(parameters.updateFields as IDataObject), ...changed };

	/** What the contacts are after these runs, and which rows were refused. */
	async function afterRuns(runs: IDataObject[][]): Promise<unknown> {
		simulator.reset();
		for (const { phone, email } of people) simulator.store.addContact({ phone, email, tags: [] });
		const errors: unknown[] = [];
		for (const items of runs) {
			const update = { resource: 'contact', operation: 'update', options, ...parameters };
			const settings = { onError: 'continueRegularOutput' } as const;
			const result = await runAt(simulator, { ...update, updateFields }, { items, settings });
			const reasons = result.items.map(
				({ json }) => (json.error as IDataObject | undefined)?.message,
			);
			errors.push(...reasons);
		}
		const contacts = [...simulator.store.contacts.values()];
		return { errors, contacts: contacts.map((one) => ({ ...one, updatedAt: '' })) };
	}

	test('come to what they do one by one', async () => {
		const row = fc.oneof(
			named('phone', phones),
			named('email', emails),
			named('id', ['contact_000001', 'contact_000002']),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 8 }), async (rows) => {
				const oneByOne = await afterRuns(rows.map((one) => [one]));
				expect(await afterRuns([rows])).toStrictEqual(oneByOne);
			}),
			{ seed, numRuns },
		);
	});
});
