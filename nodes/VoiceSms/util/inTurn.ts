/** A queue in which only work with different words waits for each other. */
export interface SharedQueue {
	name: string;
	word: string;
}

/** Work of a queue that goes side by side; a single piece in a queue without words. */
interface Batch {
	word?: string;
	/** The end of the batch before it. */
	begins?: Promise<unknown>;
	ended: Promise<unknown>;
}

/** The last batch of each queue that is not empty. */
const lastOf = new Map<string, Batch>();

/**
 * Does the work when all earlier work of its queues in this process has ended, with or without an error.
 * It joins all queues at once, so that two pieces of work never wait for each other.
 */
export async function inTurn<T>(
	queues: ReadonlyArray<string | SharedQueue>,
	work: () => Promise<T>,
): Promise<T> {
	const places = queues.map((one) => {
		const { name, word } = typeof one === 'string' ? { name: one, word: undefined } : one;
		const last = lastOf.get(name);
		const joined = word !== undefined && last?.word === word ? last : undefined;
		return { name, word, joined, begins: joined === undefined ? last?.ended : joined.begins };
	});
	const turn = Promise.all(places.map(({ begins }) => begins)).then(work);
	const ended = turn.then(
		() => undefined,
		() => undefined,
	);
	for (const { name, word, joined, begins } of places) {
		const batch = { word, begins, ended: joined ? Promise.all([joined.ended, ended]) : ended };
		lastOf.set(name, batch);
		void batch.ended.then(() => {
			if (lastOf.get(name) === batch) lastOf.delete(name);
		});
	}
	return await turn;
}
