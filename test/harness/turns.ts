/** Others have had their turn. */
export const turn = async () => await new Promise((resolve) => setImmediate(resolve));

/** Waits in real time until something is so, or `ms` milliseconds have gone by. */
export async function until(isSo: () => boolean, ms = 10_000) {
	const end = performance.now() + ms;
	while (!isSo() && performance.now() < end) {
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/**
 * Watches how long this process works before others have their turn, in ms. Only what it works
 * counts: on a busy machine it stands still for much longer.
 */
export function watchTurns(): { stop(): Promise<number> } {
	let longest = 0;
	let isOver = false;
	const watching = (async () => {
		let time = performance.now();
		let work = process.cpuUsage();
		while (!isOver) {
			await turn();
			const { user, system } = process.cpuUsage(work);
			const waited = performance.now() - time;
			longest = Math.max(longest, Math.min(waited, (user + system) / 1000));
			time += waited;
			work = process.cpuUsage();
		}
		return longest;
	})();
	return {
		stop: async () => {
			isOver = true;
			return await watching;
		},
	};
}
