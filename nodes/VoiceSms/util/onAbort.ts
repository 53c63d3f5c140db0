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
