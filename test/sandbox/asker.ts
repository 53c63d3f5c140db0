import { parse } from 'flatted';
import type { IDataObject, IRunExecutionData } from 'n8n-workflow';

import { waitFor } from '../../sandbox/progress';
import type { Sandbox } from '../../sandbox/sandbox';
import type { WorkflowFile } from '../../sandbox/workflows';
import { saveCredential, saveWorkflow, startSaved } from '../../sandbox/workflows';
import { companyNumbers } from '../simulator';

/** The person who is asked. */
export const customer = '+15550100042';
const asking = 'Ask {{ "a" }} person';

const place = (name: string, type: string, more: object, x: number) => ({
	id: `10000000-0000-4000-8000-00000000000${x}`,
	name,
	type,
	typeVersion: 1,
	position: [x * 200, 0] as [number, number],
	parameters: {},
	...more,
});
const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });

/**
 * A workflow that asks, once for each item, and then shows what came. With `inEach`, a workflow of this
 * name does it in an execution of its own for each item, and this workflow does not wait for it.
 */
export function workflowWith(
	parameters: IDataObject,
	items: number,
	inEach?: WorkflowFile,
): WorkflowFile {
	const asks =
		inEach === undefined
			? askingNode(parameters)
			: place(
					asking,
					'n8n-nodes-base.executeWorkflow',
					{
						typeVersion: 1.3,
						parameters: {
							workflowId: { __rl: true, mode: 'id', value: inEach.id },
							options: { waitForSubWorkflow: false },
						},
					},
					1,
				);
	return {
		id: 'askAPerson000001',
		name: 'Ask a person',
		nodes: [
			place('Start', 'n8n-nodes-base.manualTrigger', {}, 0),
			place(
				'Items',
				'n8n-nodes-base.code',
				{
					typeVersion: 2,
					parameters: { jsCode: `return Array.from({ length: ${items} }, () => ({ json: {} }))` },
				},
				3,
			),
			place(
				'Loop',
				'n8n-nodes-base.splitInBatches',
				{ typeVersion: 3, parameters: { batchSize: 1, options: {} } },
				4,
			),
			asks,
			place('What came', 'n8n-nodes-base.noOp', {}, 2),
		],
		connections: {
			Start: to('Items'),
			Items: to('Loop'),
			Loop: { main: [[], ...to(asking).main] },
			[asking]: to('What came'),
			'What came': to('Loop'),
		},
	};
}

function askingNode(parameters: IDataObject) {
	return place(
		asking,
		'n8n-nodes-voice-sms.voiceSms',
		{
			parameters: {
				resource: 'sms',
				operation: 'sendAndWait',
				from: { __rl: true, mode: 'number', value: companyNumbers[0] },
				to: customer,
				message: 'May I book <b>table 7</b> & chairs?',
				options: {},
				...parameters,
			},
			credentials: { voiceSmsApi: { id: '', name: 'Voice and SMS account' } },
		},
		1,
	);
}

/** A workflow that another one runs, which asks and shows what came. */
function subWorkflow(parameters: IDataObject): WorkflowFile {
	return {
		id: 'askAPersonApart01',
		name: 'Ask a person, called by another workflow',
		nodes: [
			place(
				'Called',
				'n8n-nodes-base.executeWorkflowTrigger',
				{ typeVersion: 1.1, parameters: { inputSource: 'passthrough' } },
				0,
			),
			askingNode(parameters),
			place('What came', 'n8n-nodes-base.noOp', {}, 2),
		],
		connections: { Called: to(asking), [asking]: to('What came') },
	};
}

export interface Execution {
	id: string;
	status: string;
	/** What the last node gave. */
	came: IDataObject[];
}

/** Asks in a real n8n. */
export function asker(sandbox: Sandbox) {
	async function execution(id: string): Promise<Execution> {
		const { data } = await sandbox.n8n.rest.get<{ status: string; data: string }>(
			`/executions/${id}`,
		);
		// n8n writes it a moment after the status.
		const written = parse(data.data) as Partial<IRunExecutionData> | undefined;
		const runData = written?.resultData?.runData ?? {};
		const runs = runData['What came'] ?? [];
		const came = runs.flatMap((run) => (run.data?.main[0] ?? []).map(({ json }) => json));
		return { id, status: data.status, came };
	}

	async function until(id: string, status: string): Promise<Execution> {
		return await waitFor(`execution ${id} to be ${status}`, 100, async () => {
			const now = await execution(id);
			return now.status === status ? now : undefined;
		});
	}

	/** Runs the workflow until it waits; gives the link that the person got. */
	async function ask(parameters: IDataObject = {}, items = 1) {
		const executionId = await sandbox.startWorkflow(workflowWith(parameters, items));
		if (parameters.responseType !== 'smsReply') await until(executionId, 'waiting');
		await waitFor('the SMS', 60, async () => sandbox.simulator.ledger[0]);
		const { body } = sandbox.simulator.ledger.at(-1) as { body: IDataObject };
		return {
			id: executionId,
			text: String(body.body),
			link: String(body.body).split('\n').at(-1) ?? '',
		};
	}

	/** Asks `people` persons, each in an execution of a sub-workflow; gives their links. */
	async function askApart(people: number, parameters: IDataObject = {}): Promise<string[]> {
		const { rest } = sandbox.n8n;
		const { baseUrl, apiKey } = sandbox.simulator;
		const credentialId = await saveCredential(rest, { baseUrl, apiKey });
		const apart = subWorkflow(parameters);
		await saveWorkflow(rest, apart, credentialId);
		const workflow = workflowWith({}, people, apart);
		await saveWorkflow(rest, workflow, credentialId);
		await until(await startSaved(rest, workflow), 'success');
		await waitFor('the SMS', 60, async () => sandbox.simulator.ledger[people - 1]);
		const texts = sandbox.simulator.ledger.map(({ body }) => String((body as IDataObject).body));
		return texts.map((text) => text.split('\n').at(-1) ?? '');
	}

	return { ask, askApart, execution, until };
}
