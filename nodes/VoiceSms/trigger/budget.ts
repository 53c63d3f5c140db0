import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { type Clock, longestTimer } from '../api/clock';
import { Deadline } from '../api/http/deadline';
import { inParallel } from '../util/inParallel';
import type { Poll } from './event';

/** Milliseconds a poll may take where n8n is too old to say so. */
const defaultBudgetMs = 5 * 60_000;

/** The time of one poll. */
export type Budget = ReturnType<typeof budgetOf>;

/**
 * The time of a poll that begins now; n8n drops the events of a poll that takes longer. Call `end` when
 * the poll has ended, to free its timers.
 */
export function budgetOf(context: IPollFunctions, clock: Clock) {
	// Missing in older releases of n8n.
	const given = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? defaultBudgetMs;
	const ms = Math.min(given, longestTimer);
	const [all, most] = [new Deadline(ms, clock), new Deadline((ms * 3) / 4, clock)];
	const over = aborted(all.signal);
	return {
		signal: all.signal,
		leftMs: all.leftMs,
		/** Resolves when a quarter of the time is left: requests without an answer wait for the next poll. */
		closing: aborted(most.signal),
		// A timer may go off up to a millisecond before the clock says so.
		isOver: () => all.isOver || all.leftMs() <= 1,
		/** Whether another request may begin: the second half of the time is for requests under way. */
		mayStart: () => all.leftMs() > ms / 2,
		/**
		 * The result of the work, or an error when the time is over; the work may still go on. n8n's binary
		 * store takes no abort signal, so nothing else ends a wait for it.
		 */
		async limit<Result>(work: Promise<Result>): Promise<Result> {
			const tooLate = over.then(() => {
				throw tooSlow(context);
			});
			return await Promise.race([work, tooLate]);
		},
		end: () => [all, most].forEach((one) => one.end()),
	};
}

async function aborted(signal: AbortSignal): Promise<void> {
	await new Promise((resolve) => signal.addEventListener('abort', resolve));
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
 */
export async function withinBudget<Entry, Result>(
	{ mayStart, bound }: Pick<Poll, 'mayStart' | 'bound'>,
	entries: Entry[],
	work: (entry: Entry) => Promise<Result>,
): Promise<Array<Result | undefined>> {
	let begun = 0;
	const stopped = () => begun > 0 && !mayStart();
	return await inParallel(entries.length, { bound, stopped }, async (index) => {
		begun++;
		return await work(entries[index]);
	});
}
