import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

import { waitFor } from '../../sandbox/progress';
import type { Queue } from '../../sandbox/queue/queue';
import { compare } from '../figures/texts';
import { cpuOf } from './processor';
import { cellOf, parties, type Cell, type Load, type Party, type Window } from './result';
import { messagesIn, peopleOf, type Shape } from './workflows';

export interface Timing {
	/** Seconds of load before it counts, */
	warmUp: number;
	/** then so many windows */
	windows: number;
	/** of so many seconds. */
	seconds: number;
}

/** Milliseconds between two looks whether there is room for another execution. */
const lookMs = 5;
/** Executions that wait beyond those that the workers can run at once. */
const inReserve = 4;
const drainSeconds = 120;

/**
 * Keeps all workers busy by webhook for some time and measures it.
 *
 * @param concurrency executions at a time on each worker
 * @throws Error when a message was sent twice, or not at all by an execution that went well, or when
 * nothing was done
 */
export async function measure(
	queue: Queue,
	load: Load,
	concurrency: number,
	{ warmUp, windows: count, seconds }: Timing,
): Promise<Cell> {
	const { simulator } = queue;
	const messages = messagesIn[load.shape];
	simulator.reset();
	simulator.latencyMs = load.latencyMs;
	const failedBefore = await failedOf(queue);
	const windows: Window[] = [];
	const calls = begin(queue, load.shape, load.workers * concurrency + inReserve);
	try {
		await Promise.race([calls.failed, sleep(warmUp * 1000)]);
		for (let number = 0; number < count; number++) {
			windows.push(await Promise.race([calls.failed, window(queue, messages, seconds)]));
		}
	} finally {
		await calls.stop();
	}
	await waitFor('all executions to end', drainSeconds, async () => {
		const open = await queue.query(
			`SELECT count(*) FROM execution_entity WHERE "stoppedAt" IS NULL`,
		);
		return open === '0' || undefined;
	});
	const failed = (await failedOf(queue)) - failedBefore;
	const texts = simulator.ledger.map(({ body }) => (body as { body: string }).body);
	const { lost, doubled, unasked } = compare(calls.wanted, texts);
	if (windows.some(({ executions }) => executions === 0)) {
		throw new Error('No message was sent within a window: the machine is too busy.');
	}
	if ((failed === 0 && lost.length > 0) || doubled.length + unasked.length > 0) {
		throw new Error(
			`${failed} executions failed. Of ${calls.wanted.length} messages ${lost.length} were not sent, ${doubled.length} twice, and ${unasked.length} others.`,
		);
	}
	return cellOf(load, windows, failed);
}

/** Calls the webhook whenever fewer executions than `most` are under way. */
function begin({ n8n, simulator }: Queue, shape: Shape, most: number) {
	let goesOn = true;
	let called = 0;
	const wanted: string[] = [];
	const caller = async () => {
		while (goesOn) {
			if (called - Math.floor(simulator.ledger.length / messagesIn[shape]) >= most) {
				await sleep(lookMs);
				continue;
			}
			called++;
			const people = peopleOf(shape);
			wanted.push(...people.map(({ key }) => key));
			const body = shape === 'single' ? people[0] : { people };
			const url = `${n8n.url}/webhook/scale-${shape}`;
			await axios.post(url, body, { proxy: false, timeout: 30_000 });
		}
	};
	const callers = Array.from({ length: inReserve }, caller);
	const failed = new Promise<never>((_resolve, reject) => {
		for (const caller of callers) caller.catch(reject);
	});
	// Whoever waits for it hears of it.
	failed.catch(() => undefined);
	const stop = async () => {
		goesOn = false;
		await Promise.allSettled(callers);
	};
	return { failed, stop, wanted };
}

/** A window is so many times as long where no execution has ended in it. */
const mostTimes = 12;

async function window(queue: Queue, messages: number, seconds: number): Promise<Window> {
	const before = look(queue);
	let after = before;
	// On a busy machine, until at least one execution has ended.
	for (let times = 0; times < mostTimes && after.sent === before.sent; times++) {
		await sleep(seconds * 1000);
		after = look(queue);
	}
	const cpuMs = parties.map((party) => [party, after.cpuMs[party] - before.cpuMs[party]]);
	return {
		seconds: (after.at - before.at) / 1000,
		executions: (after.sent - before.sent) / messages,
		cpuMs: Object.fromEntries(cpuMs) as Record<Party, number>,
		allMs: after.allMs - before.allMs,
	};
}

function look({ n8n, workers, postgres, redis, simulator }: Queue) {
	const own = process.cpuUsage();
	const cpuMs: Record<Party, number> = {
		main: cpuOf(n8n.pid),
		workers: workers.filter(isRunning).reduce((sum, { pid }) => sum + cpuOf(pid), 0),
		postgres: cpuOf(postgres.pid),
		redis: cpuOf(redis.pid),
		simulator: (own.user + own.system) / 1000,
	};
	const allMs = cpus().reduce(
		(sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq,
		0,
	);
	return { at: performance.now(), sent: simulator.ledger.length, cpuMs, allMs };
}

function isRunning({ pid }: { pid: number }): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

async function failedOf(queue: Queue): Promise<number> {
	const states = `status IN ('error', 'crashed', 'canceled')`;
	return Number(await queue.query(`SELECT count(*) FROM execution_entity WHERE ${states}`));
}
