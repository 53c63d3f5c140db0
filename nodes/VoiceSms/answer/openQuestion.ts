import type { IContextObject, IWebhookFunctions } from 'n8n-workflow';

/** What a person is asked on the page behind the link. */
export interface Asked {
	/** The text of the SMS, without the link. */
	question: string;
	/** Labels of the buttons; without it the answer is free text. `decline` is left out for a single button. */
	approval?: { approve: string; decline?: string };
}

/** The question that an execution waits with. */
export interface OpenQuestion extends Asked {
	/** Round of the node in its execution: all rounds of a loop wait at one address. */
	round: string;
}

const contextKey = 'openQuestion';
/** Name of the link's parameter that holds the round; signed, as all of the link is. */
export const roundParameter = 'ask';

/**
 * Keeps the question where the page finds it: as asked, whatever the expressions give later.
 *
 * @param data what n8n keeps for the node in its execution
 */
export function keepOpenQuestion(data: IContextObject, question: OpenQuestion) {
	data[contextKey] = JSON.stringify(question);
}

/**
 * The question that was kept last by the node that waits; undefined when there is none. n8n gives a
 * webhook no `getContext`, so it is read as expressions read it (n8n-workflow, workflow-data-proxy).
 */
export function readOpenQuestion(
	context: Pick<IWebhookFunctions, 'getNode' | 'evaluateExpression'>,
): OpenQuestion | undefined {
	// A brace of the name could end the expression, and some words n8n takes for code.
	const name = context.getNode().name.replace(/[^\w ]/g, (sign) => {
		return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	const kept = context.evaluateExpression(`{{ $node["${name}"].context["${contextKey}"] }}`);
	return typeof kept === 'string' ? (JSON.parse(kept) as OpenQuestion) : undefined;
}
