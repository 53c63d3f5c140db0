import { randomUUID } from 'node:crypto';

import { Room } from './inParallel';
import { inTurn } from './inTurn';
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
 * ended, and then for room. A piece that waits in a lane takes no room.
 *
 * Example: pieces 0 and 1 share a lane, and there is room for two. 0 and 2 begin, then 1 as soon as 0 ends.
 */
export async function inLanes(
	count: number,
	{ bound, lanes, inOrder, ended, clock }: LaneOptions,
	work: (index: number) => Promise<void>,
): Promise<void> {
	const own = randomUUID();
	const room = new Room(bound);
	const pause = pausing(clock);
	const pieces: Array<Promise<void>> = [];
	let failure: { error: unknown } | undefined;
	const mayBegin = () => !ended.aborted && failure === undefined;
	const inRoom = async (index: number, begun: () => void) => {
		const leave = await room.enter();
		begun();
		try {
			if (mayBegin()) await work(index);
		} catch (error) {
			failure ??= { error };
		}
		leave();
	};
	for (let index = 0; index < count && mayBegin(); index++) {
		await pause();
		const turns = lanes(index).map((lane) => `${own} ${lane}`);
		const begun = new Promise<void>((resolve) => {
			const piece = inTurn(turns, ended, async () => await inRoom(index, resolve));
			pieces.push(piece.then(resolve));
		});
		if (inOrder) await begun;
		// Who enters now comes after this piece: it has begun, or waits in a lane.
		else (await room.enter())();
	}
	await Promise.all(pieces);
	if (failure !== undefined) throw (failure as { error: unknown }).error;
}
