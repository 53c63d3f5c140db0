import { Line } from '../../nodes/VoiceSms/api/line';
import type { Place } from '../../nodes/VoiceSms/api/place';
import { Reservation } from '../../nodes/VoiceSms/api/place';

/** Joins with so many refusals each, and gives the order in which they would enter. */
function order(refusals: number[]): number[] {
	const line = new Line();
	const entered: number[] = [];
	for (const [index, count] of refusals.entries()) {
		line.join({ refusals: count, enter: () => entered.push(index) });
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

describe('a place that is kept for a request', () => {
	const kept = (mayGo = true) => {
		const told: string[] = [];
		const place = {
			keep: () => told.push('keep'),
			begin: () => (told.push('begin'), mayGo),
			leave: () => told.push('leave'),
		} as unknown as Place;
		return { reservation: new Reservation(place), place, told };
	};

	test('is used once, and is not given back then', () => {
		const { reservation, place, told } = kept();
		expect(reservation.use()).toBe(place);
		expect(reservation.use()).toBeUndefined();
		reservation.giveBack();
		expect(told).toEqual(['keep', 'begin']);
	});

	test('is given back once when it was not used', () => {
		const { reservation, told } = kept();
		reservation.giveBack();
		reservation.giveBack();
		expect(reservation.use()).toBeUndefined();
		expect(told).toEqual(['keep', 'leave']);
	});

	test('is none any more when all have to wait meanwhile', () => {
		const { reservation, told } = kept(false);
		expect(reservation.use()).toBeUndefined();
		reservation.giveBack();
		expect(told).toEqual(['keep', 'begin']);
	});
});
