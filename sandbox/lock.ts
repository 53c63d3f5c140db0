import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

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
	const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
	if (holder && isAlive(holder)) {
		throw new Error(
			`The sandbox is already running (process ${holder}). If that process is something else, delete ${file}.`,
		);
	}
	if (fresh) rmSync(userFolder, { recursive: true, force: true });
	mkdirSync(userFolder, { recursive: true });
	writeFileSync(file, String(process.pid));
	return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return pid !== process.pid;
	} catch {
		return false;
	}
}
