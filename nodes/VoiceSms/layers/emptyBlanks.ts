import type { IDataObject } from 'n8n-workflow';

import type { Gap } from '../fields/read/fill';
import { itemPathOf } from '../fields/read/itemPath';
import type { FieldReading } from '../fields/read/parameters';
import { type FieldProblem, asFlag } from '../fields/read/values';
import type { Operation } from '../operations/operation';
import { counted, tally } from '../util/inWords';
import type { Notes, Item, Layer } from './layer';
import { isOrWouldBeSent, isOnlyChecked, named } from './outcome';

const refuseEmptyBlanksField = {
	displayName: 'Refuse Empty Blanks',
	name: 'refuseEmptyBlanks',
	type: 'boolean',
	default: true,
	description: 'Whether to refuse a text with an empty field, such as "Hello !"',
	builderHint: {
		propertyHint:
			'Left out: a text with a hole goes out, for example where a field has another name. Set it to true.',
	},
} as const;

/** Empty blanks and words of failure in the text of an item. */
type FoundBlanks = Pick<Notes, 'emptyIn' | 'failedWord'>;

/**
 * Blanks of the text that an item leans empty: without the option, a line above the output names them; with
 * *Refuse Empty Blanks*, the item fails. Later tries keep what was found in the text that went out. A dry run
 * shows them in each row. A field that no row has is a slip, and nothing is sent, with or without the option.
 *
 * The node knows only the whole of a text that is one expression: somebody may have written a word in it that
 * says that an expression failed. A line names the word, and the item is never refused.
 */
export const emptyBlanks: Layer<FoundBlanks> = {
	field: (operation) => (hasText(operation) ? refuseEmptyBlanksField : undefined),
	needs: 'pastTense',
	adds: ['emptyIn'],
	read: (item, { sends }) => {
		const body = sends?.columns.body ?? '';
		const { unknown, doubts = [] }: Partial<FieldReading> = body === '' ? {} : item.reading(body);
		if (unknown !== undefined) return item.invalid(body, ...unknown);
		const isRefused = item.options.whereAdded(refuseEmptyBlanksField.name, asFlag) === true;
		const gaps = item.gaps();
		const found = foundOf(body, gaps, item.asTool ? undefined : doubts[0]);
		if (!isRefused || found?.emptyIn === undefined) return found;
		const [{ field }] = countedOf(body, gaps);
		return item.invalid(field, ...emptyBlankProblem(found.emptyIn));
	},
	lines: (items, { operation }) => {
		const stops = hasText(operation)
			? ` The option '${refuseEmptyBlanksField.displayName}' stops these items.`
			: '';
		const line = (found: keyof FoundBlanks, what: string, advice: string) => {
			const rows = items.filter(({ notes }) => notes[found]).filter(isOrWouldBeSent);
			const which = `${tally(rows.flatMap(({ notes }) => notes[found] ?? []))} (${named(rows, operation)})`;
			return rows.length === 0
				? []
				: [`${counted(rows.length, 'text')} with ${what}: ${which}. ${advice}`];
		};
		return [
			...line('emptyIn', 'a gap', `Check the names and the data.${stops}`),
			...line('failedWord', 'a word that an expression gives when it fails', 'Check the data.'),
		];
	},
};

function hasText({ sends }: Operation): boolean {
	return sends?.columns.body !== undefined;
}

/** The gaps of an item as a user wrote them, each once, and the word in its text; undefined for none. */
export function foundOf(body: string, gaps: Gap[], failedWord?: string): FoundBlanks | undefined {
	const counted = countedOf(body, gaps);
	if (counted.length === 0) return failedWord === undefined ? undefined : { failedWord };
	return { emptyIn: [...new Set(counted.map(({ code }) => code))], failedWord };
}

/** In the text, each gap counts, and comes first; in other fields, those on which words lean. */
function countedOf(body: string, gaps: Gap[]): Gap[] {
	const inText = gaps.filter(({ field }) => field === body);
	return [...inText, ...gaps.filter(({ field, leans }) => field !== body && leans)];
}

/** The column of an item that is only checked. */
export function emptyInColumn(item: Item): IDataObject {
	const { emptyIn: empty = [], failedWord } = item.notes;
	const all = [...empty, ...(failedWord === undefined ? [] : [failedWord])];
	return isOnlyChecked(item) && all.length > 0 ? { emptyIn: all.join(', ') } : {};
}

function emptyBlankProblem(empty: string[]): FieldProblem {
	return [
		`has an empty blank: ${empty.map(asField).join(', ')}`,
		"Fill it in, correct its name, or remove 'Refuse Empty Blanks'.",
		'A person has to correct the text of this tool, or the data that it uses.',
	];
}

/** The field's name alone, for the person who keeps the list: `name` for `$json.name`. */
function asField(code: string): string {
	const [field, ...more] = itemPathOf(`={{ ${code} }}`) ?? [];
	return typeof field === 'string' && more.length === 0 ? field : code;
}
