import type { Asked } from './asked';
import { Html, markup, page } from './html';

/** Most characters of a free text. */
export const longestText = 2000;
/** Name and values of the buttons, name of the free text, in what the form sends. */
export const decisionField = 'decision';
export const decisions = { approve: 'approve', decline: 'decline' } as const;
export const textField = 'text';

/**
 * The page that asks: showing it decides nothing.
 *
 * @param problem why what was sent did not count
 * @param text free text that was written before
 */
export function askingPage({ question, approval }: Asked, problem?: string, text = ''): string {
	const word = markup`<p class="warn" role="alert">${problem ?? ''}</p>
`;
	return page(
		'Your answer is needed',
		markup`<p class="question" dir="auto">${question}</p>
${problem === undefined ? new Html('') : word}<form method="post">
${approval === undefined ? textForm(text) : buttons(approval)}
</form>`,
	);
}

function buttons({ approve, decline }: NonNullable<Asked['approval']>): Html {
	const button = (value: string, label: string, look: string) =>
		markup`<button type="submit" name="${decisionField}" value="${value}" class="${look}" dir="auto">${label}</button>`;
	const first = button(decisions.approve, approve, 'first');
	if (decline === undefined) return first;
	return markup`${first}
${button(decisions.decline, decline, 'second')}`;
}

/** The line break after the opening tag is no part of the text, so that one of the text's own stays. */
function textForm(text: string): Html {
	return markup`<label for="text">Your answer</label>
<textarea id="text" name="${textField}" required maxlength="${String(longestText)}" rows="5" dir="auto">
${text}</textarea>
<button type="submit">Send</button>`;
}

/**
 * The page that thanks, with what was asked and what was answered.
 *
 * @param answer the label of the button that was chosen, or the text
 */
export function thanksPage(question: string, answer: string): string {
	return page(
		'Thank you',
		markup`<p class="question" dir="auto">${question}</p>
<p>Your answer was recorded:</p>
<p class="question" dir="auto">${answer}</p>
<p class="soft">You can close this page.</p>`,
	);
}

/** The page of a link whose question is not open any more. */
export function closedPage(): string {
	return page(
		'This question is closed',
		markup`<p class="soft">It is not waiting for an answer any more, so nothing was recorded. You can close this page.</p>`,
	);
}
