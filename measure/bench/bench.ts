import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { installN8n, installPackage, packPackage } from '../../sandbox/install';
import { nodeForN8n } from '../../sandbox/node24';
import { step } from '../../sandbox/progress';
import { realClock, startSimulator, type Simulator } from '../../test/simulator';
import { phoneOf } from '../../test/simulator/seed';
import { check, type Sent } from './check';
import { nodesOf } from './contenders';
import type { Order, Outcome, Times } from './n8n';
import { median, rowsOf, type Result, type Row } from './rows';
import { mostRefused, type Contender, type Work } from './works';

/** Contacts that the service holds, each the receiver of a message. */
const contacts = 1_000;
/** Counts of short works; more messages than the service allows in its first second. */
const shortCounts: Record<Work['does'], number> = {
	send: 100,
	check: 100,
	get: 100,
	list: contacts,
	poll: 5,
};
/** Most items of the work that loads all code, before the measured ones. */
const warmUpItems = 50;
/** Contacts that are news before and after polls without news. */
const news = 50;

/**
 * Installs n8n and the packed node, does all works and gives what they took. Prints each step.
 *
 * @param rounds how often each contender does a work; undefined: a short work, once
 */
export async function bench(works: readonly Work[], rounds?: number): Promise<Row[]> {
	await installN8n();
	const userFolder = mkdtempSync(join(tmpdir(), 'bench-'));
	const simulator = await startSimulator({ clock: realClock(), seed: { contacts } });
	let n8n: N8n | undefined;
	try {
		await installPackage(await packPackage(), userFolder);
		n8n = await step('Starting n8n', async () => await startN8n(userFolder, simulator));
		const rows: Row[] = [];
		for (const work of works) {
			const sized = rounds === undefined ? { ...work, count: shortCounts[work.does] } : work;
			const bencher = new Bencher(sized, simulator, n8n);
			rows.push(...(await step(work.title, async () => await bencher.rows(rounds ?? 1))));
		}
		return rows;
	} finally {
		n8n?.stop();
		await simulator.close();
		rmSync(userFolder, { recursive: true, force: true });
	}
}

/** One work, by all its contenders, in turns. */
class Bencher {
	constructor(
		private readonly work: Work,
		private readonly simulator: Simulator,
		private readonly n8n: N8n,
	) {}

	async rows(rounds: number): Promise<Row[]> {
		const { work, simulator } = this;
		const { store } = simulator;
		simulator.reset();
		simulator.latencyMs = work.latencyMs;
		while (work.does === 'list' && store.contacts.size < work.count) store.addContact();
		const others = Object.keys(work.against).filter((name) => !['limit', 'none'].includes(name));
		const results = new Map<Contender, Result[]>();
		for (const name of ['voiceSms', ...others] as Contender[]) {
			results.set(name, []);
			await this.do(name, Math.min(work.count, warmUpItems));
		}
		// With a limit, the service takes the time.
		for (let round = 0; round < (work.perSecond === undefined ? rounds : 1); round++) {
			for (const [name, all] of results) all.push(await this.measured(name));
		}
		return rowsOf(work, (name) => median(results.get(name) ?? []));
	}

	private async measured(contender: Contender): Promise<Result> {
		const { work, simulator } = this;
		const { does, count, perSecond } = work;
		const isPoll = does === 'poll';
		const knew = !isPoll || (await this.finds(contender));
		simulator.ledger.length = simulator.requests.length = 0;
		const limit = { burst: perSecond ?? 0, retryAfter: true };
		if (perSecond !== undefined) simulator.limitRate({ ratePerSecond: perSecond, ...limit });
		const { items, outputs, error, ...times } = await this.do(contender, count);
		const refused = simulator.requests.filter(({ status }) => status === 429).length;
		// A short work is over before the node has found the rate.
		const isShort = count <= shortCounts[does];
		const isPatient = isShort || refused <= mostRefused * simulator.requests.length;
		const sent = simulator.ledger.map(({ id, body }) => ({ id, ...(body as Omit<Sent, 'id'>) }));
		const { sound, done } = check(work, items, { outputs, error }, sent);
		const learns = !isPoll || (await this.finds(contender));
		return { ...times, done, sound: sound && isPatient && knew && learns };
	}

	/** Makes contacts that are news for polls, and says whether the next poll finds them. */
	private async finds(contender: Contender): Promise<boolean> {
		const { clock, store } = this.simulator;
		await this.do(contender, 1);
		clock.advance(60_000);
		const ids = Array.from({ length: news }, () => store.addContact().id);
		clock.advance(60_000);
		const { outputs } = await this.do(contender, 1);
		const found = outputs.map(({ json }) => json.id);
		return found.length === news && ids.every((id) => found.includes(id));
	}

	/** @param count items, or polls */
	private async do(contender: Contender, count: number) {
		const { does } = this.work;
		const items = itemsOf(does, count);
		const nodes = nodesOf(contender, this.work, this.simulator.baseUrl);
		const times = does === 'poll' ? count : 1;
		return { items, ...(await this.n8n.run({ nodes, items, times })) };
	}
}

/** `body` is the text that arrives, whatever expression makes it. */
function itemsOf(does: Work['does'], count: number): IDataObject[] {
	if (does === 'list' || does === 'poll') return [{}];
	const run = Date.now();
	return Array.from({ length: count }, (_, index) => {
		const [name, time] = [`Customer ${index}`, index % 24];
		return {
			to: phoneOf(index),
			name,
			time,
			body: `Hello ${name}, see you at ${time}`,
			key: `${run}-${index}`,
			contactId: `contact_${String(index + 1).padStart(6, '0')}`,
		};
	});
}

/** n8n in a process of its own. */
interface N8n {
	run(order: Order): Promise<Outcome & Times>;
	stop(): void;
}

async function startN8n(userFolder: string, { baseUrl, apiKey }: Simulator): Promise<N8n> {
	const credentials = {
		voiceSmsApi: { baseUrl, apiKey },
		httpHeaderAuth: { name: 'x-api-key', value: apiKey },
	};
	// Everything is on this machine, and n8n's settings are the defaults.
	const own = Object.entries(process.env).filter(
		([name]) => !/^(N8N_|DB_|EXECUTIONS_|NODE_)|_proxy$/i.test(name),
	);
	const n8n = fork(join(__dirname, 'n8n.ts'), [JSON.stringify(credentials)], {
		execPath: nodeForN8n(),
		// isolated-vm asks for --no-node-snapshot.
		execArgv: ['--expose-gc', '--no-node-snapshot', '--require', require.resolve('tsx/cjs')],
		env: {
			...Object.fromEntries(own),
			NODE_ENV: 'production',
			N8N_USER_FOLDER: userFolder,
			N8N_LOG_LEVEL: 'silent',
			N8N_DIAGNOSTICS_ENABLED: 'false',
		},
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const ended = once(n8n, 'exit').then(([code]) => {
		throw new Error(`n8n ended with code ${code}`);
	});
	ended.catch(() => {});
	const answer = async () => (await Promise.race([once(n8n, 'message'), ended])) as unknown[];
	await answer();
	return {
		run: async (order) => {
			n8n.send(order);
			const [given] = await answer();
			return given as Outcome & Times;
		},
		stop: () => n8n.disconnect(),
	};
}
