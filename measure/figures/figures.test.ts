import { medianOf } from './figures';
import { compare } from './texts';

it('the median of four figures is the lower one in the middle', () => {
	expect([[4, 1, 3, 2], [3, 1, 2], [5]].map(medianOf)).toStrictEqual([2, 2, 5]);
});

it('a text that is lost, sent twice or sent without a request is named once', () => {
	const arrived = ['b', 'b', 'b', 'x', 'x', 'c'];
	expect(compare(['a', 'b', 'c'], arrived)).toStrictEqual({
		lost: ['a'],
		doubled: ['b', 'x'],
		unasked: ['x'],
	});
	expect(compare(['a'], ['a'])).toStrictEqual({ lost: [], doubled: [], unasked: [] });
});
