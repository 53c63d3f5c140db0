import type { IDataObject } from 'n8n-workflow';

import { type NodeError, addTo, isMaybeDone, stateInWords } from '../api/errors/nodeError';
import type { Operation } from '../operations/operation';
import type { Result } from '../operations/result';
import { cut } from '../util/fitted';
import { counted, tally } from '../util/inWords';
import type { Item } from './layer';

/**
 * The outcome of an item: one word for each state. The word alone tells whether the item was done.
 *
 * - `waiting`: its request was not made, because its turn has not come; in a run that stopped it never does.
 * - `begun`: the operation's `run` has ended, and its `finish` is to come. A write is done, a question is
 *   asked, a read has not begun. `finished`: the result of an earlier try.
 * - `done`: `isAnswered` if it is a question, and a person answered it when it was asked before.
 * - `skipped`: an option skipped it for this `reason`; `rowForModel` says so to a model.
 * - `checked`: nothing was sent, because it was only checked. If it would fail, its state is the failure.
 * - `invalid`: a field is invalid, so no request was made.
 * - `rejected`: it failed, and was certainly not done.
 * - `unclear`: it failed, and nobody knows whether it was done, now or before.
 * - `acceptedThenFailed`: it was done with this result, and a later step failed.
 */
export type Outcome =
	| { is: 'waiting' }
	| { is: 'begun'; result: Result; finished?: IDataObject }
	| { is: 'done'; result: Result; isAnswered?: true }
	| Skipped
	| { is: 'checked'; result: IDataObject; reason?: string; rowForModel: IDataObject }
	| Failed;

interface Skipped {
	is: 'skipped';
	/** A name of the option's own, by which it finds the items that it skipped for one reason. */
	why: string;
	/** The key or tag. */
	by: string;
	result: IDataObject;
	reason: string;
	rowForModel: IDataObject;
}

/** A step that failed. */
export interface NotDone {
	is: 'invalid' | 'rejected' | 'unclear';
	error: NodeError;
}

export type Failed = NotDone | { is: 'acceptedThenFailed'; error: NodeError; result: IDataObject };

/** The outcome of an item that failed in its operation or in a layer. */
export function failed(error: NodeError): NotDone {
	return { is: isMaybeDone(error) ? 'unclear' : 'rejected', error };
}

export const notStarted: Outcome = { is: 'waiting' };

/**
 * An item that an option skips; `reason` is a sentence for people.
 *
 * @param message in the words for a model: it gets neither key nor tag, because it might send with another
 * key, or remove the tag
 * @param about more fields of the output
 */
export function skipped(
	{ shown }: Item,
	[why, by, reason]: [why: string, by: string, reason: string],
	message: string,
	about: IDataObject = {},
): Skipped {
	return {
		is: 'skipped',
		why,
		by,
		result: { ...shown, ...about },
		reason,
		rowForModel: { outcome: 'skipped', message },
	};
}

/** The items that were skipped for one reason. */
export function rowsSkipped(items: readonly Item[], why: string): Item[] {
	return items.filter(({ outcome }) => outcome.is === 'skipped' && outcome.why === why);
}

/** Most groups of people that a sentence names. */
const maxNamed = 10;

/**
 * Items by the people whom they are for: "+15550001 (item 3), items 5-9 (+15550004 to +15550008)". Never by the number
 * alone, because the rows of a list may have other numbers.
 */
export function named(items: readonly Item[], operation: Operation): string {
	const groups: Item[][] = [];
	for (const item of items) {
		const last = groups.at(-1);
		if (last?.at(-1)?.index === item.index - 1) last.push(item);
		else groups.push([item]);
	}
	const named = groups.slice(0, maxNamed);
	const words = named.map((group) => {
		const [first, last] = [group[0], group[group.length - 1]];
		const [one, other] = [nameOf(first, operation), nameOf(last, operation)];
		if (group.length > 1) {
			const which = one === other ? one : `${one} to ${other}`;
			return `items ${first.index + 1}-${last.index + 1}${which === '' ? '' : ` (${which})`}`;
		}
		const item = `item ${first.index + 1}`;
		return one === '' ? item : `${one} (${item})`;
	});
	const more = items.length - named.flat().length;
	return `${words.join(', ')}${more === 0 ? '' : ` and ${more.toLocaleString('en-US')} more`}`;
}

/** Whom or what the item is for, as people know it. */
function nameOf(item: Item, operation: Operation): string {
	if (operation.sends !== undefined) return cut(receiverOf(item, operation), 40);
	return item.input === undefined ? '' : cut(operation.nameInErrors(item.input), 60);
}

/** The items in one of these states. The worst state comes first where these are. */
export function inState(items: readonly Item[], ...wanted: Array<Outcome['is']>): Item[] {
	return wanted.flatMap((is) => items.filter(({ outcome }) => outcome.is === is));
}

/** The state of an item that failed, as errors begin. */
export function wordsOf(is: Failed['is'], { pastTense = 'done' }: Operation): string {
	return stateInWords(pastTense, is === 'unclear', is === 'acceptedThenFailed');
}

/** "2 items were skipped", or "would be" for rows of a dry run, and their rows. */
export function skippedInWords(rows: Item[], because: string, operation: Operation): string {
	const lines = [false, true].flatMap((isDry) => {
		const own = rows.filter((item) => isOnlyChecked(item) === isDry);
		const by = own.map(({ outcome }) => `"${(outcome as Skipped).by}"`);
		if (own.length === 0) return [];
		const were = isDry ? 'would be' : own.length === 1 ? 'was' : 'were';
		return `${counted(own.length, 'item')} ${were} skipped, because ${because}: ${tally(by)} (${named(own, operation)}).`;
	});
	return lines.join(' ');
}

/**
 * The outcome of an item after its next step. What is done stays done: of its `finish` in an earlier try, the end counts,
 * such as a delivery; after a limit, a try that can goes on waiting.
 *
 * @param before its outcome until now, in this try or an earlier one
 * @param now what its `run` or `finish` gave, or why this try cannot go on
 */
export function outcomeAfter(
	{ creates, finish }: Operation,
	input: unknown,
	before: Outcome,
	now: { result: Result; finished?: IDataObject } | NotDone,
): Outcome {
	if ('result' in now) {
		const { result, finished } = now;
		if (finished !== undefined && finished.timedOut !== true)
			return { is: 'done', result: finished };
		const isDue = before.is === 'waiting' && finish?.isDue(input) === true;
		return { is: isDue ? 'begun' : 'done', result };
	}
	if (before.is !== 'waiting' && before.is !== 'begun') return before;
	if (before.is === 'waiting' || creates !== true) return now;
	if (before.finished !== undefined) return { is: 'done', result: before.finished };
	addTo(now.error, 'It is accepted: do not run it again.');
	return { is: 'acceptedThenFailed', error: now.error, result: before.result as IDataObject };
}

/** Whether the item stops the run, if the node stops on errors; one that is only checked stops no run. */
export function stopsRun(item: Item): boolean {
	return 'error' in item.outcome && !isOnlyChecked(item);
}

/** Whether it is a dry run. Known even if the fields are invalid. */
export function isOnlyChecked({ layers }: Item): boolean {
	for (const { onlyChecks } of layers.keys()) if (onlyChecks === true) return true;
	return false;
}

/** Whether the message went out or, in a dry run, would go out. */
export function isOrWouldBeSent({ outcome }: Item): boolean {
	return 'result' in outcome && outcome.is !== 'skipped';
}

/** The items that lines about messages count: the sent items or, if none was sent, the items that would be sent. */
export function countedItems(items: readonly Item[]): Item[] {
	const all = items.filter(isOrWouldBeSent);
	const sent = all.filter(({ outcome }) => outcome.is !== 'checked');
	return sent.length > 0 ? sent : all;
}

/** The receiver of the item in the form of its row; '' where it is unknown. */
export function receiverOf({ shown }: Item, { sends }: Operation): string {
	return String(shown[Object.keys(sends?.columns ?? {})[0]] ?? '');
}

/** Whether no earlier try of the execution has done anything, or may have. */
export function isFirstTry(items: readonly Item[]): boolean {
	return items.every(({ earlier }) => earlier === undefined);
}
