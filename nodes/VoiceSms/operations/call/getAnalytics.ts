import type { IDataObject } from 'n8n-workflow';

import { readOptions } from '../../fields/options';
import type { Operation } from '../operation';

interface Input {
	start?: string;
	end?: string;
}

export const callGetAnalytics: Operation<Input> = {
	resource: 'call',
	value: 'getAnalytics',
	name: 'Get Analytics',
	action: 'Get call analytics',
	description: 'Retrieve aggregated figures about the calls of a date range',
	permission: 'analytics:read',
	fields: [
		{
			displayName: 'Start Date',
			name: 'startDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-01T00:00:00Z',
			description: 'Begin of the date range; empty leaves it to the service',
		},
		{
			displayName: 'End Date',
			name: 'endDate',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-01-31T23:59:59Z',
			description: 'End of the date range; empty leaves it to the service',
		},
		readOptions,
	],
	read: (item) => {
		const start = item.date('startDate');
		const end = item.date('endDate');
		if (start !== undefined && end !== undefined && Date.parse(start) > Date.parse(end)) {
			item.refuse('startDate', "is after 'End Date'", 'Swap the two dates.');
		}
		return { start, end };
	},
	thing: () => 'call analytics',
	run: async ({ start, end }, { api }) => {
		const query: IDataObject = {};
		if (start !== undefined) query[api.names.startDate] = start;
		if (end !== undefined) query[api.names.endDate] = end;
		return await api.getWith('/api/calls/analytics', 'analytics', query);
	},
};
