import { existsSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { realClock, startSimulator, type Simulator } from '../test/simulator';
import { installN8n, installPackage, packPackage } from './install';
import type { Publication } from './editorApi';
import { startN8n, type N8n } from './n8n';
import type { Installation } from './n8nProcess';
import { stateFolder } from './paths';
import { step } from './progress';
import {
	addOtherCredentials,
	publishSaved,
	readExamples,
	readTriggered,
	runSaved,
	saveCredential,
	saveWorkflow,
	testCredential,
	unpublishSaved,
	type CredentialTest,
	type CredentialValues,
	type Example,
	type Run,
	type WorkflowFile,
} from './workflows';

export interface SandboxOptions {
	/** Name of the n8n user folder inside the state folder. */
	home?: string;
	/** Begin with an empty user folder. */
	fresh?: boolean;
	/** Use this tarball instead of packing the sources. */
	tarball?: string;
	/** More settings for n8n. */
	env?: NodeJS.ProcessEnv;
	/** Options of the Node that runs n8n. */
	nodeOptions?: string[];
	/** The sandbox's own n8n unless given. */
	installation?: Installation;
	/** Called with the package installed and n8n not yet started. */
	installed?(userFolder: string): void;
}

export interface Sandbox {
	simulator: Simulator;
	/** Replaced by restartN8n. */
	n8n: N8n;
	examples: Example[];
	/** What n8n writes is here. */
	userFolder: string;
	/** Saves a workflow with the example credential, runs it and waits for what it gives. */
	runWorkflow(workflow: WorkflowFile): Promise<Run>;
	/** Saves a workflow with the example credential and publishes it. */
	publish(workflow: WorkflowFile): Promise<Publication>;
	unpublish(workflow: WorkflowFile): Promise<void>;
	/** What the trigger of a published workflow has started and is over, oldest first. */
	triggered(workflow: WorkflowFile): Promise<Run[]>;
	/** Gives the example credential the simulator's values, or others. */
	setCredential(values?: Partial<CredentialValues>): Promise<void>;
	/** n8n's own credential test, with the simulator's values unless others are given. */
	testCredential(values?: Partial<CredentialValues>): Promise<CredentialTest>;
	/** @param meanwhile what happens while n8n is down */
	restartN8n(meanwhile?: () => void): Promise<void>;
	stop(): Promise<void>;
}

/** Starts the simulator and a real n8n with the packed node, the credential and the examples. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { home = 'home', fresh = false, env, nodeOptions, installation } = options;
	const userFolder = join(stateFolder, home);
	if (installation === undefined) await installN8n();
	const tarball = options.tarball ?? (await packPackage());
	const unlock = lock(userFolder, fresh);
	const simulator = await startSimulator({ clock: realClock() });
	const values: CredentialValues = { baseUrl: simulator.baseUrl, apiKey: simulator.apiKey };
	const runs = new Map<string, Run>();
	let n8n: N8n | undefined;
	try {
		await installPackage(tarball, userFolder);
		options.installed?.(userFolder);
		n8n = await step('Starting n8n', () =>
			startN8n(userFolder, { env, nodeOptions, installation }),
		);
		const { rest } = n8n;
		const credentialId = await saveCredential(rest, values);
		await addOtherCredentials(rest);
		const examples = readExamples();
		await step(`Importing credentials and ${examples.length} workflows`, async () => {
			for (const example of examples) await saveWorkflow(rest, example, credentialId);
		});
		const sandbox: Sandbox = {
			simulator,
			n8n,
			examples,
			userFolder,
			async runWorkflow(workflow) {
				await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
				return await runSaved(sandbox.n8n.rest, workflow);
			},
			async publish(workflow) {
				await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
				return await publishSaved(sandbox.n8n.rest, workflow);
			},
			unpublish: async (workflow) => await unpublishSaved(sandbox.n8n.rest, workflow),
			triggered: async (workflow) => await readTriggered(sandbox.n8n.rest, workflow, runs),
			async setCredential(other) {
				await saveCredential(sandbox.n8n.rest, { ...values, ...other });
			},
			testCredential: async (other) =>
				await testCredential(sandbox.n8n.rest, credentialId, { ...values, ...other }),
			async restartN8n(meanwhile) {
				await sandbox.n8n.stop();
				meanwhile?.();
				sandbox.n8n = await step('Starting n8n again', () =>
					startN8n(userFolder, { env, nodeOptions, installation }),
				);
			},
			async stop() {
				await sandbox.n8n.stop();
				await simulator.close();
				unlock();
			},
		};
		return sandbox;
	} catch (error) {
		await n8n?.stop();
		await simulator.close();
		unlock();
		throw error;
	}
}

// Two n8n on one user folder would write to one database.
function lock(userFolder: string, fresh: boolean): () => void {
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
