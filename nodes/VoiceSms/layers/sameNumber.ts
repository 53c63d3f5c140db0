import { onePhone } from '../fields/phone/phone';
import { tally } from '../util/inWords';
import type { Layer } from './layer';
import { countedItems, receiverOf } from './outcome';

/** A line above the output when several rows go to one number: often, a list was joined wrongly. */
export const sameNumber: Layer = {
	needs: 'sends',
	lines: (items, { operation, asTool }) => {
		const several = tally(
			countedItems(items).map((item) => onePhone(receiverOf(item, operation))),
			2,
		);
		if (asTool || several === '') return [];
		return [
			`Several rows go to one number: ${several}. If you did not expect this, look for repeated rows in the list.`,
		];
	},
};
