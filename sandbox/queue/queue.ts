import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { realClock, startSimulator, type SimulatorOptions } from '../../test/simulator';
import { installN8n, installPackage, packPackage } from '../install';
import { lock } from '../lock';
import { startN8n } from '../n8n';
import { address, freePort } from '../n8nProcess';
import { stateFolder } from '../paths';
import { step } from '../progress';
import { sandboxOn, type Sandbox, type SandboxOptions } from '../sandbox';
import type { Daemon } from './daemon';
import { findPrograms } from './programs';
import { databaseUser, queryPostgres, scratchFolder, startPostgres, startRedis } from './servers';
import { startWorker, type Worker } from './worker';

export interface QueueOptions
	extends Pick<SandboxOptions, 'home' | 'fresh' | 'port' | 'tarball' | 'credential'> {
	/** How many; default 2. */
	workers?: number;
	/** Executions at a time on each worker; default 5. */
	concurrency?: number;
	/** More settings for main and the workers. */
	env?: NodeJS.ProcessEnv;
	simulator?: SimulatorOptions;
}

/** n8n in queue mode: main, workers, Redis and PostgreSQL. */
export interface Queue extends Sandbox {
	/** Each is replaced by restartWorker. */
	workers: Worker[];
	redis: Daemon;
	postgres: Daemon;
	/** What n8n's database has: a line for each row, `|` between columns. */
	query(sql: string): Promise<string>;
	/** Ends a worker in good order: it finishes what it runs. */
	stopWorker(index: number): Promise<void>;
	/** Ends a worker as a power cut does (SIGKILL). */
	killWorker(index: number): Promise<void>;
	/** Starts a worker on its folder again, which it ends first if it runs. */
	restartWorker(index: number): Promise<void>;
	/** The ids of the executions that a worker has begun, or gone on with. */
	startedBy(index: number): string[];
	/** The ids of those it has run to their end, or to where they wait. */
	finishedBy(index: number): string[];
}

/**
 * Starts the simulator, Redis, PostgreSQL, and n8n's main and workers, the packed node on each of them.
 * The database is empty each time.
 *
 * @throws Error naming the packages to install when Redis or PostgreSQL is missing
 */
export async function startQueue(options: QueueOptions = {}): Promise<Queue> {
	const { home = 'queue', fresh = false, concurrency = 5 } = options;
	const programs = findPrograms();
	const folder = join(stateFolder, home);
	await installN8n();
	const tarball = options.tarball ?? (await packPackage());
	const unlock = lock(folder, fresh);
	// Ended in this order.
	const started: Array<() => Promise<unknown> | void> = [unlock];
	const end = async () => {
		for (const stop of started.splice(0)) await stop();
	};
	let sandbox: Sandbox | undefined;
	try {
		const main = join(folder, 'main');
		const folders = Array.from({ length: options.workers ?? 2 }, (_, index) =>
			join(folder, `worker${index + 1}`),
		);
		for (const userFolder of [main, ...folders]) {
			await installPackage(tarball, userFolder, basename(userFolder));
		}

		const simulator = await startSimulator({ clock: realClock(), ...options.simulator });
		started.unshift(async () => await simulator.close());
		const scratch = scratchFolder(folder);
		started.unshift(() => rmSync(scratch, { recursive: true, force: true }));
		const [redis, postgres] = await step('Starting Redis and PostgreSQL', async () => {
			const redis = await startRedis(programs, scratch, join(folder, 'redis.log'));
			started.unshift(redis.stop);
			const postgres = await startPostgres(programs, scratch, join(folder, 'postgres.log'));
			started.unshift(postgres.stop);
			return [redis, postgres];
		});
		const port = await freePort(options.port);
		const env = { ...settings(redis, postgres, port), ...options.env };

		// It makes the tables that the workers look for.
		const start = async () => await startN8n(main, { env, port });
		const { credential } = options;
		sandbox = await sandboxOn({ simulator, userFolder: main, credential, start, end });

		const workers: Worker[] = [];
		started.unshift(async () => await Promise.all(workers.map(async ({ stop }) => await stop())));
		const startOne = async (index: number) => {
			workers[index] = await startWorker(folders[index], concurrency, env);
		};
		await step(`Starting ${folders.length} workers`, async () => {
			const starts = await Promise.allSettled(folders.map((_, index) => startOne(index)));
			const failed = starts.find(({ status }) => status === 'rejected');
			if (failed?.status === 'rejected') throw failed.reason as Error;
		});

		// A worker that starts again begins a new log.
		const logs = folders.map(() => '');
		const executions = (index: number, what: 'started' | 'finished') => {
			const log = logs[index] + readFileSync(workers[index].logFile, 'utf8');
			const lines = log.matchAll(new RegExp(`Worker ${what} execution (\\d+)`, 'g'));
			return [...lines].map(([, id]) => id);
		};
		return Object.assign(sandbox, {
			workers,
			redis,
			postgres,
			query: async (sql: string) => await queryPostgres(programs, postgres, sql),
			stopWorker: async (index: number) => await workers[index].stop(),
			killWorker: async (index: number) => await workers[index].kill(),
			async restartWorker(index: number) {
				await workers[index].stop();
				logs[index] += readFileSync(workers[index].logFile, 'utf8');
				await step(`Starting worker ${index + 1} again`, async () => await startOne(index));
			},
			startedBy: (index: number) => executions(index, 'started'),
			finishedBy: (index: number) => executions(index, 'finished'),
		});
	} catch (error) {
		await (sandbox?.stop ?? end)();
		throw error;
	}
}

function settings(redis: Daemon, postgres: Daemon, port: number): NodeJS.ProcessEnv {
	return {
		EXECUTIONS_MODE: 'queue',
		// What is run from the editor is run by workers too.
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		// Workers make links for main to answer.
		WEBHOOK_URL: `http://${address}:${port}`,
		QUEUE_BULL_REDIS_HOST: address,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: address,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: databaseUser,
		// The credentials are read by all of them. The database is as short-lived as they are.
		N8N_ENCRYPTION_KEY: 'the key of the queue mode sandbox',
	};
}
