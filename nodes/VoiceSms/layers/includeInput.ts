import { notInTools } from '../fields/forms/formFields';
import { asFlag } from '../fields/read/values';
import type { Layer } from './layer';

const includeField = {
	displayName: 'Include Input Fields',
	name: 'includeInputFields',
	type: 'boolean',
	default: true,
	displayOptions: notInTools,
	description: 'Whether the output keeps the columns of your list',
	builderHint: { propertyHint: 'Left out: false' },
} as const;

/** For a question, whose receiver is seldom the person that the next node writes to. */
const ofQuestion = { default: false, builderHint: { propertyHint: 'Left out: true' } };

/** *Include Input Fields*: `run/rows` adds the fields of the input to the output. */
export const includeInput: Layer<true> = {
	field: ({ asks }) => ({ ...includeField, ...(asks && ofQuestion) }),
	needs: 'row',
	read: ({ options, asTool }, { asks = false }) =>
		(options.whereAdded(includeField.name, asFlag) ?? (asks && !asTool)) || undefined,
};
