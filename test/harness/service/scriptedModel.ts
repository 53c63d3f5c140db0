import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';

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

/** Calls made side by side, or the text that ends the conversation. */
export type Turn = ToolCall[] | string;

/** A conversation as the model plays it and as it has gone so far. */
export interface Part {
	/** What to say to the agent: by it the model knows which part it plays. */
	prompt: string;
	/** What the first request of this part offered. */
	tools: ToolOffered[];
	/** What came back of each call, by turn and place in the turn; undefined until it came. */
	results: Array<Array<string | undefined>>;
}

export interface ScriptedModel {
	/** What an OpenAI credential takes as its Base URL. */
	url: string;
	/** Requests that no part answers: each was refused with these words. */
	refused: string[];
	play(turns: Turn[]): Part;
	close(): Promise<void>;
}

/** A request to OpenAI's responses (platform.openai.com/docs/api-reference/responses). */
interface Body {
	model: string;
	stream?: boolean;
	input: string | Item[];
	tools?: Array<{ type: string; name: string; description?: string; parameters?: object }>;
}

interface Item {
	type?: string;
	role?: string;
	content?: unknown;
	call_id?: string;
	output?: unknown;
}

/** The same to its chat completions, which AI Agent v2 needs (platform.openai.com/docs/api-reference/chat). */
interface ChatBody {
	model: string;
	messages: Array<{
		role: string;
		content?: unknown;
		tool_calls?: Array<{ id: string }>;
		tool_call_id?: string;
	}>;
	tools?: Array<{ type: string; function: { name: string } }>;
}

/** What the model says: words, or a call of a tool. */
type Said = ReturnType<typeof words> | ReturnType<typeof called>;

/**
 * Starts a model that says what a test has written down. It speaks as much of OpenAI's responses,
 * streamed or not, and of its chat completions as AI Agent and Agents of n8n 2.41 use. A request that
 * no part answers is refused with 400, which OpenAI's clients do not try again.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const parts: Array<Part & { turns: Turn[] }> = [];
	const refused: string[] = [];

	function answerTo({ input, tools = [] }: Body): Said[] {
		const items: Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
		const said = textOf(items.findLast(({ role }) => role === 'user')?.content);
		const number = /part (\d+)$/.exec(said.trim())?.[1];
		const part = parts[Number(number)];
		if (part === undefined) throw new Error(`The model has no part for "${said.slice(-200)}".`);
		if (part.tools.length === 0) part.tools = tools.flatMap(offered);
		// Nothing is counted here: a client that asks again gets the same turn.
		let index = 0;
		for (const { type, call_id = '', output } of items) {
			const [, of, turn, place] = /^call_(\d+)_(\d+)_(\d+)$/.exec(call_id) ?? [];
			if (of !== number) continue;
			if (type === 'function_call') index = Math.max(index, Number(turn) + 1);
			else part.results[Number(turn)][Number(place)] = textOf(output);
		}
		const turn = part.turns[index];
		if (turn === undefined) throw new Error(`${part.prompt} has no turn ${index + 1}.`);
		if (typeof turn === 'string') return [words(turn)];
		return turn.map((call, place) => called(call, `call_${number}_${index}_${place}`));
	}

	const app = express();
	app.use(express.json({ limit: '20mb' }));
	app.use((req, res) => {
		try {
			const asked = `${req.method} ${req.path}`;
			if (asked === 'POST /v1/chat/completions') {
				const body = asResponses(req.body as ChatBody);
				res.json(asCompletion(body.model, answerTo(body)));
				return;
			}
			if (asked !== 'POST /v1/responses') throw new Error(`The model knows no ${asked}.`);
			const { model, stream = false } = req.body as Body;
			const output = answerTo(req.body as Body);
			const response = {
				id: 'resp_1',
				object: 'response',
				created_at: 1,
				model,
				error: null,
			};
			const ended = { status: 'completed', output, usage, incomplete_details: null };
			if (!stream) {
				res.json({ ...response, ...ended });
				return;
			}
			res.set('Content-Type', 'text/event-stream');
			[
				{ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
				...output.flatMap(eventsOf),
				{ type: 'response.completed', response: { ...response, ...ended } },
			].forEach((event, sequence_number) =>
				res.write(
					`event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
				),
			);
			res.end();
		} catch (error) {
			const { message } = error as Error;
			refused.push(message);
			res.status(400).json({ error: { message, type: 'invalid_request_error' } });
		}
	});
	const server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	return {
		url: `http://127.0.0.1:${port}/v1`,
		refused,
		play(turns) {
			const results = turns.map((turn) =>
				typeof turn === 'string' ? [] : turn.map(() => undefined as string | undefined),
			);
			parts.push({ prompt: `Play part ${parts.length}`, tools: [], results, turns });
			return parts[parts.length - 1];
		},
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

const usage = {
	input_tokens: 1,
	input_tokens_details: { cached_tokens: 0 },
	output_tokens: 1,
	output_tokens_details: { reasoning_tokens: 0 },
	total_tokens: 2,
};

function offered({ type, name, description = '', parameters = {} }: NonNullable<Body['tools']>[0]) {
	return type === 'function' ? [{ name, description, schema: { ...parameters } }] : [];
}

function asResponses({ model, messages, tools = [] }: ChatBody): Body {
	const input = messages.flatMap(({ role, content, tool_calls = [], tool_call_id: call_id }) => [
		call_id === undefined
			? { role, content }
			: { type: 'function_call_output', call_id, output: content },
		...tool_calls.map(({ id }) => ({ type: 'function_call', call_id: id })),
	]);
	return { model, input, tools: tools.map(({ type, function: own }) => ({ type, ...own })) };
}

function asCompletion(model: string, output: Said[]) {
	const calls = output.filter((item) => 'arguments' in item);
	const tool_calls = calls.map(({ call_id: id, name, arguments: given }) => {
		return { id, type: 'function', function: { name, arguments: given } };
	});
	const text = output.flatMap((item) => ('content' in item ? item.content : []))[0]?.text ?? null;
	const message = { role: 'assistant', content: text, ...(text === null && { tool_calls }) };
	const finish_reason = text === null ? 'tool_calls' : 'stop';
	return {
		id: 'chatcmpl-1',
		object: 'chat.completion',
		created: 1,
		model,
		choices: [{ index: 0, message, finish_reason }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** The text of a message, which is one text or a list of parts. */
function textOf(content: unknown): string {
	if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
	return content.map((part: { text?: string }) => part.text ?? '').join('');
}

function words(text: string) {
	const content = [{ type: 'output_text', text, annotations: [] }];
	return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
}

function called({ name, arguments: given }: ToolCall, id: string) {
	const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name, status: 'completed' };
	return { ...call, arguments: JSON.stringify(given) };
}

/** One item of the answer as it is streamed. */
function eventsOf(item: Said, output_index: number) {
	const event = (type: string, more: object) => {
		return { type: `response.${type}`, item_id: item.id, output_index, ...more };
	};
	const isCall = 'arguments' in item;
	const begun = { ...item, ...(isCall ? { arguments: '' } : { content: [] }) };
	const first = event('output_item.added', { item: { ...begun, status: 'in_progress' } });
	const done = event('output_item.done', { item });
	if (isCall) {
		return [
			first,
			event('function_call_arguments.delta', { delta: item.arguments }),
			event('function_call_arguments.done', { arguments: item.arguments }),
			done,
		];
	}
	const [{ text }] = item.content;
	const part = { type: 'output_text', text: '', annotations: [] };
	return [
		first,
		event('content_part.added', { content_index: 0, part }),
		event('output_text.delta', { content_index: 0, delta: text }),
		event('output_text.done', { content_index: 0, text }),
		done,
	];
}
