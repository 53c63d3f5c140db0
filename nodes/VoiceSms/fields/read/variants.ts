import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** How fields were filled in. */
export interface FilledIn {
	/** Of the credential: country of phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** By a model, which has to give each of its arguments something. */
	asTool: boolean;
}

/** Shows a field only where the node is a tool (n8n-workflow, node-helpers: by the type's name). */
export const onlyInTools: IDisplayOptions = { show: { '@tool': [true] } };

/** Hides a field there. An n8n that does not know the key shows it, and none of the other kind. */
export const notInTools: IDisplayOptions = { hide: { '@tool': [true] } };

/**
 * A field for JSON, and the same as text where the node is a tool: of a model that fills in a field of
 * type `json` n8n demands an object that is not empty (n8n-workflow, from-ai-parse-utils).
 */
export function jsonFields(field: INodeProperties): INodeProperties[] {
	return [
		{ ...field, displayOptions: notInTools },
		{
			...field,
			// The name is all that a model sees of it.
			displayName: `${field.displayName} JSON`,
			type: 'string',
			default: '',
			description: `Written as text: ${field.description}`,
			displayOptions: onlyInTools,
		},
	];
}

/** Fields as a model or a person has them: of those with one name, the variant that is meant. */
export function fieldsFor(asTool: boolean, fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.filter(({ displayOptions }) => {
		const rule = asTool ? displayOptions?.hide : displayOptions?.show;
		return rule?.['@tool']?.includes(true) !== true;
	});
}
