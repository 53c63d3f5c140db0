import type { INodeProperties } from 'n8n-workflow';

import { sourceFilter, tagFilter } from '../fields/contact';

const companyNumber: INodeProperties = {
	displayName: 'Company Number',
	name: 'companyNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +15550100001',
	description: 'Only what comes to or goes out from this number of your company',
};

const direction: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [
		{ name: 'Inbound', value: 'INBOUND' },
		{ name: 'Outbound', value: 'OUTBOUND' },
	],
	default: 'INBOUND',
	description: 'Only calls in this direction',
};

const outcome: INodeProperties = {
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: [
		{ name: 'Ended', value: 'ENDED' },
		{ name: 'Error', value: 'ERROR' },
	],
	default: 'ENDED',
	description: 'Only calls that ended this way',
};

/** The Filters of some events. */
function filtersOf(event: string[], options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: { show: { event } },
		options,
	};
}

/** What each event can be narrowed down to. */
export const filters: INodeProperties[] = [
	filtersOf(['smsReceived'], [companyNumber]),
	filtersOf(['callCreated'], [companyNumber, direction]),
	filtersOf(['callEnded'], [companyNumber, direction, outcome]),
	filtersOf(['contactCreated', 'contactUpdated'], [sourceFilter, tagFilter]),
];
