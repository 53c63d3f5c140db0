import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import axios from 'axios';
import { nodeForN8n } from '../../sandbox/node24';
import { waitFor } from '../../sandbox/progress';
import type { Idle, Sample } from './judge';
import { keyTable } from './judge';
import { workflows } from './workflows';

/**
 * Where n8n puts the files of what is not an execution yet. Those of a webhook it moves to their
 * execution and deletes with it, those of a polling trigger it leaves there (n8n, restore-binary-data-id.ts).
 */
const triggerFolder = 'temp';

/** What `probe.cjs` says of n8n's process; bytes. */
interface Process {
	memory: number;
	resident: number;
	native: number;
	handles: Record<string, number>;
}

interface Database {
	rows: Record<string, number>;
	states: Record<string, number>;
	/** Executions that are kept: those under way, and those that failed. */
	executions: Array<{ id: number; name: string; status: string }>;
	keyRows: number;
}

const run = promisify(execFile);
const calmSeconds = 180;
const lookMs = 1_500;
/** Looks without a change that are rest: longer than the time between two polls and their work. */
const enoughLooks = 10;
/** Counts of the objects in the heap, each of which takes seconds. */
const counts = 3;
const over = ['success', 'error', 'crashed', 'canceled'];

// In n8n's own Node, which can read its database without a driver.
const query = `
	const { DatabaseSync } = require('node:sqlite');
	const [file, workflowId, keyTable] = process.argv.slice(1);
	const database = new DatabaseSync(file, { readOnly: true });
	const all = (sql, ...values) => database.prepare(sql).all(...values);
	const tables = all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
	const count = (table, where = '', ...values) =>
		all('SELECT count(*) AS found FROM "' + table + '" ' + where, ...values)[0].found;
	const states = all('SELECT name, length(staticData) AS size FROM workflow_entity WHERE staticData IS NOT NULL AND length(staticData) > 2');
	console.log(JSON.stringify({
		rows: Object.fromEntries(tables.map(({ name }) => [name, count(name)])),
		states: Object.fromEntries(states.map(({ name, size }) => [name, size])),
		executions: all('SELECT e.id, w.name, e.status FROM execution_entity e JOIN workflow_entity w ON w.id = e.workflowId WHERE e.deletedAt IS NULL'),
		keyRows: count(keyTable, 'WHERE workflowId = ?', workflowId),
	}));`;

/** Looks into a running n8n: its process by way of the probe, its database and its files. */
export class Measure {
	/** @param portFile where the probe has written its port */
	constructor(
		private readonly userFolder: string,
		private readonly portFile: string,
	) {}

	async sample(at: number): Promise<Sample> {
		const [{ memory, resident, native }, { states }] = await Promise.all([
			this.process(),
			this.database(),
		]);
		return { at, memory, resident, native, states };
	}

	/**
	 * Waits until no execution is under way, and then until less and less is held no more: what has
	 * gone for a moment only, as a poll begins every few seconds, counts as gone.
	 *
	 * @param keys Send Once keys that were sent with so far
	 */
	async idle(keys: number): Promise<Idle> {
		await waitFor('all executions to end', calmSeconds, async () => {
			const { executions } = await this.database();
			return executions.every(({ status }) => over.includes(status)) ? true : undefined;
		}).catch(() => undefined);
		let least = await this.now(keys);
		let quiet = sum(least.handles);
		let looks = 0;
		let sinking: string[] = [];
		const atRest = await waitFor('n8n to be at rest', calmSeconds, async () => {
			await sleep(lookMs);
			const now = await this.now(keys);
			quiet = Math.min(quiet, sum(now.handles));
			const held = (idle: typeof now) => ({ ...idle.handles, ...idle.rows, files: idle.files });
			const sank = sunk(held(least), held(now));
			if (sank.length > 0) sinking = sank;
			looks = sank.length > 0 ? 0 : looks + 1;
			least = {
				...now,
				handles: lowest(least.handles, now.handles),
				rows: lowest(least.rows, now.rows),
			};
			return looks === enoughLooks ? true : undefined;
		}).catch(() => false);
		let objects = await this.objects(quiet);
		for (let count = 1; count < counts; count++) {
			await sleep(lookMs);
			objects = lowest(objects, await this.objects(quiet));
		}
		const handles = { ...least.handles, ...objects };
		return { ...least, handles, sinking: atRest ? [] : sinking };
	}

	private async now(keys: number): Promise<Omit<Idle, 'sinking'>> {
		const { handles } = await this.process();
		const { rows, keyRows, executions } = await this.database();
		return {
			...this.files(),
			...{ handles, rows, keys, keyRows },
			executions: executions.map(
				({ id, name, status }) => `"${name}": execution ${id} is ${status}`,
			),
		};
	}

	private async process(): Promise<Process> {
		return await this.ask<Process>('/');
	}

	/** Sockets and timers in the heap, counted in a moment when no more than `quiet` handles are active. */
	private async objects(quiet: number): Promise<Record<string, number>> {
		return await this.ask(`/objects?quiet=${quiet}`);
	}

	private async ask<T>(path: string): Promise<T> {
		const url = `http://127.0.0.1:${readFileSync(this.portFile, 'utf8')}${path}`;
		return (await axios.get<T>(url, { proxy: false, timeout: 120_000 })).data;
	}

	private async database(): Promise<Database> {
		const file = join(this.userFolder, '.n8n', 'database.sqlite');
		const { stdout } = await run(nodeForN8n(), [
			...['--no-warnings', '-e', query],
			...[file, String(workflows.keyed.id), keyTable],
		]);
		return JSON.parse(stdout) as Database;
	}

	private files() {
		const folder = join(this.userFolder, '.n8n', 'storage');
		const entries = existsSync(folder)
			? readdirSync(folder, { recursive: true, withFileTypes: true })
			: [];
		const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath }) => parentPath);
		const triggerFiles = paths.filter((path) => path.split(sep).includes(triggerFolder)).length;
		return { files: paths.length - triggerFiles, triggerFiles };
	}
}

/** What is less than it ever was, in words. */
function sunk(least: Record<string, number>, now: Record<string, number>): string[] {
	return Object.entries(least).flatMap(([name, count]) => {
		const left = now[name] ?? 0;
		return left < count ? [`${name} went from ${count} to ${left}`] : [];
	});
}

const sum = (counts: Record<string, number>) =>
	Object.values(counts).reduce((all, count) => all + count, 0);

function lowest(one: Record<string, number>, other: Record<string, number>) {
	const names = Object.keys({ ...one, ...other });
	return Object.fromEntries(
		names.map((name) => [name, Math.min(one[name] ?? 0, other[name] ?? 0)]),
	);
}
