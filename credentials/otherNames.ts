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
			'Whether your service has other names for its search and date parameters than search, startDate and endDate',
	},
	{
		displayName: 'Search Parameter',
		name: 'searchParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.search,
		placeholder: 'e.g. search',
		description: 'Name of the parameter by which your service searches contacts and conversations',
	},
	{
		displayName: 'Start Date Parameter',
		name: 'startDateParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.startDate,
		placeholder: 'e.g. startDate',
		description: 'Name of the parameter with which the date range of call analytics begins',
	},
	{
		displayName: 'End Date Parameter',
		name: 'endDateParameter',
		type: 'string',
		displayOptions,
		default: parameterNames.endDate,
		placeholder: 'e.g. endDate',
		description: 'Name of the parameter with which the date range of call analytics ends',
	},
];
