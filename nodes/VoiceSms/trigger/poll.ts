import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { realClock } from '../api/clock';
import { isLost, toNodeError } from '../api/errors/nodeError';
import { readAccess } from '../api/http/request';
import { Budget, tooSlow } from './budget';
import { readChosen } from './chosen';
import type { Event, Item, Round } from './event';
import { byTime } from './news/sighting';
import { beginRound } from './round';
import { readState, unreadable, writeState } from './state';

/** Nodes with a poll under way. Two at a time would give the same events out twice. */
const underWay = new Map<string, Promise<unknown>>();
/**
 * Contexts whose workflow was published and has its baseline since. n8n hands the first poll after
 * the switch the activation "activate"; where its scheduler is off, the same context then serves
 * all polls (n8n-core, active-workflow-triggers.js, `activatePollTrigger`).
 */
const published = new WeakSet<IPollFunctions>();

/**
 * One poll: what is new since the last one, oldest first, or null. In the editor's manual test it
 * is a recent record, whatever the state is, and the state stays.
 *
 * @throws NodeApiError or NodeOperationError; the state then stays as it was
 */
export async function poll(
	context: IPollFunctions,
	clock: Clock = realClock,
): Promise<INodeExecutionData[][] | null> {
	const budget = new Budget(context, clock);
	try {
		return await pollWithin(budget, context, clock);
	} finally {
		budget.end();
	}
}

async function pollWithin(budget: Budget, context: IPollFunctions, clock: Clock) {
	if (context.getMode() === 'manual') {
		return [[asOutput(await budget.limit(context, sample(context, clock, budget)))]];
	}
	const id = `${String(context.getWorkflow().id)} ${context.getNode().id}`;
	// A baseline taken a poll later would miss the events until then.
	while (isAfresh(context) && underWay.has(id)) {
		await budget.limit(context, Promise.allSettled([underWay.get(id)]));
	}
	// The one under way gives out what is new, or the next one does.
	if (underWay.has(id)) {
		context.logger.warn('A poll was passed over: the one before is still under way');
		return null;
	}
	const polling = budget.limit(context, pollOnce(context, clock, budget));
	underWay.set(id, polling);
	try {
		return await polling;
	} finally {
		// The poll may still wait for an answer that never comes, but it writes no state past its time.
		underWay.delete(id);
	}
}

async function pollOnce(context: IPollFunctions, clock: Clock, budget: Budget) {
	const access = await readAccess(context);
	const chosen = readChosen(context, access.defaultCountry);
	const data = context.getWorkflowStaticData('node');
	const afresh = isAfresh(context);
	const kept = afresh ? {} : readState(data, chosen.watch);
	try {
		const round = beginRound(context, access, clock, chosen, budget);
		if (kept.useless !== undefined) beginAnew(round, kept.useless);
		const { items, progress } = await advance(chosen.event, round, kept.progress);
		if (budget.isOver()) throw tooSlow(context);
		writeState(data, chosen.watch, progress);
		// Durable cursors are kept by n8n after each poll without events but the one that publishes
		// (n8n-core, poll-trigger-executor.js). The baseline would be gone, and with it all that
		// happens until the first poll time. Without them it does nothing; n8n 1 does not have it.
		if (kept.progress === undefined) await context.__commitCursor?.();
		if (afresh) published.add(context);
		if (items.length === 0) return null;
		return [items.sort(byTime).map(asOutput)];
	} catch (error) {
		throw errorOf(context, budget, error);
	}
}

/** Whether the workflow was published just now. Events from before are not for it. */
function isAfresh(context: IPollFunctions): boolean {
	return context.getActivationMode() === 'activate' && !published.has(context);
}

/** What is new since `saved`; without it, the present becomes the baseline. */
async function advance<Progress>(
	event: Event<Progress>,
	round: Round,
	saved: IDataObject | undefined,
): Promise<{ items: Item[]; progress: IDataObject }> {
	const before = saved && event.readProgress(saved);
	if (saved !== undefined && before === undefined) beginAnew(round, unreadable);
	const { items, progress } =
		before === undefined
			? { items: [], progress: await event.start(round) }
			: await event.poll(round, before);
	return { items, progress: event.saveProgress(progress) };
}

function beginAnew({ warn }: Round, why: string) {
	warn(`The trigger begins anew with the present: ${why}`);
}

async function sample(context: IPollFunctions, clock: Clock, budget: Budget): Promise<Item> {
	const access = await readAccess(context);
	const chosen = readChosen(context, access.defaultCountry);
	let item: Item | undefined;
	try {
		item = await chosen.event.sample(beginRound(context, access, clock, chosen, budget));
	} catch (error) {
		throw errorOf(context, budget, error);
	}
	if (item !== undefined) return item;
	throw new NodeOperationError(
		context.getNode(),
		'There is no record yet that would trigger this',
		{ description: "Make one at the service, or check the 'Filters'." },
	);
}

/** An error as n8n shows it. Past its time the poll was cut off, whatever error came of that. */
function errorOf(context: IPollFunctions, budget: Budget, error: unknown) {
	const nodeError = toNodeError(context.getNode(), error);
	// An answer of the service says more: it may have asked to wait so long.
	if (nodeError.name === 'NodeApiError' && !isLost(nodeError)) return nodeError;
	return budget.isOver() ? tooSlow(context) : nodeError;
}

function asOutput({ json, binary }: Item): INodeExecutionData {
	return { json, ...(binary === undefined ? {} : { binary }) };
}
