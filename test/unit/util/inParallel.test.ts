import { inParallel } from '../../../nodes/VoiceSms/util/inParallel';
import { workshop } from '../../harness/time/workshop';

describe('inParallel', () => {
	it('gives the results in the order of the pieces, whatever the order of their ends', async () => {
		const shop = workshop();
		const all = inParallel(3, { bound: 3 }, shop.work);
		await shop.settle();
		for (const index of [2, 0, 1]) await shop.end(index);
		expect(await all).toEqual(['result 0', 'result 1', 'result 2']);
	});

	it.each([1, 2, 5])('has %i under way at most, and begins the next as one ends', async (bound) => {
		const shop = workshop();
		const all = inParallel(7, { bound }, shop.work);
		await shop.settle();
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
		await shop.settle();
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
		await shop.settle();
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
		await shop.settle();
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
		await shop.settle();
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
});
