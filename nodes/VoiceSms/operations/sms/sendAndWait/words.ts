import type { Collection } from '../../../fields/read/collection';
import { ofPeople } from '../../../fields/read/values';

/** Replies that stand for yes and for no, in the form that `plain` gives. */
export interface Words {
	yes: string[];
	no: string[];
}

/** The words that the user set; undefined when a reply is taken as it is. */
export function readWords(replyOptions: Collection): Words | undefined {
	const values = replyOptions.group('values');
	if (values.isEmpty) return undefined;
	const [yes, no] = ['yesWords', 'noWords'].map((name) => {
		return (values.list(name) ?? []).map(plain).filter((word) => word !== '');
	});
	if (yes.length + no.length === 0) return undefined;
	const both = yes.find((word) => no.includes(word));
	return both === undefined
		? { yes, no }
		: values.refuse(
				'noWords',
				`and 'Yes Words' both hold "${both}"`,
				'Take it out of one of them.',
				ofPeople,
			);
}

/**
 * What a reply says: true or false when it is one of the words and nothing else, null for any other.
 * "Yes 👍" is yes; "no problem" is neither yes nor no, and better asked again than misunderstood.
 */
export function meaningOf(reply: string, { yes, no }: Words): boolean | null {
	const said = plain(reply);
	if (yes.includes(said)) return contradicts.test(reply) && !contradicts.test(said) ? null : true;
	return no.includes(said) ? false : null;
}

/** Marks that make a yes a question or a no: "Yes?", "Yes 👎". */
const contradicts = /[?？¿؟👎❌🚫✖]/u;

/** Marks, emoji, spaces and signs that are not seen. */
const around = String.raw`[\p{P}\p{S}\p{Cf}\s\uFE0E\uFE0F\u20E3]+`;
const aroundWord = new RegExp(`^${around}|${around}$`, 'gu');

/** What is no emoji or sign of its own, such as the color of a hand. */
const shades = /[\p{P}\p{Cf}\p{Emoji_Modifier}\s\uFE0E\uFE0F\u20E3]/gu;

/**
 * Without upper case, needless space, and marks and emoji around it: " Yes! 👍" is "yes". Of emoji
 * alone each once, in any color.
 */
function plain(text: string): string {
	const said = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
	const word = said.replace(aroundWord, '');
	return word === '' ? [...new Set(said.replace(shades, ''))].join('') : word;
}
