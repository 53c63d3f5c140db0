import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';

import { chatCompletions } from './chatCompletions';
import { responses } from './responses';
import type { Asked, Dialect, ToolCall, ToolOffered } from './wire';

export type { ToolCall, ToolOffered } from './wire';

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

/**
 * Starts a model that says what a test has written down. It speaks as much of OpenAI's chat
 * completions and responses, streamed or not, as AI Agent and Agents of n8n 2.41 use. A request that
 * no part answers is refused with 400, which OpenAI's clients do not try again.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const parts: Array<Part & { turns: Turn[] }> = [];
	const refused: string[] = [];

	const answer = (dialect: Dialect) => (req: Request, res: Response) => {
		const asked = dialect.read(req.body as Record<string, unknown>);
		try {
			const { turn, calls } = nextTurn(asked);
			dialect.answer(res, asked, typeof turn === 'string' ? turn : calls);
		} catch (error) {
			const { message } = error as Error;
			refused.push(message);
			res.status(400).json({ error: { message, type: 'invalid_request_error' } });
		}
	};

	function nextTurn({ said, results, tools, callIds }: Asked) {
		const number = /part (\d+)$/.exec(said.trim())?.[1];
		const part = parts[Number(number)];
		if (part === undefined) throw new Error(`The model has no part for "${said.slice(-200)}".`);
		if (part.tools.length === 0) part.tools = tools;
		const own = (id: string) => {
			const [, of, turn, place] = /^call_(\d+)_(\d+)_(\d+)$/.exec(id) ?? [];
			return of === number ? { turn: Number(turn), place: Number(place) } : undefined;
		};
		for (const [id, text] of results) {
			const call = own(id);
			if (call !== undefined) part.results[call.turn][call.place] = text;
		}
		// Nothing is counted here: a client that asks again gets the same turn.
		const index = Math.max(-1, ...callIds.map((id) => own(id)?.turn ?? -1)) + 1;
		const turn = part.turns[index];
		if (turn === undefined) throw new Error(`${part.prompt} has no turn ${index + 1}.`);
		const calls = typeof turn === 'string' ? [] : turn;
		return {
			turn,
			calls: calls.map((call, place) => ({ ...call, id: `call_${number}_${index}_${place}` })),
		};
	}

	const app = express();
	app.use(express.json({ limit: '20mb' }));
	app.post('/v1/chat/completions', answer(chatCompletions));
	app.post('/v1/responses', answer(responses));
	app.use((req: Request, res: Response) => {
		const message = `The model knows no ${req.method} ${req.path}.`;
		refused.push(message);
		res.status(404).json({ error: { message, type: 'invalid_request_error' } });
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
