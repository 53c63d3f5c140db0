interface ParallelOptions {
	/** Most pieces of work under way at once; a function is called before each start. */
	bound: number | (() => number);
	/** Names of the queues that a piece is in: it begins when all earlier pieces of each queue have ended. */
	lanes?(index: number): string[];
	/** Whether pieces begin in the order of their index, also when one of them waits for its queue. */
	inOrder?: boolean;
	/** Called before each start; true = begin no more pieces. */
	stopped?(): boolean;
}

/**
 * Does `work` for 0 … count - 1, bounded, and gives the results in this order. After a failure no
 * more pieces begin, pieces under way end, and the failure of the lowest index is thrown. The result
 * of a piece that did not begin, because of `stopped`, is undefined.
 */
export async function inParallel<T>(
	count: number,
	{ bound, lanes, inOrder, stopped }: ParallelOptions,
	work: (index: number) => Promise<T>,
): Promise<Array<T | undefined>> {
	const results = new Array<T | undefined>(count);
	const queue = lanes ? queueByLane(count, lanes) : queueInOrder(count);
	const ready = inOrder === true ? strictly(queue) : queue;
	let failure: { index: number; error: unknown } | undefined;
	let underWay = 0;
	const most = () => (typeof bound === 'number' ? bound : bound());

	await new Promise<void>((resolve) => {
		const begin = () => {
			while (underWay < most() && failure === undefined && stopped?.() !== true) {
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

/** Gives out an index when all earlier indexes of its lanes have ended. */
function queueByLane(count: number, lanes: (index: number) => string[]): Queue {
	const lastOfLane = new Map<string, number>();
	const blockers = new Map<number, number>();
	const followers = new Map<number, number[]>();
	const ready: number[] = [];
	for (let index = 0; index < count; index++) {
		for (const lane of lanes(index)) {
			const before = lastOfLane.get(lane);
			lastOfLane.set(lane, index);
			// A piece that names a lane twice must not wait for itself.
			if (before === undefined || before === index) continue;
			blockers.set(index, (blockers.get(index) ?? 0) + 1);
			const waiting = followers.get(before);
			if (waiting === undefined) followers.set(before, [index]);
			else waiting.push(index);
		}
		if (!blockers.has(index)) ready.push(index);
	}
	let taken = 0;
	return {
		take: () => (taken < ready.length ? ready[taken++] : undefined),
		ended: (index) => {
			for (const follower of followers.get(index) ?? []) {
				const left = (blockers.get(follower) ?? 0) - 1;
				blockers.set(follower, left);
				if (left === 0) ready.push(follower);
			}
		},
	};
}

/** Gives out the indexes in their order. */
function strictly(queue: Queue): Queue {
	const early = new Set<number>();
	let next = 0;
	return {
		take: () => {
			while (!early.has(next)) {
				const index = queue.take();
				if (index === undefined) return undefined;
				early.add(index);
			}
			early.delete(next);
			return next++;
		},
		ended: (index) => queue.ended(index),
	};
}
