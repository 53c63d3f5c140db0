import { getEventListeners } from 'node:events';
import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import type {
	Access,
	RequestContext,
	ServiceRequest,
} from '../../../../nodes/VoiceSms/api/http/request';
import { readAccess, request } from '../../../../nodes/VoiceSms/api/http/request';
import { longestTimer } from '../../../../nodes/VoiceSms/api/clock';
import { parameterNames } from '../../../../nodes/VoiceSms/api/unstated';

const now = Date.parse('2026-06-01T12:00:00Z');
const key = 'key_1';
const access: Access = {
	url: 'https://s.example.com/api/v1',
	origin: 'https://s.example.com',
	apiKey: 'key_1',
	decrypted: { id: '', name: 'voiceSmsApi', type: 'voiceSmsApi', data: { apiKey: ` ${key} ` } },
	names: parameterNames,
	defaultCountry: '',
};

interface Asked extends IHttpRequestOptions {
	signal?: AbortSignal;
}

/** A context of n8n whose HTTP client answers so, and notes what it was asked. */
function contextWith(answer: (asked: Asked) => unknown) {
	const asked: Asked[] = [];
	const context = {
		getNode: () => ({}) as INode,
		getCredentials: async () => ({ baseUrl: `${access.url}/`, apiKey: key }),
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
	} as unknown as RequestContext;
	return { asked, context };
}

const get: ServiceRequest = { method: 'GET', path: '/api/calls/1', key: 'call' };
const whole = { success: true, data: { call: { id: '1' } } };

/** One request whose answer has this status. */
async function answered(statusCode: number, body: unknown, headers: IDataObject = {}) {
	const { context } = contextWith(() => ({ statusCode, body, headers }));
	return await request(context, access, get, { timeoutMs: 1000 }, () => now);
}

it.each<[number, object]>([
	[199, { cause: 'status', status: 199 }],
	[200, { value: { id: '1' } }],
	[201, { value: { id: '1' } }],
	[299, { value: { id: '1' } }],
	[300, { cause: 'redirect', status: 300, detail: 'the service redirects to nowhere' }],
	[399, { cause: 'redirect', status: 399, detail: 'the service redirects to nowhere' }],
	[400, { cause: 'status', status: 400 }],
])('an answer of HTTP %i is %j', async (status, expected) => {
	expect(await answered(status, whole)).toMatchObject(expected);
});

it.each([
	[`https://other.example.com/?k=${key}`, 'https://other.example.com/?k=[API key]'],
	[['https://other.example.com'], 'nowhere'],
])('a redirect to %j names the address without the key', async (location, address) => {
	const { detail } = (await answered(302, '', { location })) as { detail: string };
	expect(detail).toBe(`the service redirects to ${address}`);
});

it('a refusal is in the words of the service, without the key, with the time it asks for', async () => {
	const body = { success: false, message: `No to ${key}` };
	expect(await answered(429, body, { 'retry-after': 'Mon, 01 Jun 2026 12:00:05 GMT' })).toEqual({
		cause: 'status',
		status: 429,
		service: 'No to [API key]',
		retryAfterMs: 5000,
	});
	expect(await answered(200, { other: key })).toMatchObject({
		detail: 'the answer lacks "success": {"other":"[API key]"}',
	});
});

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
		timeout: longestTimer,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
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

it('the credential of a run is read as it is used', async () => {
	const { context } = contextWith(() => undefined);
	expect(await readAccess(context)).toMatchObject({
		url: access.url,
		origin: access.origin,
		decrypted: { type: 'voiceSmsApi', data: { apiKey: key } },
	});
});

it('a credential that n8n cannot give says that nothing was sent', async () => {
	const { context } = contextWith(() => undefined);
	context.getCredentials = async () => {
		throw new Error('timeout exceeded when trying to connect');
	};
	await expect(readAccess(context)).rejects.toThrow(
		'n8n could not load the credential: timeout exceeded when trying to connect',
	);
});
