import type { Result } from './child';
import type { ContenderName, Work } from './plan';
import { rawInFlight, titleOf } from './plan';

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

/** Most milliseconds that the node may block the event loop. */
const longestBlock = 100;

/** Most wall time, as a share of the HTTP Request node's, by latency in ms. */
const wallOfSends: Record<number, number> = { 0: 0.65, 20: 0.75, 100: 0.9 };
const wallOfGets: Record<number, number> = { 0: 0.55, 20: 0.75 };
const wallOfLists: Record<number, number> = { 20: 0.12, 100: 0.07 };
const cpuOfSends = 0.65;
const memoryOfLists = 0.6;
/** Most wall time of a list, as a multiple of the raw client's. */
const floorOfLists = 2;
/** Contacts of the lists whose wall time is judged; for larger ones it is the memory. */
const judgedList = 10_000;

/** What the node must hold against the others, from one run of the benchmark. */
export function verdicts(sections: readonly Section[]): Verdict[] {
	return sections.flatMap(({ work, rows }) => {
		const rowOf = (name: ContenderName) => rows.find((row) => row.contender === name);
		const find = (name: ContenderName) => rowOf(name)?.result;
		const node = find('voiceSms');
		if (node === undefined) return [];
		const judged = [
			...judge(work, node, find),
			...memory(rowOf('voiceSms')?.held, rowOf('httpRequest')?.held),
		];
		return [...judged, ...always(node)].map((verdict) => ({
			...verdict,
			what: `${titleOf(work)}: ${verdict.what}`,
		}));
	});
}

function judge(
	{ kind, count, latencyMs }: Work,
	node: Result,
	find: (name: ContenderName) => Result | undefined,
): Verdict[] {
	const http = find('httpRequest');
	const floor = find('raw');
	const wall = (limits: Record<number, number>) =>
		share('wall, of HTTP Request', node.wall, http?.wall, limits[latencyMs]);
	switch (kind) {
		case 'send':
			return [
				...wall(wallOfSends),
				...share('CPU, of HTTP Request', node.cpu, http?.cpu, cpuOfSends),
				{
					what: 'most requests in flight',
					measured: String(node.mostInFlight),
					limit: `≤ ${rawInFlight}`,
					held: node.mostInFlight <= rawInFlight,
				},
			];
		case 'get':
			return wall(wallOfGets);
		case 'list':
			if (count > judgedList || !(latencyMs in wallOfLists)) return [];
			return [
				...wall(wallOfLists),
				...share('wall, of the floor', node.wall, floor?.wall, floorOfLists),
			];
		case 'storm':
			return [
				fails('HTTP Request fails', http),
				fails('the declarative twin fails', find('declarative')),
			];
	}
}

function memory(node: number | undefined, http: number | undefined): Verdict[] {
	if (node === undefined) return [];
	return share('memory growth, of HTTP Request', node, http, memoryOfLists);
}

/** What holds for every work. */
function always(node: Result): Verdict[] {
	return [
		{
			what: 'everything, once and in order',
			measured: node.complete && node.inOrder ? 'yes' : 'no',
			limit: 'yes',
			held: node.complete && node.inOrder && node.error === undefined,
		},
		{
			what: 'longest block of the event loop',
			measured: `${Math.round(node.block)} ms`,
			limit: `≤ ${longestBlock} ms`,
			held: node.block <= longestBlock,
		},
	];
}

function share(
	what: string,
	part: number,
	whole: number | undefined,
	limit: number | undefined,
): Verdict[] {
	if (whole === undefined || limit === undefined) return [];
	const ratio = part / whole;
	return [
		{
			what,
			measured: `${ratio.toFixed(2)} x`,
			limit: `≤ ${limit.toFixed(2)} x`,
			held: ratio <= limit,
		},
	];
}

function fails(what: string, result: Result | undefined): Verdict {
	const failed = result !== undefined && !result.complete;
	return { what, measured: failed ? 'yes' : 'no', limit: 'yes', held: failed };
}
