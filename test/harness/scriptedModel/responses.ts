import { sendEvents, textOf, type Dialect, type ToolCall } from './wire';

interface Item {
	type?: string;
	role?: string;
	content?: unknown;
	call_id?: string;
	output?: unknown;
}

/** What the model says: words, or a call of a tool. */
type Said = ReturnType<typeof words> | ReturnType<typeof called>;

interface Body {
	model: string;
	stream?: boolean;
	input: string | Item[];
	tools?: Array<{ type: string; name: string; description?: string; parameters?: object }>;
}

const usage = {
	input_tokens: 1,
	input_tokens_details: { cached_tokens: 0 },
	output_tokens: 1,
	output_tokens_details: { reasoning_tokens: 0 },
	total_tokens: 2,
};

/** POST /responses (platform.openai.com/docs/api-reference/responses). */
export const responses: Dialect = {
	read(body) {
		const { model, stream = false, input, tools = [] } = body as unknown as Body;
		const items: Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
		return {
			model,
			stream,
			said: textOf(items.findLast(({ role }) => role === 'user')?.content),
			tools: tools
				.filter(({ type }) => type === 'function')
				.map(({ name, description = '', parameters = {} }) => ({
					name,
					description,
					schema: { ...parameters },
				})),
			callIds: items.flatMap(({ type, call_id = '' }) =>
				type === 'function_call' ? [call_id] : [],
			),
			results: new Map(
				items.flatMap(({ type, call_id = '', output }) =>
					type === 'function_call_output' ? [[call_id, textOf(output)]] : [],
				),
			),
		};
	},
	answer(res, { model, stream }, said) {
		const output: Said[] = typeof said === 'string' ? [words(said)] : said.map(called);
		const response = { id: 'resp_1', object: 'response', created_at: 1, model, error: null };
		const completed = { ...response, status: 'completed', output, usage, incomplete_details: null };
		if (!stream) {
			res.json(completed);
			return;
		}
		const events: object[] = [
			{ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
			...output.flatMap(eventsOf),
			{ type: 'response.completed', response: completed },
		];
		sendEvents(
			res,
			events.map((event, sequence_number) => ({ ...event, sequence_number })),
			true,
		);
	},
};

function words(text: string) {
	const content = [{ type: 'output_text', text, annotations: [] }];
	return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
}

function called({ id, name, arguments: given }: ToolCall & { id: string }) {
	const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name, status: 'completed' };
	return { ...call, arguments: JSON.stringify(given) };
}

/** One item of the answer as it is streamed. */
function eventsOf(item: Said, output_index: number): object[] {
	const added = (begun: object) => ({
		type: 'response.output_item.added',
		output_index,
		item: { ...item, ...begun, status: 'in_progress' },
	});
	const part = (type: string, more: object) => ({
		type: `response.${type}`,
		item_id: item.id,
		output_index,
		...more,
	});
	const done = { type: 'response.output_item.done', output_index, item };
	if ('arguments' in item) {
		return [
			added({ arguments: '' }),
			part('function_call_arguments.delta', { delta: item.arguments }),
			part('function_call_arguments.done', { arguments: item.arguments }),
			done,
		];
	}
	const [{ text }] = item.content;
	const empty = { type: 'output_text', text: '', annotations: [] };
	return [
		added({ content: [] }),
		part('content_part.added', { content_index: 0, part: empty }),
		part('output_text.delta', { content_index: 0, delta: text }),
		part('output_text.done', { content_index: 0, text }),
		done,
	];
}
