import type { Collection } from '../../../fields/read/collection';
import { ofPeople } from '../../../fields/read/values';
import { plainWord } from '../../../util/plainWord';

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
 * The meaning of a reply: true or false if the reply is one of the words and nothing else, otherwise null.
 * "Yes 👍" is yes. "no problem" is neither: asking again is better than misunderstanding.
 */
export function meaningOf(reply: string, { yes, no }: Words): boolean | null {
	const said = plainWord(reply);
	if (yes.includes(said)) return contradicts.test(reply) && !contradicts.test(said) ? null : true;
	return no.includes(said) ? false : null;
}

/** Marks that turn a yes into a question or a no: "Yes?", "Yes 👎". */
const contradicts = /[?？¿؟👎❌🚫✖]/u;
