import { createServer as createHttp, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { once } from 'node:events';

import type { INode } from 'n8n-workflow';

import type { Run, WorkflowFile } from '../../sandbox/workflows';
import { selfSigned } from '../harness/service/certificate';
import { sandbox } from './running';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
	for (const socket of sockets.splice(0)) socket.destroy();
	await Promise.all(
		servers.splice(0).map(async (server) => await new Promise((closed) => server.close(closed))),
	);
});

async function portOf(server: Server): Promise<number> {
	servers.push(server);
	server.on('connection', (socket: Socket) => sockets.push(socket));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

async function said(baseUrl: string): Promise<string> {
	const { status, message } = await sandbox.testCredential({ baseUrl });
	expect(status).toBe('Error');
	return message;
}

describe('the test of a credential', () => {
	const free = async () => {
		const server = createTcp();
		const port = await portOf(server);
		await new Promise((closed) => server.close(closed));
		servers.pop();
		return port;
	};
	const ok = (_request: unknown, response: ServerResponse) => response.end();

	it.each<[what: string, address: () => Promise<string>]>([
		['a host that there is not', async () => await Promise.resolve('https://no-such-host.invalid')],
		['a port at which nothing answers', async () => `http://localhost:${await free()}`],
		[
			'https:// before a port that does not speak it',
			async () => `https://127.0.0.1:${await portOf(createHttp(ok))}`,
		],
		[
			'http:// before a port that speaks https://',
			async () => `http://127.0.0.1:${await portOf(createHttps(selfSigned(), ok))}`,
		],
		[
			'a certificate that is not accepted',
			async () => `https://127.0.0.1:${await portOf(createHttps(selfSigned(), ok))}`,
		],
		[
			'something that is no web service',
			async () =>
				`http://127.0.0.1:${await portOf(createTcp((socket) => socket.end('220 mail.example.com ESMTP\r\n')))}`,
		],
	])('fails, in the words of n8n: %s', async (_what, address) => {
		const message = await said(`${await address()}/api/v1`);
		expect(message).not.toBe('');
		expect(message).not.toContain(sandbox.simulator.apiKey);
	});

	it.each([
		['service.example.com/api/v1', 'must begin with https:// or http://'],
		['localhost:8080/api/v1', 'must begin with https:// or http://'],
		['https://', 'must begin with https:// or http://'],
		['   ', 'is empty'],
		['https://user:secret@service.example.com/api/v1', 'must not contain a user name'],
		['https://service.example.com/api/v1?a=1', 'must not contain ? or #'],
	])('explains the Base URL "%s"', async (baseUrl, words) => {
		const message = await said(baseUrl);
		expect(message).toContain(words);
		expect(message).not.toContain('secret');
	});

	it('asks for one contact with the key', async () => {
		expect(await sandbox.testCredential()).toMatchObject({ status: 'OK' });
		const { requests, apiKey } = sandbox.simulator;
		for (const { path, query, headers } of requests) {
			expect(path).toBe('/api/v1/api/contacts');
			expect(query).toEqual({ limit: '1' });
			expect(headers['x-api-key']).toBe(apiKey);
		}
		expect(await sandbox.testCredential({ apiKey: 'wrong' })).toEqual({
			status: 'Error',
			message: expect.stringContaining('does not accept this API Key'),
		});
	});
});

describe("n8n's HTTP Request node with this credential", () => {
	function workflow(path: string): WorkflowFile {
		const request: INode = {
			id: '5f1c3c0e-9a51-4e1e-8f6a-3f0a5a4f8a02',
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.3,
			position: [220, 0],
			parameters: {
				url: sandbox.simulator.baseUrl + path,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'voiceSmsApi',
				options: {},
			},
			credentials: { voiceSmsApi: { id: null, name: 'Voice and SMS account' } },
		};
		const start: INode = {
			id: '5f1c3c0e-9a51-4e1e-8f6a-3f0a5a4f8a01',
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		return {
			id: 'customApiCall',
			name: 'Test: custom API call',
			nodes: [start, request],
			connections: { Start: { main: [[{ node: request.name, type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		};
	}

	const run = async (path: string): Promise<Run> => await sandbox.runWorkflow(workflow(path));

	it('calls the service with the key', async () => {
		const { outputs } = await run('/api/contacts?limit=2');
		expect(outputs['HTTP Request'][0][0].json).toMatchObject({ success: true });
		const { requests, apiKey } = sandbox.simulator;
		expect(requests).toHaveLength(1);
		expect(requests[0]).toMatchObject({
			path: '/api/v1/api/contacts',
			headers: { 'x-api-key': apiKey },
		});
	});

	it('asks nothing more when the service refuses', async () => {
		const { status } = await run('/api/calls/no-such-call');
		expect(status).toBe('error');
		expect(sandbox.simulator.requests.map(({ path }) => path)).toEqual([
			'/api/v1/api/calls/no-such-call',
		]);
	});

	it('is what a node set to "Custom API Call" tells to use', async () => {
		const { nodes, ...rest } = workflow('');
		const [start] = nodes;
		const node: INode = {
			id: '5f1c3c0e-9a51-4e1e-8f6a-3f0a5a4f8a03',
			name: 'HTTP Request',
			type: 'n8n-nodes-voice-sms.voiceSms',
			typeVersion: 1,
			position: [220, 0],
			parameters: { resource: 'sms', operation: '__CUSTOM_API_CALL__' },
			credentials: { voiceSmsApi: { id: null, name: 'Voice and SMS account' } },
		};
		const { status, error } = await sandbox.runWorkflow({ ...rest, nodes: [start, node] });
		expect(status).toBe('error');
		expect(error?.message).toContain('Use the HTTP Request node');
	});
});
