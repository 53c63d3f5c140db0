import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { FieldProblem } from './values';

/** The node and the item to which a field belongs. */
interface FieldOwner {
	node: INode;
	/** Undefined in a trigger. */
	itemIndex?: number;
	/** Whether a model filled in the field; a model knows no item numbers. */
	asTool: boolean;
}

/** The error of a field. It names the field by its label, and the item for people. */
export function fieldError(
	{ node, itemIndex, asTool }: FieldOwner,
	label: string,
	[what, advice, forModel = advice]: FieldProblem,
): NodeOperationError {
	if (asTool && typeof forModel === 'object') {
		return new NodeOperationError(node, forModel.instead, { itemIndex });
	}
	const item = itemIndex === undefined || asTool ? '' : ` [item ${itemIndex}]`;
	return new NodeOperationError(node, `'${label}' ${what}${item}`, {
		itemIndex,
		description: asTool ? String(forModel) : advice,
	});
}
