import { getEventListeners } from 'node:events';

import { serially } from '../../../nodes/VoiceSms/util/serially';

const { signal: open } = new AbortController();

describe('work of one queue', () => {
	/** Three pieces of work, asked for one after the other, the first of which ends last if it can. */
	async function three(queues: string[], firstFails = false) {
		const order: string[] = [];
		const piece = (name: string, turns: number) => async () => {
			order.push(`${name} begins`);
			for (let turn = 0; turn < turns; turn++) await Promise.resolve();
			order.push(`${name} ends`);
			if (firstFails && name === 'a') throw new Error('a is broken');
			return name;
		};
		const [a, b, c] = queues;
		const first = serially([a], open, piece('a', 20));
		const second = serially([b], open, piece('b', 10));
		const given = [await first.catch((error: Error) => error.message)];
		// Asked for when the first is over and the second under way.
		given.push(...(await Promise.all([second, serially([c], open, piece('c', 5))])));
		return { order, given };
	}

	it('is done in the order it was asked for, each after the end of the one before', async () => {
		const { order, given } = await three(['x', 'x', 'x']);
		expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
		expect(given).toEqual(['a', 'b', 'c']);
	});

	it('goes on after a failure, which is only of the piece that failed', async () => {
		const { order, given } = await three(['x', 'x', 'x'], true);
		expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
		expect(given).toEqual(['a is broken', 'b', 'c']);
	});

	it('does not wait for another queue', async () => {
		const { order } = await three(['x', 'y', 'z']);
		expect(order.slice(0, 2)).toEqual(['a begins', 'b begins']);
	});

	it('leaves nothing in the memory of the process when it is done, also when it fails', async () => {
		const names = ['kept x', 'kept of all', 'kept y', 'kept z'];
		const [x, ofAll, y, name] = names;
		const kept = new Set<unknown>();
		const { set, delete: remove } = Map.prototype as Map<unknown, unknown>;
		Map.prototype.set = function (key: unknown, value: unknown) {
			if (names.includes(String(key))) kept.add(key);
			return set.call(this, key, value) as typeof this;
		};
		Map.prototype.delete = function (key: unknown) {
			kept.delete(key);
			return remove.call(this, key);
		};
		try {
			const all = [x, x, y, { name, kind: 'a' }, { name, kind: 'a' }].map(async (queue, index) => {
				const work = async () => await (index === 2 ? Promise.reject(new Error()) : undefined);
				await serially([queue, ofAll], open, work);
			});
			expect([...kept]).toStrictEqual(names);
			await Promise.allSettled(all);
			await new Promise((resolve) => setImmediate(resolve));
			expect(kept.size).toBe(0);
		} finally {
			Object.assign(Map.prototype, { set, delete: remove });
		}
	});
});

describe('work of a queue that is shared by a kind', () => {
	/** Pieces of work asked for at once, by their kinds; what has begun as they end one by one. */
	async function begunOf(kinds: Array<string | undefined>, ends: number[]): Promise<string[]> {
		const begun = new Set<number>();
		const end = new Map<number, () => void>();
		const settle = async () => {
			for (let turn = 0; turn < 30; turn++) await Promise.resolve();
		};
		const all = kinds.map(async (kind, index) => {
			const queue = kind === undefined ? 'shared' : { name: 'shared', kind };
			await serially([queue], open, async () => {
				begun.add(index);
				await new Promise<void>((resolve) => end.set(index, resolve));
			});
		});
		const seen: string[] = [];
		for (const index of [undefined, ...ends]) {
			if (index !== undefined) end.get(index)?.();
			await settle();
			seen.push([...begun].join(''));
		}
		await Promise.all(all);
		return seen;
	}

	it.each<[string, Array<string | undefined>, number[], string[]]>([
		['the same kind: side by side', ['a', 'a', 'a'], [2, 0, 1], ['012', '012', '012', '012']],
		['another kind: after all before it', ['a', 'a', 'b'], [1, 0, 2], ['01', '01', '012', '012']],
		[
			'the first kind again: after the other one',
			['a', 'b', 'a', 'a'],
			[0, 1, 3, 2],
			['0', '01', '0123', '0123', '0123'],
		],
		['no kind: alone', ['a', undefined, 'a'], [0, 1, 2], ['0', '01', '012', '012']],
	])('%s', async (_name, kinds, ends, expected) => {
		expect(await begunOf(kinds, ends)).toStrictEqual(expected);
	});

	it('waits for what is under way when the last piece of its batch has ended first', async () => {
		const order: string[] = [];
		let endFirst = () => {};
		const first = serially([{ name: 'shared', kind: 'a' }], open, async () => {
			await new Promise<void>((resolve) => (endFirst = resolve));
			order.push('first');
		});
		await serially([{ name: 'shared', kind: 'a' }], open, async () => await Promise.resolve());
		const other = serially([{ name: 'shared', kind: 'b' }], open, async () => {
			order.push('other');
			await Promise.resolve();
		});
		endFirst();
		await Promise.all([first, other]);
		expect(order).toStrictEqual(['first', 'other']);
	});
});

describe('work that is left when its run ends', () => {
	/** Work that ends when it is told to, for the names; `log` says what has begun. */
	function workshop() {
		const log: string[] = [];
		const ends = new Map<string, () => void>();
		const work = async (name: string, names: string[], ended = open) =>
			await serially(names, ended, async () => {
				log.push(name);
				await new Promise<void>((resolve) => ends.set(name, resolve));
				return name;
			});
		const end = async (name?: string) => {
			ends.get(name ?? '')?.();
			for (let turn = 0; turn < 20; turn++) await Promise.resolve();
		};
		return { log, work, end };
	}

	it('gives undefined at once, and later work of its names does not wait for it', async () => {
		const { log, work, end } = workshop();
		const run = new AbortController();
		const first = work('first', ['a']);
		const left = work('left', ['a', 'b'], run.signal);
		const ofA = work('later of a', ['a']);
		const ofB = work('later of b', ['b']);
		await end();
		expect(log).toStrictEqual(['first']);
		run.abort();
		expect(await left).toBeUndefined();
		await end();
		// Still after the work before the one that left.
		expect(log).toStrictEqual(['first', 'later of b']);
		await end('first');
		expect(log).toStrictEqual(['first', 'later of b', 'later of a']);
		await end('later of a');
		await end('later of b');
		expect(await Promise.all([first, ofA, ofB])).toStrictEqual([
			'first',
			'later of a',
			'later of b',
		]);
	});

	it('does not begin when its turn and the end of its run come together', async () => {
		const { log, work, end } = workshop();
		const run = new AbortController();
		const first = work('first', ['a']);
		const left = work('left', ['a'], run.signal);
		await Promise.resolve();
		const both = end('first');
		run.abort();
		await both;
		expect(await left).toBeUndefined();
		await first;
		expect(log).toStrictEqual(['first']);
	});

	it('does not even join when its run has ended', async () => {
		const { log, work, end } = workshop();
		expect(await work('left', ['a'], AbortSignal.abort())).toBeUndefined();
		const next = work('next', ['a']);
		await end('next');
		await next;
		expect(log).toStrictEqual(['next']);
	});

	it('leaves in the middle of thousands, with one listener for all', async () => {
		const { log, work, end } = workshop();
		const run = new AbortController();
		const first = work('first', ['a']);
		const left = Array.from({ length: 20_000 }, async () => await work('left', ['a'], run.signal));
		const last = work('last', ['a']);
		expect(getEventListeners(run.signal, 'abort')).toHaveLength(1);
		run.abort();
		expect(new Set(await Promise.all(left))).toStrictEqual(new Set([undefined]));
		expect(getEventListeners(run.signal, 'abort')).toHaveLength(0);
		await end('first');
		await end('last');
		await Promise.all([first, last]);
		expect(log).toStrictEqual(['first', 'last']);
	});
});

test('a piece that says a name twice does not wait for itself', async () => {
	expect(await serially(['a', 'b', 'a'], open, async () => await Promise.resolve(1))).toBe(1);
	const kind = { name: 'a', kind: 'x' };
	expect(await serially([kind, kind], open, async () => await Promise.resolve(2))).toBe(2);
});
