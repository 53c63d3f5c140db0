import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Api } from '../api/api';
import type { Store } from '../api/http/download';
import { type Result, type WriteResult, Listed, maxForModel } from './result';

/** The tools of an operation, besides its input. */
export interface OperationContext extends OutputReader, RunTime {
	api: Api;
	/** n8n's binary store. */
	store: Store;
	/** The fields of the input. */
	json: IDataObject;
	/** n8n's own context, for example for the link to a page. */
	n8n: IExecuteFunctions;
	/** Shows a line above the output or, to a model, in the answer, once per run; '' for none. */
	hint(line: string): void;
	/** A value that all items of a run share: `make` runs once. */
	shared<T>(make: () => T): T;
	/**
	 * For operations with `creates`: the outcome of the last earlier item in the first lane that was
	 * answered or lost. It comes from this run, from an earlier try of the execution, or from an earlier
	 * call of a model. `byOtherLane`: for that item, this was not the first lane.
	 */
	lastWriteInLane?: WriteResult & { byOtherLane?: true };
}

/** Differences between the readers of the output: people, or a model. */
export interface OutputReader {
	/** Whether a model reads the output, because the node runs as a tool. */
	asTool: boolean;
	/** The words for the readers of the output. A model can set no option. */
	words(forPeople: string, forModel: string): string;
	/** How many of so many wanted records the output has. */
	maxRecords(wanted: number): number;
	/** The output for an unknown record. */
	emptyItem(): Result;
}

/** The readers of the output of a tool, or of a node. */
export function readerOf(asTool: boolean): OutputReader {
	return {
		asTool,
		words: (forPeople, forModel) => (asTool ? forModel : forPeople),
		maxRecords: (wanted) => (asTool ? Math.min(wanted, maxForModel) : wanted),
		emptyItem: () => (asTool ? new Listed([], { sought: '', wanted: 1 }) : {}),
	};
}

/** The time of the run. Tests pass in their own clock. */
export interface RunTime {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds that have passed; setting the computer's clock does not change them. */
	passed(): number;
	/** Milliseconds until the caller of a tool gives up waiting for its answer; Infinity where nobody does. */
	leftMs(): number;
	/** Waits for `ms` milliseconds; false when the run was stopped meanwhile. */
	wait(ms: number): Promise<boolean>;
}

/**
 * The facts of a sleep: receiver and text, the input's fields that no column of the node has, and whether the
 * output has them.
 */
export interface SleepContext extends Pick<OperationContext, 'n8n' | 'now'> {
	shown: IDataObject;
	own: IDataObject;
	isIncluded: boolean;
}
