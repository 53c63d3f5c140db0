import { said } from '../../../harness/n8n/messages';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcp, type AddressInfo, type Server as Tcp } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { locator, runNode } from '../../../harness/n8n/engine';
import { testClock } from '../../../harness/time/clock';
import { collections } from '../../../harness/n8n/options';

/**
 * A failure has an owner: the service, a proxy or web server in between, or the host of a recording. The host
 * gets no key, so nothing that it says is about the credential or the Base URL.
 */
let service: Server;
let host: Server;
let silent: Tcp;
let recordingUrl: string;
let answer: { status: number; type: string; body: string };

const listen = async <T extends Server | Tcp>(server: T): Promise<T> => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return server;
};
const urlOf = (server: Server | Tcp, scheme = 'http') =>
	`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
	service = await listen(
		createServer((req, res) => {
			res.setHeader('content-type', 'application/json');
			if (String(req.url).startsWith('/moved')) {
				res.writeHead(302, { location: `${urlOf(host)}/1.wav` }).end();
				return;
			}
			const data = { callId: 'call_1', recordingUrl, source: 'x' };
			res.end(JSON.stringify({ success: true, message: '', data }));
		}),
	);
	host = await listen(
		createServer((_req, res) => {
			res.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
		}),
	);
	silent = await listen(createTcp((socket) => socket.destroy()));
});
afterAll(async () => {
	for (const server of [service, host, silent]) {
		const closed = once(server, 'close');
		server.close();
		await closed;
	}
});

async function getRecording(url: string, requestOptions: IDataObject = {}) {
	recordingUrl = url;
	return await runNode({
		parameters: {
			resource: 'call',
			operation: 'getRecording',
			callId: locator('call_1'),
			download: true,
			binaryPropertyName: 'data',
			...collections({ maxTries: 1, ...requestOptions }),
		},
		credential: { baseUrl: `${urlOf(service)}/api/v1`, apiKey: 'key_0123456789' },
		clock: testClock(),
	});
}

/** Words that are about the service, and not about another host. */
const ofService = /Base URL|The service|'API Key' of the credential|permission/;

const saidOf = (status: number) => `${said.notByHost} (HTTP ${status}): recording of call call_1`;

describe.each([
	['at its own address', () => `${urlOf(host)}/1.wav`],
	['behind a redirect of the service', () => `${urlOf(service)}/moved.wav`],
])('a host of recordings %s', (_where, url) => {
	it.each<[string, number, string, string, string, string]>([
		['refuses its key', 401, 'text/plain', 'No', saidOf(401), 'gets no API Key from the node'],
		['forbids it', 403, 'text/xml', '<Error>', saidOf(403), 'gets no API Key from the node'],
		['forbids it as JSON', 403, 'application/json', '{"success":false}', saidOf(403), 'no API Key'],
		['has lost it', 404, 'text/plain', 'No', saidOf(404), 'Open'],
		['asks for less', 429, 'text/plain', '', saidOf(429), 'Open'],
		['is broken', 503, 'text/html', '<p>', saidOf(503), 'Open'],
		['says no', 200, 'application/json', '{"success":false,"message":"Gone"}', saidOf(200), 'Gone'],
		// Whatever the type says.
		['sends JSON as sound', 200, 'audio/wav', '{"error":"gone"}', saidOf(200), '{"error":"gone"}'],
		['refuses as sound', 200, 'audio/mpeg', '{"success":false}', saidOf(200), 'Open'],
		['sends a page as sound', 200, 'audio/wav', '<!doctype html><p>Log in', saidOf(200), 'Log in'],
		['sends XML as sound', 200, 'video/mp4', '<?xml version="1.0"?>', saidOf(200), 'xml'],
		[
			'says wait, as sound',
			200,
			'audio/wav',
			'The recording is not ready yet',
			saidOf(200),
			'ready',
		],
		['says one word, as sound', 200, 'audio/wav', 'processing', saidOf(200), 'processing'],
		['sends nothing as sound', 200, 'audio/wav', '', saidOf(200), 'it may not be ready yet'],
	])('that %s is the owner', async (_what, status, type, body, message, description) => {
		answer = { status, type, body };
		const { items, error } = await getRecording(url());
		expect(items).toEqual([]);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(`${error?.message} ${error?.description}`).not.toMatch(ofService);
		expect(error?.description).toContain(urlOf(host).replace('http://', ''));
	});

	it.each([
		['a header with a text in it', 'RIFF\u0024\u0000\u0000\u0000WAVEfmt '],
		['ID3 tags', 'ID3\u0003\u0000\u0000'],
		['four letters alone', 'fLaC'],
	])('gives sound: %s', async (_what, body) => {
		answer = { status: 200, type: 'audio/wav', body };
		const { items, error } = await getRecording(url());
		expect(error).toBeUndefined();
		expect(items[0].binary?.data.bytes).toBe(body.length);
	});
});

describe('a host of recordings without an answer', () => {
	it.each<[string, () => string, string, string]>([
		[
			'that nobody runs',
			() => 'http://127.0.0.1:1/1.wav',
			said.notByHost,
			'Open its address at 127.0.0.1:1 ',
		],
		[
			'that hangs up',
			() => `${urlOf(silent)}/1.wav`,
			said.notByHost,
			'Open its address at 127.0.0.1',
		],
		[
			'that has no encryption',
			() => `${urlOf(host, 'https')}/1.wav`,
			said.notByHost,
			'The encrypted connection failed',
		],
	])('%s is the owner', async (_what, url, message, description) => {
		const { items, error } = await getRecording(url());
		expect(items).toEqual([]);
		expect(error?.message).toContain(message);
		expect(error?.description).toContain(description);
		expect(`${error?.message} ${error?.description}`).not.toMatch(ofService);
	});
});
