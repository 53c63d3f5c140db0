import type { IDataObject } from 'n8n-workflow';

/** Most records that a model is given of a list. */
export const mostForModel = 50;

/** What is known of a list besides its records. */
interface About {
	/** What was looked for, in the words of a sentence: `Search "Ada", Tag "vip"`; '' for nothing. */
	sought: string;
	/** Most records that were asked for, Infinity for all. */
	wanted: number;
	/**
	 * Set where there may be more than the records that are given: with their number, theirs included,
	 * where the service tells it.
	 */
	more?: { total?: number };
	/** What the records are, where what the operation is about does not say it: "calls". */
	what?: string;
}

/** Records of a list, and what whoever sees only these has to know. */
export class Listed {
	constructor(
		readonly records: IDataObject[],
		readonly about: About,
	) {}
}

/** For a record that was asked for by its ID and is not there. */
export function none(): Listed {
	return new Listed([], { sought: '', wanted: 1 });
}
