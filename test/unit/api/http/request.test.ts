import { getEventListeners } from 'node:events';
import type { IHttpRequestOptions, INode } from 'n8n-workflow';

import type { RequestContext } from '../../../../nodes/VoiceSms/api/access';
import type { ServiceRequest } from '../../../../nodes/VoiceSms/api/http/request';
import { request } from '../../../../nodes/VoiceSms/api/http/request';
import { maxTimerMs } from '../../../../nodes/VoiceSms/api/clock';
import { fake } from '../../../harness/n8n/fake';
import { access } from '../../../harness/n8n/access';

const now = Date.parse('2026-06-01T12:00:00Z');
interface Asked extends IHttpRequestOptions {
	signal?: AbortSignal;
}

/** A context of n8n whose HTTP client answers so, and notes what it was asked. */
function contextWith(answer: (asked: Asked) => unknown) {
	const asked: Asked[] = [];
	const context = fake<RequestContext>({
		getNode: () => ({}) as INode,
		helpers: {
			async httpRequestWithAuthentication(
				this: RequestContext,
				_type: string,
				options: IHttpRequestOptions,
			) {
				asked.push({ ...options, signal: this.getExecutionCancelSignal?.() });
				return await answer(asked[asked.length - 1]);
			},
		},
	});
	return { asked, context };
}

const get: ServiceRequest = { method: 'GET', path: '/api/calls/1', key: 'call' };
const whole = { success: true, data: { call: { id: '1' } } };

it.each<[string, Partial<ServiceRequest>, object]>([
	['with a body is JSON text', { body: '{"a":1}' }, { body: '{"a":1}' }],
	['with a query has it', { query: { page: 2 } }, { qs: { page: 2 } }],
	['of neither has neither', {}, {}],
])('a request %s', async (_name, more, expected) => {
	const { context, asked } = contextWith(() => ({ statusCode: 200, body: whole, headers: {} }));
	await request(context, access, { ...get, ...more }, { timeoutMs: 1000 }, () => now);
	const { signal, ...options } = asked[0];
	expect(signal?.aborted).toBe(false);
	expect(options).toEqual({
		method: 'GET',
		url: 'https://s.example.com/api/v1/api/calls/1',
		json: true,
		timeout: maxTimerMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		...('body' in expected ? { headers: { 'content-type': 'application/json' } } : {}),
		...expected,
	});
});

it('a request is cut off when its time is over or the execution is canceled, and says which', async () => {
	const broken = async ({ signal }: Asked) =>
		await new Promise((_answer, fail) => {
			signal?.addEventListener('abort', () => fail(new Error('aborted')));
		});
	const canceled = new AbortController();
	const slow = contextWith(broken);
	const cut = contextWith(broken);
	const both = Promise.all([
		request(slow.context, access, get, { timeoutMs: 20 }, () => now),
		request(cut.context, access, get, { timeoutMs: 10_000, signal: canceled.signal }, () => now),
	]);
	canceled.abort();
	expect(await both).toEqual([
		{ cause: 'lost', detail: 'no answer came within 20 ms' },
		{ cause: 'lost', detail: 'the connection broke' },
	]);
	expect(getEventListeners(canceled.signal, 'abort')).toHaveLength(0);
});
