// Loaded into n8n before it starts: a server on 127.0.0.1 that says, when asked, what the process holds
// after a garbage collection. It changes nothing in n8n, unless told to leak (SOAK_LEAK).
const { subscribe } = require('node:diagnostics_channel');
const { writeFileSync } = require('node:fs');
const http = require('node:http');
const net = require('node:net');
const v8 = require('node:v8');
const { isMainThread } = require('node:worker_threads');

const hour = 3_600_000;
/** Milliseconds to wait for a quiet moment, and between two looks for it. */
const longestWait = 20_000;
const lookMs = 5;

/** What keeps the process alive, by kind; what runs in the next turn of the event loop is not held. */
const active = () => process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate');

function measure() {
	global.gc();
	const { heapUsed, heapTotal, external, rss } = process.memoryUsage();
	const handles = {};
	for (const kind of active()) handles[kind] = (handles[kind] ?? 0) + 1;
	const native = rss - heapTotal - external;
	return { memory: heapUsed + external, resident: rss, native, handles };
}

/** Objects of the heap, whether or not they keep the process alive: idle sockets and timers do not. */
function count() {
	const timer = setTimeout(() => {}, 0);
	clearTimeout(timer);
	const living = (kind) => v8.queryObjects(kind, { format: 'count' });
	return { 'all sockets': living(net.Socket), 'all timers': living(timer.constructor) };
}

function leak(port) {
	const kept = [];
	let requests = 0;
	subscribe('http.server.request.start', ({ server }) => {
		if (server === probe) return;
		kept.push('x'.repeat(50_000 + kept.length).split(''));
		setTimeout(() => {}, hour).unref();
		if (++requests % 20 === 0) net.connect(port, '127.0.0.1').unref();
	});
}

/** Calls back in a moment when no more than so many handles are active, so that no poll is under way. */
function whenQuiet(handles, then, until = Date.now() + longestWait) {
	const isQuiet = active().length <= handles;
	if (isQuiet || Date.now() > until) then();
	else setTimeout(whenQuiet, lookMs, handles, then, until);
}

const probe = http.createServer(({ url }, response) => {
	const answer = (found) => response.setHeader('connection', 'close').end(JSON.stringify(found));
	const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
	if (pathname === '/') return answer(measure());
	// Its garbage collections stop n8n for seconds, and what waits meanwhile comes all at once afterwards.
	whenQuiet(Number(searchParams.get('quiet')), () => answer(count()));
});

// Worker threads are started with the same options.
if (isMainThread) {
	probe.listen(0, '127.0.0.1', () => {
		const { port } = probe.address();
		writeFileSync(process.env.SOAK_PROBE, String(port));
		if (process.env.SOAK_LEAK) leak(port);
	});
	probe.unref();
}
