import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { realClock } from '../api/clock';
import { readOpenQuestion } from './asked';
import { decide } from './decide';
import { pageFields } from './html';

/**
 * Serves the page behind a link. Its signature was checked by n8n, which lets no visit through once the
 * execution goes on. The page of thanks is n8n's to send: it does when it has taken the answer, and of
 * several at once it takes one (n8n, webhook-helpers and active-executions).
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
	const outcome = decide(readOpenQuestion(context), { method, query, body: context.getBodyData() });
	response.set(pageFields);
	if ('page' in outcome) {
		response.status(outcome.status).type('html').send(outcome.page);
		return { noWebhookResponse: true };
	}
	const data = { ...outcome.answer, respondedAt: new Date(now()).toISOString() };
	return { webhookResponse: outcome.thanks, workflowData: [[{ json: { data } }]] };
}
