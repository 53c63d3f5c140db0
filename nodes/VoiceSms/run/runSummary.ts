import { NodeOperationError } from 'n8n-workflow';

import { asSentence, errorFacts, type NodeError, whyOf } from '../api/errors/nodeError';
import { settingIn } from '../layers/index';
import type { Item, LineContext } from '../layers/layer';
import { type Failed, inState, named, receiverOf, stopsRun, wordsOf } from '../layers/outcome';
import { sendOnce } from '../layers/sendOnce';
import { isInDoubt } from '../layers/sendOnce/ends';
import { claimName } from '../layers/sendOnce/keys';
import { lineOfNotNoted } from '../layers/sendOnce/words';
import type { Operation } from '../operations/operation';
import { cut } from '../util/fitted';

/**
 * The error of a run, by the pattern of all errors: the worst state first and of whom, why, what to do; then who got
 * it, and to whom it is still to go.
 */
export function firstError(items: Item[], run: LineContext): NodeError {
	const failed = items.filter(stopsRun);
	const worst = inState(failed, 'unclear', 'acceptedThenFailed', 'rejected', 'invalid')[0];
	const { error } = worst.outcome as Failed;
	// The editor would write "[item 0]" behind the message of the first item.
	delete error.context.itemIndex;
	if (run.asTool) return error;
	const isAlone = items.length === 1;
	// Then the list is not to blame.
	const isOfCredential = error.message.includes("' of the credential ");
	const isNoneStarted = !items.some(isStarted);
	const { pastTense } = run.operation;
	if (isNoneStarted && pastTense !== undefined && run.runIndex === 0) {
		error.message = `Nothing was ${pastTense}. ${error.message}`;
	}
	if (!isOfCredential) error.message += ofItem(worst, error, run.operation, isAlone);
	const more = isNoneStarted
		? [...(isOfCredential ? [] : invalid(items, worst, run)), ...before(run)]
		: [...others(failed, run.operation, worst), ...whatBecame(items, run, worst)];
	const ofKeys = isAlone ? undefined : lineOfNotNoted(items);
	error.description = [error.description, ...more, ofKeys].filter(Boolean).join(' ');
	return error;
}

/** n8n marks the run as canceled if the message contains "canceled" (n8n-core, workflow-execute). */
export function canceled(run: LineContext, items: Item[]): NodeError {
	const { context } = run;
	const node = context.getNode();
	const failed = items.filter(stopsRun);
	const description = [...others(failed, run.operation), ...whatBecame(items, run)].join(' ');
	// n8n saves and shows the execution before it has this error (n8n-core, setupCancellation).
	const where = `workflow "${context.getWorkflow().name}", execution ${context.getExecutionId()}, node "${node.name}"`;
	context.logger.warn(`Canceled: ${where}. ${description}`);
	return new NodeOperationError(node, 'The execution was canceled', { description });
}

/** Which item of several, and for whom it is, unless the error says so itself. */
function ofItem(item: Item, { message }: NodeError, operation: Operation, isAlone: boolean) {
	const receiver = receiverOf(item, operation);
	const place = isAlone ? [] : [`item ${item.index + 1}`];
	const words = [...place, ...(message.includes(receiver) ? [] : [cut(receiver, 40)])].join(', ');
	return words === '' ? '' : ` (${words})`;
}

/** The items that could not be read: all were tried, so one error tells about all of them. */
function invalid(items: Item[], worst: Item, { operation }: LineContext): string[] {
	const failed = items.filter((item) => stopsRun(item) && item !== worst);
	return [
		...(failed.length === 0 ? [] : [`Also: ${named(failed, operation)}.`]),
		...(failed.length + 1 === items.length ? [] : ["For the others, set 'On Error' in Settings."]),
	];
}

/** The other items of which nobody knows, or whose later step failed; and what failed now, if the worst is of an earlier try. */
function others(failed: Item[], operation: Operation, worst?: Item): string[] {
	const sentences = (['unclear', 'acceptedThenFailed'] as const).flatMap((is) => {
		const own = inState(failed, is).filter((item) => item !== worst);
		return own.length === 0 ? [] : [`${wordsOf(is, operation)}: ${named(own, operation)}.`];
	});
	const [refused] = inState(failed, 'rejected', 'invalid');
	if (refused === undefined || worst === undefined || worst.outcome !== worst.earlier) {
		return sentences;
	}
	const { error } = refused.outcome as Failed;
	return [
		...sentences,
		`Not ${operation.pastTense}: ${named([refused], operation)}. ${asSentence(whyOf(error))}`,
	];
}

/** In a loop, or behind several branches, the items are not all. Where the node goes on, earlier items may have failed. */
function before({ runIndex, context }: LineContext): string[] {
	return runIndex === 0 || context.continueOnFail()
		? []
		: ['Earlier runs of this node went through.'];
}

/** Who got it, and to whom it is still to go; nothing of reads, which can simply run again. */
function whatBecame(items: Item[], run: LineContext, worst?: Item): string[] {
	const { operation, runIndex } = run;
	const { creates, updates, pastTense, finish } = operation;
	if (pastTense === undefined) return before(run);
	const begun = inState(items, 'begun');
	const { unfinished = '' } = finish ?? {};
	const asked =
		begun.length === 0 || unfinished === '' ? [] : [`${unfinished}: ${named(begun, operation)}.`];
	const { length } = inState(items, 'done', 'acceptedThenFailed', 'begun');
	const skipped = inState(items, 'skipped').length;
	const is = skipped > 0 ? '' : length > 1 ? 'are ' : 'is ';
	const more = skipped === 0 ? '' : `, ${skipped} skipped`;
	const count = `${length || 'None'} of ${items.length} ${is}${pastTense}${more}.`;
	const told = [...asked, ...(items.length === 1 ? [] : [count])];
	const isNothing = length === 0 && inState(items, 'unclear').length === 0 && runIndex === 0;
	// The service's own words say what to fix.
	const isUnadvised =
		isNothing && worst !== undefined && errorFacts((worst.outcome as Failed).error).next === '';
	if (isUnadvised) return [...told, 'Fix this, then run it again.'];
	if (creates !== true || updates !== undefined || isNothing) return [...before(run), ...told];
	const left = items.filter((item) => !isSettled(item));
	const isLast = left.length === 0 && runIndex === 0;
	const names = left.every((item) => item === worst) ? '' : ` Left: ${named(left, operation)}.`;
	if (hasKeys(items, operation)) {
		const isMixed = left.some((item) => item !== worst && stopsRun(item));
		const again = isMixed ? `Run it again.${names}` : 'Run it again: keys send once.';
		return isLast ? told : [...told, again];
	}
	if (isLast) {
		const isSaid = items.length === 1 || worst?.outcome.is === 'acceptedThenFailed';
		return isSaid ? told : [...told, 'Do not run these again.'];
	}
	const again = length > 0 || runIndex > 0 ? 'Run it again without them.' : '';
	return [...before(run), ...told, `${again}${names}`.trim()];
}

/** Whether the key that each item has now keeps it from a second message. An earlier try may have used another. */
function hasKeys(items: Item[], { sends }: Operation): boolean {
	// An item that cannot be read goes out in no run.
	const read = items.filter(({ input }) => input !== undefined);
	return read.every((item) => {
		const [key, used] = [settingIn(item, sendOnce), item.notes.key];
		if (key === undefined) return false;
		if (used === undefined) return ['waiting', 'rejected', 'skipped'].includes(item.outcome.is);
		// Its state is known, and its key is taken or not noted: another run would report it as in doubt.
		if (item.outcome.is !== 'unclear' && isInDoubt(used.end)) return false;
		return used.name === claimName(sends?.receiver(item.input) ?? '', key);
	});
}

function isStarted({ outcome }: Item): boolean {
	return outcome.is !== 'waiting' && outcome.is !== 'invalid';
}

/** Whether nothing of it is left for another run. */
function isSettled(item: Item): boolean {
	return !stopsRun(item)
		? item.outcome.is !== 'waiting'
		: inState([item], 'unclear', 'acceptedThenFailed').length > 0;
}
