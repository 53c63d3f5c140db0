import axios from 'axios';

import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import { cpuOf, cpuOfAll, memoryOf } from './processor';
import type { Cell, Left, Party, Window } from './result';
import { cellOf, parties } from './result';
import type { Counts, Servers } from './servers';
import { callOf, messagesIn, type Shape } from './workflows';

export interface Timing {
	/** Seconds of load that do not count, for each cell. */
	warmUp: number;
	/** Windows that count, */
	windows: number;
	/** of so many seconds. */
	seconds: number;
}

/** Milliseconds after which it is looked again whether there is room for one more execution. */
const lookEvery = 5;
/** Executions that wait or run beyond those that the workers can take at once. */
const inReserve = 4;
const drainSeconds = 120;

/** Executions by webhook, as many as the workers can do. */
export class Load {
	/** Bytes that Redis kept for a job, each time that one was seen. */
	readonly jobs: number[] = [];
	/** Megabytes of the largest n8n process. */
	memory = 0;

	constructor(
		private readonly queue: Queue,
		private readonly servers: Servers,
		private readonly concurrency: number,
	) {}

	/**
	 * Keeps all workers busy for some time and measures it.
	 *
	 * @throws Error when a message was sent twice, or not at all by an execution that went well, when
	 * nothing was done, or when n8n ended
	 */
	async measure(
		load: Pick<Cell, 'shape' | 'workers' | 'latencyMs'>,
		{ warmUp, windows: count, seconds }: Timing,
	): Promise<{ cell: Cell; left: Left }> {
		const { simulator } = this.queue;
		simulator.reset();
		simulator.latencyMs = load.latencyMs;
		const before = await this.servers.counts();
		const windows: Window[] = [];
		const calls = this.begin(load.shape, load.workers);
		try {
			await Promise.race([calls.failed, pause(warmUp)]);
			for (let window = 0; window < count; window++) {
				windows.push(await Promise.race([calls.failed, this.window(load.shape, seconds)]));
			}
		} finally {
			await calls.stop();
		}
		const after = await this.drained();
		const failed = after.failed - before.failed;
		const wanted = calls.made() * messagesIn[load.shape];
		const texts = simulator.ledger.map(({ body }) => (body as { body: string }).body);
		const once = new Set(texts).size;
		const lost = failed === 0 && once !== wanted;
		if (windows.some(({ executions }) => executions === 0)) {
			throw new Error('No message was sent within a window: the machine is too busy.');
		}
		if (lost || texts.length !== once) {
			throw new Error(
				`${failed} executions failed. Of ${wanted} messages ${once} were sent, ${texts.length - once} of them again.`,
			);
		}
		return { cell: { ...cellOf(load, windows), failed }, left: leftBy(load.shape, before, after) };
	}

	private begin(shape: Shape, workers: number) {
		const url = `${this.queue.n8n.url}/webhook/scale-${shape}`;
		const { ledger } = this.queue.simulator;
		const most = workers * this.concurrency + inReserve;
		let goesOn = true;
		let called = 0;
		const caller = async () => {
			while (goesOn) {
				if (called - Math.floor(ledger.length / messagesIn[shape]) >= most) {
					await pause(lookEvery / 1000);
					continue;
				}
				called++;
				await axios.post(url, callOf(shape), { proxy: false, timeout: 30_000 });
			}
		};
		const callers = Array.from({ length: inReserve }, caller);
		const failed = new Promise<never>((_resolve, reject) => {
			for (const end of [...callers, this.queue.n8n.crashed]) end.catch(reject);
		});
		// Whoever waits for it hears of it.
		failed.catch(() => undefined);
		const stop = async () => {
			goesOn = false;
			await Promise.allSettled(callers);
		};
		return { failed, stop, made: () => called };
	}

	private async window(shape: Shape, seconds: number): Promise<Window> {
		const before = await this.look();
		await pause(seconds);
		const after = await this.look();
		const bytes = this.servers.jobBytes();
		if (bytes !== undefined) this.jobs.push(bytes);
		return {
			seconds: (after.at - before.at) / 1000,
			executions: (after.sent - before.sent) / messagesIn[shape],
			cpuMs: Object.fromEntries(
				parties.map((party) => [party, after.cpuMs[party] - before.cpuMs[party]]),
			) as Record<Party, number>,
			allMs: after.allMs - before.allMs,
			walBytes: after.counts.walBytes - before.counts.walBytes,
			redisCommands: after.counts.redisCommands - before.counts.redisCommands,
		};
	}

	private async look() {
		const { n8n, workers, postgres, redis, simulator } = this.queue;
		const counts = await this.servers.counts();
		const running = workers.filter(({ pid }) => isThere(pid));
		for (const { pid } of [n8n, ...running]) this.memory = Math.max(this.memory, memoryOf(pid));
		const cpuMs: Record<Party, number> = {
			main: cpuOf(n8n.pid),
			workers: running.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
			postgres: cpuOf(postgres.pid),
			redis: cpuOf(redis.pid),
			simulator: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
		};
		return {
			...{ at: performance.now(), sent: simulator.ledger.length, counts, cpuMs },
			allMs: cpuOfAll(),
		};
	}

	/** Waits until nothing runs any more. */
	private async drained(): Promise<Counts> {
		return await waitFor('all executions to end', drainSeconds, async () => {
			const counts = await this.servers.counts();
			return counts.open === 0 ? counts : undefined;
		});
	}
}

function leftBy(shape: Shape, before: Counts, after: Counts): Left {
	const added = (name: keyof Counts) => after[name] - before[name];
	const executions = added('ended');
	const keys = executions * messagesIn[shape];
	return {
		shape,
		executionBytes: added('executionBytes') / executions,
		keyRows: added('keyRows') / keys,
		keyBytes: added('keyBytes') / keys,
		keyIndexBytes: added('keyIndexBytes') / keys,
	};
}

function isThere(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function pause(seconds: number) {
	await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
