import type { ToolCall, ToolOffered } from '../../harness/scriptedModel';
import type { ToolNode } from './toolNodes';

/** What a model got to see. */
export interface Heard {
	offered: ToolOffered[];
	/** The text that came back of each call, by turn. */
	answers: string[][];
}

/** One of the ways in which n8n lets a model use tools. */
export interface Runtime {
	name: string;
	/** A conversation, or what comes nearest: the model makes the calls of each turn side by side. */
	play(tools: ToolNode[], turns: ToolCall[][]): Promise<Heard>;
}
