import type { RequestListener } from 'node:http';

import axios from 'axios';
import type { IDataObject, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { nodeTypesWith, runAt, type NodeResult, type NodeRun } from '../../harness/n8n/engine';
import { ofEachMethod as operations } from '../../harness/n8n/parameters';
import { untyped } from '../../harness/n8n/fake';
import { everythingIn } from '../../harness/n8n/everythingIn';
import { said } from '../../harness/n8n/messages';
import { serve } from '../../harness/service/servers';
import { few, withSimulator } from '../../harness/service/service';
import { noRedirects } from '../../harness/service/wire';

type Name = keyof typeof operations;

const simulator = withSimulator({ seed: few });

async function perform(name: Name, more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await runAt(
		simulator,
		{ simple: true, options: {}, ...operations[name].parameters },
		more,
	);
}

describe('the key is never shown', () => {
	const oddKey = 'key_0123456789+/"\\ä<&>=';
	/** Answers with the key in it; JSON unless it is a text. */
	const answering =
		(status: number, bodyWith: (key: string) => unknown) =>
		(key: string): RequestListener =>
		(_req, res) => {
			const body = bodyWith(key);
			const [type, text] =
				typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
			res.writeHead(status, { 'content-type': type }).end(text);
		};
	const redirecting =
		(encode: (key: string) => string) =>
		(key: string): RequestListener =>
		(_req, res) =>
			void res.writeHead(302, { location: `https://other.example.com/?key=${encode(key)}` }).end();
	const echoes: Array<[string, (key: string) => RequestListener]> = [
		[
			'in the message of a refusal',
			answering(401, (key) => ({ success: false, message: `The key ${key} is not known` })),
		],
		[
			'in the message of success false',
			answering(200, (key) => ({ success: false, message: `${key}${key} is not known` })),
		],
		[
			'in an answer without data',
			answering(200, (key) => ({ success: true, headers: { 'x-api-key': key } })),
		],
		['as the name of a field', answering(200, (key) => ({ success: 'yes', [key]: 1 }))],
		['in a web page', answering(502, (key) => `<pre>x-api-key: ${key}</pre>`)],
		['in a web page under 200', answering(200, (key) => `<pre>x-api-key: ${key}</pre>`)],
		['across the end of what is quoted', answering(200, (key) => `${'-'.repeat(190)}${key}`)],
		['in a JSON list', answering(200, (key) => [key])],
		[
			'in a JSON text',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json').end(JSON.stringify(key));
			},
		],
		[
			'in a list in an object',
			answering(200, (key) => ({ success: 'yes', lines: [{ was: `key ${key}` }] })),
		],
		['in a location', redirecting(encodeURIComponent)],
		['in a location as it is', redirecting(String)],
		[
			'in a reason phrase',
			(key) => (_req, res) => void res.writeHead(500, encodeURIComponent(key)).end(),
		],
	];

	describe.each([
		['a plain key', 'key_0123456789abcdef'],
		['a key of odd characters', oddKey],
		['a key with spaces around', ' key_0123456789abcdef '],
	])('%s', (_kind, key) => {
		it.each(echoes)('when the service echoes it %s', async (_name, listener) => {
			const sent = key.trim();
			let seen: unknown;
			const answer = listener(sent);
			const url = await serve((req, res) => {
				seen = req.headers['x-api-key'];
				answer(req, res);
			});
			for (const settings of [{}, { onError: 'continueRegularOutput' as const }]) {
				const result = await perform('GET', {
					credential: { baseUrl: `${url}/api/v1`, apiKey: key },
					settings,
				});
				expect(seen).toBe(sent);
				const shown = everythingIn([result.error, result.run.data, result.items, result.hints]);
				expect(shown).toContain('contact contact_000001');
				for (const form of [sent, JSON.stringify(sent).slice(1, -1), encodeURIComponent(sent)]) {
					expect(shown).not.toContain(form);
				}
				// Half a key is too much as well.
				expect(shown).not.toContain(sent.slice(0, 10));
			}
		});
	});
});

describe('a base URL', () => {
	const read = async (baseUrl: unknown) =>
		await perform('GET', { credential: { baseUrl: baseUrl as string, apiKey: simulator.apiKey } });

	it.each<[string, (url: string) => string]>([
		['as it should be', (url) => url],
		['with a slash at its end', (url) => `${url}/`],
		['with slashes at its end', (url) => `${url}///`],
		['with spaces around', (url) => `  ${url}\n`],
		['with an upper-case scheme', (url) => url.replace('http', 'HTTP')],
	])('%s reaches the service', async (_name, change) => {
		const result = await read(change(simulator.baseUrl));
		expect(result.error).toBeUndefined();
		expect(simulator.requests.map(({ path, headers }) => [path, headers['x-api-key']])).toEqual([
			['/api/v1/api/contacts/contact_000001', simulator.apiKey],
		]);
	});

	it.each<[string, unknown, string]>([
		['of another scheme', 'ftp://127.0.0.1/api/v1', said.noScheme],
		['that is a script', 'javascript:alert(1)', said.noScheme],
		['without a scheme', '127.0.0.1/api/v1', said.noScheme],
		['that is nonsense', 'nonsense', said.noScheme],
		['that is empty', '', said.empty],
		['of spaces', '   ', said.empty],
		['that is missing', undefined, said.empty],
		['with a query', 'http://127.0.0.1/api/v1?a=b', 'must not contain ? or #'],
		['with a fragment', 'http://127.0.0.1/api/v1#a', 'must not contain ? or #'],
		['with a password', 'http://user:pa55@127.0.0.1/api/v1', 'user name or password'],
	])('%s is refused', async (_name, baseUrl, message) => {
		const { error, run } = await read(baseUrl);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain(said.baseUrl);
		expect(error?.message).toContain(message);
		expect(simulator.requests).toEqual([]);
		expect(everythingIn([error, run.data.resultData.runData])).not.toContain('pa55');
	});
});

describe('credential', () => {
	const credential = new VoiceSmsApi();
	type Authenticate = (data: IDataObject, options: IDataObject) => Promise<IDataObject>;
	const authenticate = untyped<Authenticate>(credential.authenticate);

	it.each<[string, IDataObject, boolean]>([
		['the base URL itself', { url: 'https://s.example.com/api/v1/api/sms' }, true],
		['another path of the origin', { url: 'https://s.example.com/files/1.wav' }, true],
		['the origin with its default port', { url: 'https://s.example.com:443/api' }, true],
		[
			'a path under the base URL',
			{ baseURL: 'https://s.example.com/api/v1', url: '/api/contacts' },
			true,
		],
		['the uri that n8n’s HTTP Request node gives', { uri: 'https://s.example.com/api/v1' }, true],
		['the uri of another host', { uri: 'https://other.example.com/api/v1' }, false],
		['another host', { url: 'https://other.example.com/api/v1' }, false],
		['a host that begins alike', { url: 'https://s.example.com.evil.example/api/v1' }, false],
		['a user name that looks alike', { url: 'https://s.example.com@evil.example/' }, false],
		['another scheme', { url: 'http://s.example.com/api/v1' }, false],
		['another port', { url: 'https://s.example.com:8443/api/v1' }, false],
		['no address', { url: '/api/sms' }, false],
		[
			'another host, as an absolute address under the base URL',
			{ baseURL: 'https://s.example.com/api/v1', url: 'https://evil.example/api' },
			false,
		],
	])('sends the key to %s: %j %s', async (_name, request, expected) => {
		const options = await authenticate(
			{ baseUrl: 'https://S.example.com/api/v1/', apiKey: ' key_1 ' },
			{ ...request, headers: { accept: 'application/json' } },
		);
		expect(options).toEqual({
			...request,
			headers: { accept: 'application/json', ...(expected ? { 'x-api-key': 'key_1' } : {}) },
			...(expected ? noRedirects : {}),
		});
	});

	it('is tested with one cheap read of the base URL', () => {
		const { request, rules } = credential.test;
		expect(request).toMatchObject({
			url: '/api/contacts',
			qs: { limit: 1 },
		});
		expect(request.method ?? 'GET').toBe('GET');
		const bodies = (rules ?? []).flatMap(({ type, properties }) =>
			type === 'responseSuccessBody' ? [untyped(properties)] : [],
		);
		expect(bodies.map(({ key, value }) => [key, value])).toEqual([
			['success', false],
			['success', undefined],
		]);
	});

	it.each<[string, (url: string) => string]>([
		['as it should be', (url) => url],
		['with slashes at its end', (url) => `${url}//`],
		['with spaces around', (url) => ` ${url} `],
	])('is tested at the address of a base URL %s', async (_name, change) => {
		const { baseURL, url, qs } = credential.test.request;
		const node = { name: 'Test', type: 'test', typeVersion: 1, parameters: {} } as INode;
		const workflow = new Workflow({
			nodes: [node],
			connections: {},
			active: false,
			nodeTypes: nodeTypesWith(new VoiceSms()),
		});
		const data = { baseUrl: change(simulator.baseUrl), apiKey: simulator.apiKey };
		const base = await workflow.expression.getSimpleParameterValue(node, baseURL, 'manual', {
			$credentials: data,
		});
		expect(base).toBe(simulator.baseUrl);
		const options = await authenticate(data, { baseURL: base as string, url, qs });
		const answer = await axios.get<{ success: boolean }>(`${String(base)}${url}`, {
			params: qs,
			headers: options.headers as Record<string, string>,
		});
		expect(answer.data.success).toBe(true);
		expect(simulator.requests.map(({ path, query }) => [path, { ...query }])).toEqual([
			['/api/v1/api/contacts', { limit: '1' }],
		]);
	});

	it('has no pattern among its conditions, which n8n works out at every execution', () => {
		expect(JSON.stringify(credential.properties)).not.toContain('regex');
	});

	it('keeps the key hidden in the editor and its fields in words', () => {
		const [baseUrl, , apiKey] = credential.properties;
		expect(apiKey).toMatchObject({ name: 'apiKey', required: true, default: '' });
		expect(apiKey.typeOptions).toEqual({ password: true });
		expect(baseUrl).toMatchObject({ name: 'baseUrl', required: true, default: '' });
	});
});
