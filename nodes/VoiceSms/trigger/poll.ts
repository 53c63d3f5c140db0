import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { classify, notCanceled, toNodeError } from '../api/errors/nodeError';
import { isObject } from '../util/isObject';
import { type PollSetup, beginPoll } from './beginPoll';
import { type Budget, budgetOf, tooSlow } from './budget';
import type { EmittedEvent } from './event';
import { byTime, dedupeKey } from './news/memory';

/** Version of the state's form. */
const version = 2;
/** Nodes with a poll under way. Two polls side by side would give the same events out twice. */
const underWay = new Map<string, Promise<unknown>>();
/** Milliseconds that n8n may take to save the state of a poll that emitted events. If it takes longer, it failed. */
const savedWithinMs = 30_000;
/**
 * Per node, for `savedWithinMs` after it emitted events or took a baseline: the states that its polls wrote. A
 * poll that starts from none of them reads an old state, and would emit twice. n8n saves a state after the poll
 * has returned, and its scheduler reads the state of a poll before the poll begins (n8n,
 * trigger-execution-context.factory.js, `__emit`; poll-trigger-task-handler.js, `execute`).
 */
const recentStates = new Map<string, { written: Set<string>; passedMs(): number }>();
/**
 * Polls of each node, counted from any number: a page in turn must come also if n8n starts often. n8n does
 * not keep the state of a poll without events, so the count in it could stand still.
 */
const turns = new Map<string, number>();
/**
 * Contexts that have taken their baseline since the workflow was published. n8n gives the first poll
 * after publishing the activation "activate". Where its scheduler is off, all later polls have the
 * same context and the same activation (n8n-core, active-workflow-triggers.js, `activatePollTrigger`).
 */
const published = new WeakSet<IPollFunctions>();

/**
 * One poll: the events since the last poll, oldest first, or null. In the editor's manual test, it returns a
 * recent record and leaves the state unchanged.
 *
 * @throws NodeApiError or NodeOperationError; the state then stays unchanged
 */
export async function poll(
	context: IPollFunctions,
	clock: Clock = realClock,
): Promise<INodeExecutionData[][] | null> {
	const budget = budgetOf(context, clock);
	try {
		return await pollWithin(budget, context, clock);
	} catch (error) {
		const nodeError = notCanceled(toNodeError(context.getNode(), error));
		// An answer of the service explains the delay: it may have asked to wait.
		if (nodeError.name === 'NodeApiError' && !classify(nodeError).isLost) throw nodeError;
		throw budget.isOver() ? tooSlow(context) : nodeError;
	} finally {
		budget.end();
	}
}

async function pollWithin(budget: Budget, context: IPollFunctions, clock: Clock) {
	const begun = await budget.limit(beginPoll(context, clock, budget));
	if (context.getMode() === 'manual') {
		const item = await budget.limit(begun.event.sample(begun.current));
		if (item !== undefined) return [[asOutput(item)]];
		if (begun.failures.length > 0) throw begun.failures[0];
		throw new NodeOperationError(context.getNode(), 'None of the newest records matches', {
			description:
				"Make an event, for example send an SMS to your company's number, or check the 'Filters'.",
		});
	}
	// n8n keeps the state under the name of the node.
	const id = `${String(context.getWorkflow().id)} ${context.getNode().name}`;
	while (underWay.has(id)) {
		// A baseline taken a poll later would miss the events until then.
		if (savedState(context, begun).cursor !== undefined) return pollSkipped(context);
		await budget.limit(Promise.allSettled([underWay.get(id)]));
	}
	const polling = budget.limit(pollOnce(context, clock, budget, begun, id));
	underWay.set(id, polling);
	try {
		return await polling;
	} finally {
		// The poll may still wait for an answer, but it writes no state after its time is over.
		underWay.delete(id);
	}
}

/** Nothing is lost: the poll under way emits the new events, or the next one does. */
function pollSkipped(context: IPollFunctions) {
	context.logger.warn('A poll was skipped: n8n has not finished the previous poll');
	return null;
}

async function pollOnce(
	context: IPollFunctions,
	clock: Clock,
	budget: Budget,
	begun: PollSetup,
	id: string,
) {
	const { event, settingsHash, account, current, failures } = begun;
	const data = context.getWorkflowStaticData('node');
	const saved = savedState(context, begun);
	for (const [node, { passedMs }] of recentStates) {
		if (passedMs() >= savedWithinMs) recentStates.delete(node);
	}
	const isOld = recentStates.get(id)?.written.has(dedupeKey(data.state)) === false;
	if (isOld && saved.cursor !== undefined) return pollSkipped(context);
	if (saved.useless) current.warn(`The trigger starts again from now: ${saved.useless}`);
	const { cursor: before, isSameAccount = true } = saved;
	const turn = (turns.get(id) ?? Math.floor(clock.random() * 1e9)) + 1;
	turns.set(id, turn);
	const polled =
		before === undefined
			? undefined
			: await event.poll({ ...current, isSameAccount, turn }, before);
	if (before !== undefined && polled === undefined) {
		const why = 'the list has none of the remembered records';
		current.warn(`The trigger starts again from now: ${why}`);
	}
	// Without a state, the present becomes the baseline.
	const { items, cursor } = polled ?? { items: [], cursor: await event.start(current) };
	if (budget.isOver()) throw tooSlow(context);
	if (items.length === 0 && failures.length > 0) throw failures[0];
	data.state = { version, watch: settingsHash, account, progress: event.saveCursor(cursor) };
	if (items.length > 0 || polled === undefined) {
		recentStates.set(id, { written: new Set(), passedMs: timeSince(clock) });
	}
	recentStates.get(id)?.written.add(dedupeKey(data.state));
	// n8n does not keep the durable cursor of the poll that publishes (n8n-core,
	// poll-trigger-executor.js), so the baseline would be lost, and the events until the first poll
	// time with it. Without durable cursors the call does nothing; n8n 1 does not have it.
	if (polled === undefined) await context.__commitCursor?.();
	published.add(context);
	if (items.length === 0) return null;
	return [items.sort(byTime).map(asOutput)];
}

/** What was saved; {} where the workflow has been published since: events from before do not start it. */
function savedState(context: IPollFunctions, begun: PollSetup): SavedState {
	const isAfresh = context.getActivationMode() === 'activate' && !published.has(context);
	return isAfresh ? {} : readState(context.getWorkflowStaticData('node'), begun);
}

/** What was read of the saved state: the event's cursor, or why it cannot be used; {} at first. */
interface SavedState {
	cursor?: unknown;
	isSameAccount?: boolean;
	useless?: string;
}

/**
 * Reads the state. Example: { version: 2, watch: 'k3…', account: 'x9…', progress: { … } } gives the cursor that
 * the event reads from `progress`, if `watch` is the hash of the settings.
 */
function readState({ state }: IDataObject, begun: PollSetup): SavedState {
	const { event, settingsHash, account } = begun;
	const unreadable = { useless: 'the saved state cannot be read' };
	if (state === undefined) return {};
	if (!isObject(state)) return unreadable;
	if (state.version !== version) {
		return { useless: 'the saved state is from another version of this package' };
	}
	if (state.watch !== settingsHash) {
		return { useless: 'the event, a filter or a query parameter was changed' };
	}
	const cursor = isObject(state.progress) ? event.readCursor(state.progress) : undefined;
	return cursor === undefined ? unreadable : { cursor, isSameAccount: state.account === account };
}

const asOutput = ({ json, binary }: EmittedEvent) => ({ json, ...(binary && { binary }) });
