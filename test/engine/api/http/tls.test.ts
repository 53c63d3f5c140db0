import { once } from 'node:events';
import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { createServer as createTls } from 'node:tls';

import { selfSigned } from '../../../harness/service/certificate';
import { testClock } from '../../../harness/time/clock';
import { runNode } from '../../../harness/n8n/engine';
import { withStore } from '../../../harness/n8n/deduplication';
import { good } from '../../../harness/n8n/parameters';

const servers: Server[] = [];
let seen: string[] = [];
const kept = withStore();
beforeEach(() => (seen = []));
afterEach(async () => {
	await Promise.all(
		servers.splice(0).map(async (server) => await new Promise((closed) => server.close(closed))),
	);
});

async function portOf(server: Server): Promise<number> {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

async function send(baseUrl: string, clock = testClock()) {
	const result = await runNode({
		parameters: {
			...good.send,
			to: '+15557654321',
			body: 'Hello',
			options: { onceKey: 'order-1' },
		},
		credential: { baseUrl, apiKey: 'key_0123456789' },
		clock,
	});
	return { ...result, clock };
}

it('a self-signed certificate: nothing was sent, and the message says why', async () => {
	const server = createServer(selfSigned(), (req, res) => {
		seen.push(String(req.url));
		res.end('{}');
	});
	const { error, clock } = await send(`https://127.0.0.1:${await portOf(server)}/api/v1`);
	expect(error?.message).toBe('Not sent: SMS to +15557654321');
	expect(error?.description).toContain(
		'certificate of the service is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT).',
	);
	expect(error?.description).toContain('NODE_EXTRA_CA_CERTS');
	expect(error?.context.mayHaveBeenDone).toBeUndefined();
	expect(seen).toEqual([]);
	// Not sent, so the key is free again; tried four times, as it may be a moment's fault.
	expect([...kept.keys]).toEqual([]);
	expect(clock.waits).toHaveLength(3);
});

const notTls = "Check https:// and the port in the 'Base URL'";
const unknown = "Check the 'Base URL', and that the service is running.";

it.each<[string, () => Server, string]>([
	['a port that speaks http', () => createPlain((req) => seen.push(String(req.url))), notTls],
	[
		'a service with old encryption only',
		() => createTls({ ...selfSigned(), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }),
		unknown,
	],
	['a service that hangs up', () => createTcp((socket) => socket.destroy()), unknown],
])('https to %s: nothing was sent', async (_name, make, advice) => {
	const { error } = await send(`https://127.0.0.1:${await portOf(make())}/api/v1`);
	expect(error?.message).toBe('Not sent: SMS to +15557654321');
	expect(error?.description).toMatch(
		/^The encrypted connection failed: the connection ended with (EPROTO|ECONNRESET|ERR_SSL_\w+)\./,
	);
	expect(error?.description).toContain(advice);
	expect(error?.context.mayHaveBeenDone).toBeUndefined();
	expect(seen).toEqual([]);
	expect([...kept.keys]).toEqual([]);
});
