import type { INodeProperties } from 'n8n-workflow';

import type { Collection } from '../../../fields/read/collection';
import { nothingGiven } from '../../../fields/read/values';
import { plainWord } from '../../../util/plainWord';
import type { Filter } from '../../filters';

/**
 * Words by which people ask for no more SMS. English: the keywords of the CTIA's Messaging Principles,
 * and those that the FCC names as a clear revocation (47 CFR 64.1200(a)(10)). French: ARRET, which
 * Canadian short codes must take (Canadian Common Short Code Application Guidelines). Spanish: ALTO,
 * which US carriers expect of Spanish programs (Twilio's guide to them), and two usual ones.
 */
const optOutWords = [
	...['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
	...['REVOKE', 'OPT-OUT', 'OPT OUT'],
	...['ARRÊT'],
	...['ALTO', 'PARE', 'DESUSCRIBIR'],
];

/** Words by which people ask for SMS again, as carriers know them. */
const optInWords = ['START', 'UNSTOP'];

/** The lists of the menu, as they are compared. */
const lists = new Map(
	Object.entries({ optIn: optInWords, optOut: optOutWords }).map(([value, words]) => [
		value,
		words.map(plainWord),
	]),
);

/** No word holds it: see `plainWord`. */
const separator = '\n';

const wordsField: INodeProperties = {
	displayName: 'Message Is One Of',
	name: 'words',
	type: 'options',
	options: [
		{
			name: 'Opt-In Words',
			value: 'optIn',
			description: `To get SMS again: ${optInWords.join(', ')}`,
		},
		{
			name: 'Opt-Out Words',
			value: 'optOut',
			description: `To get no more SMS: ${optOutWords.join(', ')}`,
		},
		{
			name: 'Own Words',
			value: 'own',
			description: "Your own words: press Add Filter and choose 'Own Words'",
		},
	],
	default: 'optOut',
	description:
		'Only messages with one of these words and nothing else. "STOP!" counts, "do stop" does not. An expression can give your own words.',
};

const ownWordsField: INodeProperties = {
	displayName: 'Own Words',
	name: 'ownWords',
	type: 'string',
	displayOptions: { show: { words: ['own'] } },
	default: '',
	placeholder: 'e.g. STOP, END',
	description: 'Comma-separated list of words',
};

/**
 * Messages that are one of a list of words. Emoji around a word count as marks: "STOP 😡" asks to stop as
 * clearly as "STOP". What the menu does not know is a list of own words, as an expression gives it.
 */
export const words: Filter = {
	field: wordsField,
	more: [ownWordsField],
	ofMessage: true,
	entered(values: Collection): string {
		const given = values.list(wordsField.name) ?? [];
		// Left out, or an expression that gives null, which is refused.
		if (!values.has(wordsField.name)) {
			return values.textWhereAdded(wordsField.name, nothingGiven) ?? '';
		}
		const [choice] = given;
		const list = [...lists.keys()].find((name) => plainWord(name) === plainWord(choice ?? ''));
		if (given.length === 1 && list !== undefined) return list;
		const source = given.length === 1 && choice === 'own' ? ownWordsField : wordsField;
		const own = (values.list(source.name) ?? [])
			.flatMap((entry) => entry.split(/[;\n]/))
			.map(plainWord)
			.filter((word) => word !== '');
		// Without a word, every message would pass, and everybody would be opted out.
		if (own.length === 0) return values.refuse(source.name, ...nothingGiven);
		// The same words in another order are the same filter: another filter begins anew.
		return [...new Set(own)].sort().join(separator);
	},
	matches: ({ body }, wanted) => {
		const accepted = lists.get(wanted) ?? wanted.split(separator);
		return accepted.includes(plainWord(String(body ?? '')));
	},
};
