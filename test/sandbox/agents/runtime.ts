import type { IDataObject } from 'n8n-workflow';

import type { ToolCall, ToolOffered } from '../../harness/scriptedModel';
import type { ToolNode } from './toolNodes';

/** What a model got to see. */
export interface Heard {
	offered: ToolOffered[];
	/** The text that came back of each call, by turn. */
	answers: string[][];
}

/** What an answer says, without what the runtime wraps it in. */
export type Said = { records: IDataObject[] } | { error: string };

/** One of the ways in which n8n lets a model use tools. */
export interface Runtime {
	name: string;
	/** A conversation, or what comes nearest: the model makes the calls of each turn side by side. */
	play(tools: ToolNode[], turns: ToolCall[][]): Promise<Heard>;
	/** @param answer the text that the model got */
	read(answer: string): Said;
}
