import type { IDataObject, INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../sandbox/workflows';
import { often, triggerType } from '../sandbox/often';
import { companyNumbers } from '../simulator';

const company = { __rl: true, mode: 'number', value: companyNumbers[0] };

/** Begins a workflow: n8n polls for it every five seconds, or calls it. */
const polled = (event: string, parameters: IDataObject = {}) =>
	node('Trigger', triggerType, { event, pollTimes: often, ...parameters });
const called = (path: string, answers: 'lastNode' | 'onReceived', all = false) => ({
	...node('Webhook', 'n8n-nodes-base.webhook', {
		...{ httpMethod: 'POST', path, responseMode: answers, options: {} },
		...(all && { responseData: 'allEntries' }),
	}),
	typeVersion: 2,
	webhookId: path,
});

const ours = (name: string, resource: string, operation: string, parameters: IDataObject) =>
	node(name, 'n8n-nodes-voice-sms.voiceSms', { resource, operation, ...parameters });
const send = (to: string, body: string, options: IDataObject = {}) =>
	ours('Send', 'sms', 'send', { to, from: company, body, options });

/** What is published for the soak. Those that are called answer at `/webhook/` and their id. */
export const workflows = {
	received: workflow('soakReceived', 'Answer each SMS', [
		polled('smsReceived'),
		send('={{ $json.fromPhone }}', '=Answer to {{ $json.body }}'),
	]),
	ended: workflow('soakEnded', 'Text after each call', [
		polled('callEnded', { downloadRecording: true }),
		send(
			'+15550100042',
			'={{ $json.id }} ended {{ $json.recordingAttached ? "with" : "without" }} its recording',
		),
	]),
	updated: workflow('soakUpdated', 'Tell of each contact that is changed', [
		polled('contactUpdated'),
		send('+15550100042', '=Seen: {{ $json.lastName }}'),
	]),
	keyed: workflow('soakKeyed', 'Send once', [
		called('soakKeyed', 'lastNode'),
		send('={{ $json.body.to }}', '={{ $json.body.text }}', { onceKey: '={{ $json.body.text }}' }),
	]),
	contacts: workflow('soakContacts', 'List all contacts', [
		called('soakContacts', 'lastNode', true),
		ours('List', 'contact', 'getAll', { returnAll: true }),
	]),
	calls: workflow('soakCalls', 'List all calls', [
		called('soakCalls', 'lastNode', true),
		ours('List', 'call', 'getAll', { returnAll: true }),
	]),
	change: workflow('soakChange', 'Change a contact', [
		called('soakChange', 'lastNode'),
		ours('Update', 'contact', 'update', {
			contactId: { __rl: true, mode: 'id', value: '={{ $json.body.id }}' },
			updateFields: { lastName: '={{ $json.body.text }}' },
		}),
	]),
	call: workflow('soakCall', 'Call and wait for the recording', [
		called('soakCall', 'lastNode'),
		ours('Call', 'call', 'create', {
			toNumber: '={{ $json.body.to }}',
			fromNumber: company,
			additionalFields: { metadata: '={{ { "text": $json.body.text } }}' },
			options: { waitForEnd: true, waitInterval: 1, downloadRecording: true },
		}),
		// The file would be the answer.
		{
			...node('Result', 'n8n-nodes-base.set', {
				assignments: {
					assignments: ['status', 'recordingAttached'].map((name) => ({
						...{ id: name, name, value: `={{ String($json.${name}) }}`, type: 'string' },
					})),
				},
				options: {},
			}),
			typeVersion: 3.4,
		},
	]),
	ask: workflow('soakAsk', 'Ask and wait for the answer', [
		called('soakAsk', 'onReceived'),
		ours('Ask', 'sms', 'sendAndWait', {
			...{ from: company, to: '={{ $json.body.to }}', message: '={{ $json.body.text }}' },
			options: {},
		}),
		send(
			'+15550100042',
			'={{ $("Webhook").item.json.body.text }} {{ $json.data.approved ? "Yes" : "No" }}',
		),
	]),
};

function workflow(id: string, name: string, nodes: INode[]): WorkflowFile {
	const links = nodes
		.slice(1)
		.map(({ name: next }, index) => [
			nodes[index].name,
			{ main: [[{ node: next, type: 'main' as const, index: 0 }]] },
		]);
	return {
		...{ id, name, nodes, connections: Object.fromEntries(links) },
		// What went well would fill the database with itself.
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'none' },
	};
}

function node(name: string, type: string, parameters: IDataObject): INode {
	return {
		...{ id: name, name, type, typeVersion: 1, position: [0, 0] as [number, number] },
		parameters: parameters as INode['parameters'],
		...(type.startsWith('n8n-nodes-voice-sms') && {
			credentials: { voiceSmsApi: { id: '', name: '' } },
		}),
	};
}
