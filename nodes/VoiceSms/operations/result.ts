import type { IBinaryData, IDataObject } from 'n8n-workflow';

/** The records of one item, none for an empty list. */
export type Result = IDataObject | IDataObject[] | Listed | WithFile;

/**
 * The outcome of an item's write: accepted with this answer, or unclear, with this message.
 *
 * - `isBegun`: the operation's `finish` is to come.
 * - `httpCode`, `onceKey`: facts of the error.
 */
export type WriteResult =
	| { accepted: IDataObject; isBegun?: true }
	| { mayHaveBeenDone: string; httpCode?: string; onceKey?: string };

/** Most records of a list that a model gets. */
export const maxForModel = 50;

/** Records of a list, with the facts that a model needs to judge them. */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		readonly about: {
			/** The search and the filters in words: `Search "Ada", Tag "vip"`; '' without any. */
			sought: string;
			/** The requested number of records, Infinity for all. */
			wanted: number;
			/** Set if there may be more records; `total` counts all of them, if the service tells it. */
			more?: { total?: number };
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
