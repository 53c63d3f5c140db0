import { hardWords } from '../docs/hardWords';
import { pages } from '../docs/pages';
import { reading } from '../docs/reading';

/** Words of a page, without its tables. */
const mostWords = 1_250;
const otherMost: Record<string, number> = {
	'README.md': 1_000,
	'docs/agents.md': 1_400,
	'docs/examples.md': 3_400,
	'docs/speed.md': 1_400,
};
describe.each(pages)('%s', (page) => {
	const { words } = reading(page);

	it('is short', () => {
		const most = otherMost[page] ?? mostWords;
		const toDo = `${page} has ${words} words: shorten it to ${most}, or move a part to another page`;
		expect(words > most ? toDo : '').toBe('');
	});
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
