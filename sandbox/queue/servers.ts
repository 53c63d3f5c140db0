import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { address, freePort } from '../n8nProcess';
import { runDaemon, type Daemon } from './daemon';
import type { Programs } from './programs';
import { run } from '../../.ci/progress.cjs';

/**
 * A folder for the servers' data, new and empty. Not in the sandbox's own: the user they run as may not
 * be let in there. The name stays the same, so that what a killed sandbox left is taken away; each user
 * has one of their own, as nobody can take away what root left.
 */
export function scratchFolder(userFolder: string): string {
	const name = createHash('sha256').update(userFolder).digest('hex').slice(0, 12);
	const folder = join(tmpdir(), `n8n-nodes-voice-sms-queue-${process.getuid?.() ?? 0}-${name}`);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { mode: 0o711 });
	return folder;
}

/** Redis that keeps nothing on disk. */
export async function startRedis(
	programs: Programs,
	scratch: string,
	logFile: string,
): Promise<Daemon> {
	const port = await freePort();
	return await runDaemon({
		name: 'Redis',
		port,
		logFile,
		user: 'redis',
		signal: 'SIGTERM',
		folder: join(scratch, 'redis'),
		command: [programs['redis-server'], '--port', String(port), '--bind', address, '--save', ''],
		probe: [programs['redis-cli'], '-h', address, '-p', String(port), 'ping'],
	});
}

export const databaseUser = 'n8n';

/** PostgreSQL on an empty cluster, which does not wait for the disk. */
export async function startPostgres(
	programs: Programs,
	scratch: string,
	logFile: string,
): Promise<Daemon> {
	const port = await freePort();
	const data = join(scratch, 'postgres', 'data');
	return await runDaemon({
		name: 'PostgreSQL',
		port,
		logFile,
		user: 'postgres',
		folder: join(scratch, 'postgres'),
		first: [
			...[programs.initdb, '--pgdata', data, '--username', databaseUser, '--auth', 'trust'],
			...['--encoding', 'UTF8', '--no-locale', '--no-sync'],
		],
		command: [
			...[programs.postgres, '-D', data, '-p', String(port), '-h', address, '-F'],
			...['-c', 'unix_socket_directories='],
		],
		probe: [programs.pg_isready, '-h', address, '-p', String(port)],
		// Its "fast" shutdown: SIGTERM would wait for n8n to hang up.
		signal: 'SIGINT',
	});
}

/**
 * What a query gives, as psql writes it: a line for each row, `|` between columns.
 *
 * @throws Error with PostgreSQL's words when it refuses the query
 */
export async function queryPostgres(
	programs: Programs,
	{ port }: Daemon,
	query: string,
): Promise<string> {
	const where = ['-h', address, '-p', String(port), '-U', databaseUser, '-d', 'postgres'];
	const psql = [...where, '--no-psqlrc', '--tuples-only', '--no-align', '-c', query];
	return (await run(programs.psql, psql)).trim();
}
