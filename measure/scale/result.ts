import { markdownTable } from '../../test/docs/fieldTable';
import { figuresOf, measuredOn, medianOf, whole, type Facts } from '../figures/figures';
import { messagesIn, type Shape } from './workflows';

/** Programs with a processor time of their own. The simulator and the callers are one process. */
export const parties = ['main', 'workers', 'postgres', 'redis', 'simulator'] as const;
export type Party = (typeof parties)[number];

export interface Load {
	shape: Shape;
	workers: number;
	/** Of the service. */
	latencyMs: number;
}

/** A window of time under steady load. */
export interface Window {
	seconds: number;
	executions: number;
	/** Processor time in ms, */
	cpuMs: Record<Party, number>;
	/** and of all processes of the machine. */
	allMs: number;
}

/** The figures of one load: the median of its windows. */
export interface Cell extends Load {
	executionsPerMinute: number;
	/** Processor time for one execution. */
	cpuMs: Record<Party, number>;
	/** How many of the machine's processors all parties together kept busy. */
	busy: number;
	/** The same of all other programs on the machine. */
	othersBusy: number;
	/** Executions that failed: n8n does that when it waits too long for its database. */
	failed: number;
}

/** What `npm run scale` found. */
export interface Run extends Facts {
	/** Versions. */
	postgres: string;
	redis: string;
	/** Executions at a time on each worker. */
	concurrency: number;
	/** Database connections of each n8n process. */
	connections: number;
	cells: Cell[];
}

/** The median of each figure of several windows, for one execution. */
export function cellOf(load: Load, windows: readonly Window[], failed: number): Cell {
	const middle = (figure: (window: Window) => number) => medianOf(windows.map(figure));
	const total = ({ cpuMs }: Window) => parties.reduce((sum, party) => sum + cpuMs[party], 0);
	const perExecution = parties.map((party) => [
		party,
		middle(({ cpuMs, executions }) => cpuMs[party] / executions),
	]);
	return {
		...load,
		executionsPerMinute: middle(({ executions, seconds }) => (executions / seconds) * 60),
		cpuMs: Object.fromEntries(perExecution) as Record<Party, number>,
		busy: middle((window) => total(window) / window.seconds / 1000),
		othersBusy: middle((window) => (window.allMs - total(window)) / window.seconds / 1000),
		failed,
	};
}

/** Processors that other programs may keep busy before the figures are no good. */
const tolerated = 0.2;

/** The part of docs/measured.md. */
export function scalePart(run: Run): string {
	const others = Math.max(...run.cells.map(({ othersBusy }) => othersBusy));
	const head = [
		...['Messages in an execution', 'Workers', 'Service latency', 'Executions a minute'],
		...['Messages a minute', 'CPU ms: main', 'Workers', 'PostgreSQL', 'Redis', 'Failed'],
		`Of ${run.processors} processors busy`,
	];
	const lines = run.cells.map((cell) => [
		...[whole(messagesIn[cell.shape]), whole(cell.workers), `${cell.latencyMs} ms`],
		whole(cell.executionsPerMinute),
		whole(cell.executionsPerMinute * messagesIn[cell.shape]),
		...[cell.cpuMs.main, cell.cpuMs.workers, cell.cpuMs.postgres, cell.cpuMs.redis].map(tenths),
		...[whole(cell.failed), cell.busy.toFixed(2)],
	]);
	return [
		`${measuredOn(run)}, PostgreSQL ${run.postgres} and Redis ${run.redis} on the same machine; workers with \`--concurrency=${run.concurrency}\`, ${run.connections} database connections for each process.`,
		...(others > tolerated
			? [
					`**The machine was not quiet**: other programs kept up to ${others.toFixed(1)} processors busy, so executions a minute are too few.`,
				]
			: []),
		markdownTable(head, lines),
	].join('\n\n');
}

const tenths = (figure: number) => (figure < 10 ? figure.toFixed(1) : whole(figure));

export const figures = figuresOf('scale', scalePart);
