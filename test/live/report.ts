import Table from 'cli-table3';

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

/** The table of all guesses, with those first that need something to be done. */
export function report(findings: Finding[]): string {
	const table = new Table({
		head: ['guess', 'verdict', 'seen', 'what to do'],
		colWidths: [42, 12, 38, 42],
		wordWrap: true,
		chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
		// Colours would be unreadable codes in a log file.
		style: { head: [], border: [] },
	});
	const counts = verdicts.map((wanted) => {
		const of = findings.filter(({ verdict }) => verdict === wanted);
		table.push(...of.map(({ guess, verdict, seen, todo }) => [guess, verdict, seen, todo]));
		return `${of.length} ${wanted}`;
	});
	const acts = findings.some(needsAction) ? 'See the column "what to do".' : 'Nothing to do.';
	return `${table.toString()}\n\n${counts.reverse().join(', ')}. ${acts}`;
}
