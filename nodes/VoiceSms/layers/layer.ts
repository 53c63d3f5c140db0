import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Connection, Limits, Settings } from '../api/connect';
import {
	type Subject,
	addTo,
	repeatableKey,
	toNodeError,
	unsureKey,
} from '../api/errors/nodeError';
import type { Claim } from '../api/flow/attempts';
import type { FieldReader } from '../fields/read/reader';
import type { Operation, Result, Surroundings } from '../operations/operation';
import type { Answers } from './answers/answers';

/** One item of a run, with its fields read and checked. */
export interface Item {
	index: number;
	/** What the operation's `read` made of its fields. */
	input: unknown;
	settings: Settings;
	/** Most requests at once; the value of the first item counts. */
	bound?: number;
	onlyChecked: boolean;
	/** The names under which it is known: the operation's lanes. */
	operationLanes: string[];
	/** The settings of the layers, in their order; undefined for a layer that is off. */
	layers: unknown[];
	/** Taken before each try of the request that must not be made twice. */
	claim?: Claim;
}

/** What layers work with. */
export interface LayerRun {
	context: IExecuteFunctions;
	operation: Operation;
	connection: Connection;
	clock: Clock;
	/** Aborts when no new work may begin: the run is canceled, or an item failed and the node stops on errors. */
	ended: AbortSignal;
	asTool: boolean;
	/** The account's records of one kind; work on them waits for each other in the whole process. */
	records: string;
	answers: Answers;
	/** What an operation works with, for a request about this subject. */
	surroundings(item: Item, subject: Subject): Surroundings;
}

/** The work on an item; undefined when the run ended before its turn. */
export type Work = () => Promise<ItemOutcome | undefined>;

/**
 * What happens to an item around its operation: an option with its field, its reading, its work and its
 * words. For example, *Dry Run* is a field, a flag, work that does not go on to the operation, and a line
 * above the output. `index.ts` has all layers in their order.
 */
export interface Layer<Setting = unknown> {
	/** Name of its field. With it, the layer is on for items to which the user added the field. */
	option?: string;
	/** In the Options of the operations that have it; undefined for an operation without the option. */
	field?(operation: Operation): INodeProperties | undefined;
	/** Operations with this member have the layer. */
	needs: 'receiver' | 'creates' | 'keyKind' | 'oneRow' | 'did';
	/**
	 * The setting of an item, undefined for off; without `read`, true. Called before any request of the run.
	 *
	 * @throws NodeOperationError of the field
	 */
	read?(item: FieldReader, operation: Operation, context: IExecuteFunctions): Setting | undefined;
	/** Names of queues: the item waits for earlier items of the run with the same name. */
	lane?(setting: Setting, limits: Limits): string | undefined;
	/** @param settings of all items, undefined where the layer is off */
	begin?(run: LayerRun, settings: ReadonlyArray<Setting | undefined>): Begun<Setting>;
}

/** A layer in one run. */
export interface Begun<Setting = unknown> {
	/** The outcome of an earlier try; asked for all items before the first one begins. */
	known?(item: Item): ItemOutcome | undefined;
	/** Does the work on an item, or something instead. It may throw: that is the item's error. */
	around?(item: Item, setting: Setting, next: Work): ReturnType<Work>;
	/** The outcome of an item after the operation's `finish`. */
	finished?(item: Item, outcome: ItemOutcome): ItemOutcome;
	/** Lines above the output or, to a model, in the answer. */
	lines?(outcomes: ReadonlyArray<ItemOutcome | undefined>): string[];
	/** n8n has no reason to run these items again. */
	forget?(): void;
}

export type NodeError = NodeApiError | NodeOperationError;

/**
 * The outcome of one item; undefined when it was not started.
 *
 * - `notSent`: nothing was sent and nothing is left to finish: an option skipped the item for this `reason`,
 *   or it was only checked. `forModel` says so to a model.
 * - `onlyChecked`: the item was only checked. A check that failed does not stop the other items.
 * - `invalid`: a field is invalid, so no request was made.
 * - `isOpen`: a person was asked, and the answer is missing.
 * - `accepted`: the item was done, with this answer of the service, and a later step failed.
 * - `written`: what would go out, or what the user wrote for it.
 */
export type ItemOutcome = DoneOutcome | FailedOutcome;

interface DoneOutcome {
	result: Result;
	notSent?: 'skipped' | 'checked';
	reason?: string;
	forModel?: IDataObject;
	isOpen?: true;
	onlyChecked?: true;
}

export interface FailedOutcome {
	error: NodeError;
	accepted?: IDataObject;
	onlyChecked?: true;
	invalid?: true;
	written?: IDataObject;
}

/** For a model, after a check. */
export const toldOfDryRun =
	'Dry Run is on for this tool. Tell the user, and do not try another way.';

/** Where a model or a person can look whether something was done. */
export const whereToLook: Record<Operation['resource'], string> = {
	call: 'in the list of calls',
	contact: 'in the list of contacts',
	sms: 'in its conversation',
};

/** Name in an error's context: the Send Once Key that is in doubt. */
export const onceKeyOf = 'onceKey';

/** Any error as an error of n8n, with its item. */
export function asItemError(
	context: IExecuteFunctions,
	error: unknown,
	itemIndex: number,
): NodeError {
	const nodeError = toNodeError(context.getNode(), error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

/** Whether the failed write may have been carried out. */
export function mayHaveBeenDone(error: NodeError): boolean {
	return error.context[unsureKey] === true;
}

/** Whether the write may have been carried out, and another try would carry it out twice. */
export function wouldDoubleIt(error: NodeError): boolean {
	return mayHaveBeenDone(error) && error.context[repeatableKey] !== true;
}

/** The outcome of an item that was done, if a later step failed. */
export function failedAfterwards(error: NodeError, accepted: IDataObject): ItemOutcome {
	addTo(
		error,
		'The service has already accepted this item. Do not run it again. Look it up by its ID.',
	);
	return { error, accepted };
}
