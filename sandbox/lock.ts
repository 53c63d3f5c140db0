import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder of the sandbox and keeps it to this process: two n8n on one user folder would write to
 * one database.
 *
 * @param fresh whether what was in it goes
 * @returns what lets others have it
 * @throws Error when another process has it
 */
export function lock(userFolder: string, fresh: boolean): () => void {
	const file = `${userFolder}.pid`;
	const holder = holderOf(file);
	if (holder && isAlive(holder)) throw isRunning(file);
	mkdirSync(dirname(file), { recursive: true });
	// Another start may have taken it over since.
	if (holder !== undefined && holderOf(file) === holder) rmSync(file, { force: true });
	take(file);
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	return () => rmSync(file, { force: true });
}

/** The number of the process that has it, from the file; undefined when no process has it. */
function holderOf(file: string): string | undefined {
	return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function take(file: string): void {
	try {
		writeFileSync(file, String(process.pid), { flag: 'wx' });
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? isRunning(file) : error;
	}
}

function isRunning(file: string): Error {
	return new Error(
		`The sandbox is already running (process ${holderOf(file)}). Stop it with Ctrl-C first. If this process is another program, delete ${file}.`,
	);
}

function isAlive(holder: string): boolean {
	const pid = Number(holder);
	try {
		process.kill(pid, 0);
		return pid !== process.pid;
	} catch (error) {
		// Any other refusal (EPERM: a process of another user) says that it is there.
		return (error as NodeJS.ErrnoException).code !== 'ESRCH';
	}
}
