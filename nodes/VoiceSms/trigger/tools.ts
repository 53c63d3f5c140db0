import type { IBinaryData, IDataObject, INode } from 'n8n-workflow';

import type { Api } from '../api/connect';
import type { Store } from '../api/download';
import type { Memory } from './memory';

/** What the user wants to see; undefined lets everything pass. */
export interface Filters {
	companyNumber?: string;
	direction?: string;
	outcome?: string;
	source?: string;
	tags?: string;
}

/** What an event works with in one poll. */
export interface Tools {
	api: Api;
	node: INode;
	filters: Filters;
	simple: boolean;
	/** n8n's binary store. */
	store: Store;
	/** How to bring recordings along; undefined when they are not wanted. */
	recording?: { field: string; polls: number };
	/** Most requests at once. */
	bound: number;
	/** Whether there is time to begin another piece of work; what is left is for the next poll. */
	mayStart(): boolean;
	/** Milliseconds since 1970 by this computer's clock. */
	now(): number;
	/** Writes a line into n8n's log. */
	warn(message: string): void;
}

/** One event that is given out. */
export interface Item {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
	/** When it happened, by the service's clock. */
	time: number;
}

/** A call that has not ended, or one that has waited so many polls for its recording. */
export type Followed = [id: string, polls: number];

/** How far an event has come. */
export interface Progress {
	/** Of the list that the event looks at: calls, contacts or conversations. */
	records: Memory;
	/** Inbound messages given out. */
	messages?: Memory;
	/** All messages up to this time were looked at. */
	messagesUntil?: number;
	/** Whether the list of conversations was newest-first when it was last read. */
	sorted?: boolean;
	/** Calls to look at again. */
	followed?: Followed[];
}

export interface Outcome {
	items: Item[];
	progress: Progress;
}

/** The work of one event. */
export interface EventWork {
	/** What is new since `progress`; without it, the present becomes the baseline. */
	poll(tools: Tools, progress?: Progress): Promise<Outcome>;
	/** A recent record as it would be given out, for the editor. */
	sample(tools: Tools): Promise<Item | undefined>;
}

/** Whether one of the numbers is the wanted one, however it is written. */
export function hasNumber(wanted: string | undefined, ...numbers: unknown[]): boolean {
	const digits = (number: unknown) => String(number).replace(/\D/g, '');
	return wanted === undefined || numbers.some((number) => digits(number) === digits(wanted));
}
