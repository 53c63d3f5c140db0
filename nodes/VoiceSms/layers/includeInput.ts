import { notInTools } from '../fields/read/variants';
import type { Layer } from './layer';

/** *Include Input Fields*: `run/outputItems` adds the fields of the input to the output. */
export const includeInput: Layer<true> = {
	option: 'includeInputFields',
	field: () => ({
		displayName: 'Include Input Fields',
		name: 'includeInputFields',
		type: 'boolean',
		default: true,
		displayOptions: notInTools,
		description:
			'Whether the output also has the fields of the input item. If both have a field with the same name, the value of this node counts. Fields that only this node may write, such as error and timedOut, are left out.',
	}),
	needs: 'oneRow',
	read: ({ options }) => options.flagWhereAdded('includeInputFields') || undefined,
};
