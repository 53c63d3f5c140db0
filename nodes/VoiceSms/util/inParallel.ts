import { type QueuedPiece, type Turn, Queue } from './serially';

/** Milliseconds that a long loop may work before other work of the process gets its turn. */
const slice = 10;

export type Pause = () => Promise<void> | undefined;

/** A function to call in each round of a long loop: it pauses the loop when a slice of time is over. */
export function pausing(clock: { now(): number; sleep(ms: number): Promise<void> }): Pause {
	let began = clock.now();
	return () => {
		const worked = clock.now() - began;
		// A negative time: the computer's clock was set back meanwhile.
		if (worked >= 0 && worked <= slice) return undefined;
		return clock.sleep(1).then(() => {
			began = clock.now();
		});
	};
}

interface ParallelOptions {
	/** Most pieces of work under way at once; a function is called before each start. */
	bound: number | (() => number);
	/** Called before each start; true = begin no more pieces. */
	stopped?(): boolean;
	/** Names of the queues that a piece is in. While it waits there, it takes no room. */
	lanes?(index: number): Turn[];
	/** Whether pieces begin in the order of their index, also when one of them waits in a lane. */
	inOrder?: boolean;
	/** Called before each piece (`pausing`). */
	pause?: Pause;
}

/**
 * Does `work` for 0 … count - 1, each after the earlier pieces of its lanes and then as soon as there is
 * room, and gives the results in this order. After a failure no more pieces begin, pieces under way end, and
 * the failure of the lowest index is thrown. The result of a piece that did not begin, because of `stopped`,
 * is undefined.
 *
 * Example: pieces 0 and 1 share a lane, and there is room for two. 0 and 2 begin, then 1 as soon as 0 ends.
 */
export async function inParallel<T>(
	count: number,
	{ bound, stopped, lanes, inOrder, pause }: ParallelOptions,
	work: (index: number) => Promise<T>,
): Promise<Array<T | undefined>> {
	const queue = new Queue();
	const room = new Room(bound);
	const results = new Array<T | undefined>(count).fill(undefined);
	const failures: Array<{ error: unknown } | undefined> = [];
	const mayBegin = () => failures.length === 0 && stopped?.() !== true;
	/** Pieces that have not ended, and the loop. */
	let left = 1;
	let over = () => {};
	const allEnded = new Promise<void>((resolve) => (over = resolve));
	const one = async (index: number, piece: QueuedPiece) => {
		try {
			if (mayBegin()) results[index] = await work(index);
		} catch (error) {
			failures[index] = { error };
		}
		queue.end(piece);
		room.leave();
		if (--left === 0) over();
	};
	const enter = async (index: number, piece: QueuedPiece) => {
		await room.enter();
		void one(index, piece);
	};
	for (let index = 0; index < count && mayBegin(); index++) {
		await pause?.();
		left++;
		let entered: (() => void) | undefined;
		const turn = inOrder === true ? new Promise<void>((resolve) => (entered = resolve)) : undefined;
		const piece = queue.join(lanes?.(index) ?? [], () => void enter(index, piece).then(entered));
		await (piece.missing === 0 ? enter(index, piece) : turn);
	}
	if (--left > 0) await allEnded;
	const failure = failures.find((one) => one !== undefined);
	if (failure !== undefined) throw failure.error;
	return results;
}

/** Room for a bounded number of pieces of work. The others wait, and enter in their order. */
class Room {
	private inside = 0;
	private readonly line: Array<() => void> = [];

	constructor(private readonly bound: number | (() => number)) {}

	async enter(): Promise<void> {
		await new Promise<void>((enter) => {
			this.line.push(enter);
			this.admit();
		});
	}

	leave() {
		this.inside--;
		this.admit();
	}

	private admit() {
		const max = typeof this.bound === 'number' ? this.bound : this.bound();
		while (this.line.length > 0 && this.inside < max) {
			this.inside++;
			this.line.shift()?.();
		}
	}
}
