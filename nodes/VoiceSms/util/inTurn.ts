/** The last piece of work of each queue, done or not; a queue that is empty has none. */
const lastOf = new Map<string, Promise<void>>();

/**
 * Does the work after all earlier work of the same queue in this process has ended, however; of more
 * queues, after that of each. Work that waits holds its place in all of them, so that none waits for
 * work that waits for it.
 */
export async function inTurn<T>(
	queue: string | readonly string[],
	work: () => Promise<T>,
): Promise<T> {
	const queues = [queue].flat();
	const turn = Promise.all(queues.map((name) => lastOf.get(name))).then(work);
	const ended = turn.then(
		() => undefined,
		() => undefined,
	);
	for (const name of queues) lastOf.set(name, ended);
	try {
		return await turn;
	} finally {
		for (const name of queues) if (lastOf.get(name) === ended) lastOf.delete(name);
	}
}
