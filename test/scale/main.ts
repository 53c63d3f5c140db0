import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { versionOf } from '../../sandbox/editorApi';
import { nodeForN8n } from '../../sandbox/node24';
import { root } from '../../sandbox/paths';
import { findPrograms } from '../../sandbox/queue/programs';
import { startQueue } from '../../sandbox/queue/queue';
import { measure, type Timing } from './load';
import { figuresFile, type Cell, type Run } from './result';
import { shapes, workflowOf } from './workflows';

const usage = `npm run scale -- [--smoke]

Brings up n8n in queue mode, sends by webhook as fast as one and two workers can, at 0 and 300 ms of
the service's latency, and says where the processor time goes. On Linux, with Redis and PostgreSQL;
6 minutes on a quiet machine. Writes docs/scale.json; npm run docs takes it into docs/scale.md.

  --smoke   five seconds of each, at 100 ms only: is each message sent once? Writes nothing`;

interface Plan {
	latencies: number[];
	timing: Timing;
	/** Seconds of load before the first cell, until V8 has compiled what is hot. */
	firstWarmUp: number;
}

const concurrency = 5;
/** Of each process; n8n's default is 2. */
const connections = 10;
const full: Plan = {
	...{ latencies: [0, 300], firstWarmUp: 20 },
	timing: { warmUp: 3, windows: 3, seconds: 6 },
};
const smoke: Plan = {
	...{ latencies: [100], firstWarmUp: 0 },
	timing: { warmUp: 0, windows: 1, seconds: 5 },
};

const { values } = parseArgs({
	options: {
		smoke: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const run = await measureAll(values.smoke ? smoke : full);
	if (values.smoke) return console.log('Everything runs');
	writeFileSync(join(root, figuresFile), `${JSON.stringify(run, null, '\t')}\n`);
	console.log(`Written: ${figuresFile}. npm run docs takes it into docs/scale.md.`);
}

async function measureAll({ latencies, timing, firstWarmUp }: Plan): Promise<Run> {
	const env = { DB_POSTGRESDB_POOL_SIZE: String(connections) };
	const queue = await startQueue({ home: 'scale', fresh: true, workers: 2, concurrency, env });
	try {
		for (const shape of shapes) await queue.publish(workflowOf(shape));
		const cells: Cell[] = [];
		// Two first, as a worker is sooner ended than started.
		for (const workers of [2, 1]) {
			if (workers === 1) await queue.stopWorker(1);
			for (const shape of shapes) {
				for (const latencyMs of latencies) {
					const warmUp = cells.length === 0 ? firstWarmUp : timing.warmUp;
					const load = { shape, workers, latencyMs };
					const cell = await measure(queue, load, concurrency, { ...timing, warmUp });
					cells.push(cell);
					console.log(
						`${shape}, ${workers} workers, ${latencyMs} ms: ${cell.executionsPerMinute.toFixed(0)} executions a minute, ` +
							`CPU ${cell.cpuMs.main.toFixed(0)} ms main, ${cell.cpuMs.workers.toFixed(0)} ms workers, ` +
							`${cell.busy.toFixed(2)} processors busy, ${cell.othersBusy.toFixed(2)} by other programs`,
					);
				}
			}
		}
		const version = (program: string) =>
			/\d+(\.\d+)+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0] ?? '';
		const programs = findPrograms();
		return {
			day: new Date().toISOString().split('T')[0],
			...{ node: version(nodeForN8n()), n8n: await versionOf(queue.n8n.rest) },
			...{ postgres: version(programs.postgres), redis: version(programs['redis-server']) },
			...{ processors: availableParallelism(), concurrency, connections, cells },
		};
	} finally {
		await queue.stop();
	}
}

void main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
