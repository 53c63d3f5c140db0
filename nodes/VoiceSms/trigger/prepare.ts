import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { connect, defaultBound } from '../api/connect';
import type { RequestContext } from '../api/request';
import type { Clock } from '../api/clock';
import { events } from './events';
import type { EventWork, Filters, Tools } from './tools';

/** Milliseconds a poll may take where n8n is too old to say so. */
const defaultBudgetMs = 5 * 60_000;

/** The trigger's parameters, read. */
export interface Settings {
	event: string;
	filters: Filters;
	simple: boolean;
	recording?: Tools['recording'];
	query?: IDataObject;
	timeoutMs?: number;
	tries?: number;
	bound?: number;
}

/** The filters that the user has set: an empty one lets everything pass. */
export function filtersOf(values: IDataObject): Filters {
	const set = Object.entries(values)
		.map(([name, filter]) => [name, String(filter ?? '').trim()])
		.filter(([, filter]) => filter !== '')
		.sort();
	return Object.fromEntries(set) as Filters;
}

/** The time of one poll. n8n abandons a poll that takes longer, and what it gave out with it. */
export function budgetOf(context: IPollFunctions, clock: Clock) {
	// Missing in older releases of n8n.
	const ms = (context as Partial<IPollFunctions>).getPollBudgetMs?.() ?? defaultBudgetMs;
	const begun = clock.now();
	return {
		signal: AbortSignal.timeout(ms),
		isOver: () => clock.now() - begun >= ms,
		/** Half is left for what is under way by then. */
		mayStart: () => clock.now() - begun < ms / 2,
	};
}

/** What one poll works with. */
export async function prepare(
	context: IPollFunctions,
	clock: Clock,
	{ event, filters, simple, recording, query, timeoutMs, tries, bound = defaultBound }: Settings,
	budget: ReturnType<typeof budgetOf>,
): Promise<{ tools: Tools; work: EventWork }> {
	// Past its time the poll stops as a cancelled execution does: no further try, no waiting. n8n's
	// own helpers need the whole context.
	const limited = Object.create(context, {
		// A signal for each request: many listeners on one make Node warn of a leak.
		getExecutionCancelSignal: { value: () => AbortSignal.any([budget.signal]) },
	}) as IPollFunctions & RequestContext;
	const connection = await connect(limited, clock, { bound });
	const { work, thing } = events[event];
	const tools: Tools = {
		api: connection.api({ thing }, { timeoutMs, tries, query }),
		node: context.getNode(),
		filters,
		simple,
		store: context.helpers.prepareBinaryData,
		recording,
		bound,
		mayStart: budget.mayStart,
		now: () => clock.now(),
		warn: (message) => context.logger.warn(message),
	};
	return { tools, work };
}

/** The error of a poll that took too long. */
export function tooSlow(context: IPollFunctions) {
	return new NodeOperationError(context.getNode(), 'The poll took longer than n8n gives it', {
		description: 'The service is slow. Nothing is lost: the next poll begins where this one did.',
	});
}
