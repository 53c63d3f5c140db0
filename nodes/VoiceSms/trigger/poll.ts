import { type INodeExecutionData, type IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { classify, asShown, toNodeError } from '../api/errors/nodeError';
import { isObject } from '../util/values';
import { keepCursor } from '../util/unpromised';
import { type PollSetup, beginPoll } from './beginPoll';
import { type Budget, budgetOf, tooSlow } from './budget';
import type { EmittedEvent } from './event';
import { byTime, dedupeKey } from './memory';

/** Version of the state's form. */
const version = 2;
/** Milliseconds that n8n may take to save the state of a poll that emitted events. If it takes longer, it failed. */
const savedWithinMs = 30_000;

/** A node as this process knows it. n8n does not keep the state of a poll without events. */
interface NodeHere {
	/** The poll under way. Two side by side would give the same events out twice. */
	underWay?: Promise<unknown>;
	/** Polls, counted from any number: a page in turn must come also if n8n starts often. */
	turn: number;
	/**
	 * The states that its polls wrote since it emitted events or took a baseline, for `savedWithinMs`. A poll that
	 * starts from none of them reads an old state, and would emit twice: n8n saves a state after the poll has
	 * returned, and its scheduler reads the state of a poll before the poll begins (n8n,
	 * trigger-execution-context.factory.js, `__emit`; poll-trigger-task-handler.js, `execute`).
	 */
	recent?: { written: Set<string>; passedMs(): number };
}

/** By workflow and name: n8n keeps the state under the name of the node. */
const nodes = new Map<string, NodeHere>();
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
		const nodeError = asShown(toNodeError(context.getNode(), error));
		// An answer of the service explains the delay: it may have asked to wait.
		if (nodeError.name === 'NodeApiError' && !classify(nodeError).isLost) throw nodeError;
		throw budget.isOver() ? tooSlow(context) : nodeError;
	} finally {
		budget.end();
	}
}

async function pollWithin(budget: Budget, context: IPollFunctions, clock: Clock) {
	const setup = await budget.limit(beginPoll(context, clock, budget));
	if (context.getMode() === 'manual') {
		const item = await budget.limit(setup.event.sample(setup.current));
		if (item !== undefined) return [[asOutput(item)]];
		if (setup.failures.length > 0) throw setup.failures[0];
		throw new NodeOperationError(context.getNode(), 'None of the newest records matches', {
			description:
				"Make an event, for example send an SMS to your company's number, or check the 'Filters'.",
		});
	}
	const id = `${String(context.getWorkflow().id)} ${context.getNode().name}`;
	const here = nodes.get(id) ?? { turn: Math.floor(clock.random() * 1e9) };
	nodes.set(id, here);
	while (here.underWay !== undefined) {
		// A baseline taken a poll later would miss the events until then.
		if (savedState(context, setup).cursor !== undefined) return pollSkipped(context);
		await budget.limit(Promise.allSettled([here.underWay]));
	}
	here.underWay = budget.limit(pollOnce(context, clock, budget, setup, here));
	try {
		return (await here.underWay) as INodeExecutionData[][] | null;
	} finally {
		// The poll may still wait for an answer, but it writes no state after its time is over.
		here.underWay = undefined;
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
	setup: PollSetup,
	here: NodeHere,
) {
	const { event, settingsHash, account, current, failures } = setup;
	const data = context.getWorkflowStaticData('node');
	const saved = savedState(context, setup);
	if (here.recent && here.recent.passedMs() >= savedWithinMs) here.recent = undefined;
	const isOld = here.recent?.written.has(dedupeKey(data.state)) === false;
	if (isOld && saved.cursor !== undefined) return pollSkipped(context);
	const beginsAnew = (why: string) => current.warn(`The trigger starts again from now: ${why}`);
	if (saved.useless) beginsAnew(saved.useless);
	const { cursor: before, isSameAccount = true } = saved;
	const now = { ...current, isSameAccount, turn: ++here.turn };
	const polled = before === undefined ? undefined : await event.poll(now, before);
	if (before !== undefined && polled === undefined) {
		beginsAnew('the list has none of the remembered records');
	}
	// Without a state, the present becomes the baseline.
	const { items, cursor } = polled ?? { items: [], cursor: await event.start(current) };
	if (budget.isOver()) throw tooSlow(context);
	if (items.length === 0 && failures.length > 0) throw failures[0];
	data.state = { version, watch: settingsHash, account, progress: event.saveCursor(cursor) };
	if (items.length > 0 || polled === undefined) {
		here.recent = { written: new Set(), passedMs: timeSince(clock) };
	}
	here.recent?.written.add(dedupeKey(data.state));
	// Without it, n8n loses the baseline, and the events until the first poll time with it.
	if (polled === undefined) await keepCursor(context);
	published.add(context);
	if (items.length === 0) return null;
	return [items.sort(byTime).map(asOutput)];
}

/** The saved state: the event's cursor, or why it cannot be used; {} at first. */
interface SavedState {
	cursor?: unknown;
	isSameAccount?: boolean;
	useless?: string;
}

/** Reads the saved state; {} where the workflow has been published since: events from before do not start it. */
function savedState(context: IPollFunctions, { event, ...setup }: PollSetup): SavedState {
	const { state } = context.getWorkflowStaticData('node');
	const isAfresh = context.getActivationMode() === 'activate' && !published.has(context);
	if (isAfresh || state === undefined) return {};
	const unreadable = { useless: 'the saved state cannot be read' };
	if (!isObject(state)) return unreadable;
	if (state.version !== version) {
		return { useless: 'the saved state is from another version of this package' };
	}
	if (state.watch !== setup.settingsHash) {
		return { useless: 'the event, a filter or a query parameter was changed' };
	}
	const cursor = isObject(state.progress) ? event.readCursor(state.progress) : undefined;
	if (cursor === undefined) return unreadable;
	return { cursor, isSameAccount: state.account === setup.account };
}

const asOutput = ({ json, binary }: EmittedEvent) => ({ json, ...(binary && { binary }) });
