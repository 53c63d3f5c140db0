import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { table } from '../bench/table';
import type { Cell, Left, Party, Run } from './result';
import { batchSize, messagesIn, type Shape } from './workflows';

export const figuresFile = 'docs/scale.json';

/** The last full run of `npm run scale`. */
export function readRun(): Run {
	return JSON.parse(readFileSync(join(root, figuresFile), 'utf8')) as Run;
}

/** What was measured, in Markdown. */
export function measuredTable({ cells, processors }: Run): string {
	return table(
		[
			...['messages in an execution', 'workers', 'service latency', 'executions a minute'],
			...['messages a minute', 'CPU ms: main', 'workers', 'PostgreSQL', 'Redis', 'simulator'],
			'failed',
			`of ${processors} processors busy`,
		],
		cells.map(({ shape, workers, latencyMs, executionsPerMinute, cpuMs, busy, failed }) => [
			...[String(messagesIn[shape]), String(workers), `${latencyMs} ms`],
			...[whole(executionsPerMinute), whole(executionsPerMinute * messagesIn[shape])],
			...[cpuMs.main, cpuMs.workers, cpuMs.postgres, cpuMs.redis, cpuMs.simulator].map(tenths),
			...[whole(failed), busy.toFixed(2)],
		]),
	).trimEnd();
}

/** Processors that others may keep busy before the figures are no good. */
const tolerated = 0.2;

/** Where it was measured, in a sentence, and in a second one that the machine was not quiet. */
export function whereMeasured({
	node,
	n8n,
	postgres,
	redis,
	processors,
	concurrency,
	connections,
	cells,
}: Run): string {
	const others = Math.max(...cells.map(({ othersBusy }) => othersBusy));
	const where = `n8n ${n8n} on Node ${node}, PostgreSQL ${postgres}, Redis ${redis}, all on one machine with ${processors} processors; workers with \`--concurrency=${concurrency}\`, ${connections} database connections to each process.`;
	if (others <= tolerated) return where;
	return `${where} **The machine was not quiet**: other programs kept up to ${others.toFixed(1)} processors busy, so executions a minute are too few.`;
}

/** What an execution costs without its messages, and what each message adds. */
export interface Split {
	execution: number;
	message: number;
}

/**
 * The figures that a plan is worked out from, of all loads the median. What a message adds is the
 * difference between an execution with many and one with one.
 */
export function measuredFigures({ cells, left, jobBytes, memory }: Run) {
	const split = (figure: (cell: Cell) => number) => splitOf(cells, figure);
	const cpu = (party: Party) => split(({ cpuMs }) => cpuMs[party]);
	const bytes = splitOf(left, ({ executionBytes }) => executionBytes);
	const ofBatch = left.filter(({ shape }) => shape === 'batch');
	const worker = cpu('workers');
	const postgres = cpu('postgres');
	const wal = split(({ walBytes }) => walBytes);
	return {
		'cpu-main': rounded(middle(only(cells, 'single').map(({ cpuMs }) => cpuMs.main))),
		'cpu-worker': rounded(worker.execution),
		'cpu-message': rounded(worker.message),
		'cpu-postgres': rounded(postgres.execution),
		'cpu-postgres-message': rounded(postgres.message),
		'bytes-execution': rounded(bytes.execution),
		'bytes-message': rounded(bytes.message),
		'bytes-key': rounded(middle(ofBatch.map(({ keyBytes }) => keyBytes))),
		'bytes-key-index': rounded(middle(ofBatch.map(({ keyIndexBytes }) => keyIndexBytes))),
		'wal-execution': rounded(wal.execution),
		'wal-message': rounded(wal.message),
		'redis-commands': rounded(split(({ redisCommands }) => redisCommands).execution),
		'redis-job': rounded(jobBytes),
		'memory-process': rounded(memory / 1000),
	};
}

function splitOf<T extends Cell | Left>(all: readonly T[], figure: (one: T) => number): Split {
	const single = middle(only(all, 'single').map(figure));
	const batch = middle(only(all, 'batch').map(figure));
	const message = Math.max(0, (batch - single) / (batchSize - 1));
	return { execution: Math.max(0, single - message), message };
}

function only<T extends { shape: Shape }>(all: readonly T[], shape: Shape): T[] {
	return all.filter((one) => one.shape === shape);
}

function middle(figures: number[]): number {
	return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
}

/** Two digits: more were never measured. */
function rounded(figure: number): number {
	return Number(figure.toPrecision(2));
}

const whole = (figure: number) => Math.round(figure).toLocaleString('en-US');
const tenths = (figure: number) => (figure < 10 ? figure.toFixed(1) : whole(figure));
