import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FilterValue, IDataObject, NodeParameterValueType } from 'n8n-workflow';
import { executeFilter } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { valueAt } from '../../../harness/n8n/expression';
import { realClock } from '../../../simulator';
import { untyped } from '../../../harness/n8n/fake';
import { empty } from '../../../harness/service/service';

/**
 * Whether example 17 finds the message of a crash before it sends again. Its other nodes, which are
 * n8n's, run in test/sandbox/examples: they keep the same text by the order that asked for it.
 */
interface Example {
	nodes: Array<{ name: string; parameters: IDataObject }>;
	connections: Record<string, { main: Array<Array<{ node: string }>> }>;
}
const example = JSON.parse(
	readFileSync(join(__dirname, '../../../../examples/17-deliver-again-after-a-crash.json'), 'utf8'),
) as Example;

const clock = realClock();
const day = 86_400_000;
const { simulator } = withSimulatorAndStore({ clock, seed: empty });
beforeEach(() => clock.set(Date.now()));

function parametersOf(name: string): IDataObject {
	const node = example.nodes.find((one) => one.name === name);
	if (node === undefined) throw new Error(`Example 17 has no node "${name}"`);
	return node.parameters;
}

/** What a node of the example gives for the orders. */
async function outputOf(name: string, orders: IDataObject[]) {
	const { items } = await runNode({
		parameters: parametersOf(name),
		items: orders,
		credential: { ...simulator },
		clock: testClock(),
		timeZone: 'UTC',
		settings: { onError: 'continueRegularOutput' },
	});
	return items;
}

const order = { order: 1042, toPhone: '+15550200001', body: 'Hello Ada, order 1042 was shipped.' };
/** Has a conversation with another text, so that an item by its number alone tells. */
const other = {
	order: 1043,
	toPhone: '+15550200002',
	body: 'Hello Grace, order 1043 was shipped.',
};

/** The texts of the conversation that the order asked for, once it is in doubt. */
async function textsFor(asked: IDataObject, meanwhile = () => {}) {
	await outputOf('Send once', [other]);
	simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
	await outputOf('Send once', [asked]);
	expect(simulator.ledger).toHaveLength(2);
	meanwhile();
	const [{ json: inDoubt }] = await outputOf('Send once', [asked]);
	expect(inDoubt.error).toMatchObject({ onceKey: `shipped ${String(asked.order)}` });
	const messages = await outputOf('The conversation', [other, asked]);
	return messages.flatMap(({ json, pairedItem }) =>
		(pairedItem as { item: number }).item === 1 ? [json.body] : [],
	);
}

test('a message of a moment ago is found', async () => {
	expect(await textsFor(order)).toStrictEqual([order.body]);
});

test.each(['+1 555 020 0001', '+1 (555) 020-0001'])('and one to %s', async (toPhone) => {
	expect(await textsFor({ ...order, toPhone })).toStrictEqual([order.body]);
});

test('and one of three days ago', async () => {
	clock.advance(-3 * day);
	expect(await textsFor(order, () => clock.advance(3 * day))).toStrictEqual([order.body]);
});

test('and one that the service has and has not sent on yet', async () => {
	const found = await textsFor(order, () => {
		for (const message of simulator.store.messages.values()) {
			Object.assign(message, { sentAt: null, deliveredAt: null });
		}
	});
	expect(found).toStrictEqual([order.body]);
});

test('what is kept is compared by the row of the message in doubt: two rows may share key or number', () => {
	expect(parametersOf('Not there')).toMatchObject({
		joinMode: 'keepNonMatches',
		mergeByFields: { values: [{ field1: 'error.itemIndex', field2: 'itemIndex' }] },
	});
	expect(parametersOf('Found or unreadable')).toMatchObject({
		assignments: {
			assignments: ['onceKey', 'itemIndex'].map((name) => ({
				name,
				value: `={{ $('In doubt').item.json.error.${name} }}`,
			})),
		},
	});
});

test('what is in doubt is looked for after five minutes, as it may still be under way', () => {
	expect(parametersOf('Five minutes')).toStrictEqual({ amount: 5, unit: 'minutes' });
	const next = (name: string) => example.connections[name].main[0].map(({ node }) => node);
	expect(next('In doubt')).toStrictEqual(['Five minutes']);
	expect(next('Five minutes')).toStrictEqual(['Not there', 'The conversation']);
});

/** Whether the example lets an order through to be sent. */
function isLetThrough(asked: IDataObject): boolean {
	const { conditions } = parametersOf('Has an order number');
	const read = valueAt({}, conditions as NodeParameterValueType, [{ json: asked }]);
	return executeFilter(untyped<FilterValue>(read), { itemIndex: 0 });
}

test.each([
	[1042, true],
	['A-1042', true],
	[0, true],
	[' ', false],
	['\t ', false],
	['', false],
	[null, false],
	[undefined, false],
])('an order with the number %j is let through: %s', (number, letThrough) => {
	expect(isLetThrough({ ...order, order: number })).toBe(letThrough);
});
