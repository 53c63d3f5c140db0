import type { FieldReader } from '../../fields/read/reader';
import { asWaitInterval } from '../../fields/forms/waitOptions';
import { defaultReplyInterval } from './fields';
import { type Question, usualTexts } from './page/openQuestion';
import { readPageTexts } from './pageTexts';
import { type Replying, readWords } from './replyWords';

/** How the person answers: on a page, with its buttons if any, or by SMS. */
export type AnswerBy = { page: PageOf } | { reply: Replying };

/** The page behind the link; without a question of its own, it shows the text of the SMS. */
export type PageOf = Pick<Question, 'approval' | 'texts'> & { question?: string };

export function readAnswerBy(item: FieldReader): AnswerBy {
	const responseType = item.choice('responseType');
	if (responseType === 'smsReply') {
		// A model asks several questions, and a "yes" does not say which one it answers; a link does.
		if (item.asTool) {
			const instead =
				'A person has to set the Response Type of this tool to Approval or Free Text.';
			item.invalid('responseType', 'cannot be SMS Reply in a tool', '', { instead });
		}
		const intervalMs =
			item.options.count('waitInterval', asWaitInterval) ?? defaultReplyInterval * 1000;
		return { reply: { intervalMs, words: readWords(item.collection('replyOptions')) } };
	}
	const texts = readPageTexts(item);
	if (responseType === 'freeText') return { page: texts };
	const values = item.collection('approvalOptions').group('values');
	const label = (name: string, of: 'approve' | 'decline') => {
		const given = values.text(name)?.trim() || usualTexts[of];
		// The form begins with the English words.
		return given === usualTexts[of] ? texts.texts[of] : given;
	};
	const approve = label('approveLabel', 'approve');
	const decline = label('disapproveLabel', 'decline');
	// One button only if the user chose it: otherwise the person must be able to decline.
	const isSingle = values.choice('approvalType') === 'single';
	return { page: { ...texts, approval: isSingle ? { approve } : { approve, decline } } };
}
