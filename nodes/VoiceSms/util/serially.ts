/** A name that work waits for. Work of one kind goes side by side; without a kind, it goes alone. */
export type Turn = string | { name: string; kind?: string };

/** A piece of work, in the batch of each of its names. */
export interface QueuedPiece {
	batches: Batch[];
	/** How many of the batches still wait. */
	missing: number;
	begin(): void;
}

/** Work of one name that goes side by side. */
interface Batch {
	name: string;
	kind?: string;
	/** How many of its pieces have not ended. */
	left: number;
	/** The pieces, while the batch before has not ended. */
	waiting?: QueuedPiece[];
	next?: Batch;
}

/**
 * Work that waits for all earlier work of its names. Example: `a` is under way. Then `a, b` waits for it, a
 * later `b` waits for `a, b`, and `c` begins at once.
 */
export class Queue {
	/** The last batch of each name. */
	private readonly lastOf = new Map<string, Batch>();

	/**
	 * Joins all names at once, so that two pieces never wait for each other.
	 *
	 * @param begin called when the turn has come, unless nothing is `missing` from the start
	 * @returns to be given to `end`
	 */
	join(turns: readonly Turn[], begin: () => void): QueuedPiece {
		const piece: QueuedPiece = { batches: [], missing: 0, begin };
		// Each name once: a piece must not wait for itself.
		const kinds = new Map<string, string | undefined>();
		for (const turn of turns) {
			if (typeof turn === 'string') kinds.set(turn, undefined);
			else kinds.set(turn.name, turn.kind);
		}
		for (const [name, kind] of kinds) piece.batches.push(this.joinOne(piece, name, kind));
		return piece;
	}

	/** Ends a piece, also one that still waits. */
	end({ batches }: QueuedPiece) {
		for (const ended of batches) {
			ended.left--;
			let first: Batch | undefined = ended;
			// Also past batches that all pieces left while they waited.
			while (first?.left === 0 && first.waiting === undefined) {
				if (first.next === undefined) this.lastOf.delete(first.name);
				first = first.next;
				const waiting: QueuedPiece[] = first?.waiting ?? [];
				if (first !== undefined) first.waiting = undefined;
				for (const piece of waiting) if (--piece.missing === 0) piece.begin();
			}
		}
	}

	private joinOne(piece: QueuedPiece, name: string, kind?: string): Batch {
		const last = this.lastOf.get(name);
		if (last !== undefined && kind !== undefined && last.kind === kind) {
			last.left++;
			last.waiting?.push(piece);
			if (last.waiting !== undefined) piece.missing++;
			return last;
		}
		const batch: Batch = { name, kind, left: 1, waiting: last && [piece] };
		if (last !== undefined) {
			last.next = batch;
			piece.missing++;
		}
		this.lastOf.set(name, batch);
		return batch;
	}
}

const ofProcess = new Queue();

/**
 * Does the work when all earlier work of its names in this process has ended, with or without an error.
 *
 * @param ended aborts when no new work may begin: work that waits gives undefined at once, and no other
 * work waits for it any more
 */
export async function serially<T>(
	turns: readonly Turn[],
	ended: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	if (ended.aborted) return undefined;
	let begin = () => {};
	const turn = new Promise<void>((resolve) => (begin = resolve));
	const piece = ofProcess.join(turns, begin);
	if (piece.missing > 0) {
		const leave = onAbort(ended, begin);
		await turn;
		leave();
	}
	try {
		return ended.aborted ? undefined : await work();
	} finally {
		ofProcess.end(piece);
	}
}

/** The listeners of each signal. */
const listenersOf = new WeakMap<AbortSignal, { all: Set<() => void>; tell(): void }>();

/**
 * Calls `listener` when `signal` aborts. The signal itself gets one listener for all: it searches its list for
 * each new one, which takes long with thousands.
 *
 * @returns call it when the wait is over, so that nothing stays at the signal
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
	if (signal === undefined) return () => {};
	let listeners = listenersOf.get(signal);
	if (listeners === undefined) {
		const all = new Set<() => void>();
		listeners = { all, tell: () => all.forEach((one) => one()) };
		signal.addEventListener('abort', listeners.tell);
		listenersOf.set(signal, listeners);
	}
	const { all, tell } = listeners;
	all.add(listener);
	return () => {
		if (!all.delete(listener) || all.size > 0) return;
		signal.removeEventListener('abort', tell);
		listenersOf.delete(signal);
	};
}
