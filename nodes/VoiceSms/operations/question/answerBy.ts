import { asWaitInterval } from '../../fields/forms/waitOptions';
import type { Collection } from '../../fields/read/collection';
import { asList } from '../../fields/read/objects';
import type { FieldReader } from '../../fields/read/reader';
import { ofPeople } from '../../fields/read/values';
import { type Words, optOutWordIn, usualWords, yesOrNo } from '../../fields/text/answerWords';
import { plainWord, wordsIn } from '../../util/sameWords';
import { defaultReplyInterval } from './fields';
import { type Question, usualTexts } from './page/openQuestion';
import { readPageTexts } from './pageTexts';

/** How the person answers: on a page, with its buttons if any, or by SMS. */
export type AnswerBy = { page: PageOf } | { reply: Replying };

/** How a reply is waited for and read. */
export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	words: Words;
	/** The next message is the answer, whatever it says: the user set no words. */
	anyText: boolean;
}

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
			item.options.read('waitInterval', asWaitInterval) ?? defaultReplyInterval * 1000;
		const words = readWords(item.collection('replyOptions'));
		return { reply: { intervalMs, words: words ?? usualWords, anyText: words === undefined } };
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

/** The words that the user set; undefined without any. */
export function readWords(replyOptions: Collection): Words | undefined {
	const values = replyOptions.group('values');
	const given = ['yesWords', 'noWords'].map((name) => wordsIn(values.read(name, asList)));
	const [yes, no] = given.map((words) => words.map(plainWord).filter(Boolean));
	if (yes.length + no.length === 0) return undefined;
	const both = yes.find((word) => no.includes(word));
	if (both !== undefined) {
		const advice = 'Remove this word from one of the two fields.';
		return values.invalid('noWords', `and 'Yes Words' both contain "${both}"`, advice, ofPeople);
	}
	const ofOptOut = given.flat().find((word) => optOutWordIn(word) !== undefined);
	if (ofOptOut !== undefined) {
		const name = given[0].includes(ofOptOut) ? 'yesWords' : 'noWords';
		const problem = `cannot contain "${ofOptOut}", because people ask for no more SMS by this word`;
		return values.invalid(name, problem, 'Use another word.', ofPeople);
	}
	const never = given[0].find((word) => yesOrNo(word, { yes, no }) === null);
	if (never !== undefined) {
		return values.invalid(
			'yesWords',
			`cannot contain "${never}", because a reply with these signs is no clear yes`,
			'Use words of letters and numbers, separated by commas.',
			ofPeople,
		);
	}
	return { yes, no };
}
