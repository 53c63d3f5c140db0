import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { realClock } from '../api/clock';
import { readOpenQuestion } from './openQuestion';
import { respond } from './respond';
import { pageFields } from './html';

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
	const query = context.getQueryData() as Record<string, unknown>;
	const seen = { method, query, body: context.getBodyData(), now: now() };
	const result = respond(readOpenQuestion(context), seen);
	response.set(pageFields);
	if ('page' in result) {
		response.status(result.status).type('html').send(result.page);
		return { noWebhookResponse: true };
	}
	const data = { ...result.answer, respondedAt: new Date(now()).toISOString() };
	return { webhookResponse: result.thanks, workflowData: [[{ json: { data } }]] };
}
