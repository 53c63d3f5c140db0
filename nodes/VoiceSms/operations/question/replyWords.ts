import type { Collection } from '../../fields/read/collection';
import { ofPeople } from '../../fields/read/values';
import { type Words, optOutWordIn, yesOrNo } from '../../fields/text/answerWords';
import { plainWord } from '../../util/sameWords';

/** How a reply is waited for and read. */
export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Undefined without yes and no words. */
	words?: Words;
}

/** The words that the user set; undefined without any. */
export function readWords(replyOptions: Collection): Words | undefined {
	const values = replyOptions.group('values');
	const [yes, no] = ['yesWords', 'noWords'].map((name) => {
		return (values.list(name) ?? []).map(plainWord).filter((word) => word !== '');
	});
	if (yes.length + no.length === 0) return undefined;
	const both = yes.find((word) => no.includes(word));
	if (both !== undefined) {
		const advice = 'Remove this word from one of the two fields.';
		return values.invalid('noWords', `and 'Yes Words' both contain "${both}"`, advice, ofPeople);
	}
	for (const name of ['yesWords', 'noWords']) {
		const ofOptOut = values.list(name)?.find((word) => optOutWordIn(word) !== undefined);
		if (ofOptOut !== undefined) {
			const problem = `cannot contain "${ofOptOut}", because people ask for no more SMS by this word`;
			values.invalid(name, problem, 'Use another word.', ofPeople);
		}
	}
	const never = values.list('yesWords')?.find((word) => yesOrNo(word, { yes, no }) === null);
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
