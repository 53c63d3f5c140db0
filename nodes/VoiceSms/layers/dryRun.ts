import { asFlag } from '../fields/read/values';
import { type Item, type Layer, type LineContext, toldOfDryRun } from './layer';
import { named } from './outcome';

const dryRunField = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: true,
	description: 'Whether to only check. Each row shows what would go out.',
	builderHint: { propertyHint: 'Left out or false: messages and calls really go out' },
} as const;

/** *Dry Run*: the item is checked, and nothing goes out. The innermost layer: it never goes on. */
export const dryRun: Layer<true> = {
	option: dryRunField.name,
	field: () => dryRunField,
	needs: 'sends',
	onlyChecks: true,
	read: ({ options }) => options.whereAdded(dryRunField.name, asFlag) || undefined,
	forRun:
		({ operation: { pastTense = 'done' } }) =>
		async ({ shown }) =>
			await Promise.resolve({
				is: 'checked',
				result: { ...shown },
				rowForModel: { outcome: 'wouldSend', message: `Nothing was ${pastTense}. ${toldOfDryRun}` },
			}),
	lines,
};

/** How many items would be sent, and how many would fail. */
function lines(items: readonly Item[], { operation }: LineContext): string[] {
	const dry = items.filter((item) => item.layers.has(dryRun) && item.outcome.is !== 'waiting');
	if (dry.length === 0) return [];
	const rows = dry.filter(({ outcome }) => 'error' in outcome);
	const skipped = dry.filter(({ outcome }) => outcome.is === 'skipped').length;
	const fine = dry.length - rows.length - skipped;
	const which =
		dry.length === items.length
			? `Dry Run is on: nothing was sent. ${fine} of ${dry.length} items`
			: `Dry Run is on for ${dry.length} of ${items.length} items: nothing was sent for these. ${fine}`;
	const failed = `${rows.length} would fail${rows.length === 0 ? '' : ` (${named(rows, operation)})`}`;
	const more = skipped === 0 ? '' : `, ${skipped} would be skipped`;
	return [`${which} would be sent, ${failed}${more}.`];
}
