import { leave, listen } from './listen';

/** A name that work waits for. Work of one kind goes side by side; without a kind, it goes alone. */
export interface Turn {
	name: string;
	kind?: string;
}

/** Work of one name that goes side by side. */
interface Batch {
	kind?: string;
	/** How many pieces of it have not ended. */
	left: number;
	/** Called when the batch before has ended; undefined from then on. */
	waiting?: Array<() => void>;
	next?: Batch;
}

/** The last batch of each name in this process. */
const lastOf = new Map<string, Batch>();

/**
 * Does the work when all earlier work of its names in this process has ended, with or without an error.
 * Example: `a` is under way. Then `a, b` waits for it, a later `b` waits for `a, b`, and `c` begins at once.
 * Work joins all its names at once, so that two pieces never wait for each other.
 *
 * @param ended aborts when no new work may begin: work that waits gives undefined at once, and no other
 * work waits for it any more
 */
export async function inTurn<T>(
	turns: ReadonlyArray<Turn | string>,
	ended: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	if (ended.aborted) return undefined;
	const named = turns.map((turn) => (typeof turn === 'string' ? { name: turn } : turn));
	// Each name once: work must not wait for itself.
	const places = [...new Map(named.map((turn) => [turn.name, turn])).values()].map(join);
	let missing = places.filter(({ batch }) => batch.waiting !== undefined).length;
	if (missing > 0) {
		await new Promise<void>((resolve) => {
			const begin = () => {
				leave(ended, begin);
				resolve();
			};
			for (const { batch } of places) batch.waiting?.push(() => --missing === 0 && begin());
			listen(ended, begin);
		});
	}
	try {
		return ended.aborted ? undefined : await work();
	} finally {
		places.forEach(end);
	}
}

interface Place {
	name: string;
	batch: Batch;
}

function join({ name, kind }: Turn): Place {
	const last = lastOf.get(name);
	if (last !== undefined && kind !== undefined && last.kind === kind) {
		last.left++;
		return { name, batch: last };
	}
	const batch: Batch = { kind, left: 1, waiting: last === undefined ? undefined : [] };
	if (last !== undefined) last.next = batch;
	lastOf.set(name, batch);
	return { name, batch };
}

function end({ name, batch }: Place) {
	batch.left--;
	// Batches whose work has left the queue have ended, too.
	let first: Batch | undefined = batch;
	while (first !== undefined && first.left === 0 && first.waiting === undefined) {
		const { next }: Batch = first;
		if (next === undefined) lastOf.delete(name);
		const waiting = next?.waiting ?? [];
		if (next !== undefined) next.waiting = undefined;
		for (const begin of waiting) begin();
		first = next;
	}
}
