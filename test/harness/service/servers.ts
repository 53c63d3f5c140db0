import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

let open: Server[] = [];

/** A service in a few lines, for answers that the simulator does not give: its address. It is closed after the test. */
export async function serve(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	open.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes what `serve` opened: nothing answers at its address any more. */
export async function closeServers() {
	const closing = open;
	open = [];
	for (const server of closing) {
		const closed = once(server, 'close');
		server.close();
		server.closeAllConnections();
		await closed;
	}
}
afterEach(closeServers);
