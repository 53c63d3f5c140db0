import { Room } from './inParallel';
import type { Piece } from './inTurn';
import { Queue } from './inTurn';
import { pausing } from './pausing';

interface LaneOptions {
	/** Most pieces at work at once. */
	bound: number;
	/** Names of the queues that a piece is in. */
	lanes(index: number): string[];
	/** Whether pieces begin in the order of their index, also when one of them waits in a lane. */
	inOrder: boolean;
	/** Aborts when no more pieces may begin. */
	ended: AbortSignal;
	clock: Parameters<typeof pausing>[0];
}

/**
 * Does `work` for 0 … count - 1, in this order: each piece waits until the earlier pieces of its lanes have
 * ended, and then for room. A piece that waits in a lane takes no room. After a failure no more begin.
 *
 * Example: pieces 0 and 1 share a lane, and there is room for two. 0 and 2 begin, then 1 as soon as 0 ends.
 */
export async function inLanes(
	count: number,
	{ bound, lanes, inOrder, ended, clock }: LaneOptions,
	work: (index: number) => Promise<void>,
): Promise<void> {
	const queue = new Queue();
	const room = new Room(bound);
	const pause = pausing(clock);
	let failure: { error: unknown } | undefined;
	const mayBegin = () => !ended.aborted && failure === undefined;
	/** Pieces that have not ended, and the loop. */
	let left = 1;
	let over = () => {};
	const allEnded = new Promise<void>((resolve) => (over = resolve));
	const enter = async (index: number, piece: Piece) => {
		const leave = await room.enter();
		void done(index).then(() => {
			queue.end(piece);
			leave();
			if (--left === 0) over();
		});
	};
	const done = async (index: number) => {
		try {
			if (mayBegin()) await work(index);
		} catch (error) {
			failure ??= { error };
		}
	};
	for (let index = 0; index < count && mayBegin(); index++) {
		await pause();
		left++;
		let begun: (() => void) | undefined;
		const turn = inOrder ? new Promise<void>((resolve) => (begun = resolve)) : undefined;
		const piece = queue.join(lanes(index), () => void enter(index, piece).then(begun));
		await (piece.missing === 0 ? enter(index, piece) : turn);
	}
	if (--left > 0) await allEnded;
	if (failure !== undefined) throw (failure as { error: unknown }).error;
}
