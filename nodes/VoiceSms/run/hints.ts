import type { ItemOutcome } from './outcomes';

type Line = (times: number, sum: number) => string;

/** The lines above the output of a run, each once. */
export class Hints {
	private readonly all = new Map<string, { times: number; sum: number; line: Line }>();

	/**
	 * @param line gives the line from the number of calls and the sum of the amounts; by default `message`
	 */
	add(message: string, line: Line = () => message, amount = 1) {
		const { times, sum } = this.all.get(message) ?? { times: 0, sum: 0 };
		this.all.set(message, { times: times + 1, sum: sum + amount, line });
	}

	lines(): string[] {
		return [...this.all.values()].map(({ times, sum, line }) => line(times, sum));
	}
}

/** For items with answers that were too large to keep. */
export function answersWereShortened(items: number): string {
	return `An earlier try of this execution sent ${items} items. Only the IDs of their answers are left, because the node keeps at most 5 MB of answers. Read the other fields by these IDs.`;
}

/** For a dry run: how many items would be sent, and how many would fail; undefined for other runs. */
export function dryRunLine(outcomes: ReadonlyArray<ItemOutcome | undefined>): string | undefined {
	const all = outcomes.filter((outcome) => outcome !== undefined);
	const fine = all.filter((one) => 'result' in one && one.notSent === 'checked').length;
	const wrong = all.filter((one) => 'error' in one && one.dryRun === true).length;
	if (fine + wrong === 0) return undefined;
	return `Dry Run is on: nothing was sent. ${fine} of ${all.length} items would be sent, ${wrong} would fail.`;
}

/** For items with receivers that want no messages. */
export function tagsWereFound(items: number): string {
	const which = items === 1 ? '1 item was' : `${items} items were`;
	return `${which} skipped, because the contact has the tag of 'Skip Contacts With Tag'.`;
}

/** For a run in which Send Once skipped all items, for example because the key lacks a column. */
export function allWereSkipped(items: number): string {
	return `Nothing was sent: the Send Once Keys of all ${items} items were used before. If you did not expect this, check the key: it must be different for each item, so a column may be missing.`;
}

/** For items that were skipped because of another item of the same run. */
export function keysWereTheSame(items: number): string {
	const which = items === 1 ? '1 item was' : `${items} items were`;
	return `${which} skipped, because an earlier item of the same run has the same Send Once Key. If you did not expect this, put an ID into the key, so that each item has its own key.`;
}
