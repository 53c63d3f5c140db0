import { step } from '../../sandbox/progress';
import { findPrograms } from '../../sandbox/queue/programs';
import { startQueue, type Queue } from '../../sandbox/queue/queue';
import { command } from '../figures/command';
import { factsOfToday, measureWith, versionOf } from '../figures/running';
import { measure, type Timing } from './load';
import { figures, type Cell, type Load } from './result';
import { shapes, workflowOf } from './workflows';

const usage = `npm run scale -- [--smoke]

Brings up n8n in queue mode, sends by webhook as fast as one and two workers can, at 0 and 300 ms of
the service's latency, and says where the processor time goes. On Linux, with Redis and PostgreSQL;
6 minutes on a quiet machine. Writes docs/scale.json; npm run docs takes it into docs/measured.md.

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
	latencies: [0, 300],
	firstWarmUp: 20,
	timing: { warmUp: 3, windows: 3, seconds: 6 },
};
const smoke: Plan = {
	latencies: [100],
	firstWarmUp: 0,
	timing: { warmUp: 0, windows: 1, seconds: 5 },
};

void command(
	usage,
	{ options: { smoke: { type: 'boolean' } } },
	async ({ smoke: isShort = false }) => {
		const env = { DB_POSTGRESDB_POOL_SIZE: String(connections) };
		const starts = startQueue({ home: 'scale', fresh: true, workers: 2, concurrency, env });
		const cells = await measureWith(starts, shapes.map(workflowOf), async (queue) => {
			return await cellsOf(queue, isShort ? smoke : full);
		});
		const programs = findPrograms();
		const [postgres, redis] = [programs.postgres, programs['redis-server']].map(versionOf);
		const run = { ...factsOfToday(), postgres, redis, concurrency, connections, cells };
		figures.keep(run, !isShort);
		return true;
	},
);

async function cellsOf(queue: Queue, { latencies, timing, firstWarmUp }: Plan): Promise<Cell[]> {
	// Two first, as a worker is sooner ended than started.
	const loads = [2, 1].flatMap((workers) =>
		shapes.flatMap((shape) => latencies.map((latencyMs): Load => ({ shape, workers, latencyMs }))),
	);
	const cells: Cell[] = [];
	for (const load of loads) {
		const { shape, workers, latencyMs } = load;
		if (workers < (cells.at(-1)?.workers ?? workers)) await queue.stopWorker(workers);
		const warmUp = cells.length === 0 ? firstWarmUp : timing.warmUp;
		const title = `Executions (${shape}) with workers: ${workers}, latency: ${latencyMs} ms`;
		cells.push(
			await step(title, async () => await measure(queue, load, concurrency, { ...timing, warmUp })),
		);
	}
	return cells;
}
