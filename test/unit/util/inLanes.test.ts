import { inParallel, pausing } from '../../../nodes/VoiceSms/util/inParallel';
import type { Turn } from '../../../nodes/VoiceSms/util/serially';
import { workshop } from '../../harness/time/workshop';

const lanesOf = (named: Turn[][]) => (index: number) => named[index];

/** Pieces in lanes, and what began. */
function start(named: Turn[][], bound: number, more: { inOrder?: boolean } = {}) {
	const shop = workshop();
	const run = new AbortController();
	const { inOrder = false } = more;
	const stopped = () => run.signal.aborted;
	const how = { bound, inOrder, stopped, lanes: lanesOf(named) };
	const all = inParallel(named.length, how, async (index) => void (await shop.work(index)));
	return { ...shop, run, all };
}

describe('work in lanes', () => {
	it('keeps the order within a lane and works on the others meanwhile', async () => {
		const shop = start([['a'], ['a'], ['b'], ['a'], ['b']], 5);
		await shop.settle();
		expect(shop.began).toEqual([0, 2]);
		await shop.end(2);
		expect(shop.began).toEqual([0, 2, 4]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 2, 4, 1]);
		await shop.end(4);
		await shop.end(1);
		expect(shop.began).toEqual([0, 2, 4, 1, 3]);
		await shop.end(3);
		await shop.all;
	});

	it('waits in every lane that a piece names', async () => {
		const shop = start([['a'], ['b'], ['a', 'b', 'a'], []], 4);
		await shop.settle();
		expect(shop.began).toEqual([0, 1, 3]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 1, 3]);
		await shop.end(1);
		expect(shop.began).toEqual([0, 1, 3, 2]);
		await shop.end(2);
		await shop.end(3);
		await shop.all;
	});

	it('a piece of many lanes holds up the next of each, which follow in their order', async () => {
		const shop = start([['a', 'b', 'c'], ['a'], ['b'], ['c']], 4);
		await shop.settle();
		expect(shop.began).toEqual([0]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 1, 2, 3]);
		for (const index of [1, 2, 3]) await shop.end(index);
		await shop.all;
	});

	it('keeps the order of pieces that share no lane but are of two kinds', async () => {
		const kind = (kind: string) => ({ name: 'records', kind });
		const ada = [
			['phone', '1'],
			['email', 'a'],
			['phone', '2'],
			['phone', '1'],
		];
		const shop = start(
			ada.map(([by, lane]) => [lane, kind(by)]),
			4,
		);
		await shop.settle();
		expect(shop.began).toEqual([0]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 1]);
		await shop.end(1);
		expect(shop.began).toEqual([0, 1, 2, 3]);
		await shop.end(2);
		await shop.end(3);
		await shop.all;
	});

	it('takes no room in a lane, and lines up for room when its turn comes', async () => {
		const shop = start([['a'], ['a'], ['a'], ['b'], ['c'], ['d']], 2);
		await shop.settle();
		expect(shop.began).toEqual([0, 3]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 3, 4]);
		await shop.end(3);
		expect(shop.began).toEqual([0, 3, 4, 1]);
		for (const index of [4, 1, 5, 2]) await shop.end(index);
		await shop.all;
		expect(shop.began).toEqual([0, 3, 4, 1, 5, 2]);
	});

	it('of another run does not wait: lanes are of one run', async () => {
		const shops = [start([['a']], 1), start([['a']], 1)];
		for (const shop of shops) {
			await shop.settle();
			expect(shop.began).toEqual([0]);
		}
		for (const shop of shops) await shop.end(0);
		await Promise.all(shops.map(({ all }) => all));
	});

	it('begins in the order of the pieces, if asked, also when one of them waits in a lane', async () => {
		const shop = start([['a'], ['a'], ['b'], ['c']], 2, { inOrder: true });
		await shop.settle();
		expect(shop.began).toEqual([0]);
		await shop.end(0);
		expect(shop.began).toEqual([0, 1, 2]);
		await shop.end(2);
		expect(shop.began).toEqual([0, 1, 2, 3]);
		await shop.end(1);
		await shop.end(3);
		await shop.all;
	});

	it.each([false, true])(
		'begins nothing after the end of the run (in order: %s)',
		async (inOrder) => {
			// 0 and 1 are at work, 2 waits in a lane, 3 for room.
			const shop = start([['a'], ['b'], ['a'], ['c'], ['d']], 2, { inOrder });
			await shop.settle();
			expect(shop.began).toEqual([0, 1]);
			shop.run.abort();
			await shop.end(0);
			await shop.end(1);
			await shop.all;
			expect(shop.began).toEqual([0, 1]);
		},
	);

	it.each([false, true])(
		'a failure leaves the others undone and is thrown (in order: %s)',
		async (inOrder) => {
			const shop = start([['a'], ['b'], ['a'], ['c']], 2, { inOrder });
			const failure = expect(shop.all).rejects.toThrow('broken 0');
			await shop.settle();
			await shop.end(0, new Error('broken 0'));
			await shop.end(1, new Error('broken 1'));
			await failure;
			expect(shop.began).toEqual([0, 1]);
		},
	);

	it('takes many pieces without slowing down, and lets others work', async () => {
		const count = 20_000;
		const order: number[] = [];
		let pauses = 0;
		let time = 0;
		const how = {
			bound: 8,
			lanes: (index: number) => [`${index % 3}`],
			pause: pausing({ now: () => time++, sleep: async () => void pauses++ }),
		};
		await inParallel(count, how, async (index) => void order.push(index));
		expect(order).toHaveLength(count);
		for (const lane of [0, 1, 2]) {
			const own = order.filter((index) => index % 3 === lane);
			expect(own).toEqual([...own].sort((a, b) => a - b));
		}
		expect(pauses).toBeGreaterThan(count / 30);
	});
});
