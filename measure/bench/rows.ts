import { medianOf } from '../figures/figures';
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
	/** Most milliseconds of the longest block, if it is not that of all works. */
	longestBlock?: number;
}

/** The median of each figure; sound only if all runs were. */
export function median(all: readonly Result[]): Result {
	const middle = (figure: 'wall' | 'cpu' | 'block' | 'done') =>
		medianOf(all.map((result) => result[figure]));
	return {
		wall: middle('wall'),
		cpu: middle('cpu'),
		block: middle('block'),
		done: middle('done'),
		sound: all.every(({ sound }) => sound),
	};
}

/** The lines of a work. */
export function rowsOf(work: Work, resultOf: (contender: Contender) => Result): Row[] {
	const { title, count, perSecond, against, longestBlock: block } = work;
	const othersOf = (other: Other): Partial<Result> => {
		if (other === 'none') return {};
		if (perSecond === undefined) return resultOf(other as Contender);
		// A service with a limit allows at once as many requests as come back in a second.
		if (other === 'limit') return { wall: (count - perSecond) / perSecond, done: count };
		// Only this node must not lose a message.
		return { ...resultOf(other), sound: undefined };
	};
	return (Object.keys(against) as Other[]).map((other) => {
		const most = against[other] ?? {};
		const own = { own: resultOf('voiceSms'), others: othersOf(other) };
		return {
			work: title,
			other,
			...own,
			most,
			...(block !== undefined && { longestBlock: block }),
		};
	});
}

/** Which figures miss their targets; times only if they are judged, and always whether all was done. */
export function missed(
	{ own, others, most, longestBlock: block = longestBlock }: Row,
	judgesTimes = true,
): string[] {
	const exceeds = (figure: 'wall' | 'cpu') =>
		own[figure] > (most[figure] ?? Infinity) * (others[figure] ?? Infinity);
	const times = {
		wall: exceeds('wall'),
		cpu: exceeds('cpu'),
		block: own.block > block,
	};
	const done = !own.sound || others.sound === false;
	return Object.entries({ ...(judgesTimes && times), done }).flatMap(([figure, misses]) =>
		misses ? [figure] : [],
	);
}
