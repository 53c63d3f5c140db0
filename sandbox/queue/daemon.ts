import { execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { end, failure, withLog } from '../n8nProcess';
import { waitFor } from '../progress';
import { run } from '../../.ci/progress.cjs';

const startSeconds = 60;

/** A server that n8n's queue mode needs. It ends with this process, also when that is killed. */
export interface Daemon {
	port: number;
	pid: number;
	logFile: string;
	/** Rejects when it ends before it was told to. */
	crashed: Promise<never>;
	stop(): Promise<void>;
}

export interface DaemonOptions {
	name: string;
	port: number;
	/** The program and its arguments. */
	command: string[];
	/** Ends with code 0 once the server answers. */
	probe: string[];
	/** Made for it, and where it runs. */
	folder: string;
	/** Whom it runs as when this process is root's. */
	user: string;
	logFile: string;
	/** Ends it without waiting for its clients. */
	signal: NodeJS.Signals;
	/** Prepares the folder. */
	first?: string[];
}

/**
 * Starts a server and waits until it answers.
 *
 * @throws Error with the end of its log when it does not
 */
export async function runDaemon(options: DaemonOptions): Promise<Daemon> {
	const { name, port, command, probe, folder, user, logFile, signal, first } = options;
	const identity = identityOf(user);
	mkdirSync(folder, { mode: 0o700 });
	if (identity) chownSync(folder, identity.uid, identity.gid);
	if (first) await run(first[0], first.slice(1), { cwd: folder, ...identity });

	const log = openSync(logFile, 'w');
	// Neither server looks after who started it, so the kernel does.
	const child = spawn('setpriv', ['--pdeathsig', signal.slice('SIG'.length), '--', ...command], {
		cwd: folder,
		stdio: ['ignore', log, log],
		// Ctrl-C at a terminal is for this process, which ends n8n first.
		detached: true,
		...identity,
	});
	closeSync(log);
	const crashed = failure(name, child, logFile);
	try {
		const answers = waitFor(`${name} to start`, startSeconds, async () => {
			return await run(probe[0], probe.slice(1)).then(
				() => true,
				() => undefined,
			);
		});
		await Promise.race([crashed, answers]);
	} catch (error) {
		await end(child, signal);
		throw withLog(error as Error, logFile);
	}
	return {
		port,
		pid: child.pid ?? 0,
		logFile,
		crashed,
		stop: async () => await end(child, signal),
	};
}

/** Servers are not run as root, and PostgreSQL refuses to be. */
function identityOf(user: string): { uid: number; gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
	return { uid: id('-u'), gid: id('-g') };
}
