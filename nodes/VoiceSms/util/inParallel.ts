interface ParallelOptions {
	/** Most pieces of work under way at once; a function is called before each start. */
	bound: number | (() => number);
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
	{ bound, stopped }: ParallelOptions,
	work: (index: number) => Promise<T>,
): Promise<Array<T | undefined>> {
	const results = new Array<T | undefined>(count);
	const failures: Array<{ error: unknown } | undefined> = [];
	const room = new Room(bound);
	const underWay: Array<Promise<void>> = [];
	const one = async (index: number, leave: () => void) => {
		try {
			results[index] = await work(index);
		} catch (error) {
			failures[index] = { error };
		}
		leave();
	};
	for (let index = 0; index < count; index++) {
		const leave = await room.enter();
		if (failures.length > 0 || stopped?.() === true) break;
		underWay.push(one(index, leave));
	}
	await Promise.all(underWay);
	const failure = failures.find((one) => one !== undefined);
	if (failure !== undefined) throw failure.error;
	return results;
}

/** Room for a bounded number of pieces of work. The others wait, and enter in their order. */
export class Room {
	private inside = 0;
	private readonly line: Array<() => void> = [];

	/** @param bound most pieces inside; a function is called when a piece enters or leaves */
	constructor(private readonly bound: number | (() => number)) {}

	/** Waits for room; call the result when the work has ended. */
	async enter(): Promise<() => void> {
		await new Promise<void>((enter) => {
			this.line.push(enter);
			this.admit();
		});
		return () => {
			this.inside--;
			this.admit();
		};
	}

	private admit() {
		const most = typeof this.bound === 'number' ? this.bound : this.bound();
		while (this.line.length > 0 && this.inside < most) {
			this.inside++;
			this.line.shift()?.();
		}
	}
}
