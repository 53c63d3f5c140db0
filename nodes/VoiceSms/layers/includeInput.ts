import { notInTools } from '../fields/forms/formFields';
import { asFlag } from '../fields/read/values';
import type { Layer } from './layer';

/** *Include Input Fields*: `run/rows` adds the fields of the input to the output. */
export const includeInput: Layer<true> = {
	field: ({ asks = false }) => ({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: !asks,
		displayOptions: notInTools,
		description: 'Whether the output keeps the columns of your list',
		builderHint: { propertyHint: `Left out: ${asks}` },
	}),
	needs: 'row',
	// The receiver of a question is seldom whom the next node writes to.
	read: ({ options, asTool }, { asks = false }) =>
		(options.whereAdded('includeInputFields', asFlag) ?? (asks && !asTool)) || undefined,
};
