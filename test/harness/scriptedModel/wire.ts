import type { Response } from 'express';

export interface ToolCall {
	name: string;
	arguments: Record<string, unknown>;
}

export interface ToolOffered {
	name: string;
	description: string;
	/** JSON schema of the arguments. */
	schema: Record<string, unknown>;
}

/** A request to the model, whichever way it came. */
export interface Asked {
	model: string;
	stream: boolean;
	/** The last words of the user. */
	said: string;
	tools: ToolOffered[];
	/** Ids of all calls that the model has made so far. */
	callIds: string[];
	/** What came back, by the id of the call. */
	results: Map<string, string>;
}

/** One of OpenAI's two ways to ask a model. */
export interface Dialect {
	read(body: Record<string, unknown>): Asked;
	answer(res: Response, asked: Asked, said: string | Array<ToolCall & { id: string }>): void;
}

/** The text of a message, which is one text or a list of parts. */
export function textOf(content: unknown): string {
	if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
	return content.map((part: { text?: string }) => part.text ?? '').join('');
}

/** Server-sent events, each an object; `done` is the word that OpenAI ends a stream with. */
export function sendEvents(res: Response, events: object[], named: boolean) {
	res.set('Content-Type', 'text/event-stream');
	for (const event of events) {
		const name = named ? `event: ${(event as { type: string }).type}\n` : '';
		res.write(`${name}data: ${JSON.stringify(event)}\n\n`);
	}
	res.end(named ? undefined : 'data: [DONE]\n\n');
}
