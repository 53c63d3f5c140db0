import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const tickMs = 10;

interface ProcessTimes {
	pid: number;
	parent: number;
	/** Of itself and of its children that have ended, in ms. */
	cpuMs: number;
}

/**
 * Milliseconds of processor time that a process and all that it started have used so far, user and
 * system. Linux only.
 */
export function cpuOf(pid: number): number {
	return sumOfTree(pid, running());
}

/** Milliseconds of processor time that all processes of the machine have used so far. */
export function cpuOfAll(): number {
	const [total] = readFileSync('/proc/stat', 'utf8').split('\n');
	return readTotal(total);
}

/** The first line of /proc/stat (proc(5)): all but the times in which a processor had nothing to do. */
export function readTotal(line: string): number {
	const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
	return (user + nice + system + irq + softirq + steal) * tickMs;
}

/** Megabytes of memory (resident set) of a process, without what it started. */
export function memoryOf(pid: number): number {
	const [, kilobytes] =
		/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	if (kilobytes === undefined) throw new Error(`Process ${pid} has no memory that Linux tells of`);
	return Number(kilobytes) / 1000;
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

function running(): ProcessTimes[] {
	const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
	return pids.flatMap((pid) => {
		try {
			return [readStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))];
		} catch {
			// It ended between the two looks.
			return [];
		}
	});
}
