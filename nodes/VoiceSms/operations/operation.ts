import type { IBinaryData, IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Api } from '../api/api';
import type { Store } from '../api/http/download';
import type { FieldReader } from '../fields/read/reader';
import type { RecordKey } from '../fields/read/recordKey';

export const resources = [
	// Without a description, n8n tells a builder that each resource is its first operation in the menus.
	{ name: 'SMS', value: 'sms', description: 'Text messages' },
	{ name: 'Call', value: 'call', description: 'Phone calls' },
	{ name: 'Contact', value: 'contact', description: 'People' },
] as const;

/**
 * The outcome of an item's write: accepted with this answer, or unclear, with this message.
 *
 * - `isBegun`: the operation's `finish` is to come.
 * - `httpCode`, `onceKey`: facts of the error.
 */
export type WriteResult =
	| { accepted: IDataObject; isBegun?: true }
	| { mayHaveBeenDone: string; httpCode?: string; onceKey?: string };

/** What an operation works with besides its input. */
export interface OperationContext {
	api: Api;
	/** The words for those who read the output, people or a model. A model can set no option. */
	words(forPeople: string, forModel: string): string;
	/** How many of so many wanted records the output has. */
	maxRecords(wanted: number): number;
	/** The output for an unknown record. */
	emptyItem(): Result;
	/** Whether a model reads the output, because the node runs as a tool. */
	asTool: boolean;
	/** n8n's binary store. */
	store: Store;
	/** Shows a line above the output or, to a model, in the answer, once per run; '' for none. */
	hint(line: string): void;
	/**
	 * For operations with `creates`: the outcome of the last earlier item in the first lane that was
	 * answered or lost. It comes from this run, from an earlier try of the execution, or from an earlier
	 * call of a model. `byOtherLane`: for that item, this was not the first lane.
	 */
	lastWriteInLane?: WriteResult & { byOtherLane?: true };
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds that have passed; setting the computer's clock does not change them. */
	passed(): number;
	/** Milliseconds until the caller of a tool gives up waiting for its answer; Infinity where nobody does. */
	leftMs(): number;
	/** The fields of the input. */
	json: IDataObject;
	/** For what n8n alone has, such as the link to a page. */
	n8n: IExecuteFunctions;
	/** A value that all items of a run share: `make` runs once. */
	shared<T>(make: () => T): T;
	/** Waits for `ms` milliseconds; false when the run was stopped meanwhile. */
	wait(ms: number): Promise<boolean>;
}

/**
 * What a sleep needs: receiver and text, the input's fields that no column of the node has, and whether the
 * output has them.
 */
export interface SleepContext extends Pick<OperationContext, 'n8n' | 'now'> {
	shown: IDataObject;
	own: IDataObject;
	isIncluded: boolean;
}

/** Most records of a list that a model gets. */
export const maxForModel = 50;

/** Records of a list, with the facts that a model needs to judge them. */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		readonly about: {
			/** The search and the filters in words: `Search "Ada", Tag "vip"`; '' without any. */
			sought: string;
			/** The number of records that was asked for, Infinity for all. */
			wanted: number;
			/** Set if there may be more records; `total` counts all of them, if the service tells it. */
			more?: { total?: number };
			/** The name of the records, if it differs from the operation's `nameInErrors`: "calls". */
			what?: string;
		},
	) {}
}

/** A record together with a file. */
export class WithFile {
	constructor(
		readonly json: IDataObject,
		readonly binary: Record<string, IBinaryData>,
	) {}
}

export type Result = IDataObject | IDataObject[] | Listed | WithFile;

/** An item before the first request; `input` is undefined where it could not be read. */
export type ToBeDone<Input> = { input?: Input; isToCome: boolean };

/** One operation: its words, its fields and its work. `Input` is what `read` makes of one item. */
export interface Operation<Input = unknown> {
	resource: (typeof resources)[number]['value'];
	/** Saved in workflows: never changes. */
	value: string;
	name: string;
	/** Sentence case. With " in Phone" after it, the name of the tool: at most 40 characters together. */
	action: string;
	description: string;
	/**
	 * What a model reads of the tool besides its arguments, because n8n does not describe these: when to use
	 * it, what to write into each argument, what comes back. At most 600 characters.
	 */
	toolText: string;
	/**
	 * What an AI that builds a workflow must know besides the form and the `output`: what it gets wrong. Then, in a
	 * few operations, one pattern in the words of n8n's Workflow SDK.
	 */
	forBuilder?: string;
	/**
	 * The fields of an item of the output, as an AI that builds a workflow reads them: `data.approved` is a field of
	 * the object `data`. Left out, they are the columns of `row`.
	 */
	output?: readonly string[];
	/** Without `displayOptions` for resource and operation: these are derived. */
	fields: INodeProperties[];
	/** A notice in the form, a sentence. */
	warning?: string;
	/** Permission that the interface documents for the request; errors name it. */
	permission?: string;
	/** True when a second run would do the thing twice, so that an accepted item is never sent again. */
	creates?: boolean;
	/** With `creates`: whether a model may repeat the call, because `lastWriteInLane` makes it an update. */
	updates?(answer: WriteResult): boolean;
	/**
	 * With `creates`: it asks a person, so a model that repeats the call wants it asked again. A call with an
	 * unclear outcome is never repeated.
	 */
	asks?: true;
	/** Reads and checks one item's fields, before any request of the run. */
	read(item: FieldReader): Input;
	/**
	 * What a model wants: calls with equal ones are repeats; without it, those with equal inputs. Texts are as the
	 * model gave them, because two of its tools may change them in two ways.
	 *
	 * @param reviewed in a human review: the tool and the arguments that a person is asked about
	 */
	request?(input: Input, reviewed?: IDataObject): IDataObject;
	/**
	 * Fields of the request that the output repeats, also for skipped and checked items. The answer's
	 * fields of the same names win. A model does not get its own text back, the column `body`.
	 */
	requestColumns?(input: Input): IDataObject;
	/** With `requestColumns`: their names. A later try shows these fields of the first answer, not its own. */
	requestNames?: readonly string[];
	/** The phone number that it reaches, in E.164 form. With it, the operation has the options of `layers`. */
	receiver?(input: Input): string;
	/** With `receiver`: what a Send Once Key names, and an example, which begins with a kind of number. */
	onceKey?: [what: string, example: string];
	/** With `receiver`: the columns of the receiver (first) and the text, and the fields that they come from. */
	columns?: Record<string, string>;
	/**
	 * Each item gives one row, so *Include Input Fields* can add the fields of the item: after `first`, what
	 * people look for, and `told`, what only this node knows of what it sent, and before `last`, IDs. Together all
	 * columns that a row can ever have, but for those of layers: no field of the item fills one. The service may
	 * add columns, which come before the fields of the input.
	 */
	row?: { first: readonly string[]; told?: readonly string[]; last: readonly string[] };
	/**
	 * Lines above the output or, to a model, in the answer, about the outputs of items that were done, also by
	 * an earlier try or, in a dry run, would be. `inputs`: of these items, undefined where this try cannot
	 * read it.
	 */
	lines?(done: IDataObject[], inputs: Array<Input | undefined>): string[];
	/** The same, of what a model could do nothing about. */
	linesForPeople?(done: IDataObject[], inputs: Array<Input | undefined>): string[];
	/** The subject of an error: "call 42". */
	nameInErrors(input: Input): string;
	/** What it did, as in "was sent"; left out for reads. */
	pastTense?: string;
	/** The record that it takes. The field is named after the kind, such as `callId`. */
	record?(input: Input): { kind: 'call' | 'contact' | 'conversation'; key: RecordKey };
	/** For a model: what to do if nothing was found, and how to see the records that are not shown. */
	list?: { ifNone: string; more: string };
	/** Items that share a lane run in order. The first lane is the name by which the item is known. */
	lane?(input: Input): string | string[];
	/** Why one run cannot do these items, some of them still to come, and what to do; before any request. */
	whyNot?(items: Array<ToBeDone<Input>>, n8n: IExecuteFunctions): [string, string] | undefined;
	/**
	 * How the record is named: by ID, phone or email. Two names may mean one record, so work on records
	 * with another kind of name waits. Lanes count for the whole process.
	 */
	keyKind?(input: Input): string;
	/** With `creates`: nothing may fail after the creating request; what may fail is for `finish`. */
	run(input: Input, context: OperationContext): Promise<Result>;
	/** With `finish`: whether it has work for the item. */
	finishes?(input: Input): boolean;
	/** With `finish`: what a row is called that is not done until `finish` has ended. */
	unfinished?: 'Asked, but nobody waits for the answer' | 'Not started';
	/**
	 * The slow part, done for all items together after all of them ran. `result` is the result of `run`,
	 * from now or from an earlier try of the execution. When the run is stopped, the result of `finish`
	 * does not count.
	 */
	finish?(input: Input, result: Result, context: OperationContext): Promise<Result>;
	/**
	 * Puts the execution to sleep after the only item of the run was done; undefined if it stays awake. The
	 * event that wakes it gives the output. At the limit, n8n outputs the node's input, which is this record
	 * then.
	 */
	sleep?(input: Input, context: SleepContext): Promise<IDataObject | undefined>;
}
