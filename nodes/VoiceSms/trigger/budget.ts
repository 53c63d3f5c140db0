import type { IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { longestTimer } from '../api/http/deadline';
import { inParallel } from '../util/inParallel';
import type { Poll } from './event';

/** Milliseconds a poll may take where n8n is too old to say so. */
const defaultBudgetMs = 5 * 60_000;

/** The time of one poll. n8n drops the events of a poll that takes longer. */
export class Budget {
	/** Aborted when the time is over. */
	readonly signal: AbortSignal;
	/** Resolves when a quarter of the time is left: requests without an answer wait for the next poll. */
	readonly closing: Promise<void>;
	/** Resolves when the time is over. */
	private readonly over: Promise<void>;
	private readonly ended = new AbortController();
	private readonly ms: number;
	private readonly begun: number;

	constructor(
		context: IPollFunctions,
		private readonly clock: Clock,
	) {
		// Missing in older releases of n8n.
		const given = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? defaultBudgetMs;
		// Node's timers take whole milliseconds only.
		this.ms = Math.floor(Math.min(given, longestTimer));
		this.begun = clock.now();
		this.signal = AbortSignal.timeout(this.ms);
		this.over = this.aborted(this.signal);
		this.closing = this.aborted(AbortSignal.timeout(Math.floor((this.ms * 3) / 4)));
	}

	/**
	 * The result of the work, if it comes in time. n8n's binary store takes no abort signal, so
	 * nothing else ends a wait for it.
	 *
	 * @throws NodeOperationError when the time is over; the work may still go on
	 */
	async limit<Result>(context: IPollFunctions, work: Promise<Result>): Promise<Result> {
		const tooLate = this.over.then(() => {
			throw tooSlow(context);
		});
		return await Promise.race([work, tooLate]);
	}

	/** Milliseconds until n8n abandons the poll. */
	leftMs(): number {
		return Math.max(0, this.ms - (this.clock.now() - this.begun));
	}

	isOver(): boolean {
		// A timer may go off up to a millisecond before the clock says so.
		return this.signal.aborted || this.leftMs() <= 1;
	}

	/** Whether another request may begin: the second half of the time is for requests under way. */
	mayStart(): boolean {
		return this.leftMs() > this.ms / 2;
	}

	/** Ends the poll, so that Node does not hold both timers until they go off. */
	end(): void {
		this.ended.abort();
	}

	private async aborted(signal: AbortSignal): Promise<void> {
		const { signal: ended } = this.ended;
		await new Promise((resolve) => signal.addEventListener('abort', resolve, { signal: ended }));
	}
}

/** The error of a poll that took too long. */
export function tooSlow(context: IPollFunctions) {
	return new NodeOperationError(context.getNode(), 'The poll took longer than n8n allows', {
		description: 'The service is slow. Nothing is lost: the next poll starts from the same point.',
	});
}

/**
 * Runs `work` for each entry, side by side, until half of the poll's time is over. Entries left to the
 * next poll give undefined. Every poll does at least one, or a slow service would stop them for good.
 *
 * @param bound most at once
 */
export async function withinBudget<Entry, Result>(
	{ mayStart }: Poll,
	entries: Entry[],
	bound: number,
	work: (entry: Entry) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	let begun = 0;
	const stopped = () => begun > 0 && !mayStart();
	return await inParallel(entries.length, { bound, stopped }, async (index) => {
		begun++;
		return await work(entries[index]);
	});
}
