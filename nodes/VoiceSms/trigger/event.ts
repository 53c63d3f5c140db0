import type { IBinaryData, IDataObject, INode, INodeProperties } from 'n8n-workflow';

import type { Api } from '../api/api';
import type { Store } from '../api/http/download';
import type { List } from '../api/endpoints';
import type { WatchedList } from '../api/list/readNewest';
import type { FieldReader } from '../fields/read/reader';
import type { Budget } from './budget';
import type { ChosenFilters, Filter } from './filters';

/** One poll, as an event sees it. */
export interface Poll extends Pick<Budget, 'mayStart' | 'leftMs'> {
	/** The service, without the user's query parameters. */
	api: Api;
	node: INode;
	fields: FieldReader;
	filters: ChosenFilters;
	/** Whether to emit the most used fields only. */
	simple: boolean;
	store: Store;
	/** Most requests at once. */
	bound: number;
	/** Milliseconds since 1970 by this computer's clock. */
	now(): number;
	/** Whether the saved state is of this Base URL and API key. */
	isSameAccount: boolean;
	/** Counts the polls of the node. */
	turn: number;
	/** Why nothing could be read. The poll fails with it if it has no event to emit. */
	failed(error: Error): void;
	/** Writes a line into n8n's log. */
	warn(message: string): void;
	/** The list that the event looks at: the user's query parameters go with it. */
	ownList(list: List, timeField: string): WatchedList;
}

/** One event that is emitted. */
export interface EmittedEvent {
	json: IDataObject;
	binary?: Record<string, IBinaryData>;
	/** When it happened, by the service's clock; undefined when the service does not say. */
	time: number | undefined;
}

/** One event: its words, its fields, its work. The menu and the form are made of these. */
export interface Event<Cursor> {
	/** The value saved workflows hold. */
	value: string;
	name: string;
	description: string;
	/** The fields of an item with *Simplify*, as an AI that builds a workflow reads them. */
	output: readonly string[];
	/** Further facts for this AI. */
	forBuilder?: string;
	/** In the words of an error: "calls". */
	nameInErrors: string;
	filters: Filter[];
	/** Whether a record of the list is the event, or may become it; left out, every record is. */
	only?(record: IDataObject): boolean;
	/** Fields of this event alone; that it is chosen is added to when they are shown. */
	fields?: INodeProperties[];
	/** The same, in the Options collection. */
	options?: INodeProperties[];
	/** How far the event had come; undefined when that cannot be read. */
	readCursor(saved: IDataObject): Cursor | undefined;
	saveCursor(cursor: Cursor): IDataObject;
	/** The present as the baseline. */
	start(poll: Poll): Promise<Cursor>;
	/** The events since `cursor`, which it may change; undefined if the list is another one. */
	poll(poll: Poll, cursor: Cursor): Promise<{ items: EmittedEvent[]; cursor: Cursor } | undefined>;
	/** A recent record in the form that is emitted, for the editor. */
	sample(poll: Poll): Promise<EmittedEvent | undefined>;
}
