import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { openTakenKeys } from '../../nodes/VoiceSms/run/takenKeys';

type Call = 'add' | 'remove' | 'count' | 'clear';
/** A call to the store that fails, before or after it is carried out; the calls fail in this order. */
type Fault = [call: Call, when: 'before' | 'after'];

/** n8n's store with a row for each id of a node, as all executions see it. */
function storeOf(rows = new Map<string, string[]>()) {
	const asked: Call[] = [];
	let faults: Fault[] = [];
	let calls = 0;
	let from = 0;

	/** The node's keys, as an execution sees them. */
	function execution(locked = false) {
		const node = { id: 'node-1' };
		if (locked) Object.freeze(node);
		const call = async <T>(name: Call, work: (row: string[] | undefined, id: string) => T) => {
			const { id } = node;
			await Promise.resolve();
			// What is written beside the key has tests of its own.
			if (/:(at|done):/.test(id)) return work(rows.get(id), id);
			asked.push(name);
			const [fault] = faults;
			const fails = ++calls > from && fault?.[0] === name;
			if (fails) faults = faults.slice(1);
			if (fails && fault[1] === 'before') throw new Error('database is locked');
			const result = work(rows.get(id), id);
			if (fails) throw new Error('database is locked');
			return result;
		};
		const execution = {};
		const context = {
			node,
			getNode: () => ({ ...node, name: 'Voice and SMS' }) as INode,
			getWorkflow: () => ({ id: 'workflow-1' }),
			getContext: () => execution,
			helpers: {
				checkProcessedAndRecord: async (keys: string[]) =>
					await call('add', (row = [], id) => {
						const fresh = keys.filter((key) => !row.includes(key));
						rows.set(id, [...row, ...fresh]);
						return { new: fresh, processed: keys.filter((key) => row.includes(key)) };
					}),
				removeProcessed: async (keys: string[]) =>
					await call('remove', (row = [], id) => {
						rows.set(
							id,
							row.filter((key) => !keys.includes(key)),
						);
					}),
				getProcessedDataCount: async () => await call('count', (row = []) => row.length),
				clearAllProcessedItems: async () => await call('clear', (_row, id) => rows.delete(id)),
			},
		} as unknown as IExecuteFunctions;
		return async () => {
			const keys = await openTakenKeys(context, () => 0);
			return { ...keys, take: async (key: string) => (await keys.take(key, 60_000)) === 'ours' };
		};
	}

	return {
		execution,
		fail: (...some: Fault[]) => (faults = some),
		/** The same, after so many calls that do not fail. */
		failAt: (after: number, ...some: Fault[]) => {
			from = calls + after;
			faults = some;
		},
		/** Calls since the last time this was asked. */
		asked: () => asked.splice(0),
		left: () => faults,
	};
}

const staysTaken = 'stays taken';

describe('a key with a row of its own', () => {
	it('is taken by one of two executions, and free again when it was freed', async () => {
		const store = storeOf();
		const [one, other] = [await store.execution()(), await store.execution()()];
		expect(await Promise.all([one.take('k'), other.take('k')])).toEqual([true, false]);
		await one.free('k');
		expect(await other.take('k')).toBe(true);
	});

	it('costs two questions, however many there are', async () => {
		const store = storeOf();
		const keys = await store.execution()();
		for (const key of ['a', 'b', 'c']) {
			store.asked();
			await keys.take(key);
			expect(store.asked()).toEqual(['count', 'add']);
		}
	});

	it('that was not given back is used by the next try, once', async () => {
		const store = storeOf();
		const open = store.execution();
		const first = await open();
		await first.take('k');
		store.fail(['clear', 'before']);
		await expect(first.free('k')).rejects.toThrow('database is locked');
		const second = await open();
		expect([await second.take('k'), await second.take('k')]).toEqual([true, false]);
	});

	it('that was given back without an answer is not taken from who has it now', async () => {
		const store = storeOf();
		const open = store.execution();
		const first = await open();
		await first.take('k');
		store.fail(['clear', 'after']);
		await expect(first.free('k')).rejects.toThrow('database is locked');
		expect(await (await store.execution()()).take('k')).toBe(true);
		// Our question puts our mark into the row of the other one, and its answer is lost.
		const second = await open();
		store.fail(['add', 'after']);
		await expect(second.take('k')).rejects.toThrow(/took it; the key "k" stays taken$/);
		expect(store.left()).toEqual([]);
	});

	it('that was taken without an answer is ours, and that of another is not', async () => {
		const store = storeOf();
		store.fail(['add', 'after']);
		expect(await (await store.execution()()).take('k')).toBe(true);
		expect(await (await store.execution()()).take('k')).toBe(false);
	});

	it.each([false, true])(
		'is said to be in doubt when no answer came twice (in one row: %s)',
		async (locked) => {
			const store = storeOf();
			const open = store.execution(locked);
			const keys = await open();
			store.fail(['add', 'after'], ['add', 'after']);
			await expect(keys.take('k')).rejects.toThrow(
				'database is locked; the key "k" may be taken all the same',
			);
			// It is: another execution would skip the message.
			expect(await (await store.execution(locked)()).take('k')).toBe(false);
			// The next try of the same execution knows its own row again, where it has one.
			const again = (await open()).take('k');
			await (locked
				? expect(again).rejects.toThrow(staysTaken)
				: expect(again).resolves.toBe(true));
		},
	);

	it('that the store took no notice of is free', async () => {
		const store = storeOf();
		store.fail(['add', 'before'], ['add', 'before']);
		await expect((await store.execution()()).take('k')).rejects.toThrow('database is locked');
		expect(await (await store.execution()()).take('k')).toBe(true);
	});
});

describe('beside keys of 0.1.0', () => {
	const earlier = () => storeOf(new Map([['node-1', ['old']]]));

	it('theirs are taken, others are not, and their row stays as it is', async () => {
		const rows = new Map([['node-1', ['old']]]);
		const keys = await storeOf(rows).execution()();
		expect([await keys.take('old'), await keys.take('new')]).toEqual([false, true]);
		expect(rows.get('node-1')).toEqual(['old']);
	});

	it('a key that could not be taken out of their row again is none of theirs', async () => {
		const store = earlier();
		const open = store.execution();
		const first = await open();
		// The key stays in their row; then it cannot be noted as freed.
		store.fail(['remove', 'before'], ['add', 'before']);
		expect(await first.take('k')).toBe(true);
		await expect(first.free('k')).rejects.toThrow('database is locked');
		expect(await (await open()).take('k')).toBe(true);
	});

	it('a key is given back when theirs cannot be looked up', async () => {
		const store = earlier();
		const keys = await store.execution()();
		store.failAt(2, ['add', 'before']);
		await expect(keys.take('k')).rejects.toThrow(/locked$/);
		expect(await (await store.execution()()).take('k')).toBe(true);
	});

	it('a question whose answer was lost may be the reason that a key stands there', async () => {
		const store = earlier();
		const open = store.execution();
		// Two questions when it begins, two for its own row; then theirs is asked.
		store.failAt(4, ['add', 'after']);
		await expect((await open()).take('k')).rejects.toThrow(/locked$/);
		await expect((await open()).take('k')).rejects.toThrow(staysTaken);
	});

	it('a key that was freed is free, though their row has it again', async () => {
		const rows = new Map([['node-1', ['old']]]);
		const store = storeOf(rows);
		const keys = await store.execution()();
		await keys.take('k');
		await keys.free('k');
		rows.set('node-1', ['old', 'k']);
		expect(await (await store.execution()()).take('k')).toBe(true);
	});

	it('a key that was neither looked up nor given back stays taken, and the error says so', async () => {
		const store = earlier();
		const keys = await store.execution()();
		// Its own row is made, theirs is asked, but the answer is lost, and its own cannot be deleted.
		store.failAt(2, ['add', 'after'], ['clear', 'before']);
		await expect(keys.take('k')).rejects.toThrow(staysTaken);
		expect(store.left()).toEqual([]);
	});
});

describe('keys that share one row', () => {
	it('are taken once, and free again when they were freed', async () => {
		const store = storeOf();
		const keys = await store.execution(true)();
		expect([await keys.take('k'), await keys.take('k')]).toEqual([true, false]);
		await keys.free('k');
		expect(await keys.take('k')).toBe(true);
	});

	it('are taken though the store failed for a moment', async () => {
		const store = storeOf();
		store.fail(['add', 'before']);
		expect(await (await store.execution(true)()).take('k')).toBe(true);
	});

	it('are an error when the try before may have taken them, and skipped when it did not', async () => {
		const store = storeOf();
		const open = store.execution(true);
		const first = await open();
		store.fail(['add', 'before'], ['add', 'before']);
		await expect(first.take('k')).rejects.toThrow('database is locked');
		expect([await first.take('k'), await first.take('k')]).toEqual([true, false]);
		store.fail(['remove', 'before']);
		await expect(first.free('k')).rejects.toThrow('database is locked');
		await expect((await open()).take('k')).rejects.toThrow(staysTaken);
	});
});
