import type { ItemOutcome, NotSent } from './outcomes';
import { counted } from '../util/inWords';

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
	return `An earlier try of this execution sent ${counted(items, 'item')}. Only the IDs of the answers are left, because the node keeps at most 5 MB of answers. Read the other fields by these IDs.`;
}

/** For a dry run: how many items would be sent, and how many would fail; undefined for other runs. */
export function dryRunLine(outcomes: ReadonlyArray<ItemOutcome | undefined>): string | undefined {
	const dry = outcomes.filter((outcome) => outcome?.dryRun === true) as ItemOutcome[];
	if (dry.length === 0) return undefined;
	const wrong = dry.filter((one) => 'error' in one).length;
	const skipped = dry.filter((one) => 'result' in one && one.notSent !== 'checked').length;
	const fine = dry.length - wrong - skipped;
	const which =
		dry.length === outcomes.length
			? `Dry Run is on: nothing was sent. ${fine} of ${dry.length} items`
			: `Dry Run is on for ${dry.length} of ${outcomes.length} items: nothing was sent for these. ${fine}`;
	const more = skipped === 0 ? '' : `, ${skipped} would be skipped`;
	return `${which} would be sent, ${wrong} would fail${more}.`;
}

/** For items with receivers that want no messages. */
export function tagsWereFound(items: number): string {
	return `${itemsWere(items)} skipped, because the contact has the tag of 'Skip Contacts With Tag'.`;
}

/** How many items Send Once skipped: for keys used before, and for keys of earlier items of the run. */
export function keyLines(outcomes: ReadonlyArray<ItemOutcome | undefined>): string[] {
	const skippedFor = (why: NotSent) =>
		outcomes.filter((one) => one !== undefined && 'result' in one && one.notSent === why).length;
	const [used, same] = [skippedFor('keyUsed'), skippedFor('sameKey')];
	const lines: string[] = [];
	if (used > 1 && used === outcomes.length) {
		// For example, the key lacks a column.
		lines.push(
			`Nothing was sent: the Send Once Keys of all ${used} items were used before. This is right if they were sent before. Otherwise check the key: it must be different for each item, so a column may be missing.`,
		);
	} else if (used > 0 && outcomes.length > 1) {
		const whose = used === 1 ? 'its Send Once Key was' : 'their Send Once Keys were';
		lines.push(`${itemsWere(used)} skipped, because ${whose} used before.`);
	}
	if (same > 0) {
		lines.push(
			`${itemsWere(same)} skipped, because an earlier item of the same run has the same Send Once Key. If you did not expect this, put an ID into the key, so that each item has its own key.`,
		);
	}
	return lines;
}

function itemsWere(items: number): string {
	return `${counted(items, 'item')} ${items === 1 ? 'was' : 'were'}`;
}
