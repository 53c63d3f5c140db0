import axios from 'axios';

import { startScriptedModel, type ScriptedModel } from './scriptedModel';

let model: ScriptedModel;
beforeAll(async () => (model = await startScriptedModel()));
afterAll(async () => await model.close());

const post = async (path: string, body: object) => {
	const { status, data } = await axios.post<unknown>(`${model.url}${path}`, body, {
		proxy: false,
		validateStatus: () => true,
	});
	return { status, data };
};

const call = { name: 'send', arguments: { to: 'Ada' } };

it('plays its part and keeps what it was given', async () => {
	const part = model.play([[call, call], 'Done']);
	const tools = [
		{ type: 'function', name: 'send', parameters: { type: 'object' } },
		{ type: 'web_search' },
	];
	const user = { role: 'user', content: part.prompt };
	const first = await post('/responses', { model: 'm', input: [user], tools });
	const { output } = first.data as { output: Array<{ call_id: string }> };
	expect(output).toHaveLength(2);
	expect(part.tools).toStrictEqual([{ name: 'send', description: '', schema: { type: 'object' } }]);
	const [{ call_id }] = output;
	const input = [user, ...output, { type: 'function_call_output', call_id, output: 'sent' }];
	const last = await post('/responses', { input });
	expect(last.data).toMatchObject({ output: [{ content: [{ text: 'Done' }] }] });
	expect(part.results).toStrictEqual([['sent', undefined], []]);
});

it('plays its part in chat completions', async () => {
	const part = model.play([[call, call], 'Done']);
	const tools = [{ type: 'function', function: { name: 'send', parameters: { type: 'object' } } }];
	const user = { role: 'user', content: part.prompt };
	const first = await post('/chat/completions', { model: 'm', messages: [user], tools });
	const { message } = (first.data as { choices: Array<{ message: { tool_calls: unknown[] } }> })
		.choices[0];
	expect(message.tool_calls).toHaveLength(2);
	expect(part.tools).toStrictEqual([{ name: 'send', description: '', schema: { type: 'object' } }]);
	const [{ id }] = message.tool_calls as Array<{ id: string }>;
	const answered = { role: 'tool', tool_call_id: id, content: 'sent' };
	const last = await post('/chat/completions', { messages: [user, message, answered] });
	expect(last.data).toMatchObject({ choices: [{ message: { content: 'Done' } }] });
	expect(part.results).toStrictEqual([['sent', undefined], []]);
});

it('plays its part streamed', async () => {
	const part = model.play([[call], 'Done']);
	const user = { role: 'user', content: [{ type: 'input_text', text: part.prompt }] };
	const first = await post('/responses', { stream: true, input: [user] });
	const events = String(first.data)
		.split('\n')
		.filter((line) => line.startsWith('data: '))
		.map((line) => JSON.parse(line.slice(6)) as { type: string; item?: { call_id: string } });
	expect(events.at(-1)?.type).toBe('response.completed');
	const [call_id] = events.flatMap(({ item }) => item?.call_id ?? []);
	const done = [
		{ type: 'function_call', call_id },
		{ type: 'function_call_output', call_id, output: 'sent' },
	];
	const last = await post('/responses', { stream: true, input: [user, ...done] });
	expect(last.data).toContain('"delta":"Done"');
	expect(part.results).toStrictEqual([['sent'], []]);
});

it('says the same to whoever asks again', async () => {
	const ask = { input: model.play(['Done']).prompt };
	expect(await post('/responses', ask)).toEqual(await post('/responses', ask));
});

it.each([
	['that name no part', '/responses', 'Hello', /no part/],
	['that name a part nobody wrote', '/responses', 'Play part 99', /no part/],
	['to another address', '/images', 'Hello', /knows no POST \/v1\/images/],
])('refuses words %s', async (_what, path, input, message) => {
	const { status, data } = await post(path, { input });
	expect(status).toBe(400);
	expect((data as { error: { message: string } }).error.message).toMatch(message);
	expect(model.refused.at(-1)).toMatch(message);
});

it('refuses a turn that was not written down', async () => {
	const part = model.play([]);
	const { status } = await post('/responses', { input: part.prompt });
	expect(status).toBe(400);
	expect(model.refused.at(-1)).toBe(`${part.prompt} has no turn 1.`);
});
