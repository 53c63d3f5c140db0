import { type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { type Clock, maxTimerMs } from '../api/clock';
import { classify } from '../api/errors/nodeError';
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
	const ms = Math.min(given, maxTimerMs);
	const all = new Deadline(ms, clock);
	const over = new Promise((resolve) => all.signal.addEventListener('abort', resolve));
	return {
		signal: all.signal,
		leftMs: all.leftMs,
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
		end: () => all.end(),
	};
}

/** The error of a poll that took too long. */
export function tooSlow(context: IPollFunctions) {
	return new NodeOperationError(context.getNode(), 'The poll took longer than n8n allows', {
		description: 'The service is slow. Nothing is lost: the next poll starts from the same point.',
	});
}

/**
 * Work of a poll that may be left to the next one. No more begins when half of the poll's time is over, or the
 * service refuses the key or asks for fewer requests: the results so far are right. Every poll does at least one
 * piece, or a slow service would stop them for good.
 */
export function sharedWork({
	mayStart,
	bound,
	failed,
}: Pick<Poll, 'mayStart' | 'bound' | 'failed'>) {
	const errors: Error[] = [];
	let noted: Error | undefined;
	let [started, done] = [0, 0];
	const stopped = () => (started > 0 && !mayStart()) || errors.some((one) => classify(one).isOfAll);
	return {
		stopped,
		/** Something else could not be read, for a reason that is not about one record. */
		note: (error: Error) => void (noted = error),
		/** Runs `work` for each entry, side by side: gives the result, the error, undefined for one that is left. */
		async each<Entry, Result>(entries: Entry[], work: (entry: Entry) => Promise<Result>) {
			return await inParallel(entries.length, { bound, stopped }, async (index) => {
				started++;
				try {
					const result = await work(entries[index]);
					done++;
					return result;
				} catch (error) {
					errors.push(error as Error);
					return error as Error;
				}
			});
		},
		/**
		 * Ends the work. Where nothing was read, the poll fails if it has no event: but a lost answer, or a single
		 * failure, is no proof that the service is down.
		 */
		end() {
			const error = errors.find((one) => {
				const { isOfAll, isAboutOneRecord, isLost } = classify(one);
				return isOfAll || !(isAboutOneRecord || isLost || errors.length === 1);
			});
			const cause = noted ?? error;
			if (done === 0 && cause !== undefined) failed(cause);
		},
	};
}

export type SharedWork = ReturnType<typeof sharedWork>;
