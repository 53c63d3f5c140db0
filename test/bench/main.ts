import { execFileSync, fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { installN8n } from '../../sandbox/install';
import { nodeForN8n } from '../../sandbox/node24';
import { n8nFolder, root } from '../../sandbox/paths';
import type { Held, Order, Result } from './child';
import { titles, type Folders } from './contenders';
import { median } from './median';
import type { ContenderName, Work } from './plan';
import {
	contenderNames,
	contendersOf,
	longRun,
	measuresHeld,
	planOf,
	roundsOf,
	titleOf,
	workKinds,
} from './plan';
import { report } from './report';
import { startService, type ServiceProcess } from './service';
import { verdictTable } from './table';
import { verdicts, type Section } from './targets';

const usage = `npm run bench -- [options]

  --quick           fewer and smaller works, one run of each, for development
  --only KINDS      of ${workKinds.join(', ')}: those named, with commas between
  --with NAMES      of ${contenderNames.join(', ')}: those named
  --check           exit code 1 when something that must hold does not
  --package FOLDER  measure the package whose sources are there, default this one
  --profile FOLDER  write CPU profiles of the measured parts there (.cpuprofile)
  --out FILE        default docs/benchmark.md; with --quick, --only or --with nothing is
                    written unless it is given`;

const { values } = parseArgs({
	options: {
		quick: { type: 'boolean', default: false },
		only: { type: 'string' },
		with: { type: 'string' },
		check: { type: 'boolean', default: false },
		package: { type: 'string', default: root },
		profile: { type: 'string' },
		out: { type: 'string' },
		help: { type: 'boolean', default: false },
	},
});

/** The contacts that the service holds while sends and gets are measured. */
const contactsOtherwise = 10_000;

async function main(): Promise<void> {
	if (values.help) return console.log(usage);
	const kinds = listed(values.only, workKinds);
	const contenders = listed(values.with, contenderNames);
	const plan = planOf(kinds, values.quick);
	await installN8n();
	const node = nodeForN8n();
	const scratch = mkdtempSync(join(tmpdir(), 'bench-'));
	process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
	const bench = new Bench(node, scratch);
	try {
		await bench.prepare();
		const sections: Section[] = [];
		for (const work of plan) sections.push(await bench.section(work, contenders));
		finish(node, sections);
	} finally {
		bench.stop();
	}
}

function finish(node: string, sections: Section[]): void {
	const judged = verdicts(sections);
	const engines = sections.flatMap(({ rows }) => rows.map(({ result }) => result.expressionEngine));
	const text = report(
		{
			node: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim().slice(1),
			n8n: versionOf('n8n'),
			expressionEngine: engines.find((engine) => engine !== 'none') ?? 'none',
			quick: values.quick,
		},
		sections,
		judged,
	);
	console.log(`\n${text}`);
	const partial = values.quick || values.only !== undefined || values.with !== undefined;
	const file = values.out ?? (partial ? undefined : join(root, 'docs', 'benchmark.md'));
	if (file !== undefined) {
		mkdirSync(join(file, '..'), { recursive: true });
		writeFileSync(file, text);
		console.log(`Written to ${file}`);
	}
	const missed = judged.filter(({ held }) => !held);
	if (missed.length > 0) {
		console.log(`\nMissed:\n${verdictTable(missed)}`);
		if (values.check) process.exitCode = 1;
	}
}

/** Runs measurements, each in a process of its own. */
class Bench {
	private readonly folders: Folders;
	/** Simulators by the number of contacts they hold. */
	private readonly services = new Map<number, ServiceProcess>();
	private readonly began = Date.now();
	private readonly userFolder: string;

	/**
	 * @param node the Node that runs everything
	 * @param scratch a folder for the package as it is built and for n8n's database
	 */
	constructor(
		private readonly node: string,
		scratch: string,
	) {
		this.folders = { n8n: n8nFolder, package: join(scratch, 'package') };
		this.userFolder = join(scratch, 'user');
	}

	async prepare(): Promise<void> {
		this.say('building the package');
		const { package: folder } = this.folders;
		mkdirSync(this.userFolder);
		// Apart from the repository, so that the package finds n8n's n8n-workflow and no other.
		const compiler = require.resolve('typescript/lib/tsc.js');
		const target = ['--outDir', join(folder, 'dist')];
		execFileSync(process.execPath, [compiler, '-p', values.package, ...target], {
			stdio: 'inherit',
		});
		cpSync(join(values.package, 'package.json'), join(folder, 'package.json'));
		this.say("making n8n's database");
		await this.child({ prepare: true, folders: this.folders });
	}

	async section(work: Work, wanted: readonly ContenderName[]): Promise<Section> {
		const names = contendersOf(work).filter((name) => wanted.includes(name));
		const results = new Map<ContenderName, Result[]>(names.map((name) => [name, []]));
		const rounds = roundsOf(work, values.quick);
		for (let round = 1; round <= rounds; round++) {
			for (const [name, soFar] of results) {
				if (soFar.some(({ wall }) => wall * 1000 > longRun)) continue;
				const result = (await this.measure(name, work, round)) as Result;
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
			const megabytes = ((await this.measure(name, work)) as Held).held;
			held.set(name, megabytes);
			this.say(`${titleOf(work)} (memory) ${titles[name]}: ${megabytes.toFixed(1)} MB`);
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

	stop(): void {
		for (const service of this.services.values()) service.stop();
	}

	/** @param round from 1; left out, the memory held is measured and nothing else */
	private async measure(
		contender: ContenderName,
		work: Work,
		round?: number,
	): Promise<Result | Held> {
		const contacts = work.kind === 'list' ? work.count : contactsOtherwise;
		let service = this.services.get(contacts);
		if (service === undefined) {
			service = await startService(this.node, contacts);
			this.services.set(contacts, service);
		}
		const { facts } = service;
		const { folders } = this;
		const name = `${work.kind}-${work.count}-${work.latencyMs}ms-${contender}-${round}.cpuprofile`;
		const held = round === undefined;
		const profile = values.profile === undefined || held ? undefined : join(values.profile, name);
		if (values.profile !== undefined) mkdirSync(values.profile, { recursive: true });
		return (await this.child({
			...{ prepare: false, contender, work, facts, folders, held, profile },
		})) as Result | Held;
	}

	private async child(order: Order): Promise<unknown> {
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
					N8N_USER_FOLDER: this.userFolder,
					N8N_LOG_LEVEL: 'silent',
					N8N_DIAGNOSTICS_ENABLED: 'false',
				},
				stdio: ['ignore', order.prepare ? 'ignore' : 'inherit', 'inherit', 'ipc'],
			});
			let answer: unknown;
			child.on('message', (message) => (answer = message));
			child.once('error', reject);
			child.once('exit', (code) => {
				if (answer === undefined) reject(new Error(`A measurement ended with code ${code}`));
				else resolve(answer);
			});
		});
	}

	private say(text: string): void {
		console.log(`${((Date.now() - this.began) / 60_000).toFixed(1).padStart(5)} min  ${text}`);
	}
}

function listed<T extends string>(text: string | undefined, all: readonly T[]): readonly T[] {
	if (text === undefined) return all;
	const names = text.split(',');
	const unknown = names.find((name) => !all.includes(name as T));
	if (unknown !== undefined) throw new Error(`Not one of ${all.join(', ')}: ${unknown}`);
	return names as T[];
}

function versionOf(packageName: string): string {
	const file = join(n8nFolder, 'node_modules', packageName, 'package.json');
	return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

void main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
