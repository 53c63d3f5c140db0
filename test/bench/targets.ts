import type { ContenderName, Work } from './plan';
import { rateLimit, slotLimit, titleOf } from './plan';
import type { Result } from './result';

/** The medians of one contender at one work. */
export interface Row {
	contender: ContenderName;
	/** Runs that the figures are the median of. */
	runs: number;
	result: Result;
	/** Megabytes of memory held, where that was measured. */
	held?: number;
}

export interface Section {
	work: Work;
	rows: Row[];
}

/** One thing that must hold. */
export interface Verdict {
	what: string;
	measured: string;
	limit: string;
	held: boolean;
}

/** Most shares of the HTTP Request node's wall time, by latency in ms, and of its CPU time. */
interface Shares {
	works: Partial<Work>;
	wall: Partial<Record<number, number>>;
	cpu?: number;
}

const ofHttpRequest: readonly Shares[] = [
	{ works: { kind: 'send', count: 1_000 }, wall: { 0: 0.3, 20: 0.3, 100: 0.6 }, cpu: 0.3 },
	{ works: { kind: 'get', count: 1_000 }, wall: { 0: 0.3, 20: 0.35, 100: 0.65 }, cpu: 0.35 },
	{ works: { kind: 'send', count: 20_000 }, wall: { 0: 0.25 }, cpu: 0.25 },
	{ works: { kind: 'list', count: 10_000 }, wall: { 20: 0.08, 100: 0.08 } },
	{ works: { kind: 'list', count: 100_000 }, wall: { 20: 0.06, 100: 0.06 } },
];
/** Most memory held, as a share of the HTTP Request node's. */
const memory = 0.6;
/** Most wall time of a list with a latency, as a multiple of the raw client's. */
const listOfFloor = 1.5;
/** Most seconds until the first of many messages reaches the service. */
const firstOfMany = 2;
/** Most wall time with Send Once, as a multiple of that without, by latency in ms. */
const sendOnce: Partial<Record<number, number>> = { 0: 3.8, 20: 3.8, 100: 2.5 };
/** The same of Skip Contacts With Tag, which looks up each receiver. */
const skipTag = 2.2;
/** Most wall time of a text with two blanks, as a multiple of a text that is one path. */
const twoBlanks = 1.15;
/** Least share of what the service can do, when it is the service that is slow. */
const capacity = 0.9;
/**
 * Most of the time that a request would take a service with a free slot. The node does not look for the
 * number of slots: up to 50 of 100 wait behind 8 slots, so an answer takes 5.5 times as long
 * (the model in test/unit/api/flow/atOnce.test.ts: 262 ms instead of 50).
 */
const queued = 5.5;
/** Most refused requests, as a share of all. */
const refusals = 0.1;
/** Most requests under way at once that the node's own bound opens to. */
const mostInFlight = 100;
/** Most milliseconds that the event loop may do nothing else. */
const longestBlock = 50;

/** What the node must hold against the others and the service, from one run of the benchmark. */
export function verdicts(sections: readonly Section[]): Verdict[] {
	return sections.flatMap(({ work, rows }) => {
		const rowOf = (name: ContenderName) => rows.find(({ contender }) => contender === name);
		const node = rowOf('voiceSms');
		if (node === undefined) return [];
		return [
			...againstHttpRequest(work, node, rowOf('httpRequest')),
			...ofItsKind(work, node.result, (name) => rowOf(name)?.result),
			...always(node.result),
		].map((verdict) => ({ ...verdict, what: `${titleOf(work)}: ${verdict.what}` }));
	});
}

function againstHttpRequest(work: Work, node: Row, http: Row | undefined): Verdict[] {
	if (http === undefined) return [];
	const { wall = {}, cpu } =
		ofHttpRequest.find(
			({ works: { kind, count } }) => kind === work.kind && count === work.count,
		) ?? {};
	const share = (what: string, figure: (row: Row) => number | undefined, limit?: number) => {
		const [part, whole] = [figure(node), figure(http)];
		if (part === undefined || whole === undefined || limit === undefined) return [];
		return [atMost(`${what}, of HTTP Request`, part / whole, limit, times)];
	};
	return [
		...share('wall', ({ result }) => result.wall, wall[work.latencyMs]),
		...share('CPU', ({ result }) => result.cpu, cpu),
		...share('memory growth', ({ held }) => held, memory),
	];
}

function ofItsKind(
	work: Work,
	node: Result,
	find: (name: ContenderName) => Result | undefined,
): Verdict[] {
	const [floor, without, onePath] = [find('raw'), find('withoutOption'), find('onePath')];
	switch (work.kind) {
		case 'send':
			return [
				atMost('most requests in flight', node.mostInFlight, mostInFlight, String),
				...(work.count >= 20_000
					? [atMost('first message at the service', node.first, firstOfMany, seconds)]
					: []),
				...(onePath === undefined
					? []
					: [
							atMost(
								'wall, of a text that is one path',
								node.wall / onePath.wall,
								twoBlanks,
								times,
							),
						]),
			];
		case 'list':
			if (floor === undefined || work.latencyMs === 0) return [];
			return [atMost('wall, of the floor', node.wall / floor.wall, listOfFloor, times)];
		case 'once':
			if (without === undefined) return [];
			return [
				atMost(
					'wall, of that without',
					node.wall / without.wall,
					sendOnce[work.latencyMs] ?? NaN,
					times,
				),
			];
		case 'tagged':
			if (without === undefined) return [];
			return [atMost('wall, of that without', node.wall / without.wall, skipTag, times)];
		case 'slots':
			return [
				atLeast('share of its capacity', shareOfService(work, node), capacity, percent),
				atMost('its latency, of an idle one', node.meanMs / slotLimit.serviceMs, queued, times),
			];
		case 'bucket':
			return [
				atLeast('share of its rate', shareOfService(work, node), capacity, percent),
				atMost('requests refused', node.refused / node.requests, refusals, percent),
			];
		case 'storm':
			return [
				fails('HTTP Request fails', find('httpRequest')),
				fails('the declarative twin fails', find('declarative')),
			];
		default:
			return [];
	}
}

/**
 * What share of the service's capacity was reached between its first request and its last answer;
 * 1 is the most that there is. Only messages that were sent count.
 */
export function shareOfService({ kind, count }: Work, { span, delivered }: Result): number {
	const done = delivered?.once ?? count;
	const { slots, serviceMs } = slotLimit;
	const { ratePerSecond, burst } = rateLimit;
	const least =
		kind === 'slots'
			? (done * serviceMs) / slots / 1000
			: Math.max(0, done - burst) / ratePerSecond;
	return least / span;
}

/** What holds for every work. */
function always(node: Result): Verdict[] {
	return [
		yes('everything, once and in order', node.complete && node.inOrder && node.error === undefined),
		atMost('longest block of the event loop', node.block, longestBlock, milliseconds),
	];
}

type Unit = (figure: number) => string;
const times: Unit = (figure) => `${figure.toFixed(2)} x`;
const percent: Unit = (figure) => `${(figure * 100).toFixed(1)} %`;
const seconds: Unit = (figure) => `${figure.toFixed(2)} s`;
const milliseconds: Unit = (figure) => `${Math.round(figure)} ms`;

function atMost(what: string, measured: number, limit: number, unit: Unit): Verdict {
	const held = measured <= limit;
	return { what, measured: unit(measured), limit: `≤ ${unit(limit)}`, held };
}

function atLeast(what: string, measured: number, limit: number, unit: Unit): Verdict {
	const held = measured >= limit;
	return { what, measured: unit(measured), limit: `≥ ${unit(limit)}`, held };
}

function yes(what: string, held: boolean): Verdict {
	return { what, measured: held ? 'yes' : 'no', limit: 'yes', held };
}

function fails(what: string, result: Result | undefined): Verdict {
	return yes(what, result !== undefined && !result.complete);
}
