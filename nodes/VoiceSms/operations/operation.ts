import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import type { Question } from '../answer/openQuestion';
import type { Api } from '../api/connect';
import type { Store } from '../api/http/download';
import type { FieldReader } from '../fields/read/reader';
import type { RecordKey } from '../fields/read/recordKey';
import type { Listed } from './listed';

export const resources = [
	{ name: 'SMS', value: 'sms' },
	{ name: 'Call', value: 'call' },
	{ name: 'Contact', value: 'contact' },
] as const;

/**
 * What became of an item's write: accepted with this answer, `shortened` to its identifiers past the
 * size that is kept, or lost on the way with this message.
 */
export type Answer = { accepted: IDataObject; shortened?: true } | { mayHaveBeenDone: string };

/** What an operation works with besides its input. */
export interface Surroundings {
	api: Api;
	/** Whether it is run as a tool: a model reads what comes back. */
	asTool: boolean;
	/** n8n's binary store. */
	store: Store;
	/**
	 * Shows a line with the output in the editor, and to a model in the answer; the same line is shown
	 * once a run.
	 *
	 * @param counted what is shown in its place, by the number of times it was to be shown, and by the
	 * sum of the amounts given
	 * @param amount default 1
	 */
	hint(message: string, counted?: (times: number, sum: number) => string, amount?: number): void;
	/** The workflow's time zone, such as Europe/Berlin. */
	timeZone: string;
	/**
	 * What became of the last item before it in its first lane that was answered or lost, in this run, in
	 * an earlier try of the execution or in an earlier call of a model; of operations with `creates`.
	 * `byOtherLane`: it was not the first lane of that item.
	 */
	before?: Answer & { byOtherLane?: true };
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds that went by so far, however the computer's clock is set meanwhile. */
	passed(): number;
	/**
	 * The address of a page on which a person answers, signed by n8n. What is asked is kept with the
	 * execution, which then is to be put to sleep (`sleepUntil`).
	 *
	 * @throws UserError where nothing can wait for such an answer
	 */
	askByLink(asked: Question): string;
	/** What the tool would be called with that waits for approval, as n8n's human-in-the-loop tool. */
	toolParameters?: unknown;
	/** What all items of a run have in common: made for the first item that asks for it by this function. */
	shared<T>(make: () => T): T;
	/** Waits for `ms` milliseconds; false when the run was stopped meanwhile. */
	wait(ms: number): Promise<boolean>;
}

/** A record together with a file. */
export class WithFile {
	constructor(
		readonly json: IDataObject,
		readonly binary: Record<string, IBinaryData>,
	) {}
}

export type Result = IDataObject | IDataObject[] | Listed | WithFile;

/** What `run` gives, itself, when it has done nothing and leaves all to `finish`. */
export const pending: IDataObject = {};

/** One operation: its words, its fields and its work. `Input` is what `read` makes of one item. */
export interface Operation<Input = unknown> {
	resource: (typeof resources)[number]['value'];
	/** Saved in workflows: never changes. */
	value: string;
	name: string;
	/** Sentence case; also what an AI agent is told that the tool does. */
	action: string;
	description: string;
	/** Without `displayOptions` for resource and operation: these are derived. */
	fields: INodeProperties[];
	/** What the form says before it is run, a sentence. */
	warning?: string;
	/** Permission that the interface documents for the request; errors say it. */
	permission?: string;
	/** True when running it twice does it twice: an answer once given is never asked for again. */
	creates?: boolean;
	/**
	 * With `creates`: a model that makes the same call again means it so, as with a question that is
	 * asked anew. What may have been done is not done again all the same.
	 */
	asksAnew?: boolean;
	/** With `creates`: after this answer a model may have the same done again, as `before` tells of it. */
	updates?(answer: Answer): boolean;
	/** It asks a person: done when `finish` is, as before that nobody has the answer. */
	asks?: true;
	/** Reads and checks one item's fields, before any request of the run. */
	read(item: FieldReader): Input;
	/**
	 * The body of the request. Two calls of a model with the same one are the same call; without it, two
	 * with the same input.
	 */
	request?(input: Input): IDataObject;
	/**
	 * Fields that the output repeats beside the answer, also of an item that is skipped or only checked.
	 * The answer's own fields of these names win. A model gets no text back that it wrote itself.
	 */
	sent?(input: Input, asTool: boolean): IDataObject;
	/** The phone number that it reaches, in E.164 form: *Skip Contacts With Tag* looks up its contact. */
	receiver?(input: Input): string;
	/** Shows lines about an item that is sent or, in a dry run, would be sent. */
	remark?(input: Input, hint: Surroundings['hint']): void;
	/** What it is about, in the words of an error: "call 42". */
	thing(input: Input): string;
	/** What it does to that, as in "was sent"; left out where it only reads. */
	did?: string;
	/** The record that it takes. Its field has the kind's name and "Id", as `callId`. */
	record?(input: Input): { kind: 'call' | 'contact' | 'conversation'; key: RecordKey };
	/** Of a list: how to find something where nothing was found, and how to see what is not shown. */
	list?: { ifNone: string; more: string };
	/**
	 * What the item shares with those that must not overtake each other, such as a number; when there is
	 * more than one thing, first what it is known by.
	 */
	lane?(input: Input): string | string[];
	/** Why these items cannot be done in one run but each in its own, a sentence; asked before any request. */
	together?(inputs: Input[]): string | undefined;
	/**
	 * What names the record, such as its ID or its phone number, where two may be names of one record.
	 * Work on records that are named in another way waits, and the lanes are those of the whole process.
	 */
	namedBy?(input: Input): string;
	run(input: Input, surroundings: Surroundings): Promise<Result>;
	/**
	 * Until when n8n puts the execution to sleep, once the only item of the run was done; undefined when
	 * it goes on. What wakes it up gives the output; at the end of that time, it is the input.
	 *
	 * @param now milliseconds since 1970
	 */
	sleepUntil?(input: Input, now: number): Date | undefined;
	/**
	 * What takes long, done for all items together when each has been run: `result` is what `run` gave,
	 * now or in an earlier try of the execution. When the run is stopped, what it gives does not count.
	 */
	finish?(input: Input, result: Result, surroundings: Surroundings): Promise<Result>;
}
