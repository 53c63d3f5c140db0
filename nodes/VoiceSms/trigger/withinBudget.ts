import { inParallel } from '../util/inParallel';
import type { Poll } from './event';

/**
 * Runs `work` for each entry, side by side, until half of the poll's time is over. Entries left to the
 * next poll give undefined. Every poll does at least one, or a slow service would stop them for good.
 *
 * @param bound most at once
 */
export async function withinBudget<Entry, Result>(
	{ mayStart }: Poll,
	entries: Entry[],
	bound: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	let begun = 0;
	const stopped = () => begun > 0 && !mayStart();
	return await inParallel(entries.length, { bound, stopped }, async (index) => {
		begun++;
		return await work(entries[index]);
	});
}
