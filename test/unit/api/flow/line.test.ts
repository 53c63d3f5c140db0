import { Line } from '../../../../nodes/VoiceSms/api/flow/line';

/** Joins with so many refusals each, and gives the order in which they would enter. */
function order(refusals: number[]): number[] {
	const line = new Line();
	const entered: number[] = [];
	for (const [index, count] of refusals.entries()) {
		line.join({ refusals: count, isSpaced: true, enter: () => entered.push(index) });
	}
	for (let { first } = line; first !== undefined; { first } = line) {
		first.enter(undefined);
		line.next();
	}
	return entered;
}

test.each([
	[
		[0, 0, 0, 0],
		[0, 1, 2, 3],
	],
	[
		[1, 1, 1],
		[0, 1, 2],
	],
	[
		[0, 0, 1, 0, 2, 1, 2],
		[4, 6, 2, 5, 0, 1, 3],
	],
])('refused so often: %j, they enter in the order %j', (refusals, expected) => {
	expect(order(refusals)).toEqual(expected);
});
