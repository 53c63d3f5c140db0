/** Milliseconds that a long loop may work before others get their turn. */
const slice = 20;

/** Called in every round of a long loop: lets others work whenever a slice of time is over. */
export function pausing(clock: {
	now(): number;
	sleep(ms: number): Promise<void>;
}): () => Promise<void> | undefined {
	let began = clock.now();
	return () => {
		const worked = clock.now() - began;
		// Less than none: the computer's clock was set back meanwhile.
		if (worked >= 0 && worked <= slice) return undefined;
		return clock.sleep(1).then(() => {
			began = clock.now();
		});
	};
}
