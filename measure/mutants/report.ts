import Table from 'cli-table3';

import { type Change, roomOf } from './changes';

/** Tests must notice this share of the changes to each room. */
const least = 0.9;

/**
 * A row for each room, and whether every room reaches 90 %.
 *
 * @param missed those of the tried changes that no test notices
 * @param all every change to the rooms, of which the tried ones are a sample
 */
export function report(
	tried: Change[],
	missed: Change[],
	all: Change[],
): { text: string; passed: boolean } {
	const head = ['room', 'changes', 'tried', 'noticed', 'not noticed', '%'];
	const table = new Table({ head, style: { head: [], border: [] } });
	let passed = true;
	for (const room of [...new Set(all.map(({ file }) => roomOf(file)))].sort()) {
		const countOf = (changes: Change[]) =>
			changes.filter(({ file }) => roomOf(file) === room).length;
		const [count, ofMissed] = [countOf(tried), countOf(missed)];
		const share = count === 0 ? 1 : (count - ofMissed) / count;
		passed &&= share >= least;
		// Rounded down, so that 89.96 does not look like enough.
		const percent = count === 0 ? '' : (Math.floor(share * 1000) / 10).toFixed(1);
		const verdict = share >= least ? percent : `${percent} (too few)`;
		table.push([room, countOf(all), count, count - ofMissed, ofMissed, verdict]);
	}
	return { text: table.toString(), passed };
}
