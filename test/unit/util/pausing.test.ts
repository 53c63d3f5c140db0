import { pausing } from '../../../nodes/VoiceSms/util/inParallel';

/** A long loop whose clock shows these times, one at each look; gives the rounds in which it paused. */
async function pausesOf(shown: number[]): Promise<number[]> {
	let look = 0;
	const slept: number[] = [];
	const clock = { now: () => shown[look++], sleep: async (ms: number) => void slept.push(ms) };
	const pause = pausing(clock);
	const paused: number[] = [];
	for (let round = 0; look < shown.length; round++) {
		const pausesNow = pause();
		if (pausesNow !== undefined) paused.push(round);
		await pausesNow;
	}
	expect(slept).toStrictEqual(paused.map(() => 1));
	return paused;
}

test.each<[string, number[], number[]]>([
	['not within 10 ms', [0, 0, 5, 10], []],
	['after more than 10 ms', [0, 10, 11, 12], [1]],
	['10 ms after the last pause, whatever that took', [0, 11, 500, 510, 511, 900], [0, 2]],
	['when the clock was set back', [5000, 5001, 4000, 4000, 4005], [1]],
])('a long loop pauses %s', async (_name, shown, paused) => {
	expect(await pausesOf(shown)).toStrictEqual(paused);
});
