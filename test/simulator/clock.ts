import { setTimeout as sleep } from 'node:timers/promises';

/** The time that answers take. */
export interface Pace {
	/** Milliseconds. */
	passed(): number;
	sleep(ms: number): Promise<void>;
}

/** The service's clock: milliseconds since 1970. Lifecycles and timestamps go by it alone. */
export interface SimulatorClock {
	now(): number;
	advance(ms: number): void;
	set(ms: number): void;
	/** Default: the machine's time. */
	pace?: Pace;
}

export const machinePace: Pace = {
	passed: () => performance.now(),
	sleep: async (ms) => await sleep(ms, undefined, { ref: false }),
};

/** A clock that stands still until it is moved; starts at 2026-06-01T12:00:00.000Z. */
export function manualClock(start = Date.parse('2026-06-01T12:00:00.000Z')): SimulatorClock {
	let now = start;
	return {
		now: () => now,
		advance: (ms) => void (now += ms),
		set: (ms) => void (now = ms),
	};
}

/** A clock that begins with the machine's and runs so many times as fast; `advance` and `set` move it. */
export function fastClock(speed: number): SimulatorClock {
	const began = Date.now();
	let ahead = 0;
	const now = () => began + (Date.now() - began) * speed + ahead;
	return {
		now,
		advance: (ms) => void (ahead += ms),
		set: (ms) => void (ahead += ms - now()),
	};
}

/** A clock that runs with the machine's; `advance` and `set` put it ahead or back. */
export const realClock = (): SimulatorClock => fastClock(1);
