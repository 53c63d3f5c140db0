import type { IDataObject } from 'n8n-workflow';

import { executionsOf, savedId } from '../../sandbox/editorApi';
import { startSaved, type WorkflowFile } from '../../sandbox/workflows';
import { waitFor } from '../../sandbox/progress';
import { good } from '../harness/n8n/parameters';
import { Builder } from '../builder/mcp';
import { http } from './everyN8n/questions';
import { sendForm } from './form';
import { sandbox } from './running';

const [own, stranger] = ['+14155550101', '+14155550102'];

const ofExamples = { voiceSmsApi: { id: '', name: 'Voice and SMS account' } };

/** A workflow of a trigger and the nodes behind it, one after the other. */
function workflowOf(
	name: string,
	...all: Array<[type: string, typeVersion: number, parameters: IDataObject]>
): WorkflowFile {
	const nodes = all.map(([type, typeVersion, parameters], at) => ({
		id: `${name}-${at}`,
		name: `Node ${at}`,
		position: [at * 200, 0] as [number, number],
		type,
		typeVersion,
		parameters: parameters as never,
		...(/webhook|formTrigger|chatTrigger/.test(type) && { webhookId: name }),
		...(type.includes('.voiceSms') && { credentials: ofExamples }),
	}));
	const next = (at: number) => ({ main: [[{ node: `Node ${at}`, type: 'main', index: 0 }]] });
	const connections = Object.fromEntries(
		nodes.slice(1).map((_, at) => [`Node ${at}`, next(at + 1)]),
	);
	return { id: name, name, nodes, connections: connections as WorkflowFile['connections'] };
}

const base = (name: string) => `n8n-nodes-base.${name}`;
const button: [string, number, IDataObject] = [base('manualTrigger'), 1, {}];
const webhook = (path: string): [string, number, IDataObject] => [
	base('webhook'),
	2,
	{ path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
];
const send = (to: string): [string, number, IDataObject] => [
	'n8n-nodes-voice-sms.voiceSms',
	1,
	{ ...good.send, to, options: {} },
];
const both = [send(stranger), send(own)];

const sub = workflowOf(
	'testNumbersSub',
	[base('executeWorkflowTrigger'), 1.1, { inputSource: 'passthrough' }],
	...both,
);
const callSub = async (): Promise<[string, number, IDataObject]> => {
	const value = await savedId(sandbox.n8n.rest, sub);
	return [
		base('executeWorkflow'),
		1.2,
		{ workflowId: { __rl: true, mode: 'id', value }, options: {} },
	];
};

const form: [string, number, IDataObject] = [
	base('formTrigger'),
	2.2,
	{ formTitle: 'Test', formFields: { values: [{ fieldLabel: 'Name' }] }, options: {} },
];
const chat: [string, number, IDataObject] = [
	'@n8n/n8n-nodes-langchain.chatTrigger',
	1.4,
	{ options: {} },
];
const ofService: [string, number, IDataObject] = [
	'n8n-nodes-voice-sms.voiceSmsTrigger',
	1,
	{ event: 'smsReceived' },
];

/** The newest execution of a workflow, once it is over. */
const newest = async (workflow: WorkflowFile) =>
	await waitFor(`"${workflow.name}" to end`, 60, async () => {
		const [run] = await executionsOf(sandbox.n8n.rest, await savedId(sandbox.n8n.rest, workflow));
		return run === undefined || ['new', 'running'].includes(run.status) ? undefined : run;
	});

const receivers = () => sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).to).sort();

describe('Test Numbers', () => {
	beforeAll(async () => await sandbox.setCredential({ testNumbers: own }));
	afterAll(async () => await sandbox.setCredential());

	it("the editor's button reaches the own phone only", async () => {
		await sandbox.runWorkflow(workflowOf('testNumbersButton', button, ...both));
		expect(receivers()).toEqual([own]);
	});

	it('the test URL of a webhook too', async () => {
		const tested = workflowOf('testNumbersUrl', webhook('test-numbers-url'), ...both);
		await sandbox.publish(tested);
		await sandbox.unpublish(tested);
		await startSaved(sandbox.n8n.rest, tested);
		await http.post(`${sandbox.n8n.url}/webhook-test/test-numbers-url`);
		await waitFor('the own SMS', 30, async () => await Promise.resolve(receivers()[0]));
		expect(receivers()).toEqual([own]);
	});

	it('the test URL of a form too', async () => {
		const tested = workflowOf('testNumbersForm', form, ...both);
		await sandbox.publish(tested);
		await sandbox.unpublish(tested);
		await startSaved(sandbox.n8n.rest, tested);
		await sendForm(`${sandbox.n8n.url}/form-test/testNumbersForm`, ['Ada']);
		await waitFor('the own SMS', 30, async () => await Promise.resolve(receivers()[0]));
		expect(receivers()).toEqual([own]);
	});

	it("the editor's chat, and a test event of our trigger too", async () => {
		const { rest } = sandbox.n8n;
		const ofChat = workflowOf('testNumbersChat', chat, ...both);
		await sandbox.publish(ofChat);
		await sandbox.unpublish(ofChat);
		// As the editor starts it with a message of its chat (n8n-editor-ui, useRunWorkflow).
		const message = { action: 'sendMessage', sessionId: 'one', chatInput: 'Hello' };
		const times = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
		const data = { ...times, data: { main: [[{ json: message }]] } };
		const id = await savedId(rest, ofChat);
		await rest.post(`/workflows/${id}/run`, { triggerToStartFrom: { name: 'Node 0', data } });
		expect(await newest(ofChat)).toMatchObject({ mode: 'manual', status: 'success' });
		expect(receivers()).toEqual([own]);

		sandbox.simulator.reset();
		const { status } = await sandbox.runWorkflow(
			workflowOf('testNumbersEvent', ofService, ...both),
		);
		expect([status, receivers()]).toEqual(['success', [own]]);
	});

	it("both ways in which n8n's MCP tries a workflow too", async () => {
		const builder = await Builder.of(sandbox.n8n);
		try {
			const tried = workflowOf('testNumbersMcp', button, ...both);
			await sandbox.runWorkflow(tried);
			const workflowId = await savedId(sandbox.n8n.rest, tried);
			sandbox.simulator.reset();
			await builder.run(workflowId);
			expect(receivers()).toEqual([own]);

			sandbox.simulator.reset();
			const pinData = { 'Node 0': [{ json: {} }] };
			const tested = await builder.ask('test_workflow', { workflowId, pinData });
			expect(tested).toMatchObject({ status: 'success' });
			expect(receivers()).toEqual([own]);
		} finally {
			await builder.close();
		}
	});

	it('an error workflow reaches everybody', async () => {
		const ofErrors = workflowOf('testNumbersErrors', [base('errorTrigger'), 1, {}], ...both);
		await sandbox.publish(ofErrors);
		const errorWorkflow = await savedId(sandbox.n8n.rest, ofErrors);
		const failing = workflowOf('testNumbersFails', webhook('test-numbers-fails'), [
			base('stopAndError'),
			1,
			{ errorMessage: 'It failed' },
		]);
		await sandbox.publish({ ...failing, settings: { errorWorkflow } });
		await http.post(`${sandbox.n8n.url}/webhook/test-numbers-fails`);
		await sandbox.unpublish(failing);
		expect(await newest(ofErrors)).toMatchObject({ mode: 'error', status: 'success' });
		expect(receivers()).toEqual([own, stranger]);
	});

	it.each([
		['of a published workflow reaches everybody', true, [own, stranger]],
		['of a test is a test', false, [own]],
	])('a retry %s', async (_what, isLive, expected) => {
		const { n8n, simulator } = sandbox;
		const path = `test-numbers-retry-${isLive}`;
		const retried = workflowOf(path, webhook(path), ...(isLive ? both : [send(own)]));
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 403 });
		await sandbox.publish(retried);
		if (!isLive) {
			await sandbox.unpublish(retried);
			await startSaved(n8n.rest, retried);
		}
		await http.post(`${n8n.url}/webhook${isLive ? '' : '-test'}/${path}`);
		const { id, status } = await newest(retried);
		expect([status, receivers()]).toEqual(['error', []]);
		if (!isLive) await sandbox.publish(workflowOf(path, webhook(path), ...both));
		await n8n.rest.post(`/executions/${id}/retry`, { loadWorkflow: !isLive });
		await sandbox.unpublish(retried);
		expect((await newest(retried)).status).toBe('success');
		expect(receivers()).toEqual(expected);
	});

	it('a published webhook reaches everybody', async () => {
		const live = workflowOf('testNumbersLive', webhook('test-numbers-live'), ...both);
		await sandbox.publish(live);
		await http.post(`${sandbox.n8n.url}/webhook/test-numbers-live`);
		await sandbox.unpublish(live);
		expect(receivers()).toEqual([own, stranger]);
	});

	it('a sub-workflow is a test if the first workflow is one', async () => {
		await sandbox.publish(sub);
		await sandbox.runWorkflow(workflowOf('testNumbersParent', button, await callSub()));
		expect(receivers()).toEqual([own]);

		sandbox.simulator.reset();
		const live = workflowOf('testNumbersOuter', webhook('test-numbers-outer'), await callSub());
		await sandbox.publish(live);
		await http.post(`${sandbox.n8n.url}/webhook/test-numbers-outer`);
		await sandbox.unpublish(live);
		expect(receivers()).toEqual([own, stranger]);
	});
});
