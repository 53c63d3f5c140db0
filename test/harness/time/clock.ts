import type { Clock } from '../../../nodes/VoiceSms/api/clock';

export interface TestClock extends Clock {
	/** Waits that were asked for, in milliseconds. */
	readonly waits: number[];
}

/** A clock whose waits move its time on and end when others have had their turn. */
export function testClock(start = Date.parse('2026-06-01T12:00:00Z')): TestClock {
	let time = start;
	const waits: number[] = [];
	return {
		waits,
		now: () => time,
		passed: () => time - start,
		random: () => 0.5,
		async sleep(ms) {
			waits.push(ms);
			await new Promise((resolve) => setImmediate(resolve));
			time += ms;
		},
	};
}

/** A clock by which half of a poll's five minutes is over as soon as the poll begins. */
export function hurriedClock(): Clock {
	let reads = 0;
	const now = () => (reads++ > 0 ? 4 * 60_000 : 0);
	return { now, passed: now, random: () => 0.5, sleep: async () => {} };
}

/** The wait of an operation in a run that nobody cancels. */
export function waitOn({ sleep }: Pick<Clock, 'sleep'>) {
	return async (ms: number) => {
		await sleep(ms);
		return true;
	};
}
