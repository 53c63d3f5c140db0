import { hardWords } from '../docs/hardWords';
import { pages, readPage } from '../docs/pages';

/** The words of each page at most, as `wc -w` counts them, with its tables: there is no other page. */
const maxWords: Record<string, number> = {
	'README.md': 800,
	'docs/agents.md': 1_800,
	'docs/build-with-ai.md': 800,
	'docs/calls.md': 1_300,
	'docs/contacts.md': 1_300,
	'docs/credential.md': 500,
	'docs/examples.md': 1_500,
	'docs/first-week.md': 700,
	'docs/from-twilio.md': 400,
	'docs/how-it-works.md': 1_400,
	'docs/interface.md': 1_200,
	'docs/measured.md': 1_200,
	'docs/messages.md': 4_000,
	'docs/operators.md': 2_000,
	'docs/phone-numbers.md': 700,
	'docs/rules.md': 1_800,
	'docs/send-and-wait.md': 1_200,
	'docs/send-to-many.md': 900,
	'docs/sms.md': 1_100,
	'docs/ten-questions.md': 600,
	'docs/trigger.md': 1_200,
	'docs/was-it-sent.md': 700,
};
const maxInAll = 27_000;
const wordsOf = (page: string) => readPage(page).trim().split(/\s+/).length;

it('the pages are those of the map', () => {
	const known = Object.keys(maxWords);
	const added = pages.filter((page) => !known.includes(page));
	const gone = known.filter((page) => !pages.includes(page));
	expect([
		...added.map((page) => `${page} is new: say in maxWords how many words it may have`),
		...gone.map((page) => `${page} is gone: take it out of maxWords`),
	]).toStrictEqual([]);
	expect(pages).toStrictEqual(known);
});

it.each(Object.entries(maxWords))('%s is short', (page, most) => {
	const words = wordsOf(page);
	const toDo = `${page} has ${words} words: shorten it to ${most}, or move a part to another page`;
	expect(words > most ? toDo : '').toBe('');
});

it('all pages are short', () => {
	expect(pages.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(maxInAll);
});

describe('the table of hard words', () => {
	const isHard = (sentence: string) => hardWords.some(([hard]) => hard.test(sentence));

	it.each([
		'A person has to mend the credential.',
		'A number that is none goes to the lower branch.',
		'What may have been sent is never repeated.',
		'The key decides whose data is read.',
		'There is no such call.',
	])('finds %p', (sentence) => {
		expect(isHard(sentence)).toBe(true);
	});

	it.each([
		'What happens in a poll?',
		'Fields such as City stay.',
		'The node retries at most 4 times.',
		'As before, rows wait.',
	])('lets %p pass', (sentence) => {
		expect(isHard(sentence)).toBe(false);
	});
});
