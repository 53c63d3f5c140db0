import type { Result } from './result';

/** The median of each figure; what is no figure must hold in every run. */
export function median(all: readonly Result[]): Result {
	const middle = (figure: (result: Result) => number) => {
		const sorted = all.map(figure).sort((a, b) => a - b);
		return sorted[Math.floor((sorted.length - 1) / 2)];
	};
	return {
		...all[0],
		wall: middle(({ wall }) => wall),
		cpu: middle(({ cpu }) => cpu),
		resident: middle(({ resident }) => resident),
		block: middle(({ block }) => block),
		first: middle(({ first }) => first),
		span: middle(({ span }) => span),
		meanMs: middle(({ meanMs }) => meanMs),
		// Not the median: a bound that is once exceeded is exceeded.
		mostInFlight: Math.max(...all.map(({ mostInFlight }) => mostInFlight)),
		inOrder: all.every(({ inOrder }) => inOrder),
		complete: all.every(({ complete }) => complete),
		error: all.find(({ error }) => error !== undefined)?.error,
	};
}
