import { runtimes } from './everything';
import { examples } from './examples';
import { call, sandbox, tools } from './session';

/** What a model gets at most of one answer, in characters. */
const mostCharacters = 16_000;
const longText = 'A word and another. '.repeat(80).trim();

describe('an answer', () => {
	beforeAll(() => {
		const { simulator } = sandbox;
		simulator.reset();
		const { store } = simulator;
		const [conversation] = store.conversations.values();
		const { customerPhone: customer, companyPhone: company } = conversation;
		for (let count = 0; count < 300; count++) {
			store.addMessage({
				direction: 'INBOUND',
				from: customer,
				to: company,
				body: longText,
				sentAt: simulator.clock.now(),
			});
		}
		for (const contact of store.contacts.values()) {
			// Seeded records are frozen, as stores share them.
			store.contacts.set(contact.id, {
				...contact,
				notes: longText,
				company_name: 'A company with a rather long name and a legal form GmbH & Co. KG',
				tags: ['newsletter', 'customer since 2019', 'prefers mornings', 'speaks French'],
				customFields: { plan: 'gold', remarks: longText },
			});
		}
		expect(store.contacts.size).toBeGreaterThanOrEqual(2500);
	});
	afterAll(() => sandbox.simulator.reset());

	it.each(runtimes)(
		'has at most 16,000 characters in $name, however much there is',
		async (runtime) => {
			const used = tools.filter(({ operation }) => examples[operation].asksPerson === undefined);
			const { answers } = await runtime.play(
				used,
				used.map((one) => [call(one, examples[one.operation].given)]),
			);
			const sizes = used.map(({ operation }, at) => [operation, answers[at][0].length] as const);
			expect(sizes.filter(([, size]) => size > mostCharacters)).toStrictEqual([]);
		},
	);
});
