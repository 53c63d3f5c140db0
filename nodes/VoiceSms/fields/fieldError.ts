import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** Whose field it is. */
export interface Place {
	node: INode;
	/** Undefined in a trigger. */
	itemIndex?: number;
	/** A model filled it in: nothing but the message comes to it, and it knows of no items. */
	asTool: boolean;
}

/**
 * The error of a field, which it names as the form does.
 *
 * @param what is wrong with it
 * @param advice a sentence: what to do
 */
export function fieldError(
	{ node, itemIndex, asTool }: Place,
	label: string,
	what: string,
	advice: string,
): NodeOperationError {
	if (asTool) return new NodeOperationError(node, `'${label}' ${what}. ${advice}`, { itemIndex });
	const place = itemIndex === undefined ? '' : ` [item ${itemIndex}]`;
	return new NodeOperationError(node, `'${label}' ${what}${place}`, {
		itemIndex,
		description: advice,
	});
}
