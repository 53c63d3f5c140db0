import { execFileSync, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installN8n } from '../../sandbox/install';
import { nodeForN8n } from '../../sandbox/node24';
import { n8nFolder } from '../../sandbox/paths';
import type { Measurement, Order } from './child';
import { titles, type Folders } from './contenders';
import { median } from './median';
import type { ContenderName, Size, Work } from './plan';
import { contendersOf, longRun, measuresHeld, roundsOf, titleOf } from './plan';
import type { Held, Result } from './result';
import { startService, type ServiceProcess } from './service';
import type { Section } from './targets';

export interface BenchOptions {
	size: Size;
	/** Folder with the sources of the package to measure. */
	package: string;
	/** Folder for CPU profiles. */
	profile?: string;
}

/** The contacts that the service holds while no list is read. */
const contactsOtherwise: Record<Size, number> = { full: 10_000, quick: 10_000, smoke: 250 };

/** Runs measurements, each in a process of its own. */
export class Bench {
	/** The Node that runs everything. */
	readonly node = nodeForN8n();
	private readonly scratch = mkdtempSync(join(tmpdir(), 'bench-'));
	private readonly folders: Folders;
	/** Simulators by the number of contacts they hold. */
	private readonly services = new Map<number, ServiceProcess>();
	private readonly began = Date.now();
	private keysTaken = 0;

	constructor(private readonly options: BenchOptions) {
		this.folders = { n8n: n8nFolder, package: join(this.scratch, 'package') };
		process.once('exit', () => rmSync(this.scratch, { recursive: true, force: true }));
	}

	/** Installs n8n, builds the package apart from the repository and makes n8n's database. */
	async prepare(): Promise<void> {
		await installN8n();
		this.say('building the package');
		const { package: folder } = this.folders;
		const sources = this.options.package;
		mkdirSync(join(this.scratch, 'user'));
		// Apart from the repository, so that the package finds n8n's n8n-workflow and no other.
		const compiler = require.resolve('typescript/lib/tsc.js');
		const target = ['--outDir', join(folder, 'dist')];
		execFileSync(process.execPath, [compiler, '-p', sources, ...target], { stdio: 'inherit' });
		cpSync(join(sources, 'package.json'), join(folder, 'package.json'));
		this.say("making n8n's database");
		await this.child({ does: 'prepare', folders: this.folders });
	}

	/** One work, by every contender that takes part in it, in turns. */
	async section(work: Work, wanted: readonly ContenderName[]): Promise<Section> {
		const names = contendersOf(work).filter((name) => wanted.includes(name));
		const results = new Map<ContenderName, Result[]>(names.map((name) => [name, []]));
		const rounds = roundsOf(work, this.options.size);
		for (let round = 1; round <= rounds; round++) {
			for (const [name, soFar] of results) {
				if (soFar.some(({ wall }) => wall * 1000 > longRun)) continue;
				const [result] = (await this.measure('measure', name, [work], round)) as Result[];
				soFar.push(result);
				const { wall, cpu, resident, error } = result;
				this.say(
					`${titleOf(work)} (${round}/${rounds}) ${titles[name]}: ` +
						`${wall.toFixed(2)} s, CPU ${cpu.toFixed(2)} s, ${resident.toFixed(0)} MB` +
						(error === undefined ? '' : `, ${error}`),
				);
			}
		}
		const held = new Map<ContenderName, number>();
		for (const name of measuresHeld(work) ? names : []) {
			const [found] = (await this.measure('held', name, [work])) as Held[];
			held.set(name, found.held);
			this.say(`${titleOf(work)} (memory) ${titles[name]}: ${found.held.toFixed(1)} MB`);
		}
		return {
			work,
			rows: [...results].map(([contender, all]) => ({
				contender,
				runs: all.length,
				result: median(all),
				held: held.get(contender),
			})),
		};
	}

	/** All works once, those of a contender in one process: quick, and no figure counts. */
	async together(works: readonly Work[], wanted: readonly ContenderName[]): Promise<Section[]> {
		const sections: Section[] = works.map((work) => ({ work, rows: [] }));
		for (const contender of wanted) {
			const own = sections.filter(({ work }) => contendersOf(work).includes(contender));
			if (own.length === 0) continue;
			this.say(titles[contender]);
			const ownWorks = own.map(({ work }) => work);
			const results = (await this.measure('measure', contender, ownWorks)) as Result[];
			own.forEach(({ rows }, index) => rows.push({ contender, runs: 1, result: results[index] }));
		}
		return sections;
	}

	stop(): void {
		for (const service of this.services.values()) service.stop();
	}

	private async measure(
		does: Measurement['does'],
		contender: ContenderName,
		works: Work[],
		round?: number,
	): Promise<Array<Result | Held>> {
		const [{ kind, count, latencyMs, event }] = works;
		const { size, profile: folder } = this.options;
		const isSized = kind === 'list' || kind === 'tagged';
		const service = await this.serviceWith(isSized ? count : contactsOtherwise[size]);
		for (const { remembered = 0 } of works.filter((work) => work.kind === 'once')) {
			await this.takeKeys(remembered, service);
		}
		const { facts } = service;
		const what = event ?? kind;
		const name = `${what}-${count}-${latencyMs}ms-${contender}-${round}.cpuprofile`;
		const profile = folder === undefined || does === 'held' ? undefined : join(folder, name);
		if (folder !== undefined) mkdirSync(folder, { recursive: true });
		return await this.child({ does, contender, works, facts, folders: this.folders, profile });
	}

	private async serviceWith(contacts: number): Promise<ServiceProcess> {
		const running = this.services.get(contacts);
		if (running !== undefined) return running;
		const service = await startService(this.node, contacts);
		this.services.set(contacts, service);
		return service;
	}

	/** The keys stay in n8n's database, so they are taken once. */
	private async takeKeys(wanted: number, { facts }: ServiceProcess): Promise<void> {
		const count = wanted - this.keysTaken;
		if (count <= 0) return;
		this.say(`taking ${count.toLocaleString('en-US')} keys of Send Once`);
		await this.child({ does: 'takeKeys', count, facts, folders: this.folders });
		this.keysTaken = wanted;
	}

	private async child(order: Order): Promise<Array<Result | Held>> {
		const environment = { ...process.env };
		// Everything is on this machine, and n8n's settings are the defaults.
		for (const name of Object.keys(environment)) {
			if (/^(N8N_|DB_|EXECUTIONS_|NODE_OPTIONS$)|_proxy$/i.test(name)) delete environment[name];
		}
		return await new Promise((resolve, reject) => {
			const child = fork(join(__dirname, 'child.ts'), [JSON.stringify(order)], {
				execPath: this.node,
				// isolated-vm asks for --no-node-snapshot.
				execArgv: ['--expose-gc', '--no-node-snapshot', '--require', require.resolve('tsx/cjs')],
				env: {
					...environment,
					NODE_ENV: 'production',
					NODE_PATH: join(n8nFolder, 'node_modules'),
					N8N_USER_FOLDER: join(this.scratch, 'user'),
					N8N_LOG_LEVEL: 'silent',
					N8N_DIAGNOSTICS_ENABLED: 'false',
				},
				stdio: ['ignore', order.does === 'prepare' ? 'ignore' : 'inherit', 'inherit', 'ipc'],
			});
			let answer: unknown;
			child.on('message', (message) => (answer = message));
			child.once('error', reject);
			child.once('exit', (code) => {
				if (answer === undefined) reject(new Error(`A measurement ended with code ${code}`));
				else resolve(answer as Array<Result | Held>);
			});
		});
	}

	private say(text: string): void {
		console.log(`${((Date.now() - this.began) / 60_000).toFixed(1).padStart(5)} min  ${text}`);
	}
}

/** Version of a package of the installed n8n. */
export function versionOf(packageName: string): string {
	const file = join(n8nFolder, 'node_modules', packageName, 'package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
