import type { INodeProperties } from 'n8n-workflow';

import { parameterNames } from '../nodes/VoiceSms/api/unstated';

/** An expression gives text: without it n8n would drop the names. */
const displayOptions = { show: { otherNames: [true, 'true'] } };

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
	{
		displayName: 'Search Parameter',
		name: 'searchParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.search,
		placeholder: 'e.g. search',
		description: 'Name of the parameter that searches contacts and conversations',
	},
	{
		displayName: 'Start Date Parameter',
		name: 'startDateParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.startDate,
		placeholder: 'e.g. startDate',
		description: 'Name of the parameter for the start date of call analytics',
	},
	{
		displayName: 'End Date Parameter',
		name: 'endDateParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.endDate,
		placeholder: 'e.g. endDate',
		description: 'Name of the parameter for the end date of call analytics',
	},
];
