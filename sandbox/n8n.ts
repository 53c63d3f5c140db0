import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import axios, { isAxiosError, type AxiosInstance } from 'axios';
import {
	address,
	freePort,
	runN8n,
	withLog,
	type N8nProcess,
	type ProcessOptions,
} from './n8nProcess';
import { waitFor } from './progress';

const startSeconds = 240;

export const owner = {
	email: 'owner@example.com',
	firstName: 'Sandbox',
	lastName: 'Owner',
	password: 'Sandbox-1',
};

export interface N8n extends N8nProcess {
	url: string;
	/** The editor's own API, logged in as the owner; answers arrive without their `data` envelope. */
	rest: AxiosInstance;
}

export interface N8nOptions extends ProcessOptions {
	/** Of the editor; any that is free unless given. */
	port?: number;
}

/** Starts n8n on a user folder, makes the owner account if it is missing, and logs in. */
export async function startN8n(userFolder: string, options: N8nOptions = {}): Promise<N8n> {
	const port = options.port ?? (await freePort());
	const url = `http://${address}:${port}`;
	const env = { N8N_PORT: String(port), N8N_EDITOR_BASE_URL: url, ...options.env };
	const n8n = await runN8n(['start'], userFolder, { ...options, env });
	const rest = restClient(url);
	try {
		await Promise.race([n8n.crashed, ready(url, n8n.logFile)]);
		await Promise.race([n8n.crashed, logIn(rest)]);
	} catch (error) {
		await n8n.stop();
		throw withLog(error as Error, n8n.logFile);
	}
	return { ...n8n, url, rest };
}

function restClient(url: string): AxiosInstance {
	const rest = axios.create({
		baseURL: `${url}/rest`,
		proxy: false,
		timeout: 30_000,
		// n8n closes a connection after 5 idle seconds, perhaps at the moment of its next use.
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

// n8n takes answers to its pages while it starts, and then marks their runs as crashed (recovery in MessageEventBus).
// The line about the editor is the last that it writes (run() of its start command); the editor's API may be later.
async function ready(url: string, logFile: string) {
	await waitFor('n8n to start', startSeconds, async () => {
		if (!readFileSync(logFile, 'utf8').includes('Editor is now accessible')) return undefined;
		const answer = await axios
			.get(`${url}/rest/settings`, { proxy: false, timeout: 5_000 })
			.catch(() => undefined);
		return answer?.data?.data?.userManagement === undefined ? undefined : true;
	});
}

async function logIn(rest: AxiosInstance) {
	// Only a fresh user folder has no owner yet.
	const { data: settings } = await rest.get('/settings');
	if (settings.userManagement.showSetupOnFirstLoad) await rest.post('/owner/setup', owner);
	else await rest.post('/login', { emailOrLdapLoginId: owner.email, password: owner.password });
}
