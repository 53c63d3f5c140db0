import { hardWords } from '../docs/hardWords';
import { judgeWords, readPages } from '../docs/reading';

describe.each(readPages().map((reading) => [reading.page, reading] as const))(
	'%s',
	(_page, { words, most, ease, least, long }) => {
		it('is short', () => {
			expect(words).toBeLessThanOrEqual(most);
		});

		it('is easy to read', () => {
			expect(ease).toBeGreaterThanOrEqual(least);
			expect(long).toStrictEqual([]);
		});
	},
);

describe('docs, fields, errors and sticky notes', () => {
	const { left, acceptedWithoutNeed } = judgeWords();

	it('have no hard words', () => {
		expect(left).toStrictEqual([]);
	});

	it('have every place where one is accepted', () => {
		expect(acceptedWithoutNeed).toStrictEqual([]);
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
