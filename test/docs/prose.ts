import { hardWords } from './hardWords';
import { pages } from './pages';
import { findHardWords, longer, reading } from './reading';

/** Pages of figures, for people who know them. */
const ofFigures = /\b(benchmark|measured|operators|scale|soak|speed)\b/;
const maxWordsInSentence = 35;

/**
 * `npm run prose`: sentences to look at, in docs, fields, errors, sticky notes and comments. It is advice: nothing
 * fails. What is false, such as a message that does not exist or a dead link, fails in `test/source`.
 */
const long = pages
	.filter((page) => !ofFigures.test(page))
	.flatMap((page) =>
		longer(reading(page).sentences, maxWordsInSentence).map((sentence) => `${page}  ${sentence}`),
	);
const hard = findHardWords();
const toShow = [
	...long.map((sentence) => `More than ${maxWordsInSentence} words: ${sentence}`),
	...hard,
];
console.log(
	toShow.length === 0
		? `Prose: no long sentence, and none of ${hardWords.length} kinds of hard words.`
		: `Prose, ${toShow.length} places to look at:\n${toShow.join('\n')}`,
);
