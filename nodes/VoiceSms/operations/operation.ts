import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { FieldReader } from '../fields/read/reader';
import type { RecordKey } from '../fields/read/recordKey';
import type { OperationContext, SleepContext } from './context';
import type { Resource } from './resources';
import type { Result, WriteResult } from './result';

/**
 * One operation: its words, its fields and its work. `Input` is what `read` makes of one item.
 *
 * Needed: the menu, `toolText`, `fields`, `read`, `nameInErrors` and `run`. An operation that sends a message or
 * calls has `sends`, one that waits afterwards has `finish`.
 */
export interface Operation<Input = unknown> extends MenuEntry, TextsForAi {
	/** Without `displayOptions` for resource and operation: these are derived. */
	fields: INodeProperties[];
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
	 * The wish of a model: calls with equal requests are repeats. Without it, calls with equal inputs are. Texts are as the
	 * model gave them, because two of its tools may change them in two ways.
	 *
	 * @param reviewed in a human review: the tool and the arguments that a person is asked about
	 */
	request?(input: Input, reviewed?: IDataObject): IDataObject;
	/** It sends or calls, to a phone number. With it, the operation has the options of `layers`. */
	sends?: Sends<Input>;
	/** Each item gives one row, so *Include Input Fields* can add the fields of the item. */
	row?: ColumnsOfRow;
	/**
	 * Lines above the output or, to a model, in the answer, about the outputs of items that were done, also by
	 * an earlier try or, in a dry run, would be. `inputs`: of these items, undefined where this try cannot
	 * read it. Nothing to a model of problems that it cannot solve (`asTool`).
	 */
	lines?(done: IDataObject[], inputs: Array<Input | undefined>, asTool: boolean): string[];
	/** The subject of an error: "call 42". */
	nameInErrors(input: Input): string;
	/** Its participle, as in "was sent"; left out for reads. */
	pastTense?: string;
	/** The record that it takes. The field is named after the kind, such as `callId`. */
	record?(input: Input): { kind: 'call' | 'contact' | 'conversation'; key: RecordKey };
	/** Items that share a lane run in order. The first lane is the name by which the item is known. */
	lane?(input: Input): string | string[];
	/** Why one run cannot do these items, and what to do; before any request. Undefined: not read, or only checked. */
	whyNot?(inputs: Array<Input | undefined>, n8n: IExecuteFunctions): [string, string] | undefined;
	/**
	 * How the record is named: by ID, phone or email. Two names may mean one record, so work on records
	 * with another kind of name waits. Lanes count for the whole process.
	 */
	keyKind?(input: Input): string;
	/** With `creates`: nothing may fail after the creating request; what may fail is for `finish`. */
	run(input: Input, context: OperationContext): Promise<Result>;
	/** The slow part, done for all items together after all of them ran. */
	finish?: Finish<Input>;
	/**
	 * Puts the execution to sleep after the only item of the run was done; undefined if it stays awake. The
	 * event that wakes it gives the output. At the limit, n8n outputs the node's input, which is this record
	 * then.
	 */
	sleep?(input: Input, context: SleepContext): Promise<IDataObject | undefined>;
}

/** The words of an operation in the menus, before its fields. */
interface MenuEntry {
	resource: Resource['value'];
	/** Saved in workflows: never changes. */
	value: string;
	name: string;
	/** Sentence case. With " in Phone" after it, the name of the tool: at most 40 characters together. */
	action: string;
	description: string;
	/** A notice in the form, a sentence. */
	warning?: string;
}

/** The texts for a model that uses the tool, and for an AI that builds a workflow. */
interface TextsForAi {
	/**
	 * The text that a model reads of the tool besides its arguments, because n8n does not describe these: when to use
	 * it, what to write into each argument, what comes back. At most 600 characters.
	 */
	toolText: string;
	/** For a model: what to do if nothing was found, and how to see the records that are not shown. */
	list?: { ifNone: string; more: string };
	/**
	 * For an AI that builds a workflow, besides the form and the `output`: its usual mistakes. Then, in a
	 * few operations, one pattern in the words of n8n's Workflow SDK.
	 */
	forBuilder?: string;
	/**
	 * The fields of an item of the output, as an AI that builds a workflow reads them: `data.approved` is a field of
	 * the object `data`. Left out, they are the columns of `row`.
	 */
	output?: readonly string[];
}

/** The members of an operation that sends a message or calls. */
export interface Sends<Input = unknown> {
	/** The phone number that it reaches, in E.164 form. */
	receiver(input: Input): string;
	/** The thing that a Send Once Key names, and an example, which begins with a kind of number. */
	onceKey: [what: string, example: string];
	/** The columns of the receiver (first) and the text, and the fields that they come from. */
	columns: Record<string, string>;
	/**
	 * Fields of the request that the output repeats, also for skipped and checked items. The answer's
	 * fields of the same names win. A model does not get its own text back, the column `body`.
	 */
	requestColumns(input: Input): IDataObject;
	/** The names of all `requestColumns`. A later try shows these fields of the first answer, not its own. */
	requestNames: readonly string[];
}

/** The work of an operation after all items of the run ran. */
export interface Finish<Input = unknown> {
	/** Whether there is work for the item. */
	isDue(input: Input): boolean;
	/** The name of a row until its work has ended; without it, the row counts as done. */
	unfinished?: 'Asked, but nobody waits' | 'Not started';
	/**
	 * The work on one item. `result` is the result of `run`, from now or from an earlier try of the execution.
	 * When the run is stopped, the result of this work does not count.
	 */
	work(input: Input, result: Result, context: OperationContext): Promise<Result>;
}

/**
 * All columns that a row can ever have, without the columns of layers: no field of the item fills one. The fields of the
 * item stand between. The service may add columns, which come before the fields of the item.
 */
interface ColumnsOfRow {
	/** The columns that people look for. */
	first: readonly string[];
	/** Facts of the sent message that only this node knows. */
	told?: readonly string[];
	/** IDs. */
	last: readonly string[];
}
