import syllable from 'syllable';

import { acceptedWords, hardWords, type Accepted } from './hardWords';
import { pages } from './pages';
import { everyPassage, passagesOn, type Passage } from './passages';

/** How many words a page may have, tables and what `npm run docs` writes left out. */
const most: Record<string, number> = {
	'README.md': 1_000,
	'docs/agents.md': 1_600,
	'docs/ask-several-people.md': 1_250,
	'docs/benchmark.md': 800,
	'docs/calls.md': 1_250,
	'docs/contacts.md': 1_250,
	'docs/examples.md': 2_650,
	'docs/how-it-works.md': 1_200,
	'docs/phone-numbers.md': 1_250,
	'docs/send-and-wait.md': 1_250,
	'docs/send-to-many.md': 1_250,
	'docs/sms.md': 1_250,
	'docs/speed.md': 1_500,
	'docs/trigger.md': 1_250,
	'docs/was-it-sent.md': 1_250,
	'docs/when-something-goes-wrong.md': 1_250,
};
/** Pages for people who build the node, who know its words. */
const forAuthors = ['docs/agents.md', 'docs/how-it-works.md'];
/** Of 100: "plain English", as newspapers for everybody write it. */
const plainEnglish = 60;
const mostInSentence = 35;

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
const words = new Intl.Segmenter('en', { granularity: 'word' });
/** Sentences, also those that begin with n8n, and the links of a line that says where to go. */
function sentencesIn(text: string): Array<{ segment: string; index: number }> {
	const marked = text
		.replaceAll('\n', ' ')
		.replaceAll(' · ', ' \n ')
		.replace(/\bn8n\b/g, 'N8N');
	return [...sentences.segment(marked)]
		.map(({ segment, index }) => ({ segment: text.slice(index, index + segment.length), index }))
		.filter(({ segment }) => segment.trim() !== '');
}
const wordsIn = (text: string) =>
	[...words.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

export interface Reading {
	page: string;
	words: number;
	most: number;
	/** Flesch reading ease: 100 for short words in short sentences, 30 for a contract. */
	ease: number;
	/** The least that it must be. */
	least: number;
	/** Sentences with more than 35 words. */
	long: string[];
}

export const readPages = (): Reading[] =>
	Object.keys(most)
		.filter((page) => pages.includes(page))
		.map(readingOf);

function readingOf(page: string): Reading {
	const passages = passagesOn(page).filter(({ kind }) => kind !== 'cell');
	const prose = passages
		.filter(({ kind }) => kind === 'prose')
		.flatMap(({ text }) => sentencesIn(text).map(({ segment }) => segment.trim()));
	return {
		page,
		words: passages.flatMap(({ text }) => wordsIn(text)).length,
		most: most[page],
		ease: easeOf(prose),
		least: forAuthors.includes(page) ? 0 : plainEnglish,
		long: prose.filter((sentence) => wordsIn(sentence).length > mostInSentence),
	};
}

/** Flesch reading ease. */
function easeOf(text: string[]): number {
	const all = text.flatMap(wordsIn);
	const syllables = all.reduce((sum, word) => sum + syllable(word), 0);
	return 206.835 - 1.015 * (all.length / text.length) - 84.6 * (syllables / all.length);
}

export interface Judged {
	/** Hard words that nobody accepted, as lines that an editor can follow. */
	left: string[];
	/** Accepted places that hold no hard word any more. */
	acceptedWithoutNeed: string[];
}

export function judgeWords(): Judged {
	const used = new Set<Accepted>();
	const left = everyPassage().flatMap((passage) =>
		findings(passage).flatMap(({ word, better, line, sentence }) => {
			const accepted = acceptedWords.find((one) => {
				return one.file === passage.file && sentence.includes(one.words);
			});
			if (accepted === undefined) {
				return [`${passage.file}:${line}  "${word}" → ${better}\n    ${sentence}`];
			}
			used.add(accepted);
			return [];
		}),
	);
	const unused = acceptedWords.filter((one) => !used.has(one));
	return { left, acceptedWithoutNeed: unused.map(({ file, words }) => `${file}: ${words}`) };
}

function findings({ text, line }: Passage) {
	return sentencesIn(text).flatMap(({ segment, index }) => {
		const sentence = segment.replace(/\s+/g, ' ').trim();
		return hardWords.flatMap(([hard, better]) => {
			const word = hard.exec(sentence)?.[0];
			const above = text.slice(0, index).split('\n').length - 1;
			return word === undefined ? [] : [{ word, better, line: line + above, sentence }];
		});
	});
}
