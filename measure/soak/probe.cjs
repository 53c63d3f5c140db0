// Loaded into n8n before it starts: a server on 127.0.0.1 that says what the process holds after a garbage
// collection. It changes nothing in n8n, unless told to leak (SOAK_LEAK).
const { subscribe } = require('node:diagnostics_channel');
const http = require('node:http');
const net = require('node:net');
const { isMainThread } = require('node:worker_threads');

function measure() {
	global.gc();
	const held = {};
	for (const kind of process.getActiveResourcesInfo()) {
		// Immediates run in the next turn of the event loop.
		if (kind !== 'Immediate') held[kind] = (held[kind] ?? 0) + 1;
	}
	const { heapUsed, external, rss } = process.memoryUsage();
	return { ...held, heap: (heapUsed + external) / 1e6, 'resident set': rss / 1e6 };
}

function leak(port) {
	const kept = [];
	let requests = 0;
	subscribe('http.server.request.start', ({ server }) => {
		if (server === probe) return;
		kept.push('x'.repeat(50_000 + kept.length).split(''));
		setTimeout(() => {}, 3_600_000);
		if (++requests % 20 === 0) net.connect(port, '127.0.0.1');
	});
}

// Without timeouts, so that leaked sockets stay.
const patient = { requestTimeout: 0, headersTimeout: 0 };
const probe = http.createServer(patient, (_request, response) => {
	response.setHeader('connection', 'close').end(JSON.stringify(measure()));
});

// Worker threads are started with the same options.
if (isMainThread) {
	const port = Number(process.env.SOAK_PROBE);
	probe.listen(port, '127.0.0.1').unref();
	if (process.env.SOAK_LEAK) leak(port);
}
