import type { IDataObject } from 'n8n-workflow';

import type { OpenQuestion } from './asked';
import { roundParameter } from './asked';
import {
	askingPage,
	closedPage,
	decisionField,
	decisions,
	longestText,
	textField,
	thanksPage,
} from './pages';

/** What came to the link. */
export interface Visit {
	method: string;
	query: Record<string, unknown>;
	/** Of a form, as n8n parsed it. */
	body: unknown;
}

/** An answer with the page that thanks for it, or a page that goes on asking. */
export type Outcome =
	| { answer: { approved: boolean } | { text: string }; thanks: string }
	| { status: 200 | 400 | 410; page: string };

/** What a visit decides: nothing, unless it is a POST that holds an answer to the question that is open. */
export function decide(open: OpenQuestion | undefined, { method, query, body }: Visit): Outcome {
	// An earlier round of a loop had the same address.
	if (open === undefined || query[roundParameter] !== open.round) {
		return { status: 410, page: closedPage() };
	}
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
): Outcome {
	if (decision === decisions.approve) {
		return { answer: { approved: true }, thanks: thanksPage(open.question, approve) };
	}
	if (decision === decisions.decline && decline !== undefined) {
		return { answer: { approved: false }, thanks: thanksPage(open.question, decline) };
	}
	return { status: 400, page: askingPage(open, 'Nothing was recorded. Press a button.') };
}

function written(open: OpenQuestion, sent: unknown): Outcome {
	// A form sends every line break as CR LF.
	const text = typeof sent === 'string' ? sent.replace(/\r\n?/g, '\n') : '';
	if (text.trim() === '') {
		return { status: 400, page: askingPage(open, 'Nothing was recorded. Write an answer.') };
	}
	if (text.length > longestText) {
		const problem = `Nothing was recorded. The answer may have ${longestText} characters, and this one has ${text.length}.`;
		return { status: 400, page: askingPage(open, problem, text) };
	}
	const answer = text.trim();
	return { answer: { text: answer }, thanks: thanksPage(open.question, answer) };
}
