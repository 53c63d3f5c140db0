import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { nodeForN8n } from '../../sandbox/node24';
import { root } from '../../sandbox/paths';
import { startQueue } from '../../sandbox/queue/queue';
import { versionOf } from '../bench/bench';
import { Load, type Timing } from './load';
import { figuresFile, measuredTable } from './measured';
import type { Cell, Left, Run } from './result';
import { Servers } from './servers';
import { shapes, workflowOf } from './workflows';

const usage = `npm run scale -- [--smoke]

Brings up n8n in queue mode, sends by webhook as fast as one and two workers can, at 0, 100 and 300 ms
of the service's latency, and says where the processor time goes. On Linux, with Redis and PostgreSQL;
8 to 10 minutes on a quiet machine. Writes docs/scale.json; npm run docs takes it into docs/scale.md.

  --smoke   five seconds of each, at 100 ms only: is each message sent once? Writes nothing`;

interface Plan {
	latencies: number[];
	timing: Timing;
}

const concurrency = 5;
/** Of each process; n8n's default is 2. */
const connections = 10;
const full: Plan = { latencies: [0, 100, 300], timing: { warmUp: 3, windows: 3, seconds: 6 } };
const smoke: Plan = { latencies: [100], timing: { warmUp: 0, windows: 1, seconds: 5 } };
/** Seconds of load before the first cell, until V8 has compiled what is hot. */
const firstWarmUp = 20;

const { values } = parseArgs({
	options: {
		smoke: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
});

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const run = await measureAll(values.smoke ? smoke : full);
	console.log(`\n${measuredTable(run)}`);
	if (values.smoke) return console.log('Everything runs');
	writeFileSync(join(root, figuresFile), `${JSON.stringify(run, null, '\t')}\n`);
	console.log(`Written: ${figuresFile}. npm run docs takes it into docs/scale.md.`);
}

async function measureAll({ latencies, timing }: Plan): Promise<Run> {
	const began = Date.now();
	const say = (text: string) => {
		console.log(`${((Date.now() - began) / 60_000).toFixed(1).padStart(5)} min  ${text}`);
	};
	const env = { DB_POSTGRESDB_POOL_SIZE: String(connections) };
	const queue = await startQueue({ home: 'scale', fresh: true, workers: 2, concurrency, env });
	const servers = new Servers(queue);
	try {
		await servers.open();
		for (const shape of shapes) await queue.publish(workflowOf(shape));
		const load = new Load(queue, servers, concurrency);
		const cells: Cell[] = [];
		const left: Left[] = [];
		// Two first, as a worker is sooner ended than started.
		for (const workers of [2, 1]) {
			if (workers === 1) await queue.stopWorker(1);
			for (const shape of shapes) {
				for (const latencyMs of latencies) {
					const isFirst = cells.length === 0 && !values.smoke;
					const warmUp = isFirst ? firstWarmUp : timing.warmUp;
					const found = await load.measure({ shape, workers, latencyMs }, { ...timing, warmUp });
					cells.push(found.cell);
					left.push(found.left);
					const { executionsPerMinute, cpuMs, busy } = found.cell;
					say(
						`${shape}, ${workers} workers, ${latencyMs} ms: ${executionsPerMinute.toFixed(0)} executions a minute, ` +
							`CPU ${cpuMs.main.toFixed(0)} ms main, ${cpuMs.workers.toFixed(0)} ms workers, ${busy.toFixed(2)} processors busy`,
					);
				}
			}
		}
		const node = execFileSync(nodeForN8n(), ['--version'], { encoding: 'utf8' }).trim().slice(1);
		const jobs = load.jobs.sort((a, b) => a - b);
		return {
			...{ node, n8n: versionOf('n8n'), ...(await servers.versions()) },
			...{ processors: availableParallelism(), concurrency, connections, cells, left },
			jobBytes: jobs[Math.floor(jobs.length / 2)] ?? 0,
			memory: load.memory,
		};
	} finally {
		await servers.close();
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
