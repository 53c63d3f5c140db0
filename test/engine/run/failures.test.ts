import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import axios from 'axios';
import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { NodeHelpers, Workflow } from 'n8n-workflow';

import { VoiceSmsApi } from '../../../credentials/VoiceSmsApi.credentials';
import { VoiceSms } from '../../../nodes/VoiceSms/VoiceSms.node';
import { testClock } from '../../harness/time/clock';
import {
	locator,
	nodeTypesWith,
	runNode,
	type NodeResult,
	type NodeRun,
} from '../../harness/n8n/engine';
import { serviceTime } from '../../harness/time/serviceTime';
import { companyNumbers, startSimulator, type Fault, type Simulator } from '../../simulator';

const [own] = companyNumbers;
const customer = '+15557654321';

/** One operation of each method, with what its errors call the thing. */
const operations = {
	GET: {
		parameters: { resource: 'contact', operation: 'get', contactId: locator('contact_000001') },
		thing: 'contact contact_000001',
	},
	PUT: {
		parameters: {
			resource: 'contact',
			operation: 'update',
			contactId: locator('contact_000001'),
			updateFields: { notes: 'N' },
			options: { keepOtherFields: false },
		},
		thing: 'contact contact_000001',
	},
	DELETE: {
		parameters: { resource: 'call', operation: 'delete', callId: locator('call_000001') },
		thing: 'call call_000001',
	},
	POST: {
		parameters: {
			resource: 'sms',
			operation: 'send',
			from: locator(own),
			to: customer,
			body: 'Hello',
		},
		thing: `SMS to ${customer}`,
	},
	'POST of a call': {
		parameters: {
			resource: 'call',
			operation: 'create',
			fromNumber: locator(own),
			toNumber: customer,
		},
		thing: `call to ${customer}`,
	},
	'POST of a contact': {
		parameters: { resource: 'contact', operation: 'create', firstName: 'Ada', phone: customer },
		thing: `contact ${customer}`,
	},
} satisfies Record<string, { parameters: IDataObject; thing: string }>;
type Name = keyof typeof operations;
const names = Object.keys(operations) as Name[];
const isWrite = (name: Name) => name !== 'GET';
const isPost = (name: Name) => name.startsWith('POST');

const unsure = 'is unclear whether the request was carried out';

let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({
		seed: { contacts: 5, conversations: 5, messages: 5, calls: 5 },
	});
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

async function perform(name: Name, more: Partial<NodeRun> = {}): Promise<NodeResult> {
	return await runNode({
		parameters: { simple: true, options: {}, ...operations[name].parameters },
		credential: simulator,
		clock: testClock(),
		...more,
	});
}

/** All that can be reached from a value, with what JSON and the console leave out. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Reflect.ownKeys(value)
		.map((key) => `${String(key)}: ${everythingIn(Reflect.get(value, key), seen)}`)
		.join('\n');
}

/** Servers of one test, closed after it. */
let servers: Server[] = [];
afterEach(async () => {
	for (const server of servers) {
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	}
	servers = [];
});

async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Expected {
	/** Begins the message; without `unsure` the request was certainly not carried out. */
	message: string;
	/** Where it differs for what creates. */
	ofPost?: string;
	httpCode?: string;
	/** Whether a write may have been carried out. */
	unsure?: boolean;
	/** Tries of GET, PUT and DELETE, and of POST. */
	tries: [number, number];
	description: string;
}

const says = 'The service says: In the words of the service.';
const status = (code: number): Fault => ({
	kind: 'status',
	status: code,
	message: 'In the words of the service',
});
const notThere = 'The service did not find something that this request needs (HTTP 404)';
const answeredInPlace = 'A proxy or web server answered in place of the service';
const refused = (code: number): Expected => ({
	message: `The service refused the request (HTTP ${code})`,
	httpCode: String(code),
	tries: [1, 1],
	description: says,
});
const failed = (code: number, tries: [number, number]): Expected => ({
	message: `The service could not answer (HTTP ${code})`,
	httpCode: String(code),
	unsure: true,
	tries,
	description: says,
});

const faults: Array<[string, Fault, Expected]> = [
	['status 400', status(400), refused(400)],
	[
		'status 401',
		status(401),
		{ ...refused(401), message: 'The service refused the API Key (HTTP 401)' },
	],
	[
		'status 403',
		status(403),
		{ ...refused(403), message: 'The service does not allow this request (HTTP 403)' },
	],
	[
		'status 404',
		status(404),
		{ ...refused(404), message: 'Not found (HTTP 404)', ofPost: notThere },
	],
	['status 409', status(409), refused(409)],
	['status 422', status(422), refused(422)],
	[
		'status 408',
		status(408),
		{ ...failed(408, [4, 1]), message: 'The service refused the request (HTTP 408)' },
	],
	[
		'status 429',
		status(429),
		{
			message: 'The service asked for fewer requests (HTTP 429)',
			httpCode: '429',
			tries: [4, 4],
			description: says,
		},
	],
	['status 500', status(500), failed(500, [4, 1])],
	['status 501', status(501), failed(501, [1, 1])],
	['status 503', status(503), failed(503, [4, 1])],
	[
		'success false under 200',
		{ kind: 'successFalse', message: 'In the words of the service' },
		{
			message: 'The service refused the request (HTTP 200)',
			httpCode: '200',
			tries: [1, 1],
			description: says,
		},
	],
	[
		'an answer without success',
		{ kind: 'missingSuccess' },
		{
			message: 'The service gave an answer that cannot be read (HTTP 200)',
			httpCode: '200',
			unsure: true,
			tries: [1, 1],
			description: 'The answer lacks "success": {"data":{',
		},
	],
	[
		'an answer without data',
		{ kind: 'missingData' },
		{
			message: 'The service gave an answer that cannot be read (HTTP 200)',
			httpCode: '200',
			unsure: true,
			tries: [1, 1],
			description: 'The answer lacks "data": {"success":true',
		},
	],
	[
		'a web page under 200',
		{ kind: 'html', status: 200 },
		{
			message: 'The service gave an answer that cannot be read (HTTP 200)',
			httpCode: '200',
			unsure: true,
			tries: [1, 1],
			description: 'The answer is not JSON: <!DOCTYPE html>',
		},
	],
	[
		'a web page under 502',
		{ kind: 'html', status: 502 },
		{
			...failed(502, [4, 1]),
			message: `${answeredInPlace} (HTTP 502)`,
			description: 'The answer says: <!DOCTYPE html>',
		},
	],
	...[403, 407].map((code): [string, Fault, Expected] => [
		`a web page under ${code}`,
		{ kind: 'html', status: code },
		{
			...refused(code),
			message: `${answeredInPlace} (HTTP ${code})`,
			description: 'Ask the operator of n8n',
		},
	]),
	[
		'half a body',
		{ kind: 'halfBody' },
		{
			message: 'The service gave an answer that cannot be read (HTTP 200)',
			httpCode: '200',
			unsure: true,
			tries: [1, 1],
			description: 'The answer is not JSON: {"success":true',
		},
	],
	[
		'a body cut short',
		{ kind: 'cutBody' },
		{
			message: 'The connection to the service was lost before the answer arrived',
			unsure: true,
			tries: [4, 1],
			description: 'The connection',
		},
	],
	[
		'a reset',
		{ kind: 'reset' },
		{
			message: 'The connection to the service was lost before the answer arrived',
			unsure: true,
			tries: [4, 1],
			description: 'The connection ended with ECONNRESET.',
		},
	],
	[
		'a redirect',
		{ kind: 'redirect', to: 'https://other.example.com/login' },
		{
			message: 'The service redirected to another address (HTTP 302)',
			httpCode: '302',
			tries: [1, 1],
			description: 'The service redirects to https://other.example.com/login.',
		},
	],
];

describe.each(names)('%s', (name) => {
	const { thing } = operations[name];

	it.each(faults)('reports %s', async (_name, fault, expected) => {
		simulator.fail({}, fault, 10);
		const result = await perform(name);
		const maybe = expected.unsure && isWrite(name) ? `, and it ${unsure}` : '';
		const { error } = result;
		const message = isPost(name) ? (expected.ofPost ?? expected.message) : expected.message;
		expect(error?.message).toBe(`${message}${maybe}: ${thing}`);
		expect(error?.name).toBe('NodeApiError');
		expect(error?.httpCode ?? undefined).toBe(expected.httpCode);
		expect(error?.description).toContain(expected.description);
		expect(error?.description ?? '').not.toMatch(/undefined|null|\[object/);
		expect(error?.context.itemIndex).toBe(0);
		expect(error?.context.mayHaveBeenDone).toBe(maybe === '' ? undefined : true);
		expect(simulator.requests).toHaveLength(expected.tries[isPost(name) ? 1 : 0]);
		expect(result.items).toEqual([]);
		const leaks = everythingIn([error, result.run.data, result.items, result.hints]);
		expect(leaks).toContain(thing);
		expect(leaks).not.toContain(simulator.apiKey);
	});

	it('reports a service that cannot be reached as certainly not carried out', async () => {
		// A port that was free a moment ago.
		const url = await serve(() => {});
		const closed = once(servers[0], 'close');
		servers.pop()?.close();
		await closed;
		const { error } = await perform(name, {
			credential: { baseUrl: `${url}/api/v1`, apiKey: 'key_0123456789' },
		});
		expect(error?.message).toBe(`The service could not be reached: ${thing}`);
		expect(error?.description).toContain(
			"Nothing answers at its address and port (ECONNREFUSED). Nothing was sent. Check the 'Base URL'",
		);
		expect(error?.context.mayHaveBeenDone).toBeUndefined();
	});
});

describe('an answer that does not come in time', () => {
	const { time, watch } = serviceTime();
	const nothing = { recordingsUrl: 'http://127.0.0.1:1', requests: [], recordingRequests: [] };
	const performLate = async (name: Name, more: Partial<NodeRun> = {}) => {
		const began = time.passed();
		const result = await time.run(
			perform(name, {
				clock: time,
				parameters: {
					simple: true,
					...operations[name].parameters,
					options: { keepOtherFields: false },
					requestOptions: { timeout: 400, maxTries: 1 },
				},
				...more,
			}),
		);
		expect(time.passed() - began).toBe(400);
		expect(result.error?.description).toContain('No answer came within 400 ms.');
		return result;
	};

	it.each(names)('is reported by %s', async (name) => {
		watch(simulator);
		simulator.fail({}, { kind: 'hang' }, 10);
		const { error } = await performLate(name);
		const maybe = isWrite(name) ? `, and it ${unsure}` : '';
		expect(error?.message).toBe(
			`The connection to the service was lost before the answer arrived${maybe}: ${operations[name].thing}`,
		);
		expect(simulator.requests).toHaveLength(1);
	});

	it.each(names)('is reported by %s also when it comes byte by byte', async (name) => {
		const held = new Set<ServerResponse>();
		const url = await serve((_req, res) => {
			held.add(res);
			res.setHeader('content-type', 'application/json').write(' ');
			const more = async () => {
				await time.sleep(50);
				if (res.destroyed) return;
				res.write(' ');
				void more();
			};
			void more();
		});
		watch({ ...nothing, url, held });
		const credential = { baseUrl: `${url}/api/v1`, apiKey: 'key_0123456789' };
		const { error } = await performLate(name, { credential });
		expect(error?.message).toContain('was lost before the answer arrived');
		expect(error?.context.mayHaveBeenDone).toBe(isWrite(name) ? true : undefined);
	});
});

describe('a timeout longer than any timer', () => {
	it.each(names)('%s waits for the answer', async (name) => {
		const { error } = await perform(name, {
			parameters: {
				...operations[name].parameters,
				options: { keepOtherFields: false },
				requestOptions: { timeout: 2 ** 31, maxTries: 1 },
			},
		});
		expect(error).toBeUndefined();
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('permission', () => {
	const analytics = { resource: 'call', operation: 'getAnalytics' };

	it.each<[string, IDataObject, string]>([
		['send', operations.POST.parameters, 'sms:send'],
		['delete', operations.DELETE.parameters, 'calls:delete'],
		['get analytics', analytics, 'analytics:read'],
	])('of %s is named for 401 and 403', async (_name, parameters, permission) => {
		for (const code of [401, 403]) {
			simulator.reset();
			simulator.fail({}, status(code));
			const { error } = await runNode({
				parameters: { ...parameters, options: {} },
				credential: simulator,
			});
			expect(error?.description).toContain(`This request needs the permission ${permission}.`);
			expect(error?.message).toContain(
				code === 401
					? 'The service refused the API Key'
					: 'The service does not allow this request',
			);
			expect(error?.httpCode).toBe(String(code));
		}
	});

	it('is only a possibility after the cause that the service names', async () => {
		const message = 'The number +15550009999 does not belong to your company';
		simulator.fail({}, { kind: 'status', status: 403, message });
		const { error } = await perform('POST');
		expect(error?.description).toBe(
			`The service says: ${message}. If that is not the cause, check the 'API Key' of the credential. This request needs the permission sms:send.`,
		);
	});

	it('that the key lacks is named once where the service names it', async () => {
		const { error } = await perform('POST', {
			credential: { baseUrl: simulator.baseUrl, apiKey: simulator.restrictedKey },
		});
		expect(error?.description).toBe(
			"The service says: api.v1.api.sms.send: The API key lacks the permission sms:send. If that is not the cause, check the 'API Key' of the credential and what it may do.",
		);
	});

	it.each(['GET', 'POST of a call', 'POST of a contact'] as const)(
		'is not named for %s, for which the interface names none',
		async (name) => {
			simulator.fail({}, status(403));
			const { error } = await perform(name);
			expect(error?.description).toContain("check the 'API Key' of the credential");
			expect(error?.description).not.toContain('permission');
		},
	);
});

describe('an answer of a proxy or web server', () => {
	const bodies = ['<html>Denied</html>', '', '{"message":"Forbidden"}', '{"success":"false"}'];
	it.each<[number, string]>([
		[403, 'Ask the operator of n8n, or of the service, which proxy, firewall or web server blocks'],
		[407, 'Ask the operator of n8n to check the name and password of the proxy'],
		[500, 'If this happens again, ask the operator of n8n, or of the service, to check the proxy'],
		[504, 'If this happens again, ask the operator of n8n, or of the service, to check the proxy'],
	])('HTTP %i names it, and not the key and its permission', async (code, advice) => {
		for (const body of bodies) {
			const url = await serve((_req, res) => void res.writeHead(code).end(body));
			const credential = { baseUrl: `${url}/api/v1`, apiKey: 'key_abcdefghij' };
			const parameters = { ...operations.POST.parameters, requestOptions: { maxTries: 1 } };
			const { error } = await perform('POST', { credential, parameters });
			expect(error?.message).toMatch(new RegExp(`^${answeredInPlace} \\(HTTP ${code}\\)`));
			expect(error?.description).toContain(advice);
			expect(error?.description).not.toMatch(/API Key|permission|Base URL|The service says/);
		}
	});
});

describe('a long answer', () => {
	it.each([
		['of a refusal', 400, 'GET', 'The answer says: '],
		['of a web page', 200, 'GET', 'The answer is not JSON: '],
		['of a write', 200, 'POST', 'The answer is not JSON: '],
	] as const)('%s is quoted with its first 200 characters', async (...row) => {
		const [, code, name, before] = row;
		const page = `<html>${'0123456789'.repeat(100)}`;
		const url = await serve((_req, res) => {
			res.writeHead(code, { 'content-type': 'text/html' }).end(page);
		});
		const { error } = await perform(name, {
			credential: { baseUrl: `${url}/api/v1`, apiKey: 'key_abcdefghij' },
		});
		expect(error?.description).toContain(`${before}${page.slice(0, 200)}…`);
		expect(error?.description).not.toContain(page.slice(0, 201));
	});
});

describe('the key is never shown', () => {
	const oddKey = 'key_0123456789+/"\\ä<&>=';
	const echoes: Array<[string, (key: string) => RequestListener]> = [
		[
			'in the message of a refusal',
			(key) => (_req, res) => {
				const message = `The key ${key} is not known`;
				res.writeHead(401, { 'content-type': 'application/json' });
				res.end(JSON.stringify({ success: false, message }));
			},
		],
		[
			'in the message of success false',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify({ success: false, message: `${key}${key} is not known` }));
			},
		],
		[
			'in an answer without data',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify({ success: true, headers: { 'x-api-key': key } }));
			},
		],
		[
			'as the name of a field',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify({ success: 'yes', [key]: 1 }));
			},
		],
		[
			'in a web page',
			(key) => (_req, res) => {
				res.writeHead(502, { 'content-type': 'text/html' }).end(`<pre>x-api-key: ${key}</pre>`);
			},
		],
		[
			'in a web page under 200',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'text/html; charset=utf-8');
				res.end(`<pre>x-api-key: ${key}</pre>`);
			},
		],
		[
			'across the end of what is quoted',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'text/html; charset=utf-8');
				res.end(`${'-'.repeat(190)}${key}`);
			},
		],
		[
			'in a JSON list',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify([key]));
			},
		],
		[
			'in a JSON text',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify(key));
			},
		],
		[
			'in a list in an object',
			(key) => (_req, res) => {
				res.setHeader('content-type', 'application/json');
				res.end(JSON.stringify({ success: 'yes', lines: [{ was: `key ${key}` }] }));
			},
		],
		[
			'in a location',
			(key) => (_req, res) => {
				const to = `https://other.example.com/?key=${encodeURIComponent(key)}`;
				res.writeHead(302, { location: to }).end();
			},
		],
		[
			'in a location as it is',
			(key) => (_req, res) => {
				res.writeHead(302, { location: `https://other.example.com/?key=${key}` }).end();
			},
		],
		[
			'in a reason phrase',
			(key) => (_req, res) => {
				res.writeHead(500, encodeURIComponent(key)).end();
			},
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

describe('a key of digits', () => {
	it.each([
		['a refusal', 400, { success: false, message: 'No number 123 here', code: 51234 }],
		['an answer that cannot be read', 200, { success: 1, total: 51234, of: 'key 123' }],
	])('breaks nothing in %s', async (_name, code, body) => {
		const url = await serve((_req, res) => {
			res.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		});
		const { error } = await perform('GET', {
			credential: { baseUrl: `${url}/api/v1`, apiKey: '123' },
		});
		expect(error?.name).toBe('NodeApiError');
		expect(error?.description).toContain(
			code === 400 ? 'No number [API key] here' : '"total":51234,"of":"key [API key]"',
		);
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
		['of another scheme', 'ftp://127.0.0.1/api/v1', 'must begin with https:// or http://'],
		['that is a script', 'javascript:alert(1)', 'must begin with https:// or http://'],
		['without a scheme', '127.0.0.1/api/v1', 'must begin with https:// or http://'],
		['that is nonsense', 'nonsense', 'must begin with https:// or http://'],
		['that is empty', '', 'is empty'],
		['of spaces', '   ', 'is empty'],
		['that is missing', undefined, 'is empty'],
		['with a query', 'http://127.0.0.1/api/v1?a=b', 'must not contain ? or #'],
		['with a fragment', 'http://127.0.0.1/api/v1#a', 'must not contain ? or #'],
		['with a password', 'http://user:pa55@127.0.0.1/api/v1', 'user name or password'],
	])('%s is refused', async (_name, baseUrl, message) => {
		const { error, run } = await read(baseUrl);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain('The Base URL of the credential');
		expect(error?.message).toContain(message);
		expect(simulator.requests).toEqual([]);
		expect(everythingIn([error, run.data.resultData.runData])).not.toContain('pa55');
	});
});

describe('credential', () => {
	const credential = new VoiceSmsApi();
	type Authenticate = (data: IDataObject, options: IDataObject) => Promise<IDataObject>;
	const authenticate = credential.authenticate as unknown as Authenticate;

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
		});
	});

	it('is tested with one cheap read of the base URL, without following redirects', () => {
		const { request, rules } = credential.test;
		expect(request).toMatchObject({
			url: '/api/contacts',
			qs: { limit: 1 },
			disableFollowRedirect: true,
		});
		expect(request.method ?? 'GET').toBe('GET');
		const messages = Object.fromEntries(
			(rules ?? []).flatMap(({ type, properties }) =>
				type === 'responseCode' ? [[properties.value, properties.message]] : [],
			),
		);
		for (const code of [301, 302, 307, 308]) expect(messages[code]).toContain('redirects');
		expect(messages[401]).toContain('API Key');
		expect(messages[403]).toContain('API Key');
		expect(messages[404]).toContain('/api/v1');
		const bodies = (rules ?? []).flatMap(({ type, properties }) =>
			type === 'responseSuccessBody' ? [properties as unknown as IDataObject] : [],
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

	it.each([
		['http://127.0.0.1/api/v1', true],
		['HTTP://127.0.0.1/api/v1', true],
		['Http://127.0.0.1/api/v1', true],
		// n8n compares the text as it is; the request goes out all the same.
		['  http://127.0.0.1/api/v1', false],
		['https://s.example.com/api/v1', false],
		['', false],
		['https://s.example.com/?to=http://', false],
	])('warns of %j: %s', (baseUrl, shown) => {
		const notice = credential.properties.find(({ type }) => type === 'notice') as INodeProperties;
		expect(NodeHelpers.displayParameter({ baseUrl }, notice, null, null)).toBe(shown);
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

test('a run that fails on a text with "canceled" is a failed run, and no canceled one', async () => {
	const parameters = { ...operations.POST.parameters, to: 'canceled 4711' };
	const { run, error } = await perform('POST', { parameters });
	expect(run.status).toBe('error');
	expect(error?.message).toContain('is not a phone number');
});
