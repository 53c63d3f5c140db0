import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { n8nFolder } from '../../sandbox/paths';
import { findPrograms } from '../../sandbox/queue/programs';
import type { Queue } from '../../sandbox/queue/queue';
import { databaseUser } from '../../sandbox/queue/servers';

const address = '127.0.0.1';

/** What of n8n's own driver for PostgreSQL is used here. */
interface Driver {
	Client: new (options: object) => {
		connect(): Promise<void>;
		query(text: string): Promise<{ rows: Array<Record<string, string>> }>;
		end(): Promise<void>;
	};
}

/** What the servers have counted so far. Sizes are in bytes. */
export interface Counts {
	/** Executions that have ended. */
	ended: number;
	/** Executions that have begun or wait. */
	open: number;
	/** Executions that have failed. */
	failed: number;
	executionBytes: number;
	/** Rows of Send Once Keys, one a key. */
	keyRows: number;
	keyBytes: number;
	keyIndexBytes: number;
	/** Written ahead (WAL). */
	walBytes: number;
	/** Commands that Redis got. */
	redisCommands: number;
}

/** PostgreSQL and Redis of a queue, asked for what they count. */
export class Servers {
	private readonly redisCli = findPrograms()['redis-cli'];
	private readonly client: InstanceType<Driver['Client']>;

	constructor(private readonly queue: Queue) {
		const { Client } = createRequire(join(n8nFolder, 'package.json'))('pg') as Driver;
		const { port } = queue.postgres;
		this.client = new Client({ host: address, port, user: databaseUser, database: 'postgres' });
	}

	async open(): Promise<void> {
		await this.client.connect();
	}

	async close(): Promise<void> {
		await this.client.end();
	}

	async counts(): Promise<Counts> {
		const row = await this.ask(`SELECT
			(SELECT count(*) FROM execution_entity WHERE "stoppedAt" IS NOT NULL) AS ended,
			(SELECT count(*) FROM execution_entity WHERE "stoppedAt" IS NULL) AS open,
			(SELECT count(*) FROM execution_entity WHERE status IN ('error', 'crashed', 'canceled')) AS failed,
			pg_total_relation_size('execution_entity') + pg_total_relation_size('execution_data') AS "executionBytes",
			(SELECT count(*) FROM processed_data) AS "keyRows",
			pg_total_relation_size('processed_data') AS "keyBytes",
			pg_indexes_size('processed_data') AS "keyIndexBytes",
			(SELECT wal_bytes FROM pg_stat_wal) AS "walBytes"`);
		const all = { ...row, redisCommands: this.redis('info', 'stats', 'total_commands_processed') };
		return Object.fromEntries(
			Object.entries(all).map(([name, value]) => [name, Number(value)]),
		) as unknown as Counts;
	}

	/** Bytes that Redis keeps for a job, or undefined when none waits or runs just now. */
	jobBytes(): number | undefined {
		const keys = this.redisText('--scan', '--pattern', 'bull:jobs:*').split('\n');
		// A running job has its lock beside it, `bull:jobs:7:lock`.
		const job = keys.find((key) => /^bull:jobs:\d+$/.test(key));
		if (job === undefined) return undefined;
		const own = keys.filter((key) => key === job || key.startsWith(`${job}:`));
		const sizes = own.map((key) => Number(this.redisText('memory', 'usage', key)));
		const bytes = sizes.reduce((sum, one) => sum + one, 0);
		// Gone between the two questions.
		return bytes > 0 ? bytes : undefined;
	}

	async versions(): Promise<{ postgres: string; redis: string }> {
		const { server_version: text } = await this.ask('SHOW server_version');
		return { postgres: text.split(' ')[0], redis: this.redis('info', 'server', 'redis_version') };
	}

	private async ask(query: string): Promise<Record<string, string>> {
		return (await this.client.query(query)).rows[0];
	}

	private redis(command: string, section: string, field: string): string {
		const found = new RegExp(`^${field}:(\\S+)`, 'm').exec(this.redisText(command, section));
		if (found === null) throw new Error(`Redis does not say ${field}`);
		return found[1];
	}

	private redisText(...command: string[]): string {
		const all = ['-h', address, '-p', String(this.queue.redis.port), ...command];
		return execFileSync(this.redisCli, all, { encoding: 'utf8' }).trim();
	}
}
