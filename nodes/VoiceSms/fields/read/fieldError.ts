import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Why } from './values';

/** Whose field it is. */
export interface Place {
	node: INode;
	/** Undefined in a trigger. */
	itemIndex?: number;
	/** A model filled it in, which knows of no items. */
	asTool: boolean;
}

/** The error of a field, which it names as the form does. */
export function fieldError(
	{ node, itemIndex, asTool }: Place,
	label: string,
	[what, advice, forModel = advice]: Why,
): NodeOperationError {
	if (asTool && typeof forModel === 'object') {
		return new NodeOperationError(node, forModel.instead, { itemIndex });
	}
	const place = itemIndex === undefined || asTool ? '' : ` [item ${itemIndex}]`;
	return new NodeOperationError(node, `'${label}' ${what}${place}`, {
		itemIndex,
		description: asTool ? String(forModel) : advice,
	});
}
