import type { Collection } from '../../fields/read/collection';
import { ofPeople } from '../../fields/read/values';
import { isOptOut } from '../../fields/text/optOut';
import { plainWord } from '../../util/sameWords';

/** How a reply is waited for and read. */
export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Undefined without yes and no words. */
	words?: Words;
}

/** Words for yes and for no, in the form of `plainWord`. */
export interface Words {
	yes: string[];
	no: string[];
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
	const ofOptOut = values.list('yesWords')?.find(isOptOut);
	if (ofOptOut !== undefined) {
		return values.invalid(
			'yesWords',
			`cannot contain "${ofOptOut}", because people ask for no more SMS by this word`,
			'Use another word.',
			ofPeople,
		);
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

/**
 * The meaning of a reply: true if the reply is one of the words for yes, with nothing beside it but `beside`;
 * false if it is one of the words for no; otherwise null. "Yes 👍" is yes. "no problem" is neither: asking
 * again is better than misunderstanding.
 */
export function yesOrNo(reply: string, { yes, no }: Words): boolean | null {
	const said = plainWord(reply);
	if (yes.includes(said)) return beside.test(reply.split(said).join('')) ? true : null;
	return no.includes(said) ? false : null;
}

/**
 * What may stand in a yes: letters, which `plainWord` compares, with hyphens and apostrophes between them;
 * spaces and signs that are not seen; `. , !`, also of other languages; and emoji that approve, in any color.
 * A question mark or another emoji may turn a yes into something else. So may a line through it.
 */
const beside =
	/^(?:(?![\u0334-\u0338\u202D\u202E])[\p{L}\p{N}\p{M}\p{Cf}\p{Cc}\s.,!¡！。，]|(?<=[\p{L}\p{M}])[\p{Pd}'’‘](?=\p{L})|[👍👌✅✔🙏🙂😀😃😄😁😊👏🤝🎉💯🆗❤♥]|\p{Emoji_Modifier})*$/u;
