import type { INodeProperties } from 'n8n-workflow';

import { parameterNames } from '../nodes/VoiceSms/api/unstated';
import { textField } from '../nodes/VoiceSms/fields/read/variants';

/** The names of three parameters, which the interface does not show. */
export const otherNames: INodeProperties[] = [
	{
		displayName: 'Service Uses Other Names',
		name: 'otherNames',
		type: 'boolean',
		default: false,
		description:
			'Whether your service uses parameter names other than search, startDate and endDate',
	},
	nameOf('search', 'Search Parameter', 'that searches contacts and conversations'),
	nameOf('startDate', 'Start Date Parameter', 'for the start date of call analytics'),
	nameOf('endDate', 'End Date Parameter', 'for the end date of call analytics'),
];

function nameOf(name: keyof typeof parameterNames, label: string, use: string): INodeProperties {
	return {
		...textField(label, `${name}Parameter`, parameterNames[name]),
		// An expression gives text: without it n8n would drop the names.
		displayOptions: { show: { otherNames: [true, 'true'] } },
		default: parameterNames[name],
		description: `Name of the parameter ${use}`,
	};
}
