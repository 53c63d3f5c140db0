import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { reasonOf } from '../../nodes/VoiceSms/run/keyErrors';
import { openRows, rowOfNode } from '../../nodes/VoiceSms/run/keyRows';
import { SendOnce } from '../../nodes/VoiceSms/run/sendOnce';

/** A context of n8n whose store notes what it is asked, and under which id of the node. */
function contextWith(node?: { id: unknown }) {
	const asked: unknown[][] = [];
	const note = (what: string) => async (keys: unknown, scope: unknown, options: unknown) => {
		// n8n reads the id before it first waits (n8n, deduplication-helper.ts).
		asked.push([what, node?.id, keys, scope, options]);
		return { new: [], processed: keys };
	};
	const context = {
		...(node === undefined ? {} : { node }),
		helpers: {
			checkProcessedAndRecord: note('add'),
			removeProcessed: note('remove'),
			getProcessedDataCount: async (scope: unknown, options: unknown) => {
				asked.push(['count', node?.id, scope, options]);
				return 7;
			},
			clearAllProcessedItems: async (scope: unknown, options: unknown) => {
				asked.push(['clear', node?.id, scope, options]);
			},
		},
	} as unknown as IExecuteFunctions;
	return { asked, context };
}

const entries = { mode: 'entries' };

it('the row of the node holds as many keys as it is told', async () => {
	const { context, asked } = contextWith({ id: 'node-1' });
	const row = rowOfNode(context);
	expect(await row.add(['a'], 5)).toEqual(['a']);
	await row.add(['a', 'b']);
	await row.remove(['a']);
	expect(await row.count()).toBe(7);
	await row.clear();
	expect(asked).toEqual([
		['add', 'node-1', ['a'], 'node', { ...entries, maxEntries: 5 }],
		['add', 'node-1', ['a', 'b'], 'node', entries],
		['remove', 'node-1', ['a'], 'node', entries],
		['count', 'node-1', 'node', entries],
		['clear', 'node-1', 'node', entries],
	]);
});

it('a row of its own has an id of its own, while n8n is asked and no longer', async () => {
	const node = { id: 'node-1' };
	const { context, asked } = contextWith(node);
	const rowOf = await openRows(context);
	const [one, other, freed] = [
		rowOf?.('', 'order-1'),
		rowOf?.('', 'order-2'),
		rowOf?.('freed:', 'order-1'),
	];
	asked.length = 0;
	for (const row of [one, other, freed, one]) await row?.count();
	const ids = asked.map(([, id]) => id);
	expect(new Set(ids).size).toBe(3);
	expect(ids[3]).toBe(ids[0]);
	for (const id of ids) expect(id).toMatch(/^node-1:(freed:)?[\w-]{43}$/);
	expect(Object.getOwnPropertyDescriptor(node, 'id')).toEqual({
		value: 'node-1',
		writable: true,
		enumerable: true,
		configurable: true,
	});
});

it.each<[string, { id: unknown } | undefined]>([
	['whose node cannot be seen', undefined],
	['whose node has no id of its own', Object.create({ id: 'node-1' }) as { id: unknown }],
	['whose node has no text for an id', { id: 7 }],
	['whose node cannot be changed', Object.freeze({ id: 'node-1' })],
])('a context %s gives no rows of its own', async (_name, node) => {
	expect(await openRows(contextWith(node).context)).toBeUndefined();
});

it('an n8n that does not ask the node for its id gives no rows of its own', async () => {
	const { context } = contextWith({ id: 'node-1' });
	context.helpers.getProcessedDataCount = async () => 0;
	expect(await openRows(context)).toBeUndefined();
});

it.each([
	[new Error('database is locked'), 'database is locked'],
	['database is locked', 'database is locked'],
	[undefined, 'undefined'],
])('what went wrong with (%#) is told in words', (error, words) => {
	expect(reasonOf(error)).toBe(words);
});

it('an error without a word of its own says no more than that the key stays taken', async () => {
	const { context } = contextWith(Object.freeze({ id: 'node-1' }));
	Object.assign(context, {
		getNode: () => ({ id: 'node-1', name: 'Voice and SMS' }) as INode,
		getWorkflow: () => ({ id: 'workflow-1' }),
		getContext: () => ({}),
	});
	Object.assign(context.helpers, {
		checkProcessedAndRecord: async (keys: string[]) => ({ new: keys, processed: [] }),
		removeProcessed: async () => await Promise.reject(new Error('database is locked')),
	});
	const work = new SendOnce(context, () => 0).send('order-1', {
		thing: 'SMS',
		itemIndex: 2,
		shownAt: 'there',
		inDoubtAfterMs: 60_000,
		mayBegin: () => true,
		send: async () => await Promise.reject(new Error('No')),
	});
	await expect(work).rejects.toMatchObject({
		message: 'No',
		description:
			'The key "order-1" stays taken, as n8n\'s store could not free it: database is locked.',
		context: { itemIndex: 2 },
	});
});

it("what was sent and could not be noted stands in n8n's log", async () => {
	const own = { id: 'node-1' };
	const lines: string[] = [];
	const { context } = contextWith(own);
	Object.assign(context, {
		getNode: () => ({ id: 'node-1', name: 'Voice and SMS' }) as INode,
		getWorkflow: () => ({ id: 'workflow-1' }),
		getContext: () => ({}),
		logger: { warn: (line: string) => lines.push(line) },
	});
	Object.assign(context.helpers, {
		checkProcessedAndRecord: async (keys: string[]) => {
			if (own.id.includes(':done:')) throw new Error('database is locked');
			return { new: keys, processed: [] };
		},
		getProcessedDataCount: async () => (own.id === '' ? 1 : 0),
	});
	const once = new SendOnce(context, () => 0);
	const sending = { thing: 'SMS', itemIndex: 0, shownAt: 'there', inDoubtAfterMs: 60_000 };
	const send = async () => ({ status: 'queued' });
	expect(await once.send('k', { ...sending, mayBegin: () => true, send })).toEqual({
		status: 'queued',
	});
	const line = await once.noted();
	expect(lines).toEqual([line]);
	expect(line).toContain('could not note it: "k" (database is locked)');
});
