import Table from 'cli-table3';

import type { Accepted } from './accepted';
import type { Result } from './attempts';
import type { Change } from './changes';

/** Of the changes that are not accepted, this share must be noticed in each folder. */
const least = 0.95;

/** The folder of a shipped file as CONTRIBUTING names it: `api`, `trigger/events`, `credentials`. */
export function folderOf(file: string): string {
	const folders = file.split('/').slice(0, -1);
	return folders.slice(2).join('/') || folders[folders.length - 1];
}

/**
 * What came of all changes: those not noticed, and a row per folder.
 *
 * @param accepted those of the chosen changes that may survive
 * @param stale entries of the accepted ones that name no change any more
 */
export function report(
	results: Result[],
	accepted: Change[],
	isAccepted: (change: Change) => boolean,
	stale: Accepted[],
): { text: string; passed: boolean } {
	const counted = results.filter(({ change }) => !isAccepted(change));
	const missed = counted
		.filter(({ noticed }) => !noticed)
		.sort((a, b) => a.change.file.localeCompare(b.change.file) || a.change.start - b.change.start);
	const needless = results.filter(({ change, noticed }) => noticed && isAccepted(change));
	const folders = new Map<string, { noticed: number; missed: number; accepted: number }>();
	const rowOf = (file: string) => {
		const [name] = folderOf(file).split('/');
		const row = folders.get(name) ?? { noticed: 0, missed: 0, accepted: 0 };
		folders.set(name, row);
		return row;
	};
	for (const { change, noticed } of counted) rowOf(change.file)[noticed ? 'noticed' : 'missed']++;
	for (const { file } of accepted) rowOf(file).accepted++;

	const head = ['folder', 'changes', 'noticed', 'not noticed', 'accepted', '%'];
	const table = new Table({ head, style: { head: [], border: [] } });
	let passed = stale.length === 0;
	for (const [name, row] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
		const counts = row.noticed + row.missed;
		const share = counts === 0 ? 1 : row.noticed / counts;
		if (share < least) passed = false;
		// Rounded down, so that 94.96 does not look like enough.
		const percent = (Math.floor(share * 1000) / 10).toFixed(1);
		table.push([name, counts + row.accepted, row.noticed, row.missed, row.accepted, percent]);
	}
	const lines = [
		...missed.map(({ change, by }) => `${change.file}:${change.line}  ${change.what}  (${by})`),
		...needless.map(
			({ change, by }) => `noticed though accepted: ${change.file}: ${change.what} (${by})`,
		),
		...stale.map(({ file, what }) => `accepted, but there is no such change: ${file}: ${what}`),
	];
	return { text: `${lines.join('\n')}\n${table.toString()}`, passed };
}
