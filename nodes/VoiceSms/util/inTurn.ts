/** The last piece of work of each queue, done or not; a queue that is empty has none. */
const lastOf = new Map<string, Promise<void>>();

/** Does the work after all earlier work of the same queue in this process has ended, however. */
export async function inTurn<T>(queue: string, work: () => Promise<T>): Promise<T> {
	const turn = (lastOf.get(queue) ?? Promise.resolve()).then(work);
	const ended = turn.then(
		() => undefined,
		() => undefined,
	);
	lastOf.set(queue, ended);
	try {
		return await turn;
	} finally {
		if (lastOf.get(queue) === ended) lastOf.delete(queue);
	}
}
