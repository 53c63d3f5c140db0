import type { INodeProperties } from 'n8n-workflow';

import { parameterNames } from '../nodes/VoiceSms/api/unstated';
import { textField } from '../nodes/VoiceSms/fields/forms/formFields';

/** The names of three parameters, which the interface does not show. */
export const otherNames: INodeProperties[] = [
	{
		displayName: 'Service Uses Other Names',
		name: 'otherNames',
		type: 'boolean',
		default: false,
		description:
			'Whether your service has names of its own for searching and for the dates of call analytics',
		hint: 'Leave this off, unless a line above an output or the person who runs the service tells you to turn it on',
	},
	nameOf('search', 'Search Parameter', 'searches contacts and conversations'),
	nameOf('startDate', 'Start Date Parameter', 'has the start date of call analytics'),
	nameOf('endDate', 'End Date Parameter', 'has the end date of call analytics'),
];

function nameOf(name: keyof typeof parameterNames, label: string, use: string): INodeProperties {
	return {
		...textField(label, `${name}Parameter`, parameterNames[name]),
		// An expression gives text: without it n8n would drop the names.
		displayOptions: { show: { otherNames: [true, 'true'] } },
		default: parameterNames[name],
		description: `What your service calls the parameter that ${use}`,
	};
}
