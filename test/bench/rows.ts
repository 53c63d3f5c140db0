import type { Findings } from './check';
import type { Times } from './n8n';
import { longestBlock, type Contender, type Most, type Other, type Work } from './works';

/** What a contender's runs of a work took, and whether they were right. */
export interface Result extends Times, Findings {}

/** One line of the table: a work by this node, compared with another contender. */
export interface Row {
	work: string;
	other: Other;
	own: Result;
	others: Partial<Result>;
	/** The most of the other's time that this node may take. */
	most: Most;
}

/** The median of each time; sound only if all runs were. */
export function median(all: readonly Result[]): Result {
	const middle = (figure: 'wall' | 'cpu' | 'block' | 'done') => {
		const sorted = all.map((result) => result[figure]).sort((a, b) => a - b);
		return sorted[Math.floor((sorted.length - 1) / 2)];
	};
	return {
		...{ wall: middle('wall'), cpu: middle('cpu'), block: middle('block'), done: middle('done') },
		sound: all.every(({ sound }) => sound),
	};
}

export function rowsOf(work: Work, resultOf: (contender: Contender) => Result): Row[] {
	const othersOf = (other: Other): Partial<Result> => {
		if (other === 'limit') return leastOf(work);
		// With a limit it is this node that must not lose a message.
		return { ...resultOf(other), ...(work.perSecond !== undefined && { sound: undefined }) };
	};
	return Object.entries(work.against).map(([name, most]) => {
		const other = name as Other;
		return { work: work.title, other, own: resultOf('voiceSms'), others: othersOf(other), most };
	});
}

/** A service with a limit of requests allows at once as many as come back in a second. */
function leastOf({ count, perSecond = Infinity }: Work): Partial<Result> {
	return { wall: (count - perSecond) / perSecond, done: count };
}

const ratio = (own: number, other: number | undefined) => own / (other ?? Infinity);

/** What a row misses: times only if they are judged, and whether everything was done always. */
export function missed({ own, others, most }: Row, judgesTimes = true): string[] {
	const exceeds = (figure: 'wall' | 'cpu') =>
		judgesTimes && ratio(own[figure], others[figure]) > (most[figure] ?? Infinity);
	return [
		...(exceeds('wall') ? ['wall'] : []),
		...(exceeds('cpu') ? ['CPU'] : []),
		...(judgesTimes && own.block > longestBlock ? ['longest block'] : []),
		...(own.sound && (others.sound ?? true) ? [] : ['done']),
	];
}
