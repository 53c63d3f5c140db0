import type { Figures } from './inputs';
import type { Sizes } from './sizes';
import { deletedPerSecond, leastConcurrency, pageSize, remembered, shown } from './sizes';

/** One line of the plan. */
export interface Line {
	part: string;
	what: string;
	/** The arithmetic, with the figures in it. */
	how: string;
	result: string;
}

/** The plan, each figure with how it comes about. */
export function linesOf(given: Figures, sizes: Sizes): Line[] {
	const n = (name: keyof Figures) => shown(given[name]);
	const s = (name: Exclude<keyof Sizes, 'interval'>) => shown(sizes[name]);
	const { interval, webhooks } = sizes;
	const part = (name: string, ...lines: Array<[what: string, how: string, result: string]>) =>
		lines.map(([what, how, result]): Line => ({ part: name, what, how, result }));
	const busy = `${n('busy')} %`;
	return [
		...part(
			'Messages',
			['mean', `${n('messages')} / (30 × 86,400 s)`, `${s('mean')}/s`],
			['at the peak', `${s('mean')}/s × ${n('peak')}`, `${s('atPeak')}/s`],
			[
				'what the service takes from you',
				`${n('limit')}/s × (100 − ${n('others')} %)`,
				`${s('usable')}/s`,
			],
			['sent at the peak', 'the smaller of the two', `${s('sent')}/s`],
			[
				'waiting after the peak',
				`(${s('atPeak')} − ${s('sent')})/s × ${n('peak-hours')} h × 3,600`,
				s('waiting'),
			],
			['executions at the peak', `${s('sent')}/s / ${n('batch')}`, `${s('executions')}/s`],
		),
		...part(
			'Workers',
			[
				'CPU of an execution',
				`${n('cpu-worker')} ms + ${n('batch')} × ${n('cpu-message')} ms`,
				`${s('workerCpu')} ms`,
			],
			['cores in use at the peak', `${s('executions')}/s × ${s('workerCpu')} ms`, s('workerCores')],
			[
				'workers, a process each',
				`${s('workerCores')} / ${busy}, rounded up, + ${n('spare')}`,
				s('workers'),
			],
			['machines', `${s('workers')} / ${n('cores')} cores`, s('machines')],
			[
				'time of an execution but for Send Interval',
				`${s('workerCpu')} ms / (100 − ${busy}) + ${n('latency')} ms`,
				`${s('oneRun')} s`,
			],
			[
				"executions at once, by Little's law",
				given.batch > 1
					? `${s('executions')}/s × ${s('oneRun')} s / (1 − ${s('sent')} / ${s('usable')} × ${shown(given.batch - 1)} / ${n('batch')})`
					: `${s('executions')}/s × ${s('oneRun')} s`,
				s('slotsNeeded'),
			],
			[
				'`n8n worker --concurrency`',
				`${s('slotsNeeded')} / ${s('workers')}, rounded up, at least ${leastConcurrency}`,
				s('concurrency'),
			],
			['slots', `${s('workers')} × ${s('concurrency')}`, s('slots')],
		),
		...part(
			'Rate limit',
			...(interval === undefined
				? [
						['Send Interval', 'an execution with one message never waits for it', 'no effect'] as [
							string,
							string,
							string,
						],
						[
							'fastest that all slots can send',
							`${s('slots')} / ${s('quickest')} s`,
							`${s('fastest')}/s`,
						] as [string, string, string],
					]
				: [
						[
							'Send Interval',
							`${s('slots')} slots × 1,000 / ${s('usable')}/s, rounded up`,
							`${shown(interval)} ms`,
						] as [string, string, string],
						[
							'fastest that all slots can send',
							`${s('slots')} × 1,000 / ${shown(interval)} ms`,
							`${s('fastest')}/s`,
						] as [string, string, string],
						[
							'time of an execution',
							`${s('oneRun')} s + ${shown(given.batch - 1)} × ${shown(interval)} ms`,
							`${s('run')} s`,
						] as [string, string, string],
						[
							'what all slots send when all have work',
							`${s('slots')} × ${n('batch')} / ${s('run')} s`,
							`${s('reached')}/s`,
						] as [string, string, string],
					]),
			...(given.poll > 0
				? ([
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
					] as Array<[string, string, string]>)
				: []),
		),
		...part(
			'Main',
			['executions that come in', `${s('atPeak')}/s / ${n('batch')}`, `${s('received')}/s`],
			['cores in use at the peak', `${s('received')}/s × ${n('cpu-main')} ms`, s('mainCores')],
			[
				'`n8n webhook` processes',
				`${s('mainCores')} / ${busy}, rounded up; 1 is main itself`,
				s('webhooks'),
			],
			[
				'memory of all n8n processes',
				`(1 main + ${webhooks} webhook + ${s('workers')} workers) × ${n('memory-process')} GB`,
				`${s('processMemory')} GB`,
			],
		),
		...part(
			'PostgreSQL',
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
				`(1 main + ${webhooks} webhook + ${s('workers')} workers) × ${n('pool')}`,
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
		),
		...part(
			'Redis',
			['jobs at most', `${s('slots')} slots + ${s('waiting')} waiting / ${n('batch')}`, s('jobs')],
			['memory for them', `× ${n('redis-job')} bytes`, `${shown(sizes.redisGb * 1000)} MB`],
			['commands at the peak', `${s('received')}/s × ${n('redis-commands')}`, `${s('commands')}/s`],
		),
		...part(
			'Price a month',
			[
				'cores',
				`${s('machines')} × ${n('cores')} workers + ${1 + webhooks} main and webhook + ${shown(Math.ceil(sizes.databaseCores / (given.busy / 100)))} PostgreSQL`,
				s('cores'),
			],
			[
				'machines',
				`${s('cores')} × ${n('price-core')} + ${s('disk')} GB × ${n('price-gb')} + ${s('memory')} GB of memory × ${n('price-memory')}`,
				s('machineCost'),
			],
			['messages', `${n('messages')} × ${n('price-message')}`, s('messageCost')],
		),
	];
}
