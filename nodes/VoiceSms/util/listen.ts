/** The listeners of each signal. */
const waiting = new WeakMap<AbortSignal, { all: Set<() => void>; tell(): void }>();

/**
 * Calls `listener` when `signal` aborts, until `leave`. The signal itself gets one listener for all: it
 * searches its list for each new one, which takes long with thousands.
 */
export function listen(signal: AbortSignal, listener: () => void): void {
	const { all } = waiting.get(signal) ?? listenFirst(signal);
	all.add(listener);
}

function listenFirst(signal: AbortSignal) {
	const all = new Set<() => void>();
	const first = { all, tell: () => all.forEach((one) => one()) };
	signal.addEventListener('abort', first.tell);
	waiting.set(signal, first);
	return first;
}

/** Ends what `listen` began. */
export function leave(signal: AbortSignal, listener: () => void): void {
	const listeners = waiting.get(signal);
	if (listeners?.all.delete(listener) !== true || listeners.all.size > 0) return;
	signal.removeEventListener('abort', listeners.tell);
	waiting.delete(signal);
}
