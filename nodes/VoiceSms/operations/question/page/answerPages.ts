import type { PageTexts, Question } from './openQuestion';
import { Html, markup, page } from './html';

/** Most characters of a free text, and of a text of the page. */
export const maxTextLength = 2000;
/** Names and values of the form's fields. */
export const decisionField = 'decision';
export const decisions = { approve: 'approve', decline: 'decline' } as const;
export const answerField = 'text';

/** The page with the question; after an invalid answer with `problem`, and with this `text` to be corrected. */
export function askingPage(open: Question, problem?: string, text = ''): string {
	const { approval, texts } = open;
	const warning = markup`<p class="warn" role="alert" dir="auto">${problem ?? ''}</p>
`;
	return page(
		texts.title,
		texts.language,
		markup`${questionHtml(open)}
${problem === undefined ? new Html('') : warning}<form method="post">
${approval === undefined ? textForm(texts, text) : buttons(approval)}
</form>`,
	);
}

/** The question, with the arguments of a call as a table: no value looks like another line. */
function questionHtml({ question, call = [], after = '' }: Omit<Question, 'texts'>): Html {
	const first = markup`<p class="question" dir="auto">${question}</p>`;
	if (call.length === 0) return first;
	const rows = call.map(
		([name, value]) =>
			markup`<tr><th scope="row" dir="auto">${name}</th><td dir="auto">${value}</td></tr>`.text,
	);
	const last =
		after.trim() === ''
			? ''
			: markup`
<p class="question" dir="auto">${after}</p>`.text;
	return markup`${first}
<table>${new Html(rows.join('\n'))}</table>${new Html(last)}`;
}

function buttons({ approve, decline }: NonNullable<Question['approval']>): Html {
	const button = (value: string, label: string, cssClass: string) =>
		markup`<button type="submit" name="${decisionField}" value="${value}" class="${cssClass}" dir="auto">${label}</button>`;
	const first = button(decisions.approve, approve, 'first');
	if (decline === undefined) return first;
	return markup`${first}
${button(decisions.decline, decline, 'second')}`;
}

/** HTML drops the first line break in a textarea: without ours, a line break of the text would be lost. */
function textForm({ answerLabel, sendLabel }: PageTexts, text: string): Html {
	return markup`<label for="text" dir="auto">${answerLabel}</label>
<textarea id="text" name="${answerField}" required maxlength="${String(maxTextLength)}" rows="5" dir="auto">
${text}</textarea>
<button type="submit" dir="auto">${sendLabel}</button>`;
}

/** The page of thanks, with question and answer: the label of the chosen button, or the text. */
export function thanksPage({ texts, ...asked }: Question, answer: string): string {
	return page(
		texts.thanksTitle,
		texts.language,
		markup`${questionHtml(asked)}
<p dir="auto">${texts.thanksText}</p>
<p class="question" dir="auto">${answer}</p>
<p class="soft" dir="auto">${texts.thanksNote}</p>`,
	);
}

/** The page of a question that is no longer open. */
export function closedPage(texts: PageTexts): string {
	return page(
		texts.closedTitle,
		texts.language,
		markup`<p class="soft" dir="auto">${texts.closedText}</p>`,
	);
}
