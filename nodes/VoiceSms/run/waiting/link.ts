import {
	type IDataObject,
	type IExecuteFunctions,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';

import {
	type Question,
	keepOpenQuestion,
	readOpenQuestion,
	roundParameter,
} from '../../answer/openQuestion';
import { dataOf, isAnsweredAtOnce } from '../../layers/execution';
import { columnsOf } from '../../layers/index';
import type { Item } from '../../layers/layer';
import type { Operation } from '../../operations/operation';
import { ownFields } from '../rows';

/**
 * The signed address of the page for the answer; the question is kept with the execution.
 *
 * @param row the output besides the answer
 * @throws UserError where n8n cannot wait for the answer
 */
export function askByLink(context: IExecuteFunctions, asked: Question, row: IDataObject): string {
	if (isAnsweredAtOnce(context)) {
		throw new UserError('The node cannot wait for an answer by link here', {
			description:
				"Use the AI Agent node from version 3 on, or set 'Response Type' to 'SMS Reply'.",
		});
	}
	const data = dataOf(context, 'node');
	if (data === undefined || !context.getExecutionId()) {
		throw new UserError('Without an execution, the node cannot wait for an answer by link', {
			description: 'Run the node in a workflow.',
		});
	}
	const round = String(context.evaluateExpression('{{ $runIndex }}', 0));
	keepOpenQuestion(data, { ...asked, round, row });
	checkFound(context);
	// n8n 1 accepts unsigned links to an execution, unless the node asks for a signature (n8n 1.123,
	// waiting-webhooks). n8n 2 accepts none, and has no function for that.
	const signed = context as IExecuteFunctions & { setSignatureValidationRequired?(): void };
	signed.setSignatureValidationRequired?.();
	return context.getSignedResumeUrl({ [roundParameter]: round });
}

/**
 * The row of a question by link. It does not have the parts of the text, because the SMS also holds the link.
 *
 * @param added the place for the answer, or that nobody answered
 * @param input the fields of the input
 */
export function rowOfQuestion(
	operation: Operation,
	{ shown }: Item,
	added: IDataObject,
	input: IDataObject,
): IDataObject {
	const row: IDataObject = { ...shown, outcome: operation.pastTense, ...added };
	const front = operation.row?.first.filter((name) => name in row) ?? [];
	return {
		...Object.fromEntries(front.map((name) => [name, row[name]])),
		...added,
		...ownFields(input, columnsOf(operation)),
	};
}

/**
 * @throws NodeOperationError when the page would not find its question, because n8n's expressions refuse
 * the node's name
 */
function checkFound(context: IExecuteFunctions) {
	try {
		readOpenQuestion({
			getNode: () => context.getNode(),
			evaluateExpression: (text: string) => context.evaluateExpression(text, 0),
		});
	} catch {
		const node = context.getNode();
		throw new NodeOperationError(
			node,
			`A node with the name "${node.name}" cannot ask by a link: n8n refuses this name in expressions`,
			{ description: 'Nothing was sent. Give the node another name.' },
		);
	}
}
