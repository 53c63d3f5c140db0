import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const tickMs = 10;

export interface ProcessTimes {
	pid: number;
	parent: number;
	/** Of the process and of its children that have ended, in ms. */
	cpuMs: number;
}

/**
 * Milliseconds of processor time that a process and everything it started have used so far, user and
 * system. Linux only.
 *
 * @throws Error when the process has ended
 */
export function cpuOf(pid: number): number {
	const lines = readdirSync('/proc').flatMap((name) => {
		try {
			return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/stat`, 'utf8')] : [];
		} catch {
			// It ended between the two looks.
			return [];
		}
	});
	return sumOfTree(pid, lines.map(readStat));
}

/** The time of a process and of its descendants among all. */
export function sumOfTree(pid: number, all: readonly ProcessTimes[]): number {
	const own = all.find((one) => one.pid === pid);
	if (own === undefined) throw new Error(`Process ${pid} has ended`);
	const children = all.filter(({ parent }) => parent === pid);
	return children.reduce((sum, child) => sum + sumOfTree(child.pid, all), own.cpuMs);
}

/** One line of /proc/PID/stat (proc(5)). The name of the program may hold spaces and brackets. */
export function readStat(line: string): ProcessTimes {
	const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
	const times = fields.slice(11, 15).map(Number);
	return {
		pid: Number(line.slice(0, line.indexOf(' '))),
		parent: Number(fields[1]),
		cpuMs: times.reduce((sum, ticks) => sum + ticks, 0) * tickMs,
	};
}
