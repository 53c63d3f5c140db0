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
		description:
			'Whether the output also has the fields of the input item. Fields that this node writes, such as to, status, outcome and reason, are left out: rename these columns before.',
		builderHint: { propertyHint: 'Left out: false' },
	}),
	needs: 'row',
	read: ({ options }) => options.whereAdded('includeInputFields', asFlag) || undefined,
};
