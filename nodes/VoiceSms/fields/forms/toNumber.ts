import type { INodeProperties } from 'n8n-workflow';

/** The number of the person who is texted or called; each operation adds its description. */
export const toNumberField: INodeProperties = {
	displayName: 'To Number',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +15550100042',
};
