import { type INode, type INodeProperties, NodeOperationError } from 'n8n-workflow';

import { type FieldProblem, isNothing } from './values';

/** The differences between fields of people and fields of a model. */
export interface FilledBy {
	/** The fields that they see: one variant of each. */
	fieldsOf(fields: readonly INodeProperties[]): INodeProperties[];
	/** Whether a value counts as left out, in a collection or in this field of the node. */
	leavesOut(value: unknown, field?: INodeProperties): boolean;
	/**
	 * The error of a field. It names the field by its label.
	 *
	 * @param itemIndex undefined in a trigger
	 */
	errorOf(
		node: INode,
		itemIndex: number | undefined,
		label: string,
		problem: FieldProblem,
	): NodeOperationError;
}

export const filledByPerson: FilledBy = {
	fieldsOf: (fields) => fields.filter((field) => !isFor('show', field)),
	leavesOut: () => false,
	errorOf: (node, itemIndex, label, [what, description]) =>
		new NodeOperationError(node, `'${label}' ${what}`, { itemIndex, description }),
};

/** A model must give every argument a value; an MCP server demands a number, so a model gives 0 for no number. */
export const filledByModel: FilledBy = {
	fieldsOf: (fields) => fields.filter((field) => !isFor('hide', field)),
	leavesOut: (value, field) =>
		meansNothing(value) || (field?.type === 'number' && String(value) === '0'),
	errorOf: (node, itemIndex, label, [what, advice, forModel = advice]) =>
		typeof forModel === 'object'
			? new NodeOperationError(node, forModel.instead, { itemIndex })
			: new NodeOperationError(node, `'${label}' ${what}`, { itemIndex, description: forModel }),
};

/** Whether a field is shown or hidden where the node is a tool (`forms/formFields`). */
function isFor(rule: 'show' | 'hide', { displayOptions }: INodeProperties): boolean {
	return displayOptions?.[rule]?.['@tool']?.includes(true) === true;
}

/** Whether a model left an argument empty: models also write "null", "undefined", "[]" or "{}". */
function meansNothing(value: unknown): boolean {
	if (isNothing(value)) return true;
	// "Null" is a surname.
	return typeof value === 'string' && /^(null|NULL|undefined|\[\s*\]|\{\s*\})$/.test(value.trim());
}

/** The label of a field, which may be in a collection. */
export function labelIn(fields: readonly INodeProperties[], name: string): string | undefined {
	const own = fields.find((field) => field.name === name)?.displayName;
	const inner = (field: INodeProperties & { values?: INodeProperties[] }) =>
		(field.values ?? field.options ?? []) as INodeProperties[];
	return own ?? fields.map((field) => labelIn(inner(field), name)).find((label) => label);
}
