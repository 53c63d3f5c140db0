import { inParallel } from '../util/inParallel';
import type { Round } from './event';

/**
 * Runs `work` for each thing, side by side, as long as the poll has time to begin another. The result
 * is undefined for each thing that is left to the next poll. Every poll begins one at least, or a
 * slow service would hold up all of them for good.
 *
 * @param bound most at once
 */
export async function inTime<Thing, Result>(
	{ mayStart }: Round,
	things: Thing[],
	bound: number,
	work: (thing: Thing) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	let begun = 0;
	const stopped = () => begun > 0 && !mayStart();
	return await inParallel(things.length, { bound, stopped }, async (index) => {
		begun++;
		return await work(things[index]);
	});
}
