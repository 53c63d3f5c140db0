import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export interface Measured {
	/** Seconds from start to end. */
	wall: number;
	/** Seconds of processor time of all threads of the process, user and system. */
	cpu: number;
	/** Most megabytes of resident set above the start, with garbage not yet collected. */
	resident: number;
	/** Longest time in milliseconds that the event loop did nothing else. */
	block: number;
}

/** Memory is looked at so often, in milliseconds. */
const sampleEvery = 10;
/** Resolution of the event loop's watch, in milliseconds. */
const watchEvery = 5;
const megabyte = 1_000_000;

/**
 * Measures one piece of work of this process, which must run with `--expose-gc`.
 *
 * @param profile file to write a CPU profile of it to
 */
export async function measure(work: () => Promise<void>, profile?: string): Promise<Measured> {
	await collectGarbage();
	const profiler = profile === undefined ? undefined : await startProfiler();
	const before = process.memoryUsage.rss();
	const highestBefore = highestMemory();
	let highest = before;
	const sample = () => {
		highest = Math.max(highest, process.memoryUsage.rss());
	};
	const sampling = setInterval(sample, sampleEvery);
	const watch = monitorEventLoopDelay({ resolution: watchEvery });
	watch.enable();
	const cpuBefore = process.cpuUsage();
	const began = process.hrtime.bigint();
	await work();
	const wall = Number(process.hrtime.bigint() - began) / 1e9;
	const { user, system } = process.cpuUsage(cpuBefore);
	if (profile !== undefined) writeFileSync(profile, (await profiler?.stop()) ?? '');
	// A block at the very end is noticed only when the loop comes round again.
	await new Promise((resolve) => setTimeout(resolve, 2 * watchEvery));
	watch.disable();
	sample();
	clearInterval(sampling);
	// The system's own record also knows of peaks while the event loop was blocked.
	if (highestMemory() > highestBefore) highest = highestMemory();
	return {
		wall,
		cpu: (user + system) / 1e6,
		resident: (highest - before) / megabyte,
		block: Math.max(0, watch.max / 1e6 - watchEvery),
	};
}

async function startProfiler(): Promise<{ stop(): Promise<string> }> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 500 });
	await session.post('Profiler.start');
	return {
		stop: async () => JSON.stringify((await session.post('Profiler.stop')).profile),
	};
}

/** Largest resident set since the process began, in bytes. */
function highestMemory(): number {
	return process.resourceUsage().maxRSS * 1024;
}

/**
 * Most megabytes that one piece of work holds on to, without garbage: it is collected before each
 * look, which takes time, so that nothing else can be measured meanwhile.
 *
 * @param work gives what is still held at its end
 */
export async function measureHeld(work: () => Promise<unknown>): Promise<number> {
	await collectGarbage();
	const before = heldNow();
	let most = before;
	let sampling: NodeJS.Timeout | undefined;
	const look = () => {
		const began = Date.now();
		most = Math.max(most, heldNow());
		// Collecting takes a fifth of the time at most.
		sampling = setTimeout(look, Math.max(sampleEvery, 4 * (Date.now() - began)));
	};
	look();
	const held = await work();
	clearTimeout(sampling);
	most = Math.max(most, heldNow());
	// Referred to here, so that it is not garbage before.
	return held === undefined ? 0 : (most - before) / megabyte;
}

async function collectGarbage(): Promise<void> {
	if (global.gc === undefined) throw new Error('Measuring needs node --expose-gc');
	for (let pass = 0; pass < 3; pass++) {
		global.gc();
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Bytes of the JavaScript heap and of what hangs on it, garbage collected. */
function heldNow(): number {
	// Twice: what the first collection finalizes, the second frees.
	global.gc?.();
	global.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
