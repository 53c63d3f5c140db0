import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import { nodeForN8n } from '../../sandbox/node24';
import { waitFor } from '../../sandbox/progress';
import type { Rest } from './judge';

const restSeconds = 180;
const lookMs = 1_500;

// In n8n's own Node, which can read its database without a driver.
const query = `
	const { DatabaseSync } = require('node:sqlite');
	const database = new DatabaseSync(process.argv[1], { readOnly: true });
	const all = (sql) => database.prepare(sql).all();
	const tables = all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
	const rows = tables.map(({ name }) => ['rows of ' + name, all('SELECT count(*) AS n FROM "' + name + '"')[0].n]);
	console.log(JSON.stringify(Object.fromEntries(rows)));`;

/**
 * Looks again and again at what a running n8n holds, and takes each figure at its lowest: a poll holds
 * things for a moment.
 *
 * @param port of the probe
 * @param isEnough whether to stop looking, which happens after three minutes at the latest
 */
export async function restOf(
	userFolder: string,
	port: number,
	isEnough: (rest: Rest) => boolean,
): Promise<Rest> {
	let rest = await look(userFolder, port);
	await waitFor('n8n to be at rest', restSeconds, async () => {
		if (isEnough(rest)) return true;
		await sleep(lookMs);
		const now = await look(userFolder, port);
		const names = Object.keys({ ...rest, ...now });
		const lowest = names.map((name) => [name, Math.min(rest[name] ?? 0, now[name] ?? 0)]);
		rest = Object.fromEntries(lowest) as Rest;
		return undefined;
	}).catch(() => undefined);
	return rest;
}

async function look(userFolder: string, port: number): Promise<Rest> {
	const { data } = await axios.get<Rest>(`http://127.0.0.1:${port}`, { proxy: false });
	const folder = join(userFolder, '.n8n');
	const program = ['--no-warnings', '-e', query, join(folder, 'database.sqlite')];
	const { stdout } = await promisify(execFile)(nodeForN8n(), program);
	const files = readdirSync(join(folder, 'storage'), { recursive: true, withFileTypes: true })
		// n8n keeps the files that a polling trigger brings in `temp`, and never deletes them.
		.filter((entry) => entry.isFile() && !entry.parentPath.split(sep).includes('temp'));
	return { ...data, ...(JSON.parse(stdout) as Rest), 'files of executions': files.length };
}
