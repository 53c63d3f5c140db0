import type { INodeProperties } from 'n8n-workflow';

import type { Collection } from '../../../fields/read/collection';
import type { FieldReader } from '../../../fields/read/reader';
import { nothingGiven } from '../../../fields/read/values';
import { plainWord } from '../../../util/sameWords';
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

const lists = new Map(Object.entries({ optIn: optInWords, optOut: optOutWords }));

/** No word holds it: see `ownWords`. */
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
			description: "Your own words: write them into the field 'Own Words', below the filters",
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
	displayOptions: { show: { '/filters.words': ['own'] } },
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
	entered(values, fields): string {
		// Left out, or an expression that gives null, which is refused.
		if (!values.has(wordsField.name)) {
			return values.textWhereAdded(wordsField.name, nothingGiven) ?? '';
		}
		const own = () => [...new Set(ownWords(values, fields).map(plainWord))];
		// The same words in another order or spelling are the same filter: another filter begins anew.
		return chosenList(values) ?? own().sort().join(separator);
	},
	read: (values, fields) => {
		const list = lists.get(chosenList(values) ?? '');
		return (list ?? ownWords(values, fields)).join(separator);
	},
	matches: ({ body }, wanted) => wordOf(body, wanted) !== undefined,
	adds: ({ body }, wanted) => ({ matchedWord: wordOf(body, wanted) }),
};

/** The value of the list that is chosen in the menu; undefined for own words. */
function chosenList(values: Collection): string | undefined {
	const [choice, ...more] = values.list(wordsField.name) ?? [];
	if (more.length > 0) return undefined;
	return [...lists.keys()].find((name) => plainWord(name) === plainWord(choice ?? ''));
}

function ownWords(values: Collection, fields: Pick<FieldReader, 'list' | 'refuse'>): string[] {
	const given = values.list(wordsField.name) ?? [];
	const isBelow = given.length === 1 && given[0] === 'own';
	const own = (isBelow ? fields.list(ownWordsField.name) : given)
		.flatMap((entry) => entry.split(/[;\n]/))
		.map((word) => word.trim())
		.filter((word) => plainWord(word) !== '');
	// Without a word, every message would pass, and everybody would be opted out.
	if (own.length > 0) return own;
	return isBelow
		? fields.refuse(ownWordsField.name, ...nothingGiven)
		: values.refuse(wordsField.name, ...nothingGiven);
}

/** The word of the list that a message is, in the spelling of the list. */
function wordOf(body: unknown, wanted: string): string | undefined {
	const said = plainWord(String(body ?? ''));
	return wanted.split(separator).find((word) => plainWord(word) === said);
}
