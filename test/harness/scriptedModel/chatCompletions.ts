import { sendEvents, textOf, type Dialect } from './wire';

interface Message {
	role: string;
	content?: unknown;
	tool_calls?: Array<{ id: string }>;
	tool_call_id?: string;
}

interface Body {
	model: string;
	stream?: boolean;
	messages: Message[];
	tools?: Array<{ function: { name: string; description?: string; parameters?: object } }>;
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** POST /chat/completions (platform.openai.com/docs/api-reference/chat). */
export const chatCompletions: Dialect = {
	read(body) {
		const { model, stream = false, messages, tools = [] } = body as unknown as Body;
		return {
			model,
			stream,
			said: textOf(messages.findLast(({ role }) => role === 'user')?.content),
			tools: tools.map(({ function: { name, description = '', parameters = {} } }) => ({
				name,
				description,
				schema: { ...parameters },
			})),
			callIds: messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)),
			results: new Map(
				messages.flatMap(({ tool_call_id: id, content }) => (id ? [[id, textOf(content)]] : [])),
			),
		};
	},
	answer(res, { model, stream }, said) {
		const head = { id: 'chatcmpl-1', created: 1, model };
		const calls =
			typeof said === 'string'
				? undefined
				: said.map(({ id, name, arguments: given }, index) => ({
						index,
						id,
						type: 'function',
						function: { name, arguments: JSON.stringify(given) },
					}));
		const message = {
			role: 'assistant',
			content: typeof said === 'string' ? said : null,
			...(calls && { tool_calls: calls }),
		};
		const finish_reason = calls ? 'tool_calls' : 'stop';
		if (!stream) {
			const choices = [{ index: 0, message, finish_reason }];
			res.json({ ...head, object: 'chat.completion', choices, usage });
			return;
		}
		const chunk = (delta: object, reason: string | null) => ({
			...head,
			object: 'chat.completion.chunk',
			choices: [{ index: 0, delta, finish_reason: reason }],
		});
		sendEvents(
			res,
			[
				chunk(message, null),
				chunk({}, finish_reason),
				{ ...head, object: 'chat.completion.chunk', choices: [], usage },
			],
			false,
		);
	},
};
