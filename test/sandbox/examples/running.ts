import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import axios from 'axios';
import { parse } from 'flatted';
import { waitFor } from '../../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox';
import {
	items,
	ofAPractice,
	type Example,
	type Run,
	type WorkflowFile,
} from '../../../sandbox/workflows';
import { startScriptedModel, type ScriptedModel } from '../../harness/service/scriptedModel';
import { type LedgerEntry } from '../../simulator';
import { changed } from './lists';
import { uploadTo } from '../form';
import { polledOften } from '../often';
/** Longer than a call takes from its start to its end. */
export const aCall = 40_000;
export const dayMs = 24 * 60 * 60_000;

/** Whoever is asked in the example whose agent asks. */
export const manager = '+15550100099';

/** What an example does, and how its test sees that. */
export type Checks = Record<string, [does: string, check: (example: Example) => Promise<void>]>;

/** A real n8n with a simulated service, and the model of its agents; there after `begin`. */
export let sandbox: Sandbox;
export let model: ScriptedModel;

export async function begin(): Promise<void> {
	// A Send Once Key of an earlier day would be seen again.
	sandbox = await startSandbox({ home: 'examples', fresh: true, credential: ofAPractice });
	model = await startScriptedModel();
	await fillIn('OpenAI account', { apiKey: 'none', url: model.url });
}

export async function end(): Promise<void> {
	await sandbox?.stop();
	await model?.close();
}

export function exampleOf(file: string): Example {
	const example = sandbox.examples.find((one) => one.file === file);
	if (!example) throw new Error(`No example ${file}`);
	return example;
}

/** The example with a second in the place of its five minutes. */
export function withoutWaiting(example: Example): Example {
	const nodes = example.nodes.map((node) =>
		node.name === 'Five minutes' ? { ...node, parameters: { amount: 1, unit: 'seconds' } } : node,
	);
	return { ...example, nodes };
}

/** The example with another list of orders. */
export function withOrders(example: Example, orders: IDataObject[]): WorkflowFile {
	const nodes = example.nodes.map((node) =>
		node.name === 'Orders'
			? { ...node, parameters: { ...node.parameters, jsonOutput: JSON.stringify({ orders }) } }
			: node,
	);
	return { ...example, nodes };
}

/** An example whose schedule comes every few seconds. */
export function withEvery(example: Example, secondsInterval: number): Example {
	const rule = { interval: [{ field: 'seconds', secondsInterval }] };
	return changed(example, { 'Every hour from 9 to 18': { rule } });
}

/** Example 08, which sends to so many contacts. */
export function campaign(example: Example, limit: number): WorkflowFile {
	const sending = structuredClone(example);
	nodeOf(sending, 'Get the contacts').parameters.limit = limit;
	delete (nodeOf(sending, 'Send the offer').parameters.options as IDataObject).dryRun;
	return sending;
}

/** Example 19 with other hours, such as 9:00 and 20:00. */
export function withHours<T extends WorkflowFile>(example: T, from: string, until: string): T {
	const changed = structuredClone(example);
	const { assignments } = nodeOf(changed, 'Hours').parameters as {
		assignments: { assignments: Array<{ value: string }> };
	};
	[from, until].forEach((value, index) => (assignments.assignments[index].value = value));
	return changed;
}

/** A run of a workflow as in the editor, which may wait for long. */
export async function started(workflow: WorkflowFile) {
	const id = await sandbox.startWorkflow(workflow);
	const now = async () => {
		const { data } = await sandbox.n8n.rest.get<{ status: string; waitTill: string }>(
			`/executions/${id}`,
		);
		return data;
	};
	return {
		async until(wanted: string, seconds = 60) {
			await waitFor(`"${workflow.name}" to be ${wanted}`, seconds, async () => {
				const { status } = await now();
				if (['error', 'crashed', 'success'].includes(status) && status !== wanted) {
					throw new Error(`The run ended with ${status}`);
				}
				return status === wanted ? true : undefined;
			});
		},
		waitsTill: async () => (await now()).waitTill,
		stop: async () => await sandbox.n8n.rest.post(`/executions/${id}/stop`, {}),
	};
}

/** The number of items that a node of an execution gave in each of its runs. */
export async function runsOfNode(executionId: string, node: string): Promise<number[]> {
	const { data } = await sandbox.n8n.rest.get<{ data: string }>(`/executions/${executionId}`);
	const { resultData } = parse(data.data) as IRunExecutionData;
	return resultData.runData[node].map((run) => run.data?.main[0]?.length ?? 0);
}

/** Gives the form of example 20 a file; the page that comes after it. */
export async function upload(example: Example, csv: string | Buffer) {
	return await uploadTo(addressOf(example, 'Choose a file'), csv);
}

/** The address of a form, once its workflow is published. */
export function addressOf(example: Example, form: string): string {
	const { path } = nodeOf(example, form).parameters.options as { path: string };
	return `${sandbox.n8n.url}/form/${path}`;
}

/** The run of a workflow as in the editor, which succeeds. */
export async function ran(workflow: WorkflowFile): Promise<Run> {
	const run = await sandbox.runWorkflow(workflow);
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	return run;
}

/** Fills in a credential that examples name. */
export async function fillIn(credential: string, data: IDataObject) {
	const { rest } = sandbox.n8n;
	const { data: all } =
		await rest.get<Array<{ id: string; name: string; type: string }>>('/credentials');
	const found = all.find(({ name }) => name === credential);
	if (found === undefined) throw new Error(`No credential "${credential}"`);
	await rest.patch(`/credentials/${found.id}`, { name: found.name, type: found.type, data });
}

/** How the executions of a mode ended, once there are so many and they are over. */
export async function statusesOf(
	{ id, name }: Example,
	mode: string,
	count: number,
): Promise<string[]> {
	return await waitFor(`${count} executions of "${name}" to end`, 60, async () => {
		const { data } = await sandbox.n8n.rest.get<{
			results: Array<{ mode: string; status: string }>;
		}>('/executions', { params: { filter: JSON.stringify({ workflowId: id }), limit: 50 } });
		const statuses = data.results.filter((one) => one.mode === mode).map(({ status }) => status);
		const isOver = !statuses.some((status) => ['new', 'running', 'waiting'].includes(status));
		return isOver && statuses.length >= count ? statuses : undefined;
	});
}

/** Says something in the chat of an example, and waits until the manager is asked. */
export async function askedInChat(example: Example, chatInput: string) {
	const { rest } = sandbox.n8n;
	const message = { action: 'sendMessage', sessionId: chatInput, chatInput };
	const started = await rest.post<{ executionId: string }>(`/workflows/${example.id}/run`, {
		triggerToStartFrom: {
			name: 'Chat',
			data: {
				startTime: 0,
				executionTime: 0,
				executionIndex: 0,
				source: [],
				data: { main: [[{ json: message }]] },
			},
		},
	});
	const until = async (wanted: string) =>
		await waitFor(`"${example.name}" to be ${wanted}`, 60, async () => {
			const { data } = await rest.get<{ status: string }>(
				`/executions/${started.data.executionId}`,
			);
			if (['error', 'crashed', 'success'].includes(data.status) && data.status !== wanted) {
				throw new Error(`The run ended with ${data.status}`);
			}
			return data.status === wanted ? true : undefined;
		});
	await until('waiting');
	const link = arrived()
		.find(({ to }) => to === manager)
		?.body.split('\n')
		.at(-1);
	if (link === undefined) throw new Error('The manager got no link');
	return {
		link,
		async answer(decision: 'approve' | 'decline') {
			await axios.post(link, new URLSearchParams({ decision }), { proxy: false });
			await until('success');
		},
	};
}

/** The official client, connected. */
export async function mcpClient(url: URL, headers: Record<string, string>): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
	return client;
}

/** Does something while an example is published and polls every few seconds. */
export async function published(example: Example, meanwhile: () => Promise<void>) {
	const workflow = polledOften(example);
	expect(await sandbox.publish(workflow)).toMatchObject({ status: 'published' });
	try {
		await meanwhile();
	} finally {
		await sandbox.unpublish(workflow);
	}
}

/** The runs that the trigger of a published example has started, oldest first. */
export async function runsOf(example: Example): Promise<Run[]> {
	const runs = await sandbox.triggered(example);
	for (const { error, status } of runs) expect([error, status]).toEqual([undefined, 'success']);
	return runs;
}

/** Waits until a trigger has given out so many events in all, and they were worked on. */
export async function givenOut(example: Example, trigger: string, count: number) {
	await waitFor(`${count} events of "${example.name}"`, 60, async () => {
		const events = (await runsOf(example)).flatMap((run) => items(run, trigger));
		return events.length >= count ? true : undefined;
	});
}

/** The SMS that arrived at the service, by the number they went to. */
export function arrived(): Array<{ from: string; to: string; body: string }> {
	return sandbox.simulator.ledger
		.filter(({ kind }: LedgerEntry) => kind === 'sms.send')
		.map(({ body }) => body as { from: string; to: string; body: string })
		.sort((a, b) => a.to.localeCompare(b.to));
}

export function nodeOf({ nodes }: WorkflowFile, name: string) {
	const found = nodes.find((node) => node.name === name);
	if (!found) throw new Error(`No node "${name}"`);
	return found;
}

export function ids(list: INodeExecutionData[]): string[] {
	return list.map(({ json }) => String(json.id)).sort();
}

export function first(pairedItem: INodeExecutionData['pairedItem']) {
	const one = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof one === 'number' ? { item: one } : one;
}
