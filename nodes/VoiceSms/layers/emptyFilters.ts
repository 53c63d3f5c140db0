import { tally } from '../util/inWords';
import type { Layer } from './layer';
import { named } from './outcome';

/**
 * Filters of a list that people added and that give nothing, such as `{{ $json.segmnet }}`: they leave nobody out,
 * and a line above the output says so. A model leaves a filter empty on purpose.
 */
export const emptyFilters: Layer<string[]> = {
	needs: 'list',
	read: (item) => {
		const empty = item.asTool ? [] : item.collection('filters').addedEmpty();
		return empty.length === 0 ? undefined : empty;
	},
	lines: (items, { operation }) => {
		const rows = items.filter(({ layers }) => layers.has(emptyFilters));
		const which = tally(rows.flatMap(({ layers }) => layers.get(emptyFilters) as string[]));
		if (rows.length === 0) return [];
		return [
			`Filters without a value: ${which} (${named(rows, operation)}). They leave out no records. Check the expressions, or remove these filters.`,
		];
	},
};
