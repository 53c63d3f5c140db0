/** The listeners of each signal. */
const waiting = new WeakMap<AbortSignal, { all: Set<() => void>; tell(): void }>();

/**
 * Calls `listener` when `signal` aborts, until `leave`. The signal itself gets one listener for all: it
 * searches its list for each new one, which takes long with thousands.
 */
export function onAbort(signal: AbortSignal, listener: () => void): void {
	const listeners = waiting.get(signal);
	if (listeners !== undefined) return void listeners.all.add(listener);
	const all = new Set([listener]);
	const tell = () => all.forEach((one) => one());
	signal.addEventListener('abort', tell);
	waiting.set(signal, { all, tell });
}

/** Ends what `listen` began. */
export function offAbort(signal: AbortSignal, listener: () => void): void {
	const listeners = waiting.get(signal);
	if (listeners?.all.delete(listener) !== true || listeners.all.size > 0) return;
	signal.removeEventListener('abort', listeners.tell);
	waiting.delete(signal);
}
