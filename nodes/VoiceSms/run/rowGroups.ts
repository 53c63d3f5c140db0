import type { Item } from '../layers/layer';
import { type Outcome, stopsRun } from '../layers/outcome';
import type { Operation } from '../operations/operation';

/** The groups of rows that were done, or may have been. */
export const doneGroups = [
	'Rows done',
	'Asked, but nobody waits for the answer',
	'Done, but failed afterwards',
	'May have been done',
] as const;
/** All groups, in the order in which the error names them. */
export const groups = [
	...doneGroups.slice(0, 3),
	'Skipped',
	'Only checked',
	'Not done',
	'May have been done',
	'Not started',
] as const;
type RowGroup = (typeof groups)[number];

/** The rows in these groups. */
export type RowsIn = (...wanted: RowGroup[]) => Item[];

/** The rows of a run by their groups. */
export function rowsOf(items: Item[], operation: Operation): RowsIn {
	const groupOf = items.map((item) => rowGroupOf(item, operation));
	return (...wanted) => items.filter((_item, at) => wanted.includes(groupOf[at]));
}

function rowGroupOf(item: Item, { finish }: Operation): RowGroup {
	const { is } = item.outcome;
	if ('error' in item.outcome && !stopsRun(item)) return 'Not done';
	return is === 'begun' ? (finish?.unfinished ?? 'Rows done') : rowGroups[is];
}

const rowGroups: Record<Exclude<Outcome['is'], 'begun'>, RowGroup> = {
	waiting: 'Not started',
	done: 'Rows done',
	skipped: 'Skipped',
	checked: 'Only checked',
	invalid: 'Not done',
	rejected: 'Not done',
	unclear: 'May have been done',
	acceptedThenFailed: 'Done, but failed afterwards',
};
