import { inParallel } from '../../../nodes/VoiceSms/util/inParallel';

/** Work that ends when it is told to, and notes what began and how much was under way. */
function workshop() {
	const began: number[] = [];
	const ends = new Map<number, (error?: Error) => void>();
	let underWay = 0;
	let most = 0;
	const work = async (index: number) => {
		began.push(index);
		most = Math.max(most, ++underWay);
		try {
			await new Promise<void>((resolve, reject) => {
				ends.set(index, (error) => (error === undefined ? resolve() : reject(error)));
			});
			return `result ${index}`;
		} finally {
			underWay--;
		}
	};
	const settle = async () => {
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
	};
	return {
		began,
		work,
		most: () => most,
		async end(index: number, error?: Error) {
			ends.get(index)?.(error);
			await settle();
		},
		settle,
	};
}

describe('inParallel', () => {
	it('gives the results in the order of the pieces, whatever the order of their ends', async () => {
		const shop = workshop();
		const all = inParallel(3, { bound: 3 }, shop.work);
		for (const index of [2, 0, 1]) await shop.end(index);
		expect(await all).toEqual(['result 0', 'result 1', 'result 2']);
	});

	it.each([1, 2, 5])('has %i under way at most, and begins the next as one ends', async (bound) => {
		const shop = workshop();
		const all = inParallel(7, { bound }, shop.work);
		for (let index = 0; index < 7; index++) {
			expect(shop.began).toHaveLength(Math.min(7, bound + index));
			await shop.end(index);
		}
		await all;
		expect(shop.most()).toBe(bound);
		expect(shop.began).toEqual([0, 1, 2, 3, 4, 5, 6]);
	});

	it('asks for a bound that moves before each start', async () => {
		const shop = workshop();
		let bound = 1;
		const all = inParallel(6, { bound: () => bound }, shop.work);
		expect(shop.began).toEqual([0]);
		bound = 3;
		await shop.end(0);
		expect(shop.began).toEqual([0, 1, 2, 3]);
		bound = 2;
		await shop.end(1);
		expect(shop.began).toHaveLength(4);
		await shop.end(2);
		expect(shop.began).toHaveLength(5);
		for (const index of [3, 4, 5]) await shop.end(index);
		await all;
	});

	it('ends at once when there is nothing to do', async () => {
		expect(await inParallel(0, { bound: 3 }, async () => 1)).toEqual([]);
	});

	it('begins nothing after a failure, lets the others end and throws', async () => {
		const shop = workshop();
		const all = inParallel(5, { bound: 2 }, shop.work);
		const failure = expect(all).rejects.toThrow('broken 1');
		await shop.end(1, new Error('broken 1'));
		expect(shop.began).toEqual([0, 1]);
		await shop.end(0);
		await failure;
		expect(shop.began).toEqual([0, 1]);
	});

	it('throws the failure of the lowest piece, not of the first to fail', async () => {
		const shop = workshop();
		const all = inParallel(3, { bound: 3 }, shop.work);
		const failure = expect(all).rejects.toThrow('broken 0');
		await shop.end(2, new Error('broken 2'));
		await shop.end(0, new Error('broken 0'));
		await shop.end(1);
		await failure;
	});

	it('throws even when the thing thrown is undefined', async () => {
		await expect(
			inParallel(1, { bound: 1 }, async () => await Promise.reject(undefined)),
		).rejects.toBeUndefined();
	});

	it('begins nothing once it is told to stop, and leaves those results undefined', async () => {
		const shop = workshop();
		let stopped = false;
		const all = inParallel(4, { bound: 2, stopped: () => stopped }, shop.work);
		stopped = true;
		await shop.end(0);
		await shop.end(1);
		expect(await all).toEqual(['result 0', 'result 1', undefined, undefined]);
		expect(shop.began).toEqual([0, 1]);
	});

	it('begins nothing at all when it is stopped from the start', async () => {
		const shop = workshop();
		expect(await inParallel(2, { bound: 2, stopped: () => true }, shop.work)).toEqual([
			undefined,
			undefined,
		]);
		expect(shop.began).toEqual([]);
	});

	describe('with lanes', () => {
		const lanes = ['a', 'a', 'b', 'a', 'b'];

		it('keeps the order within a lane and works on the others meanwhile', async () => {
			const shop = workshop();
			const all = inParallel(5, { bound: 5, lanes: (index) => [lanes[index]] }, shop.work);
			expect(shop.began).toEqual([0, 2]);
			await shop.end(2);
			expect(shop.began).toEqual([0, 2, 4]);
			await shop.end(0);
			expect(shop.began).toEqual([0, 2, 4, 1]);
			await shop.end(4);
			await shop.end(1);
			expect(shop.began).toEqual([0, 2, 4, 1, 3]);
			await shop.end(3);
			expect(await all).toHaveLength(5);
		});

		it('waits in every lane that a piece names', async () => {
			const shop = workshop();
			const named = [['a'], ['b'], ['a', 'b', 'a'], []];
			const all = inParallel(4, { bound: 4, lanes: (index) => named[index] }, shop.work);
			expect(shop.began).toEqual([0, 1, 3]);
			await shop.end(0);
			expect(shop.began).toEqual([0, 1, 3]);
			await shop.end(1);
			expect(shop.began).toEqual([0, 1, 3, 2]);
			await shop.end(2);
			await shop.end(3);
			await all;
		});

		it('a piece of many lanes holds up the next of each, which follow in their order', async () => {
			const shop = workshop();
			const named = [['a', 'b', 'c'], ['a'], ['b'], ['c']];
			const all = inParallel(4, { bound: 4, lanes: (index) => named[index] }, shop.work);
			expect(shop.began).toEqual([0]);
			await shop.end(0);
			expect(shop.began).toEqual([0, 1, 2, 3]);
			for (const index of [1, 2, 3]) await shop.end(index);
			await all;
		});

		it('keeps to the bound', async () => {
			const shop = workshop();
			const all = inParallel(6, { bound: 2, lanes: (index) => [`${index}`] }, shop.work);
			for (let index = 0; index < 6; index++) await shop.end(index);
			await all;
			expect(shop.most()).toBe(2);
		});

		it('a failure leaves its followers undone', async () => {
			const shop = workshop();
			const all = inParallel(2, { bound: 2, lanes: () => ['a'] }, shop.work);
			const failure = expect(all).rejects.toThrow('broken');
			await shop.end(0, new Error('broken'));
			await failure;
			expect(shop.began).toEqual([0]);
		});

		it('takes many pieces without slowing down', async () => {
			const count = 20_000;
			const order: number[] = [];
			await inParallel(count, { bound: 8, lanes: (index) => [`${index % 3}`] }, async (index) => {
				order.push(index);
			});
			expect(order).toHaveLength(count);
			for (const lane of [0, 1, 2]) {
				const own = order.filter((index) => index % 3 === lane);
				expect(own).toEqual([...own].sort((a, b) => a - b));
			}
		});
	});
});
