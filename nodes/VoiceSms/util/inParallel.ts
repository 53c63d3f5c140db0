export interface ParallelOptions {
	/** Most pieces of work under way at once. */
	bound: number;
	/** Names of the queues a piece stands in: it begins after all earlier ones of each have ended. */
	lanes?(index: number): string[];
	/** Asked before each start; true = begin nothing new. */
	stopped?(): boolean;
}

/**
 * Does `work` for 0 … count - 1, bounded, and gives the results in that order. After a failure
 * nothing new begins, what is under way ends, and the failure of the lowest index is thrown.
 * Results of pieces that were not begun, because `stopped` said so, are undefined.
 */
export async function inParallel<T>(
	count: number,
	{ bound, lanes, stopped }: ParallelOptions,
	work: (index: number) => Promise<T>,
): Promise<Array<T | undefined>> {
	const results = new Array<T | undefined>(count);
	const ready = lanes ? queueByLane(count, lanes) : queueInOrder(count);
	let failure: { index: number; error: unknown } | undefined;
	let underWay = 0;

	await new Promise<void>((resolve) => {
		const begin = () => {
			while (underWay < bound && failure === undefined && stopped?.() !== true) {
				const index = ready.take();
				if (index === undefined) break;
				underWay++;
				work(index)
					.then(
						(result) => {
							results[index] = result;
						},
						(error) => {
							if (failure === undefined || index < failure.index) failure = { index, error };
						},
					)
					.finally(() => {
						underWay--;
						ready.ended(index);
						begin();
					});
			}
			if (underWay === 0) resolve();
		};
		begin();
	});

	if (failure !== undefined) throw (failure as { error: unknown }).error;
	return results;
}

interface Queue {
	take(): number | undefined;
	ended(index: number): void;
}

function queueInOrder(count: number): Queue {
	let next = 0;
	return { take: () => (next < count ? next++ : undefined), ended: () => {} };
}

/** Gives out an index when all earlier ones that share a lane with it have ended. */
function queueByLane(count: number, lanes: (index: number) => string[]): Queue {
	const lastOfLane = new Map<string, number>();
	const blockers = new Array<number>(count).fill(0);
	const followers = new Map<number, number[]>();
	const ready: number[] = [];
	for (let index = 0; index < count; index++) {
		for (const lane of new Set(lanes(index))) {
			const before = lastOfLane.get(lane);
			lastOfLane.set(lane, index);
			if (before === undefined) continue;
			blockers[index]++;
			followers.set(before, [...(followers.get(before) ?? []), index]);
		}
		if (blockers[index] === 0) ready.push(index);
	}
	let taken = 0;
	return {
		take: () => (taken < ready.length ? ready[taken++] : undefined),
		ended: (index) => {
			for (const follower of followers.get(index) ?? []) {
				if (--blockers[follower] === 0) ready.push(follower);
			}
		},
	};
}
