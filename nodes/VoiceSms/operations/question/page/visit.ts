import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { realClock } from '../../../api/clock';
import { asSeen } from '../../../util/asSeen';
import { pageFields } from './html';
import { type OpenQuestion, readOpenQuestion, roundParameter, usualTexts } from './openQuestion';
import {
	askingPage,
	closedPage,
	decisionField,
	decisions,
	maxTextLength,
	answerField,
	thanksPage,
} from './answerPages';

/** The addresses at which an execution waits. n8n makes and signs them when it puts the execution to sleep. */
export const webhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** The text that the editor shows at the node while the execution waits. */
export const waitingTooltip =
	'={{ $parameter.operation === "sendAndWait" ? "The execution continues when the person has answered" : "" }}';

/**
 * Serves the page behind a link. n8n has checked the signature, and lets no visit through once the
 * execution goes on. n8n also sends the page of thanks, after it has taken the answer: of several answers
 * at once it takes one (n8n, webhook-helpers and active-executions).
 *
 * @param now milliseconds since 1970
 */
export async function visit(
	context: IWebhookFunctions,
	now: () => number = realClock.now,
): Promise<IWebhookResponseData> {
	const { method = 'GET' } = context.getRequestObject();
	const response = context.getResponseObject();
	const query = context.getQueryData() as IDataObject;
	const sent = { method, query, body: context.getBodyData(), now: now() };
	const open = readOpenQuestion(context);
	const result = respond(open, sent);
	response.set(pageFields);
	if ('page' in result) {
		response.status(result.status).type('html').send(result.page);
		return { noWebhookResponse: true };
	}
	const data = { ...result.answer, respondedAt: new Date(now()).toISOString() };
	return { webhookResponse: result.thanks, workflowData: [[{ json: { ...open?.row, data } }]] };
}

/** The person's answer with a page of thanks, or a page without an answer. */
type VisitResult =
	| { answer: { approved: boolean } | { text: string }; thanks: string }
	| { status: 200 | 400 | 410; page: string };

/**
 * Only a POST with a valid answer to the open question counts: link previews send GETs.
 *
 * @param body the form, as n8n parsed it
 * @param now milliseconds since 1970
 */
export function respond(
	open: OpenQuestion | undefined,
	{ method, query, body, now }: { method: string; query: IDataObject; body: unknown; now: number },
): VisitResult {
	const closed = { status: 410, page: closedPage(open?.texts ?? usualTexts) } as const;
	// The link may be from an earlier round of a loop, which had the same address.
	if (open === undefined || query[roundParameter] !== open.round) return closed;
	if (open.until !== undefined && now >= open.until) return closed;
	if (method !== 'POST') return { status: 200, page: askingPage(open) };
	const { [answerField]: text, [decisionField]: decision } = Object(body) as IDataObject;
	return open.approval === undefined
		? writtenAnswer(open, text)
		: chosenAnswer(open, open.approval, decision);
}

function chosenAnswer(
	open: OpenQuestion,
	{ approve, decline }: NonNullable<OpenQuestion['approval']>,
	decision: unknown,
): VisitResult {
	if (decision === decisions.approve) {
		return { answer: { approved: true }, thanks: thanksPage(open, approve) };
	}
	if (decision === decisions.decline && decline !== undefined) {
		return { answer: { approved: false }, thanks: thanksPage(open, decline) };
	}
	return again(open);
}

function writtenAnswer(open: OpenQuestion, sent: unknown): VisitResult {
	// A form sends every line break as CR LF.
	const text = typeof sent === 'string' ? sent.replace(/\r\n?/g, '\n') : '';
	const answer = text.trim();
	// Signs that nobody sees are no answer.
	if (asSeen(answer) === '') return again(open, open.texts.emptyText);
	if (text.length <= maxTextLength) {
		return { answer: { text: answer }, thanks: thanksPage(open, answer) };
	}
	// In every language. A browser lets nobody write more.
	return again(open, `${text.length} > ${maxTextLength}`, text);
}

function again(open: OpenQuestion, problem?: string, text?: string): VisitResult {
	return { status: 400, page: askingPage(open, problem, text) };
}
