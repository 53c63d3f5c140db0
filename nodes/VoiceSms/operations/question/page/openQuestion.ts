import type { IContextObject, IDataObject, IWebhookFunctions } from 'n8n-workflow';

/** The page's own words: all but the question. `pageTextsIn` has them in other languages. */
export const usualTexts = {
	approve: 'Approve',
	decline: 'Decline',
	answerLabel: 'Your answer',
	closedText:
		'It is no longer waiting for an answer. Nothing was recorded. You can close this page.',
	closedTitle: 'This question is closed',
	emptyText: 'Nothing was recorded. Write an answer.',
	language: 'en',
	sendLabel: 'Send',
	thanksNote: 'You can close this page.',
	thanksText: 'Your answer was recorded:',
	thanksTitle: 'Thank you',
	title: 'Your answer is needed',
};

export type PageTexts = typeof usualTexts;

/** The question on the page behind the link. */
export interface Question {
	/** The text of the SMS, without the link, or the page's own text. */
	question: string;
	/** In a human review: the names and values of the arguments, and the text after them. */
	call?: Array<[name: string, value: string]>;
	after?: string;
	/** Labels of the buttons, `decline` only where there are two. Without labels the answer is free text. */
	approval?: { approve: string; decline?: string };
	texts: PageTexts;
}

/** The question that an execution waits with. */
export interface OpenQuestion extends Question {
	/** The execution that the link leads to: "Retry" makes another one. */
	execution: string;
	/** Tells the rounds of a loop apart: their links have the same address. */
	round: string;
	/** The output besides the answer. */
	row?: IDataObject;
	/** When its limit is over, in milliseconds since 1970; n8n may wake the execution later. */
	until?: number;
}

/** The answer to a model at the limit. */
export const nobodyAnswered = {
	noAnswer: true,
	message: 'The person did not answer within the time limit. Nothing was agreed to. Tell the user.',
};

const openQuestionKey = 'openQuestion';
/** Name of the link's parameter that holds the round. The whole link is signed. */
export const roundParameter = 'ask';

/** Keeps the question as it was asked: its expressions may give another text when the page is opened. */
export function keepOpenQuestion(data: IContextObject, question: OpenQuestion) {
	data[openQuestionKey] = JSON.stringify(question);
}

/** The last question by link that the node kept; undefined without one. */
export function openQuestionIn(data: IContextObject): OpenQuestion | undefined {
	const kept = data[openQuestionKey];
	return typeof kept === 'string' ? (JSON.parse(kept) as OpenQuestion) : undefined;
}

/** A sign as JSON and JavaScript write it in ASCII. */
export function escapedSign(sign: string): string {
	return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The last question that the waiting node kept; undefined without one. Read by an expression, as
 * n8n gives a webhook no `getContext` (n8n-workflow, workflow-data-proxy).
 */
export function readOpenQuestion(
	context: Pick<IWebhookFunctions, 'getNode' | 'evaluateExpression'>,
): OpenQuestion | undefined {
	// A brace in the name could end the expression, and n8n takes some words for code.
	const name = context.getNode().name.replace(/[^\w ]/g, escapedSign);
	const kept = context.evaluateExpression(`{{ $("${name}").context["${openQuestionKey}"] }}`);
	if (typeof kept !== 'string') return undefined;
	const open = JSON.parse(kept) as OpenQuestion;
	// An execution may wait while the node is updated, and hold none of the newer texts.
	return { ...open, texts: { ...usualTexts, ...open.texts } };
}
