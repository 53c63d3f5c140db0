import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import axios, { isAxiosError, type AxiosInstance } from 'axios';
import getPort from 'get-port';
import { nodeForN8n } from './node24';
import { n8nFolder } from './paths';
import { waitFor } from './progress';
import { lastLines } from './run';

const address = '127.0.0.1';
const usualPort = 5678;
const startSeconds = 120;
const stopSeconds = 20;

export const owner = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
	password: 'Sandbox-1',
};

export interface N8n {
	url: string;
	/** The editor's own API, logged in as the owner; answers arrive without their `data` envelope. */
	rest: AxiosInstance;
	logFile: string;
	/** Rejects when n8n ends before it was told to. */
	crashed: Promise<never>;
	stop(): Promise<void>;
}

/** Starts n8n on a user folder, makes the owner account if there is none, and logs in. */
export async function startN8n(
	userFolder: string,
	env: NodeJS.ProcessEnv = {},
	nodeOptions: string[] = [],
): Promise<N8n> {
	const port = await getPort({ port: usualPort, host: address });
	const url = `http://${address}:${port}`;
	const logFile = join(userFolder, 'n8n.log');
	mkdirSync(filesFolder(userFolder), { recursive: true });
	const log = openSync(logFile, 'w');
	const child = spawn(
		nodeForN8n(),
		[
			...nodeOptions,
			'--require',
			join(n8nFolder, 'parentWatch.cjs'),
			join(n8nFolder, 'node_modules', 'n8n', 'bin', 'n8n'),
			'start',
		],
		{
			cwd: userFolder,
			env: { ...(await environment(userFolder, port)), ...env },
			stdio: ['ignore', log, log, 'ipc'],
		},
	);
	closeSync(log);
	const crashed = failure(child, logFile);
	const rest = restClient(url);
	try {
		await Promise.race([crashed, ready(url)]);
		await Promise.race([crashed, logIn(rest)]);
	} catch (error) {
		await stop(child);
		throw withLog(error as Error, logFile);
	}
	return { url, rest, logFile, crashed, stop: () => stop(child) };
}

/** The one place where workflows may write files: n8n's default, with this home instead of the user's. */
const filesFolder = (userFolder: string) => join(userFolder, '.n8n-files');

async function environment(userFolder: string, port: number): Promise<NodeJS.ProcessEnv> {
	// Settings of an n8n the user runs elsewhere must not reach this one.
	const own = Object.entries(process.env).filter(
		([name]) => !/^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|NODE)_/.test(name),
	);
	return {
		...Object.fromEntries(own),
		N8N_USER_FOLDER: userFolder,
		N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: address,
		N8N_EDITOR_BASE_URL: `http://${address}:${port}`,
		N8N_RUNNERS_BROKER_PORT: String(await getPort({ host: address })),
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

function restClient(url: string): AxiosInstance {
	const rest = axios.create({
		baseURL: `${url}/rest`,
		proxy: false,
		timeout: 30_000,
		// n8n closes a connection that is idle for 5 s, which may be just when it is used again.
		httpAgent: new Agent({ keepAlive: false }),
	});
	rest.interceptors.response.use(
		(response) => {
			const cookie = response.headers['set-cookie']?.find((text) => text.startsWith('n8n-auth='));
			if (cookie) rest.defaults.headers.common.cookie = cookie.split(';')[0];
			response.data = response.data?.data ?? response.data;
			return response;
		},
		(error) => {
			if (!isAxiosError(error)) throw error;
			const said = error.response?.data?.message ?? error.message;
			throw new Error(`n8n refused ${error.config?.method} ${error.config?.url}: ${said}`, {
				cause: error,
			});
		},
	);
	return rest;
}

async function ready(url: string) {
	await waitFor('n8n to start', startSeconds, async () => {
		const answer = await axios
			.get(`${url}/healthz/readiness`, { proxy: false, timeout: 5_000 })
			.catch(() => undefined);
		return answer?.data?.status === 'ok' ? true : undefined;
	});
}

async function logIn(rest: AxiosInstance) {
	// Only a fresh user folder has no owner yet.
	const { data: settings } = await rest.get('/settings');
	if (settings.userManagement.showSetupOnFirstLoad) await rest.post('/owner/setup', owner);
	else await rest.post('/login', { emailOrLdapLoginId: owner.email, password: owner.password });
}

function failure(child: ChildProcess, logFile: string): Promise<never> {
	const crashed = new Promise<never>((_resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => {
			reject(withLog(new Error(`n8n ended (${signal ?? `code ${code}`}).`), logFile));
		});
	});
	// Whoever waits for it hears of it; ending after stop() is no news.
	crashed.catch(() => undefined);
	return crashed;
}

function withLog(error: Error, logFile: string): Error {
	if (error.message.includes(logFile)) return error;
	const end = lastLines(readFileSync(logFile, 'utf8'), 30);
	return new Error(`${error.message}\nThe end of ${logFile}:\n${end}`, { cause: error });
}

async function stop(child: ChildProcess) {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill('SIGTERM');
	const force = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
	await ended;
	clearTimeout(force);
}
