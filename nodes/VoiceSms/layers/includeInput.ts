import { notInTools } from '../fields/forms/formFields';
import { asFlag } from '../fields/read/values';
import type { Layer } from './layer';

/** *Include Input Fields*: `run/rows` adds the fields of the input to the output. */
export const includeInput: Layer<true> = {
	option: 'includeInputFields',
	field: () => ({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: true,
		displayOptions: notInTools,
		description: 'Whether the output keeps the columns of your list',
		builderHint: { propertyHint: 'Left out: false' },
	}),
	needs: 'row',
	read: ({ options }) => options.whereAdded('includeInputFields', asFlag) || undefined,
};
