import type { IDataObject } from 'n8n-workflow';

import type { OpenQuestion } from './openQuestion';
import { roundParameter } from './openQuestion';
import {
	askingPage,
	closedPage,
	decisionField,
	decisions,
	longestText,
	textField,
	thanksPage,
} from './pages';

/** A request to the link. */
interface Visit {
	method: string;
	query: Record<string, unknown>;
	/** The form, as n8n parsed it. */
	body: unknown;
	/** Milliseconds since 1970. */
	now: number;
}

/** The person's answer with a page of thanks, or a page without an answer. */
type VisitResult =
	| { answer: { approved: boolean } | { text: string }; thanks: string }
	| { status: 200 | 400 | 410; page: string };

/** Only a POST with a valid answer to the open question counts: link previews send GETs. */
export function respond(
	open: OpenQuestion | undefined,
	{ method, query, body, now }: Visit,
): VisitResult {
	const closed = { status: 410, page: closedPage() } as const;
	// The link may be from an earlier round of a loop, which had the same address.
	if (open === undefined || query[roundParameter] !== open.round) return closed;
	if (open.until !== undefined && now >= open.until) return closed;
	if (method !== 'POST') return { status: 200, page: askingPage(open) };
	const sent = Object(body) as IDataObject;
	return open.approval === undefined
		? written(open, sent[textField])
		: chosen(open, open.approval, sent[decisionField]);
}

function chosen(
	open: OpenQuestion,
	{ approve, decline }: NonNullable<OpenQuestion['approval']>,
	decision: unknown,
): VisitResult {
	if (decision === decisions.approve) {
		return { answer: { approved: true }, thanks: thanksPage(open.question, approve) };
	}
	if (decision === decisions.decline && decline !== undefined) {
		return { answer: { approved: false }, thanks: thanksPage(open.question, decline) };
	}
	return { status: 400, page: askingPage(open, 'Nothing was recorded. Press a button.') };
}

function written(open: OpenQuestion, sent: unknown): VisitResult {
	// A form sends every line break as CR LF.
	const text = typeof sent === 'string' ? sent.replace(/\r\n?/g, '\n') : '';
	if (text.trim() === '') {
		return { status: 400, page: askingPage(open, 'Nothing was recorded. Write an answer.') };
	}
	if (text.length > longestText) {
		const problem = `Nothing was recorded. Your answer has ${text.length} characters, but at most ${longestText} are allowed.`;
		return { status: 400, page: askingPage(open, problem, text) };
	}
	const answer = text.trim();
	return { answer: { text: answer }, thanks: thanksPage(open.question, answer) };
}
