import type { Findings } from './check';
import type { Measured } from './measure';
import type { ServiceFigures } from './service';

/** What one run of one contender gave; of polls, wall, CPU and requests are those of one poll. */
export interface Result extends Measured, Findings, ServiceFigures {
	/** What the user is told when the run failed. */
	error?: string;
	/** "none" for the raw client. */
	expressionEngine: string;
	/** Of the trigger: bytes of the state that n8n saves. */
	stateBytes?: number;
}

/** Megabytes of memory held, as `measureHeld` finds them. */
export interface Held {
	held: number;
}
