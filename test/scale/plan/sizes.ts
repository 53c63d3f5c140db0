import type { Figures } from './inputs';

const second = 1000;
const hour = 3600;
const day = 24 * hour;
const month = 30 * day;
const gigabyte = 1e9;

/** n8n warns of a worker with fewer (n8n 2.41, commands/worker.js). */
export const leastConcurrency = 5;
/** Executions that n8n deletes at most in a second: 100, then it pauses for one (executions-pruning.service.js). */
export const deletedPerSecond = 100;
/** Connections that PostgreSQL takes unless it is told otherwise, `max_connections`. */
export const mostConnections = 100;
/** Conversations that a trigger remembers (docs/trigger.md). */
export const remembered = 2_500;
/** Conversations on a page of the list. */
export const pageSize = 50;
/** What of a limit can be used up, as each execution has a time of its own in which it sends nothing. */
export const reachable = 0.95;
/** Requests that one run of the node has under way at most (api/flow/gate.ts). */
export const mostUnderWay = 100;

export type Sizes = ReturnType<typeof sizesOf>;

/**
 * What has to be there for so many messages. Rates are per second, times in seconds, sizes in GB;
 * Infinity where it never gets done.
 */
export function sizesOf(given: Figures) {
	const { messages, peak, batch, latency, limit, poll } = given;
	const busy = given.busy / 100;

	const mean = messages / month;
	const atPeak = mean * peak;
	const usable = limit * (1 - given.others / 100);
	const most = usable * reachable;
	const sent = Math.min(atPeak, most);
	const waiting = (atPeak - sent) * given['peak-hours'] * hour;
	const caughtUp = waiting === 0 ? 0 : most > mean ? waiting / (most - mean) : Infinity;
	const executions = sent / batch;

	const workerCpu = given['cpu-worker'] + batch * given['cpu-message'];
	const workerCores = (executions * workerCpu) / second;
	const workers = Math.max(1, Math.ceil(workerCores / busy)) + given.spare;
	const machines = Math.ceil(workers / given.cores);

	// One execution without its Send Intervals: its CPU waits for that of others, the service for nobody.
	const oneRun = workerCpu / second / (1 - busy) + latency / second;
	// Little's law; with Send Interval for executions that take oneRun + batch × slots / usable.
	const free = batch > 1 ? 1 - sent / usable : 1;
	const slotsNeeded = (executions * oneRun) / free;
	const concurrency = Math.max(leastConcurrency, Math.ceil(slotsNeeded / workers));
	const slots = workers * concurrency;
	// The first message of the next execution may follow at once on the last of the one before.
	const interval =
		batch > 1 ? Math.ceil(((slots * second) / usable) * (batch / (batch - 1))) : undefined;
	const paused = ((batch - 1) * (interval ?? 0)) / second;
	const run = oneRun + paused;
	const reached = (slots * batch) / run;
	// The interval stays as it is, so its share of the limit goes with it.
	const oneDown = (reached * (workers - 1)) / workers;
	// Without an interval nothing but the time of an execution holds them back.
	const quickest = (workerCpu + latency) / second;
	const fastest = (slots * batch) / (interval === undefined ? quickest : paused);
	const underWay = interval === undefined ? 1 : latency / interval;

	const received = atPeak / batch;
	const mainCores = (received * given['cpu-main']) / second;
	const receiving = Math.ceil(mainCores / busy);
	const webhooks = receiving > 1 ? receiving : 0;
	const processes = 1 + webhooks + workers;
	const processMemory = processes * given['memory-process'];
	const connections = processes * given.pool;

	const databaseCpu = given['cpu-postgres'] + batch * given['cpu-postgres-message'];
	const databaseCores = (executions * databaseCpu) / second;
	const savedPerSecond = (mean / batch) * (given.saved / 100);
	const savedExecutions = savedPerSecond * given['keep-executions'] * day;
	const executionBytes = given['bytes-execution'] + batch * given['bytes-message'];
	const executionGb = (savedExecutions * executionBytes) / gigabyte;
	const keys = mean * given['keep-keys'] * day;
	const keyGb = (keys * given['bytes-key']) / gigabyte;
	const indexGb = (keys * given['bytes-key-index']) / gigabyte;
	const disk = (executionGb + keyGb) * given.room;
	const walPerSecond = executions * (given['wal-execution'] + batch * given['wal-message']);

	const jobs = slots + waiting / batch;
	const redisGb = (jobs * given['redis-job']) / gigabyte;
	const commands = received * given['redis-commands'];

	const movedPerPoll = sent * poll;
	const pollRequests = poll === 0 ? 0 : sent + sent / pageSize;

	const cores = machines * given.cores + 1 + webhooks + Math.ceil(databaseCores / busy);
	const memory = Math.ceil(indexGb) + Math.max(1, Math.ceil(redisGb));
	const machineCost =
		cores * given['price-core'] + disk * given['price-gb'] + memory * given['price-memory'];
	const messageCost = messages * given['price-message'];

	return {
		...{ mean, atPeak, usable, most, sent, waiting, caughtUp, executions },
		...{ workerCpu, workerCores, workers, machines },
		...{ oneRun, slotsNeeded, concurrency, slots, interval, run, reached, oneDown },
		...{ quickest, fastest, underWay },
		...{ received, mainCores, receiving, webhooks, processes, processMemory, connections },
		...{ databaseCpu, databaseCores, savedPerSecond, savedExecutions, executionBytes },
		...{ executionGb, keys, keyGb, indexGb, disk, walPerSecond },
		...{ jobs, redisGb, commands, movedPerPoll, pollRequests },
		...{ cores, memory, machineCost, messageCost },
	};
}

/** What does not fit, in sentences that say what to do; none when all does. */
export function problemsOf(given: Figures, sizes: Sizes): string[] {
	const { mean, atPeak, usable, most, interval, fastest, underWay, movedPerPoll, pollRequests } =
		sizes;
	const growsForEver = mean > most || sizes.caughtUp === Infinity;
	const all: Array<[isSo: boolean, text: string]> = [
		[
			growsForEver,
			`The service takes ${shown(usable)}/s from you, of which ${shown(most)} can be used. You want to send ${shown(mean)}/s, so more and more messages wait. Ask for a higher limit.`,
		],
		[
			!growsForEver && sizes.waiting > 0,
			`At the peak ${shown(atPeak)}/s come in and ${shown(most)}/s can go out: ${shown(sizes.waiting)} messages wait after it, for up to ${shown(sizes.caughtUp / hour)} h. If that is too late, ask for a higher limit.`,
		],
		[
			interval === undefined && fastest > usable,
			`With one message in an execution Send Interval has no effect: ${sizes.slots} at once can send ${shown(fastest)}/s, and the service takes ${shown(usable)}. The service refuses the others (429). They are tried again and, after Max Tries, not sent. Send in batches.`,
		],
		[
			// The interval is rounded up to a whole ms, which costs less than that.
			interval !== undefined && sizes.reached < 0.99 * sizes.sent,
			`The executions that may run at once send ${shown(sizes.reached)}/s, less than the ${shown(sizes.sent)}/s that are needed. Raise --batch or --spare.`,
		],
		[
			given.spare > 0 && sizes.oneDown < 0.99 * sizes.sent,
			`While one of ${sizes.workers} workers is down, the others send ${shown(sizes.oneDown)}/s of the ${shown(sizes.sent)}/s at the peak, because its slots are gone too. Restart it at once, or have more workers (--spare).`,
		],
		[
			underWay > mostUnderWay,
			`At ${(interval ?? 0) / 1000} s a run would have ${shown(underWay)} requests under way, and has ${mostUnderWay} at most. Have more executions at once.`,
		],
		[
			sizes.connections > mostConnections,
			`n8n's processes have ${shown(sizes.connections)} connections, and PostgreSQL takes ${mostConnections} by default. Raise max_connections, or give each process fewer.`,
		],
		[
			sizes.savedPerSecond >= deletedPerSecond,
			`n8n saves ${shown(sizes.savedPerSecond)} executions/s and deletes fewer than ${deletedPerSecond}: the database grows without end. Send in larger batches, or set EXECUTIONS_DATA_SAVE_ON_SUCCESS=none.`,
		],
		[
			movedPerPoll > remembered,
			`A trigger SMS Received meets ${shown(movedPerPoll)} conversations in a poll, because each message sent changes its conversation. It remembers ${remembered.toLocaleString('en-US')}: replies are missed. Poll more often, or learn of replies in another way.`,
		],
		[
			pollRequests + sizes.sent > usable,
			`A trigger SMS Received makes ${shown(pollRequests)} requests/s at the peak. With ${shown(sizes.sent)} messages/s that is more than the ${shown(usable)}/s that the service takes from you. Without this trigger, plan with --poll 0.`,
		],
	];
	return all.filter(([isSo]) => isSo).map(([, text]) => text);
}

/** A figure as it is read: three digits, or whole ones. */
export function shown(figure: number): string {
	if (!Number.isFinite(figure)) return 'never';
	const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
	const most = Math.abs(figure) > 0 && Math.abs(figure) < 0.1 ? 4 : digits;
	return figure.toLocaleString('en-US', { maximumFractionDigits: most });
}
