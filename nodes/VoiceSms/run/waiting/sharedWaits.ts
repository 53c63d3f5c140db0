import type { Clock } from '../../api/clock';
import { pausing } from '../../util/pausing';

/** Waits that end within so many milliseconds of each other end together. */
const grain = 200;

/** The waits of one run: a thousand waits with about the same end need one timer. */
export class SharedWaits {
	private readonly ends = new Map<number, Array<() => void>>();

	/** @param ended ends all waits at once */
	constructor(
		private readonly clock: Clock,
		private readonly ended: AbortSignal,
	) {}

	/** Waits for `ms` milliseconds or a little longer. */
	async wait(ms: number): Promise<void> {
		const now = this.clock.passed();
		const end = Math.ceil((now + ms) / grain) * grain;
		await new Promise<void>((wake) => {
			const waiting = this.ends.get(end);
			if (waiting !== undefined) return void waiting.push(wake);
			this.ends.set(end, [wake]);
			void this.sleep(end, end - now);
		});
	}

	private async sleep(end: number, ms: number) {
		await this.clock.sleep(ms, this.ended);
		const waiting = this.ends.get(end) ?? [];
		this.ends.delete(end);
		const pause = pausing(this.clock);
		for (const wake of waiting) {
			wake();
			await pause();
		}
	}
}
