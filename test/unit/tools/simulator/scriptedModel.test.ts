import axios from 'axios';

import { startScriptedModel, type ScriptedModel } from '../../../harness/scriptedModel';

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

it('plays its part in chat completions and keeps what it was given', async () => {
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

it('plays its part in responses, streamed', async () => {
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
	const part = model.play(['Done']);
	const ask = { messages: [{ role: 'user', content: part.prompt }] };
	expect(await post('/chat/completions', ask)).toEqual(await post('/chat/completions', ask));
});

it.each([
	['that name no part', { messages: [{ role: 'user', content: 'Hello' }] }, /no part/],
	[
		'that name a part nobody wrote',
		{ messages: [{ role: 'user', content: 'Play part 99' }] },
		/no part/,
	],
])('refuses words %s', async (_what, body, message) => {
	const { status, data } = await post('/chat/completions', body);
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
