import type { Item, Layer } from './layer';
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
		const rows = new Map<string, Item[]>();
		for (const item of items) {
			for (const filter of (item.layers.get(emptyFilters) ?? []) as string[]) {
				rows.set(filter, [...(rows.get(filter) ?? []), item]);
			}
		}
		if (rows.size === 0) return [];
		const which = [...rows].map(([filter, of]) => `${filter} (${named(of, operation)})`).join(', ');
		return [
			`Filters without a value: ${which}. They leave out no records. Check the expressions, or remove these filters.`,
		];
	},
};
