import type { IDataObject } from 'n8n-workflow';

/** Most records of a list that a model gets. */
export const mostForModel = 50;

/** Facts about a list besides its records. */
interface About {
	/** The search and the filters in words: `Search "Ada", Tag "vip"`; '' without any. */
	sought: string;
	/** The number of records that was asked for, Infinity for all. */
	wanted: number;
	/**
	 * Set if there may be more records than returned; `total` counts all of them, if the service tells it.
	 */
	more?: { total?: number };
	/** The name of the records, if it differs from the operation's `nameInErrors`: "calls". */
	what?: string;
}

/** Records of a list, with the facts that a model needs to judge them. */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		readonly about: About,
	) {}
}
