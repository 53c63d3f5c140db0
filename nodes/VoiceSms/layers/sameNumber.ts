import { onePhone } from '../fields/phone/phone';
import { tally } from '../util/inWords';
import type { Layer } from './layer';

/** A line above the output when several rows go to one number: often, a list was joined wrongly. */
export const sameNumber: Layer = {
	needs: 'receiver',
	begin: ({ operation, asTool }) => {
		const [sentTo, checked]: [string[], string[]] = [[], []];
		return {
			around: async ({ input, onlyChecked }, _on, next) => {
				const outcome = await next();
				if (outcome !== undefined && !('error' in outcome)) {
					(onlyChecked ? checked : sentTo).push(onePhone(operation.receiver?.(input) ?? ''));
				}
				return outcome;
			},
			lines: () => {
				const several = tally(sentTo.length > 0 ? sentTo : checked, 2);
				if (asTool || several === '') return [];
				return [
					`Several rows go to one number: ${several}. If you did not expect this, look for repeated rows in the list.`,
				];
			},
		};
	},
};
