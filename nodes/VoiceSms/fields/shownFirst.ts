import type { INodeProperties } from 'n8n-workflow';

/**
 * The fields of an operation, first those that its form shows: of two with one name, one for people
 * and one for models, the first is the one that was filled in (n8n-workflow, node-helpers: `@tool`).
 */
export function shownFirst(fields: INodeProperties[], asTool: boolean): INodeProperties[] {
	const isShown = ({ displayOptions: { show, hide } = {} }: INodeProperties) => {
		return (
			show?.['@tool']?.includes(asTool) !== false && hide?.['@tool']?.includes(asTool) !== true
		);
	};
	return [...fields.filter(isShown), ...fields.filter((field) => !isShown(field))];
}
