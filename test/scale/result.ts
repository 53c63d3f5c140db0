import type { Shape } from './workflows';

/** Whose processor time is measured. The simulator and the callers are one process. */
export const parties = ['main', 'workers', 'postgres', 'redis', 'simulator'] as const;
export type Party = (typeof parties)[number];

/** A window of time under steady load. */
export interface Window {
	seconds: number;
	executions: number;
	/** Processor time in ms. */
	cpuMs: Record<Party, number>;
	/** Processor time in ms of all processes of the machine. */
	allMs: number;
	/** Written ahead by PostgreSQL. */
	walBytes: number;
	redisCommands: number;
}

/** What was measured under one load: the median of its windows. */
export interface Cell {
	shape: Shape;
	workers: number;
	latencyMs: number;
	windows: number;
	executionsPerMinute: number;
	/** Of processor time, for one execution. */
	cpuMs: Record<Party, number>;
	/** How many of the machine's processors all parties together kept busy. */
	busy: number;
	/** The same of everybody else on the machine. */
	othersBusy: number;
	walBytes: number;
	redisCommands: number;
	/** Executions that failed, as n8n does when it waits too long for its database. */
	failed: number;
}

/** What one kind of execution leaves behind. */
export interface Left {
	shape: Shape;
	/** Bytes in the database for one execution. */
	executionBytes: number;
	/** Rows of one key, */
	keyRows: number;
	/** and their bytes in the database, */
	keyBytes: number;
	/** some of which are index. */
	keyIndexBytes: number;
}

/** What `npm run scale` found, and where. */
export interface Run {
	/** Versions. */
	node: string;
	n8n: string;
	postgres: string;
	redis: string;
	processors: number;
	/** Executions at a time on each worker. */
	concurrency: number;
	/** Database connections of each n8n process. */
	connections: number;
	cells: Cell[];
	left: Left[];
	/** Bytes that Redis keeps for a job. */
	jobBytes: number;
	/** Megabytes of memory of the largest n8n process. */
	memory: number;
}

/** The median of each figure of several windows, for one execution. */
export function cellOf(
	load: Pick<Cell, 'shape' | 'workers' | 'latencyMs'>,
	windows: readonly Window[],
): Omit<Cell, 'failed'> {
	const middle = (figure: (window: Window) => number) => {
		const sorted = windows.map(figure).sort((a, b) => a - b);
		return sorted[Math.floor(sorted.length / 2)];
	};
	const each = (figure: (window: Window) => number) => {
		return middle((window) => figure(window) / window.executions);
	};
	const total = ({ cpuMs }: Window) => parties.reduce((sum, party) => sum + cpuMs[party], 0);
	return {
		...load,
		windows: windows.length,
		executionsPerMinute: middle(({ executions, seconds }) => (executions / seconds) * 60),
		cpuMs: Object.fromEntries(
			parties.map((party) => [party, each(({ cpuMs }) => cpuMs[party])]),
		) as Record<Party, number>,
		busy: middle((window) => total(window) / window.seconds / 1000),
		othersBusy: middle((window) => (window.allMs - total(window)) / window.seconds / 1000),
		walBytes: each(({ walBytes }) => walBytes),
		redisCommands: each(({ redisCommands }) => redisCommands),
	};
}
