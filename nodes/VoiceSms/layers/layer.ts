import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Connection, Limits, Settings } from '../api/connect';
import type { Subject } from '../api/errors/nodeError';
import type { Claim } from '../api/flow/claim';
import type { Collection } from '../fields/read/collection';
import type { Operation, Surroundings } from '../operations/operation';
import type { Answers } from './answers/answers';
import type { ItemOutcome } from './outcome';

/** One item of a run, with its fields read and checked. */
export interface Item {
	index: number;
	/** What the operation's `read` made of its fields. */
	input: unknown;
	/** How its requests are made. */
	settings: Settings;
	/** Most requests at once; the value of the first item counts. */
	bound?: number;
	/** Whether it is only checked, and nothing is sent. */
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
	/** Limits of the run, taken from the first valid item. */
	limits: Limits;
	clock: Clock;
	/** Aborts when no new work may begin: the run is canceled, or an item failed and the node stops on errors. */
	ended: AbortSignal;
	/** Whether a model reads the output. */
	asTool: boolean;
	/** The account's records of one kind; work on them waits for each other in the whole process. */
	records: string;
	/** Outcomes of writes that must not be done twice. */
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
	/** In the Options of the operations that it fits; undefined for an operation without the option. */
	field?(operation: Operation): INodeProperties | undefined;
	/** Whether the operation has this layer. */
	fits(operation: Operation): boolean;
	/**
	 * The setting of an item, undefined for off; without `read`, true. Called before any request of the run.
	 *
	 * @throws NodeOperationError of the field
	 */
	read?(options: Collection, context: IExecuteFunctions, itemIndex: number): Setting | undefined;
	/** What the setting of the first valid item asks of the whole run. */
	limits?(setting: Setting): Limits;
	/** Names of queues: the item waits for earlier items of the run with the same name. */
	lane?(setting: Setting, limits: Limits): string | undefined;
	begin?(run: LayerRun): Begun<Setting>;
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

/** Whether the operation reaches a person, so that it has the options of operations that send. */
export function sends({ receiver }: Operation): boolean {
	return receiver !== undefined;
}

/** Whether doing an item twice does it twice. */
export function creates(operation: Operation): boolean {
	return operation.creates === true;
}

/** Whether records have several kinds of key. */
export function hasKeyKinds({ keyKind }: Operation): boolean {
	return keyKind !== undefined;
}
