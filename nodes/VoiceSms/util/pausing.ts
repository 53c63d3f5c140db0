/** Milliseconds that a long loop may work before other work of the process gets its turn. */
const slice = 10;

export type Pause = () => Promise<void> | undefined;

/** A function to call in each round of a long loop: it pauses the loop when a slice of time is over. */
export function pausing(clock: { now(): number; sleep(ms: number): Promise<void> }): Pause {
	let began = clock.now();
	return () => {
		const worked = clock.now() - began;
		// A negative time: the computer's clock was set back meanwhile.
		if (worked >= 0 && worked <= slice) return undefined;
		return clock.sleep(1).then(() => {
			began = clock.now();
		});
	};
}
