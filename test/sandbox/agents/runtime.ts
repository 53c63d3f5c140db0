import type { IDataObject, INode } from 'n8n-workflow';

import type { ToolCall, ToolOffered } from '../../harness/service/scriptedModel';
import type { ToolNode } from './toolNodes';

/** What a model got to see. */
export interface Heard {
	offered: ToolOffered[];
	/** The text that came back of each call, by turn. */
	answers: string[][];
}

/** What an answer says, without what the runtime wraps it in. */
export type Said = { records: IDataObject[] } | { error: string };

/** A tool that asks a person before it lets the model use the tools behind it. */
export interface GateNode {
	name: string;
	parameters: INode['parameters'];
	gates: ToolNode[];
}

/** One of the ways in which n8n lets a model use tools. */
export interface Runtime {
	name: string;
	/** A conversation, or what comes nearest: the model makes the calls of each turn side by side. */
	play(tools: ToolNode[], turns: ToolCall[][], gate?: GateNode): Promise<Heard>;
	/** @param answer the text that the model got */
	read(answer: string): Said;
}
