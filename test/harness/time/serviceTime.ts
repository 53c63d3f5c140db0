import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

import type { Pace, Simulator, SimulatorClock } from '../../simulator';
import { turn, until } from './turns';
import type { VirtualTime } from './virtualTime';
import { virtualTime } from './virtualTime';

/** Turns of the event loop after which the node has nothing left to do between two requests. */
const quietTurns = 60;

/** What is looked at of a service: its addresses, its requests, and those that wait on purpose. */
type Watched = Pick<Simulator, 'url' | 'recordingsUrl' | 'requests' | 'recordingRequests'> & {
	held: Iterable<{ destroyed: boolean; headersSent: boolean }>;
};

/** Time of the node and of its service, for engine tests about waiting: no wait takes any real time. */
export interface ServiceTime {
	/** Goes on when the service and the node have nothing left to do. */
	time: VirtualTime;
	/** The same time, for the simulator: also its latencies and delays take it. */
	clock: SimulatorClock;
	/**
	 * For the simulator of a node that goes by another clock: time goes on by itself while an answer waits,
	 * so that an answer which waits longer comes later, whatever the machine is doing.
	 */
	pace: Pace;
	/** To be called with the simulator, or other services, before their first request. */
	watch(...services: Watched[]): void;
	/** Milliseconds of the virtual time at which each request that matches came in. */
	arrivals(method: string, path?: RegExp): number[];
}

/** Longer timers of Node are no waits but limits, in milliseconds. */
const longestWait = 1_000;

/** Requests of this process whose answer has not begun, each with its host and port. */
const underWay = new Map<ClientRequest, string>();
subscribe('http.client.request.start', (message) => {
	const { request } = message as { request: ClientRequest };
	underWay.set(request, String(request.getHeader('host')));
	request.once('close', () => underWay.delete(request));
});
/** Sockets on which answers came: a long answer is still read. */
const answering = new Set<Socket>();
// Whoever asked may leave the rest of an answer unread.
subscribe('http.client.response.finish', (message) => {
	const { request } = message as { request: ClientRequest };
	underWay.delete(request);
	const { socket } = request;
	if (socket === null || answering.has(socket)) return;
	answering.add(socket);
	socket.once('close', () => answering.delete(socket));
});

/** Time limits of requests go by the virtual time; those of the HTTP client, which are the same, never end. */
function limitsBy(time: VirtualTime): jest.SpyInstance[] {
	const began = performance.now();
	return [
		jest.spyOn(performance, 'now').mockImplementation(() => began + time.passed()),
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(time.limit),
		jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
			this: ClientRequest,
		) {
			return this;
		}),
	];
}

/** Notes the timers of Node that somebody waits for, such as n8n between two tries. */
function watchTimers(timers: Set<NodeJS.Timeout>): jest.SpyInstance[] {
	const { setTimeout: begin, clearTimeout: end } = globalThis;
	const noted = (go: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
		const timer = begin(() => {
			timers.delete(timer);
			go(...given);
		}, ms);
		if (ms <= longestWait) timers.add(timer);
		return timer;
	};
	return [
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(noted as typeof setTimeout),
		jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
			timers.delete(timer as NodeJS.Timeout);
			end(timer);
		}),
	];
}

export function serviceTime(): ServiceTime {
	let services: Watched[] = [];
	let hosts: string[] = [];
	const cameAt = new WeakMap<object, number>();
	const stateOf = () => {
		let [came, answered] = [0, 0];
		for (const { requests, recordingRequests } of services) {
			for (const logged of [requests, recordingRequests]) {
				// The newest first, as far as they have not been noted.
				for (let at = logged.length - 1; at >= 0 && !cameAt.has(logged[at]); at--) {
					cameAt.set(logged[at], time.passed());
				}
				came += logged.length;
				for (const { status } of logged) if (status !== 0) answered++;
			}
		}
		for (const { bytesRead } of answering) came += bytesRead;
		return came + answered;
	};
	const asked = () => [...underWay.values()].filter((host) => hosts.includes(host)).length;
	/** Whether a request is on its way, worked on, or answered: all but those that wait on purpose. */
	const isBusy = () => {
		const held = services.flatMap((one) => [...one.held]);
		return asked() > held.filter((one) => !one.destroyed && !one.headersSent).length;
	};
	/** Whether n8n waits, or reads or writes a file; a request has a timer of its own. */
	const hasTimer = () =>
		(asked() === 0 && timers.size > 0) ||
		process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
	const timers = new Set<NodeJS.Timeout>();
	let tests = 0;
	const settled = async () => {
		let state = stateOf();
		const test = tests;
		for (let quiet = 1; quiet <= quietTurns && test === tests; quiet++) {
			await turn();
			const isLast = quiet === quietTurns;
			const isQuiet = stateOf() === state && !isBusy() && !(isLast && hasTimer());
			if (isQuiet) continue;
			state = stateOf();
			quiet = 0;
		}
	};
	const time = virtualTime(() => 0.5, settled);
	/** Answers that wait by `pace`, and what lets their time go on. */
	let waiting = 0;
	let isGoingOn = false;
	const goOn = async () => {
		isGoingOn = true;
		while (waiting > 0) await time.run(until(() => waiting === 0));
		isGoingOn = false;
	};
	let spies: jest.SpyInstance[] = [];
	beforeEach(() => (spies = [...limitsBy(time), ...watchTimers(timers)]));
	// A test that failed must not wake anything in a later one.
	afterEach(() => {
		tests++;
		time.forget();
		timers.clear();
		waiting = 0;
		for (const spy of spies) spy.mockRestore();
	});
	return {
		time,
		clock: {
			now: time.now,
			advance: time.jump,
			set: (ms) => time.jump(ms - time.now()),
			pace: time,
		},
		pace: {
			passed: time.passed,
			sleep: async (ms) => {
				waiting++;
				const slept = time.sleep(ms).finally(() => waiting--);
				if (!isGoingOn) void goOn();
				await slept;
			},
		},
		watch: (...watched) => {
			services = watched;
			const urls = services.flatMap(({ url, recordingsUrl }) => [url, recordingsUrl]);
			hosts = urls.map((url) => new URL(url).host);
		},
		arrivals: (method, path = /./) =>
			services
				.flatMap(({ requests }) => requests)
				.filter((request) => request.method === method && path.test(request.path))
				.map((request) => cameAt.get(request) ?? NaN),
	};
}
