import { join } from 'node:path';
import {
	realClock,
	startSimulator,
	type Simulator,
	type SimulatorOptions,
} from '../test/simulator';
import { installN8n, installPackage, packPackage } from './install';
import type { Publication } from './editorApi';
import { importExamples, publishAnew } from './examples';
import { lock } from './lock';
import { startN8n, type N8n } from './n8n';
import { freePort, type Installation } from './n8nProcess';
import { stateFolder } from './paths';
import { step } from './progress';
import {
	addOtherCredentials,
	publishSaved,
	readTriggered,
	runSaved,
	saveCredential,
	saveWorkflow,
	startSaved,
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
	/** Of the editor, if it is free. Tests take any: two that start at once find the same one free. */
	port?: number;
	/** More settings for n8n. */
	env?: NodeJS.ProcessEnv;
	/** Options of the Node that runs n8n. */
	nodeOptions?: string[];
	/** More values of the credential; without them, it has the address and the key only. */
	credential?: Partial<CredentialValues>;
	/** How the simulator is started, the machine's clock unless told otherwise. */
	simulator?: SimulatorOptions;
	/** The sandbox's own n8n unless given. */
	installation?: Installation;
	/** Called with the package installed and n8n not yet started. */
	installed?(userFolder: string): void;
}

export interface Sandbox {
	simulator: Simulator;
	/** Replaced by restartN8n. */
	n8n: N8n;
	/** As n8n has them: what was edited in an earlier start stays. */
	examples: Example[];
	/** What n8n writes is here. */
	userFolder: string;
	/** Saves a workflow with the example credential and starts it; gives the id of the execution. */
	startWorkflow(workflow: WorkflowFile): Promise<string>;
	/** Saves a workflow with the example credential, runs it and waits for its outputs. */
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
	const simulator = await startSimulator({ clock: realClock(), ...options.simulator });
	const end = async () => {
		await simulator.close();
		unlock();
	};
	try {
		await installPackage(tarball, userFolder);
		options.installed?.(userFolder);
		// One port for all starts: addresses with it are in use.
		const port = await freePort(options.port);
		const start = async () => await startN8n(userFolder, { port, env, nodeOptions, installation });
		const { credential } = options;
		return await sandboxOn({ simulator, userFolder, credential, start, end });
	} catch (error) {
		await end();
		throw error;
	}
}

/** What a sandbox is made of. */
export interface Ground extends Pick<SandboxOptions, 'credential'> {
	simulator: Simulator;
	userFolder: string;
	/** Starts the n8n with the editor, also when it is to start again. */
	start(): Promise<N8n>;
	/** Ends what that n8n needs, after it has ended. */
	end(): Promise<void>;
}

/** Starts n8n and gives it the credential and the examples. If that fails, only n8n is ended. */
export async function sandboxOn(ground: Ground): Promise<Sandbox> {
	const { simulator, userFolder, credential: more, start, end } = ground;
	const { baseUrl, apiKey } = simulator;
	const values: CredentialValues = { baseUrl, apiKey, ...more };
	const runs = new Map<string, Run>();
	// Until it is published anew, nothing finds anybody in the service: see `publishAnew`.
	simulator.fail({}, { kind: 'status', status: 503 }, Infinity);
	const n8n = await step('Starting n8n', start);
	try {
		const { rest } = n8n;
		const credentialId = await saveCredential(rest, values);
		await addOtherCredentials(rest);
		const examples = await step('Importing the credential and the example workflows', async () => {
			await publishAnew(rest, () => simulator.reset());
			return await importExamples(rest, credentialId, join(userFolder, 'examples.json'));
		});
		const sandbox: Sandbox = {
			simulator,
			n8n,
			examples,
			userFolder,
			async startWorkflow(workflow) {
				await saveWorkflow(sandbox.n8n.rest, workflow, credentialId);
				return await startSaved(sandbox.n8n.rest, workflow);
			},
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
				sandbox.n8n = await step('Starting n8n again', start);
			},
			async stop() {
				await sandbox.n8n.stop();
				await end();
			},
		};
		return sandbox;
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
