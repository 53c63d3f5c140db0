/** In capital letters where a part of the node does not work until somebody does something. */
const verdicts = ['DOES NOT HOLD', 'does not hold', 'could not be seen', 'holds'] as const;

export interface Judgement {
	verdict: (typeof verdicts)[number];
	/** Behaviour of the service. */
	seen: string;
	/** What the user of the node has to do, or why there is nothing to do; may be empty. */
	todo: string;
}

const judged = (verdict: Judgement['verdict']) => (seen: string, todo: string) => {
	return { verdict, seen, todo };
};
/** The guess is wrong, and somebody has to do something. */
export const fails = judged('DOES NOT HOLD');
/** The guess is wrong, and the node works all the same. */
export const differs = judged('does not hold');
export const holds = (seen: string, todo = '') => judged('holds')(seen, todo);

export interface Finding extends Judgement {
	guess: string;
}

export const needsAction = ({ verdict }: Judgement) => verdict === 'DOES NOT HOLD';

/** All guesses by their verdicts. Those that need something to be done come first. */
export function report(findings: Finding[]): string {
	const parts = verdicts.flatMap((verdict) => {
		const of = findings.filter((finding) => finding.verdict === verdict);
		const lines = of.flatMap(({ guess, seen, todo }) => {
			return [`  - ${guess}: ${seen}`, ...(todo === '' ? [] : [`      ${todo}`])];
		});
		return of.length === 0 ? [] : [`${verdict} (${of.length})`, ...lines, ''];
	});
	const acts = findings.filter(needsAction).length;
	const sum =
		acts === 0 ? 'Nothing to do about the guesses that could be seen.' : `To do: ${acts}.`;
	return [...parts, sum].join('\n');
}
