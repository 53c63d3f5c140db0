import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { nodeForN8n } from './node24';
import { n8nFolder } from './paths';
import { lastLines } from '../.ci/progress.cjs';

export const address = '127.0.0.1';
const stopSeconds = 20;

/**
 * A port that is free, this one if it can be. It is below those of outgoing connections: one of them
 * could take it in the seconds before n8n listens.
 */
export async function freePort(wanted?: number): Promise<number> {
	const some = Array.from({ length: 10 }, () => randomInt(12_000, 32_000));
	return await getPort({ port: wanted === undefined ? some : [wanted, ...some], host: address });
}

/** An n8n that npm has installed. */
export interface Installation {
	/** Holds the `node_modules` with n8n in it. */
	folder: string;
	/** The Node that runs it. */
	node: string;
}

export interface ProcessOptions {
	/** More settings for n8n. */
	env?: NodeJS.ProcessEnv;
	/** Options of the Node that runs n8n. */
	nodeOptions?: string[];
	/** The sandbox's own n8n unless given. */
	installation?: Installation;
}

export interface N8nProcess {
	pid: number;
	logFile: string;
	/** Rejects when n8n ends before it was told to. */
	crashed: Promise<never>;
	/** Ends it in good order, or by force when that takes more than 20 s. */
	stop(): Promise<void>;
	/** Ends it as a power cut does (SIGKILL). */
	kill(): Promise<void>;
}

/**
 * Runs a command of n8n, such as `start` or `worker`, on a user folder. It ends with this process.
 *
 * @param command the command and its flags
 */
export async function runN8n(
	command: string[],
	userFolder: string,
	{ env, nodeOptions = [], installation }: ProcessOptions = {},
): Promise<N8nProcess> {
	const { folder, node } = installation ?? { folder: n8nFolder, node: nodeForN8n() };
	const logFile = join(userFolder, 'n8n.log');
	mkdirSync(filesFolder(userFolder), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(
		node,
		[
			...nodeOptions,
			'--require',
			join(n8nFolder, 'parentWatch.cjs'),
			join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
			...command,
		],
		{
			cwd: userFolder,
			env: { ...(await environment(userFolder)), ...env },
			stdio: ['ignore', log, log, 'ipc'],
		},
	);
	closeSync(log);
	return {
		pid: child.pid ?? 0,
		logFile,
		crashed: failure('n8n', child, logFile),
		stop: async () => await end(child, 'SIGTERM'),
		kill: async () => await end(child, 'SIGKILL'),
	};
}

/** The error, with the end of the log. */
export function withLog(error: Error, logFile: string): Error {
	if (error.message.includes(logFile)) return error;
	const end = lastLines(readFileSync(logFile, 'utf8'), 30);
	return new Error(`${error.message}\nThe end of ${logFile}:\n${end}`, { cause: error });
}

/** The one place where workflows may write files: n8n's default, with this home instead of the user's. */
const filesFolder = (userFolder: string) => join(userFolder, '.n8n-files');

async function environment(userFolder: string): Promise<NodeJS.ProcessEnv> {
	// Settings of an n8n the user runs elsewhere must not reach this one.
	const own = Object.entries(process.env).filter(
		([name]) => !/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|NODE)_/.test(name),
	);
	return {
		...Object.fromEntries(own),
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		N8N_LISTEN_ADDRESS: address,
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		// After the usual 5 s without an answer of its database, which a busy disk may take, n8n refuses all.
		DB_PING_TIMEOUT_MS: '60000',
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// The list of verified community nodes would be fetched over the internet.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		NO_PROXY: `${address},localhost`,
	};
}

/** Rejects when a process ends, with the end of its log. */
export function failure(name: string, child: ChildProcess, logFile: string): Promise<never> {
	const crashed = new Promise<never>((_resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => {
			reject(withLog(new Error(`${name} ended (${signal ?? `code ${code}`}).`), logFile));
		});
	});
	// Callers that wait get the error. After stop(), nobody has to know.
	crashed.catch(() => undefined);
	return crashed;
}

/** Ends a process that may have ended already, by force when it takes more than 20 s. */
export async function end(child: ChildProcess, signal: NodeJS.Signals) {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	const force = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
	await ended;
	clearTimeout(force);
}
