import { onceKeyIn } from '../layers/index';
import type { Item, RowWords } from '../layers/layer';
import { receiverOf } from '../layers/outcome';
import type { Operation } from '../operations/operation';
import { cut } from '../util/fitted';
import { rowsListed, rowsNamed } from '../util/inWords';
import type { ThisRun } from '../util/thisRun';

/** Most rows of a part of the list that are named by receiver and key, and most characters of each. */
const maxNamesShown = 10;
const maxNameLength = 100;

/**
 * The rows of a run in words. A number is enough for rows of the whole list. Rows of a round are also named by
 * receiver and Send Once Key, because their numbers are not the numbers of the list.
 */
export class RowsOf implements RowWords {
	constructor(
		private readonly operation: Operation,
		readonly thisRun: ThisRun,
	) {}

	named(items: readonly Item[]): string {
		const rows = rowsNamed(indexesOf(items));
		const names = this.namesOf(items);
		return `${rows}${this.ofThis}${names === '' ? '' : `: ${names}`}`;
	}

	listed(items: readonly Item[]): string {
		const names = this.namesOf(items);
		return `${rowsListed(indexesOf(items))}${names === '' ? '' : ` (${names})`}`;
	}

	/** " of this round", " of this run"; '' for the whole list. */
	get ofThis(): string {
		const { part } = this.thisRun;
		return part === undefined ? '' : ` of this ${part}`;
	}

	private namesOf(items: readonly Item[]): string {
		if (this.thisRun.part === undefined) return '';
		const names = items.map((item) => this.nameOf(item)).filter((name) => name !== '');
		const more = names.length - maxNamesShown;
		return `${names.slice(0, maxNamesShown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	}

	private nameOf(item: Item): string {
		const { list, nameInErrors, sends } = this.operation;
		const key = onceKeyIn(item);
		// All rows of a list have the same name.
		const isNamed = item.input !== undefined && list === undefined;
		const ofInput = () => (isNamed ? nameInErrors(item.input) : '');
		const name = sends === undefined ? ofInput() : receiverOf(item, this.operation);
		return cut(key === undefined ? name : `${name} with the key "${key}"`, maxNameLength);
	}
}

function indexesOf(items: readonly Item[]): number[] {
	return items.map(({ index }) => index);
}
