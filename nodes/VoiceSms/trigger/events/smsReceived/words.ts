import type { INodeProperties } from 'n8n-workflow';

import type { Collection } from '../../../fields/read/collection';
import { asList } from '../../../fields/read/objects';
import { type Reading, filled, nothingGiven } from '../../../fields/read/values';
import {
	noWords,
	optOutWordIn,
	usualWords,
	yesOrNo as meaningOf,
	yesWords,
} from '../../../fields/text/answerWords';
import { plainText, plainWord, wordsIn } from '../../../util/sameWords';
import type { Filter } from '../../filters';
import { textField } from '../../../fields/forms/formFields';

/** Words by which people ask for SMS again, as carriers know them. */
const optInWords = ['START', 'UNSTOP'];

/** The word of a list that a message is, in the spelling of the list. */
type WordList = (body: string) => string | undefined;

const wordListOf = (list: string[]): WordList => {
	// The first of two spellings counts.
	const words = new Map([...list].reverse().map((word) => [plainWord(word), word]));
	return (body) => words.get(plainWord(body));
};
const ofMeaning = (list: string[], meaning: boolean): WordList => {
	const wordIn = wordListOf(list);
	return (body) => (meaningOf(body, usualWords) === meaning ? wordIn(body) : undefined);
};
const [yes, no] = [ofMeaning(yesWords, true), ofMeaning(noWords, false)];
/** The lists that say what a message means: no word of one is in another. */
const meanings: Array<[string, WordList]> = [
	['optOut', optOutWordIn],
	['optIn', wordListOf(optInWords)],
	['yes', yes],
	['no', no],
];
const lists = new Map<string, WordList>([
	...meanings,
	['yesOrNo', (body) => yes(body) ?? no(body)],
	['any', (body) => body],
]);

/** No text or word holds it: see `plainText` and `ownWords`. */
const separator = '\n';

/** `read` gives these for any message, and for the lists whose words are answers. */
const anyMessage = `${separator}any`;
const answerLists = new Set(['yesOrNo', 'yes', 'no'].map((name) => separator + name));

const listField: INodeProperties = {
	displayName: 'Words',
	name: 'list',
	type: 'options',
	options: [
		{
			name: 'Any Message',
			value: 'any',
			description: 'The output has its meaning',
		},
		{ name: 'No', value: 'no', description: 'Such as no, nein and non' },
		{
			name: 'Opt-In Words',
			value: 'optIn',
			description: optInWords.join(', '),
		},
		{
			name: 'Opt-Out Words',
			value: 'optOut',
			description: 'STOP, CANCEL and more',
		},
		{ name: 'Own Words', value: 'own', description: 'Your words' },
		{ name: 'Yes', value: 'yes', description: 'Such as yes, ja and oui' },
		{ name: 'Yes or No', value: 'yesOrNo', description: 'Either one. The output has the answer.' },
	],
	default: 'optOut',
	description: 'In seven languages',
};

const ownWordsField: INodeProperties = {
	...textField('Own Words', 'ownWords', 'STOP, END'),
	displayOptions: { show: { list: ['own'] } },
	description: 'With commas',
};

/** In a group, so that n8n shows the own words as soon as they are chosen. */
const wordsField: INodeProperties = {
	displayName: 'Message Is One Of',
	name: 'words',
	type: 'fixedCollection',
	// Without this, some versions of n8n do not save the field with its defaults (n8n-workflow, node-helpers).
	typeOptions: { multipleValues: false },
	placeholder: 'Add Field',
	default: { values: { list: listField.default } },
	description: 'Only messages that say one of these words',
	options: [{ displayName: 'Values', name: 'values', values: [listField, ownWordsField] }],
};

/**
 * Messages that are one of a list of words. Emoji around a word count as marks: "STOP 😡" asks to stop as
 * clearly as "STOP". A value that the menu does not have is a list of own words, from an expression.
 */
export const messageWords: Filter = {
	field: wordsField,
	ofMessage: true,
	entered(filters): string {
		if (!filters.isAdded(wordsField.name)) return '';
		const values = valuesOf(filters);
		const own = () => [...new Set(ownWords(values).map(plainWord))];
		// The same words in another order or spelling are the same filter: another filter begins again.
		return chosenList(values) ?? own().sort().join(separator);
	},
	read: (filters) => {
		const values = valuesOf(filters);
		const list = chosenList(values);
		return list === undefined ? ownWords(values).join(separator) : separator + list;
	},
	matches: ({ body }, wanted) => wordOf(body, wanted) !== undefined,
	adds: ({ body }, wanted) => {
		if (wanted === anyMessage) {
			const [meaning] = meanings.find(([, list]) => list(String(body ?? '')) !== undefined) ?? [];
			return { meaning: meaning ?? 'other' };
		}
		const matchedWord = wordOf(body, wanted);
		if (!answerLists.has(wanted)) return { matchedWord };
		return { matchedWord, answer: yes(String(body)) === undefined ? 'no' : 'yes' };
	},
};

const valuesOf = (filters: Collection) => filters.group(wordsField.name).group('values');

/** The value of the list that is chosen in the menu; undefined for own words. */
function chosenList(values: Collection): string | undefined {
	const [choice, ...more] = values.read(listField.name, asList) ?? [];
	if (more.length > 0) return undefined;
	return [...lists.keys()].find((name) => plainWord(name) === plainWord(choice ?? ''));
}

function ownWords(values: Collection): string[] {
	const given = values.read(listField.name, asList) ?? [];
	const source = given.length === 1 && given[0] === 'own' ? ownWordsField : listField;
	const own = wordsIn(values.read(source.name, asList))
		.map((word) => word.trim())
		.filter((word) => plainWord(word) !== '');
	// Without a word, every message would pass, and everybody would be opted out.
	return own.length === 0 ? values.invalid(source.name, ...nothingGiven) : own;
}

/** The word that a message is. `wanted`: own words, or a separator and the name of a list. */
function wordOf(body: unknown, wanted: string): string | undefined {
	const [first, name] = wanted.split(separator);
	const list = (first === '' && lists.get(name)) || wordListOf(wanted.split(separator));
	return list(String(body ?? ''));
}

const containsField = {
	...textField('Message Contains', 'contains', 'cancel, move my appointment'),
	description: 'Only messages with this text. Several texts: with commas.',
};

const asPlainTexts: Reading<string[]> = (value, invalid) => {
	const texts = asList(value, invalid).map(plainText);
	return [...new Set(texts)].filter((text) => text !== '');
};

/** Messages that contain one of the texts. */
export const messageContains: Filter = {
	field: containsField,
	ofMessage: true,
	// The same texts in another order or spelling are the same filter.
	entered(values): string {
		// Without a text, every message would pass.
		const texts = values.whereAdded(containsField.name, filled(asPlainTexts, nothingGiven)) ?? [];
		return texts.sort().join(separator);
	},
	matches: ({ body }, wanted) => {
		const said = plainText(String(body ?? ''));
		return wanted.split(separator).some((text) => said.includes(text));
	},
};
