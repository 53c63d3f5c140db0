import type { Figures } from './inputs';
import type { Sizes } from './sizes';
import {
	deletedPerSecond,
	leastConcurrency,
	pageSize,
	reachable,
	remembered,
	shown,
} from './sizes';

/** One line of the plan. */
export interface Line {
	part: string;
	what: string;
	/** The arithmetic, with the figures in it. */
	how: string;
	result: string;
}

type Row = [what: string, how: string, result: string];

/** The figures as they are shown. */
function words(given: Figures, sizes: Sizes) {
	return {
		n: (name: keyof Figures) => shown(given[name]),
		s: (name: Exclude<keyof Sizes, 'interval'>) => shown(sizes[name]),
	};
}

const parts: Array<[name: string, rows: (given: Figures, sizes: Sizes) => Row[]]> = [
	['Messages', messages],
	['Workers', workers],
	['Rate limit', rateLimit],
	['Main', main],
	['PostgreSQL', postgres],
	['Redis', redis],
	['Price a month', price],
];

/** The plan, each figure with how it comes about. */
export function linesOf(given: Figures, sizes: Sizes): Line[] {
	return parts.flatMap(([part, rows]) =>
		rows(given, sizes).map(([what, how, result]) => ({ part, what, how, result })),
	);
}

function messages(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		['mean', `${n('messages')} / (30 × 86,400 s)`, `${s('mean')}/s`],
		['at the peak', `${s('mean')}/s × ${n('peak')}`, `${s('atPeak')}/s`],
		[
			'what the service takes from you',
			`${n('limit')}/s × (100 − ${n('others')} %)`,
			`${s('usable')}/s`,
		],
		[
			'sent at the peak',
			`the smaller of ${s('atPeak')}/s and ${s('usable')}/s × ${reachable}`,
			`${s('sent')}/s`,
		],
		[
			'waiting after the peak',
			`(${s('atPeak')} − ${s('sent')})/s × ${n('peak-hours')} h × 3,600`,
			s('waiting'),
		],
		['executions at the peak', `${s('sent')}/s / ${n('batch')}`, `${s('executions')}/s`],
	];
}

function workers(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		[
			'CPU of an execution',
			`${n('cpu-worker')} ms + ${n('batch')} × ${n('cpu-message')} ms`,
			`${s('workerCpu')} ms`,
		],
		['cores in use at the peak', `${s('executions')}/s × ${s('workerCpu')} ms`, s('workerCores')],
		[
			'workers, a process each',
			`${s('workerCores')} / ${n('busy')} %, rounded up, at least 1, + ${n('spare')}`,
			s('workers'),
		],
		['machines', `${s('workers')} / ${n('cores')} cores`, s('machines')],
		[
			'time of an execution without Send Interval',
			`${s('workerCpu')} ms / (100 − ${n('busy')} %) + ${n('latency')} ms`,
			`${s('oneRun')} s`,
		],
		[
			"executions at once, by Little's law",
			given.batch > 1
				? `${s('executions')}/s × ${s('oneRun')} s / (1 − ${s('sent')} / ${s('usable')})`
				: `${s('executions')}/s × ${s('oneRun')} s`,
			s('slotsNeeded'),
		],
		[
			'`n8n worker --concurrency`',
			`${s('slotsNeeded')} / ${s('workers')}, rounded up, at least ${leastConcurrency}`,
			s('concurrency'),
		],
		['slots', `${s('workers')} × ${s('concurrency')}`, s('slots')],
	];
}

function main(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		['executions that come in', `${s('atPeak')}/s / ${n('batch')}`, `${s('received')}/s`],
		['cores in use at the peak', `${s('received')}/s × ${n('cpu-main')} ms`, s('mainCores')],
		[
			'`n8n webhook` processes',
			`${s('mainCores')} / ${n('busy')} %, rounded up; 1 is main itself`,
			s('webhooks'),
		],
		[
			'memory of all n8n processes',
			`(1 main + ${sizes.webhooks} webhook + ${s('workers')} workers) × ${n('memory-process')} GB`,
			`${s('processMemory')} GB`,
		],
	];
}

function postgres(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		[
			'CPU of an execution',
			`${n('cpu-postgres')} ms + ${n('batch')} × ${n('cpu-postgres-message')} ms`,
			`${s('databaseCpu')} ms`,
		],
		[
			'cores in use at the peak',
			`${s('executions')}/s × ${s('databaseCpu')} ms`,
			s('databaseCores'),
		],
		[
			'connections',
			`(1 main + ${sizes.webhooks} webhook + ${s('workers')} workers) × ${n('pool')}`,
			s('connections'),
		],
		[
			'executions kept',
			`${s('mean')}/s / ${n('batch')} × ${n('saved')} % × ${n('keep-executions')} days`,
			s('savedExecutions'),
		],
		[
			'their size',
			`× (${n('bytes-execution')} + ${n('batch')} × ${n('bytes-message')} bytes)`,
			`${s('executionGb')} GB`,
		],
		[
			'n8n has to delete',
			`${s('mean')}/s / ${n('batch')} × ${n('saved')} %; it can fewer than ${deletedPerSecond}/s`,
			`${s('savedPerSecond')}/s`,
		],
		['keys kept', `${s('mean')}/s × ${n('keep-keys')} days`, s('keys')],
		['their size', `× ${n('bytes-key')} bytes`, `${s('keyGb')} GB`],
		[
			'index of the keys, to be kept in memory',
			`× ${n('bytes-key-index')} bytes`,
			`${s('indexGb')} GB`,
		],
		['disk', `(${s('executionGb')} + ${s('keyGb')}) GB × ${n('room')}`, `${s('disk')} GB`],
		[
			'written ahead (WAL) at the peak',
			`${s('executions')}/s × (${n('wal-execution')} + ${n('batch')} × ${n('wal-message')} bytes)`,
			`${shown(sizes.walPerSecond / 1e6)} MB/s`,
		],
	];
}

function redis(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		['jobs at most', `${s('slots')} slots + ${s('waiting')} waiting / ${n('batch')}`, s('jobs')],
		['memory for them', `× ${n('redis-job')} bytes`, `${shown(sizes.redisGb * 1000)} MB`],
		['commands at the peak', `${s('received')}/s × ${n('redis-commands')}`, `${s('commands')}/s`],
	];
}

function price(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		[
			'cores',
			`${s('machines')} × ${n('cores')} workers + ${1 + sizes.webhooks} main and webhook + ${shown(Math.ceil(sizes.databaseCores / (given.busy / 100)))} PostgreSQL`,
			s('cores'),
		],
		[
			'machines',
			`${s('cores')} × ${n('price-core')} + ${s('disk')} GB × ${n('price-gb')} + ${s('memory')} GB of memory × ${n('price-memory')}`,
			s('machineCost'),
		],
		['messages', `${n('messages')} × ${n('price-message')}`, s('messageCost')],
	];
}

function rateLimit(given: Figures, sizes: Sizes): Row[] {
	const divided =
		sizes.interval === undefined ? notDivided(sizes) : byInterval(given, sizes, sizes.interval);
	return given.poll > 0 ? [...divided, ...replies(given, sizes)] : divided;
}

function notDivided(sizes: Sizes): Row[] {
	const { slots, quickest, fastest } = sizes;
	return [
		['Send Interval', 'an execution with one message never waits for it', 'no effect'],
		[
			'fastest that all slots can send',
			`${shown(slots)} / ${shown(quickest)} s`,
			`${shown(fastest)}/s`,
		],
	];
}

function byInterval(given: Figures, sizes: Sizes, interval: number): Row[] {
	const { n, s } = words(given, sizes);
	const every = `${interval / 1000} s`;
	return [
		[
			'Send Interval',
			`${s('slots')} slots / ${s('usable')}/s × ${n('batch')} / ${shown(given.batch - 1)}, rounded up to 0.001`,
			every,
		],
		[
			'fastest that all slots can send',
			`${s('slots')} × ${n('batch')} / (${shown(given.batch - 1)} × ${every})`,
			`${s('fastest')}/s`,
		],
		[
			'time of an execution',
			`${s('oneRun')} s + ${shown(given.batch - 1)} × ${every}`,
			`${s('run')} s`,
		],
		[
			'what all slots send when all have work',
			`${s('slots')} × ${n('batch')} / ${s('run')} s`,
			`${s('reached')}/s`,
		],
		[
			'the same while a worker is down',
			`${s('reached')}/s × ${sizes.workers - 1} / ${s('workers')}`,
			`${s('oneDown')}/s`,
		],
	];
}

function replies(given: Figures, sizes: Sizes): Row[] {
	const { n, s } = words(given, sizes);
	return [
		[
			'conversations that a poll of SMS Received meets',
			`${s('sent')}/s × ${n('poll')} s; it remembers ${remembered.toLocaleString('en-US')}`,
			s('movedPerPoll'),
		],
		[
			'its requests',
			`${s('sent')}/s + ${s('sent')}/s / ${pageSize} a page`,
			`${s('pollRequests')}/s`,
		],
	];
}
