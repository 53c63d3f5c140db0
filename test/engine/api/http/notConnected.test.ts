import dns from 'node:dns';
import { once } from 'node:events';
import {
	type AddressInfo,
	type Socket,
	connect,
	createServer,
	getDefaultAutoSelectFamilyAttemptTimeout,
	setDefaultAutoSelectFamilyAttemptTimeout,
} from 'node:net';
import { Worker } from 'node:worker_threads';

import { testClock } from '../../../harness/time/clock';
import { runNode } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';
import { withStore } from '../../../harness/n8n/deduplication';
import { good } from '../../../harness/n8n/parameters';

const usualLookup = dns.lookup;
const usualAttempt = getDefaultAutoSelectFamilyAttemptTimeout();
let cleanUp: Array<() => unknown> = [];
const kept = withStore();
afterEach(async () => {
	delete process.env.HTTP_PROXY;
	delete process.env.HTTPS_PROXY;
	dns.lookup = usualLookup;
	setDefaultAutoSelectFamilyAttemptTimeout(usualAttempt);
	await Promise.all(cleanUp.map((one) => one()));
	cleanUp = [];
});

/** The time of a try does not end by itself, however slow the machine is. Call the result to end it. */
function heldTime(): () => void {
	const now = performance.now.bind(performance);
	let ahead = 0;
	const limits: AbortController[] = [];
	const spies = [
		jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead),
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			const limit = new AbortController();
			limits.push(limit);
			return limit.signal;
		}),
	];
	cleanUp.push(() => spies.forEach((spy) => spy.mockRestore()));
	return () => {
		ahead += 60_000;
		for (const limit of limits.splice(0)) limit.abort();
	};
}

/** A port that takes connections, and does this after the first data; `endTime` ends the time of the try. */
async function port(onData: (socket: Socket, endTime: () => void) => void): Promise<number> {
	const endTime = heldTime();
	const server = createServer((socket) => {
		cleanUp.push(() => socket.destroy());
		socket.on('error', () => {}).once('data', () => onData(socket, endTime));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	cleanUp.push(() => server.close());
	return (server.address() as AddressInfo).port;
}

/** A port at which nothing listens any more. */
async function closedPort(): Promise<number> {
	heldTime();
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port: free } = server.address() as AddressInfo;
	await new Promise((closed) => server.close(closed));
	return free;
}

/** A port whose process takes no connection, with a full queue of those that wait. */
async function fullPort(): Promise<number> {
	const listener = new Worker(
		`const server = require('node:net').createServer();
		server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
			require('node:worker_threads').parentPort.postMessage(server.address().port);
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
		});`,
		{ eval: true },
	);
	cleanUp.push(async () => await listener.terminate());
	const [full] = (await once(listener, 'message')) as [number];
	const waiting = Array.from({ length: 8 }, () => connect(full, '127.0.0.1'));
	for (const socket of waiting) cleanUp.push(() => socket.on('error', () => {}).destroy());
	await once(waiting[0], 'connect');
	return full;
}

/** n8n's proxy for all requests. */
async function proxy(at: Promise<number>): Promise<void> {
	process.env.HTTP_PROXY = process.env.HTTPS_PROXY = `http://127.0.0.1:${await at}`;
}

/** A name server that gives every name these addresses; without addresses, it does not answer. */
function names(...addresses: string[]): void {
	const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
	const lookup = (_host: string, _options: object, done: (...answer: unknown[]) => void) => {
		if (all.length > 0) setImmediate(() => done(null, all));
	};
	dns.lookup = untyped(lookup);
}

async function send(origin: string) {
	const clock = testClock();
	const result = await runNode({
		parameters: {
			...good.send,
			to: '+15557654321',
			body: 'Hello',
			options: { onceKey: 'order-1' },
			requestOptions: { timeout: 150, maxTries: 2 },
		},
		credential: { baseUrl: `${origin}/api/v1`, apiKey: 'key_0123456789' },
		clock,
	});
	return { error: result.error, repeats: clock.waits.length };
}

const tunnel = 'HTTP/1.1 200 OK\r\n\r\n';
const https = 'https://service.example';
const noTunnel = /^The proxy of n8n made no connection to the service( within 150 ms)?\. Ask/;
const notInTime = /^No connection could be made within 150 ms\. Check the 'Base/;

it.each<[string, () => Promise<string>, RegExp]>([
	[
		'a proxy that is silent after CONNECT',
		async () => await proxy(port((_socket, endTime) => endTime())).then(() => https),
		noTunnel,
	],
	[
		'a proxy that closes after CONNECT',
		async () => await proxy(port((socket) => socket.end())).then(() => https),
		noTunnel,
	],
	[
		'a proxy that breaks off after CONNECT',
		async () => await proxy(port((socket) => socket.resetAndDestroy())).then(() => https),
		/^The proxy of n8n made no connection to the service \(ECONNRESET\)\. Ask/,
	],
	[
		'a proxy whose connection is silent',
		async () => {
			const silent = port((socket, endTime) => socket.once('data', endTime).write(tunnel));
			return await proxy(silent).then(() => https);
		},
		/^The encrypted connection failed: it took longer than 150 ms\. Check the 'B/,
	],
	[
		'a proxy whose connection closes',
		async () => await proxy(port((socket) => socket.end(tunnel))).then(() => https),
		/^The encrypted connection failed: the connection ended with ECONNRESET\. Check/,
	],
	[
		'a proxy that is not there',
		async () => await proxy(closedPort()).then(() => https),
		/^The proxy of n8n made no connection to the service \(ECONNREFUSED\)\. Ask/,
	],
	[
		'a proxy that takes no connection, for http',
		async () => await proxy(fullPort()).then(() => 'http://service.example'),
		noTunnel,
	],
	[
		'a port that takes no connection',
		async () => `http://127.0.0.1:${await fullPort()}`,
		notInTime,
	],
	[
		'a port that takes no connection, for https',
		async () => `https://127.0.0.1:${await fullPort()}`,
		notInTime,
	],
	[
		'a name whose addresses all refuse',
		async () => {
			const closed = await closedPort();
			names('127.0.0.1', '::1');
			return `http://service.example:${closed}`;
		},
		/^Nothing answers at the address \(ECONNREFUSED\)\. Check the 'Base/,
	],
	[
		'a name whose first address takes no connection and whose second refuses',
		async () => {
			const full = await fullPort();
			names('127.0.0.1', '::1');
			setDefaultAutoSelectFamilyAttemptTimeout(10);
			return `http://service.example:${full}`;
		},
		/^No connection could be made (\(ETIMEDOUT\)|within 150 ms)\. Check the 'Base/,
	],
	[
		'a name that is never looked up',
		async () => {
			names();
			return await Promise.resolve('http://service.example');
		},
		notInTime,
	],
])('%s: not sent, tried again, and the key is free', async (_name, prepare, description) => {
	const { error, repeats } = await send(await prepare());
	expect(error?.message).toBe('Not sent: SMS to +15557654321');
	expect(error?.description).toMatch(description);
	expect(error?.context.mayHaveBeenDone).toBeUndefined();
	expect(repeats).toBe(1);
	expect([...kept.keys]).toEqual([]);
});

it.each<[string, () => Promise<string>, string]>([
	[
		'a service that takes the request and is silent',
		async () => `http://127.0.0.1:${await port((_socket, endTime) => endTime())}`,
		'No answer came within 150 ms. Look at',
	],
	[
		'a proxy that takes the request and is silent',
		async () =>
			await proxy(port((_socket, endTime) => endTime())).then(() => 'http://service.example'),
		'No answer came within 150 ms. Look at',
	],
	[
		'a service that takes the request and breaks off',
		async () => `http://127.0.0.1:${await port((socket) => socket.resetAndDestroy())}`,
		'The connection ended with ECONNRESET. Look at',
	],
])('%s: may have been sent', async (_name, prepare, description) => {
	const { error, repeats } = await send(await prepare());
	expect(error?.message).toBe('Perhaps sent: SMS to +15557654321');
	expect(error?.description).toContain(description);
	expect(repeats).toBe(0);
	expect([...kept.keys].length).toBe(1);
});
