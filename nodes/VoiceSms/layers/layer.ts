import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { RequestOptions } from '../api/api';
import type { Connection, RunLimits } from '../api/connection';
import type { Subject } from '../api/errors/nodeError';
import type { Claim } from '../api/flow/attempts';
import type { FieldReader } from '../fields/read/reader';
import type { OperationContext } from '../operations/context';
import type { Operation } from '../operations/operation';
import type { Turn } from '../util/serially';
import type { WriteMemory } from './answers/kept';
import type { Outcome } from './outcome';
import type { KeyFacts } from './sendOnce/ends';

/** Everything that is known of one item, from an earlier try of the execution to its row. */
export interface Item {
	readonly index: number;
	/** The fields of its row of the input; none where the row is no object, such as a text. */
	readonly json: IDataObject;
	/** The result of the operation's `read`; undefined where the fields were not read. */
	input: unknown;
	/** Receiver and text: as they go out or, where a field cannot be read, as the user wrote them. */
	shown: IDataObject;
	outcome: Outcome;
	/** Its outcome in an earlier try of the execution. */
	readonly earlier?: Outcome;
	/** Facts for lines about the whole run. */
	notes: Notes;
	settings: RequestOptions;
	/** Most requests at once; the value of the first item counts. */
	bound?: number;
	/** The names under which it is known: the operation's lanes. */
	operationLanes: string[];
	/** The settings of its layers; a layer that is off is not in it. */
	layers: ReadonlyMap<Layer, unknown>;
}

/** Kept for the next try, so that a line counts what all tries did. */
export interface Notes {
	/** Whether the receiver has a contact; undefined if the node's own option did not ask. */
	hasContact?: boolean;
	/** The tag of its receiver, who gets it all the same. */
	sentDespite?: string;
	/** The blanks that its text leaves empty, as the user wrote them. */
	emptyIn?: string[];
	/** In its text that is one expression: a word that says that an expression failed, and the expression. */
	failedWord?: string;
	/** The Send Once Key that it was sent with. */
	key?: KeyFacts;
}

/** The tools of a layer in one run. */
export interface LayerRun {
	context: IExecuteFunctions;
	operation: Operation;
	connection: Connection;
	clock: Clock;
	/** Aborts when no new work may begin: the run is canceled, or an item failed and the node stops on errors. */
	ended: AbortSignal;
	/** The account's records of one kind; work on them waits for each other in the whole process. */
	lockName: string;
	answers: WriteMemory;
	/** Whether a model reads the output. */
	asTool: boolean;
	/** How often the node ran before in this execution. */
	runIndex: number;
	/** The tools of an operation, for a request about this subject. */
	operationContext(item: Item, subject: Subject): OperationContext;
}

/** The parts of a line, besides the items. */
export type LineContext = Pick<LayerRun, 'context' | 'operation' | 'runIndex' | 'asTool'>;

/**
 * The work on an item.
 *
 * @param claim taken before each try of the operation's POST, the one request that must not be made twice
 * @throws RequestNotMade if no request was made: the run ended, or the claim says that the message was sent before
 */
export type Work = (claim?: Claim) => Promise<Outcome>;

/**
 * A layer around the operation of an item: an option with its field, its reading, its work and its
 * words. For example, *Dry Run* is a field, a flag, work that does not go on to the operation, and a line
 * above the output. `index.ts` has all layers in their order.
 */
export interface Layer<Setting = unknown> {
	/** Name of its field. With it, the layer is on for items to which the user added the field. */
	option?: string;
	/** In the Options of the operations that have it; undefined for an operation without the option. */
	field?(operation: Operation): INodeProperties | INodeProperties[] | undefined;
	/** The columns that it adds to the rows of an operation. */
	adds?: readonly string[];
	/** Nothing is sent for items that have it. */
	onlyChecks?: true;
	/** Operations with this member have the layer. */
	needs: 'sends' | 'creates' | 'keyKind' | 'list' | 'row' | 'pastTense';
	/**
	 * The setting of an item, undefined for off; without `read`, true. Called before any request of the run.
	 *
	 * @throws NodeOperationError of the field
	 */
	read?(item: FieldReader, operation: Operation, context: IExecuteFunctions): Setting | undefined;
	/** A queue: the item waits for earlier items of the run in it. */
	lane?(item: Item, operation: Operation, limits: RunLimits): Turn | undefined;
	/**
	 * Its work around each item that has its setting, like a middleware. It may
	 *
	 * - wait or make requests first (`operationContext`), then return `await next()`, or another outcome for it;
	 * - return an outcome without `next`: no inner layer, and not the operation, sees the item;
	 * - throw: that is the item's error, and `RequestNotMade` leaves the item as not started.
	 *
	 * `next` gives an error of the operation as an outcome, and throws what inner layers throw: let it pass. Call it
	 * once, because requests are repeated elsewhere (`api/flow/attempts`). Example, *Skip Weekends*; its setting
	 * is the time zone of the workflow:
	 *
	 * ```ts
	 * forRun: ({ clock }) => async (item, timeZone, next) => {
	 *   const day = new Date(clock.now()).toLocaleDateString('en', { timeZone, weekday: 'long' });
	 *   if (!['Saturday', 'Sunday'].includes(day)) return await next();
	 *   return skipped(item, ['weekend', day, `It is ${day}`], `Nothing was sent: it is ${day}.`);
	 * },
	 * ```
	 */
	forRun?(run: LayerRun, items: readonly Item[]): Around<Setting>;
	/**
	 * Lines above the output or, to a model, in the answer: about what all tries of the execution did. Nothing to a model of
	 * problems that it cannot solve (`asTool`).
	 */
	lines?(items: readonly Item[], run: LineContext): string[];
}

/**
 * The work on an item, with what a layer does before and after it. Written as a method, so that the list of layers can
 * hold layers of different settings.
 */
export type Around<Setting = unknown> = {
	around(item: Item, setting: Setting, next: Work): Promise<Outcome>;
}['around'];

/** For a model, after a check. */
export const toldOfDryRun =
	'Dry Run is on for this tool. Tell the user, and do not try another way.';
