import type { IDataObject } from 'n8n-workflow';

import type { EmptyBlank } from '../fields/read/blanks';
import type { FieldProblem } from '../fields/read/values';
import type { Operation } from '../operations/operation';
import { counted, rowsNamed, tally } from '../util/inWords';
import type { ItemOutcome, Layer } from './layer';

const field = {
	displayName: 'Refuse Empty Blanks',
	name: 'refuseEmptyBlanks',
	type: 'boolean',
	default: true,
	description:
		'Whether an item fails if its text has an empty blank: an expression that only names a field of the item, and the field has no value. An object counts as no value. When off, a line above the output names the empty blanks.',
} as const;

/**
 * Blanks of the text that an item leaves empty: without the option, a line above the output names them; with
 * *Refuse Empty Blanks*, the item fails. On for every text with blanks. A dry run shows them in each row.
 */
export const emptyBlanks: Layer<string[]> = {
	field: (operation) => (hasText(operation) ? field : undefined),
	needs: 'did',
	read: (item, { columns: { body = '' } = {} }) => {
		const isRefused = item.options.flagWhereAdded(field.name) === true;
		const empty = item.emptyBlanks(body);
		const named = shownOf(empty);
		if (!isRefused || named === undefined || empty?.[0] === undefined) return named;
		return item.refuse(empty[0].field, ...refused(named));
	},
	begin: ({ operation }, settings) => ({
		around: async (_item, empty, next) => {
			const outcome = await next();
			if (outcome?.onlyChecked !== true || 'error' in outcome) return outcome;
			return { ...outcome, result: { ...(outcome.result as IDataObject), ...inDryRun(empty) } };
		},
		lines: (outcomes) => {
			const rows = settings.flatMap((empty = [], index) => {
				return empty.length > 0 && goesOut(outcomes[index]) ? [index] : [];
			});
			if (rows.length === 0) return [];
			const which = tally(rows.flatMap((index) => settings[index] ?? []));
			const stops = hasText(operation)
				? ` The option '${field.displayName}' stops these items.`
				: '';
			return [
				`${counted(rows.length, 'text')} with an empty blank: ${which} (${rowsNamed(rows)}). Check the names and the data.${stops}`,
			];
		},
	}),
};

function hasText({ columns }: Operation): boolean {
	return columns?.body !== undefined;
}

/** The blanks as a user wrote them, each once. */
export function shownOf(empty: EmptyBlank[] | undefined): string[] | undefined {
	return empty && [...new Set(empty.map(({ shown }) => shown))];
}

/** The column of a dry run. Also where no blank is empty, so that all rows have the same columns. */
export function inDryRun(empty: string[] | undefined): IDataObject {
	return empty === undefined ? {} : { emptyIn: empty.join(', ') };
}

function refused(empty: string[]): FieldProblem {
	return [
		`has an empty blank: ${empty.join(', ')}`,
		"Fill in this field of the item, or correct its name in the text. To send it with the gap, remove 'Refuse Empty Blanks'.",
		'A person has to correct the text of this tool, or the data that it uses.',
	];
}

/** Whether the message went out or, in a dry run, would go out. */
function goesOut(outcome: ItemOutcome | undefined): boolean {
	if (outcome === undefined) return false;
	return 'error' in outcome ? outcome.accepted !== undefined : outcome.notSent !== 'skipped';
}
