import type { IDataObject } from 'n8n-workflow';

import { savedId } from '../../sandbox/editorApi';
import { startSaved, type WorkflowFile } from '../../sandbox/workflows';
import { waitFor } from '../../sandbox/progress';
import { good } from '../harness/n8n/parameters';
import { http } from './everyN8n/questions';
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
		...(type.endsWith('webhook') && { webhookId: name }),
		...(type.endsWith('.voiceSms') && { credentials: ofExamples }),
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
