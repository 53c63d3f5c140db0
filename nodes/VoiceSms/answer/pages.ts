import type { Question } from './openQuestion';
import { Html, markup, page } from './html';

/** Most characters of a free text. */
export const longestText = 2000;
/** Names and values of the form's fields. */
export const decisionField = 'decision';
export const decisions = { approve: 'approve', decline: 'decline' } as const;
export const textField = 'text';

/** The page with the question; after an invalid answer with `problem`, and with this `text` to be corrected. */
export function askingPage({ question, approval }: Question, problem?: string, text = ''): string {
	const warning = markup`<p class="warn" role="alert">${problem ?? ''}</p>
`;
	return page(
		'Your answer is needed',
		markup`<p class="question" dir="auto">${question}</p>
${problem === undefined ? new Html('') : warning}<form method="post">
${approval === undefined ? textForm(text) : buttons(approval)}
</form>`,
	);
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
function textForm(text: string): Html {
	return markup`<label for="text">Your answer</label>
<textarea id="text" name="${textField}" required maxlength="${String(longestText)}" rows="5" dir="auto">
${text}</textarea>
<button type="submit">Send</button>`;
}

/** The page of thanks, with question and answer: the label of the chosen button, or the text. */
export function thanksPage(question: string, answer: string): string {
	return page(
		'Thank you',
		markup`<p class="question" dir="auto">${question}</p>
<p>Your answer was recorded:</p>
<p class="question" dir="auto">${answer}</p>
<p class="soft">You can close this page.</p>`,
	);
}

/** The page of a question that is no longer open. */
export function closedPage(): string {
	return page(
		'This question is closed',
		markup`<p class="soft">It is no longer waiting for an answer. Nothing was recorded. You can close this page.</p>`,
	);
}
