import type { Collection } from '../../../fields/read/collection';
import { ofPeople } from '../../../fields/read/values';
import { plainWord } from '../../../util/plainWord';

/** Replies that stand for yes and for no, in the form that `plainWord` gives. */
export interface Words {
	yes: string[];
	no: string[];
}

/** The words that the user set; undefined when a reply is taken as it is. */
export function readWords(replyOptions: Collection): Words | undefined {
	const values = replyOptions.group('values');
	if (values.isEmpty) return undefined;
	const [yes, no] = ['yesWords', 'noWords'].map((name) => {
		return (values.list(name) ?? []).map(plainWord).filter((word) => word !== '');
	});
	if (yes.length + no.length === 0) return undefined;
	const both = yes.find((word) => no.includes(word));
	return both === undefined
		? { yes, no }
		: values.refuse(
				'noWords',
				`and 'Yes Words' both contain "${both}"`,
				'Remove this word from one of the two fields.',
				ofPeople,
			);
}

/**
 * What a reply says: true or false when it is one of the words and nothing else, null for any other.
 * "Yes 👍" is yes; "no problem" is neither yes nor no, and better asked again than misunderstood.
 */
export function meaningOf(reply: string, { yes, no }: Words): boolean | null {
	const said = plainWord(reply);
	if (yes.includes(said)) return contradicts.test(reply) && !contradicts.test(said) ? null : true;
	return no.includes(said) ? false : null;
}

/** Marks that make a yes a question or a no: "Yes?", "Yes 👎". */
const contradicts = /[?？¿؟👎❌🚫✖]/u;
