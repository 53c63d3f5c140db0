import type { IDataObject, INode } from 'n8n-workflow';
import type { WorkflowFile } from '../../sandbox/workflows';
import { customer, inARow, sendSms, smsNode, webhook } from '../../test/queue/workflows';
import { often, triggerType } from '../../test/sandbox/often';

const { from } = sendSms('');
const text = '{{ $("Webhook").first().json.body.text }}';

/** The workflows that the soak publishes: three poll, four are started at `/webhook/` and their id. */
export const workflows = [
	polling('soakReceived', { event: 'smsReceived' }, send('Answer to {{ $json.body }}')),
	polling(
		'soakEnded',
		{ event: 'callEnded', downloadRecording: true },
		send('{{ $json.id }} ended, recording: {{ $json.recordingAttached }}'),
	),
	polling('soakUpdated', { event: 'contactUpdated' }, send('Seen: {{ $json.lastName }}')),
	called('soakOnce', send(text, { onceKey: `=${text}` })),
	called('soakChange', {
		resource: 'contact',
		operation: 'update',
		updateFields: { lastName: `=${text}` },
		contactId: { __rl: true, mode: 'id', value: '={{ $json.body.id }}' },
	}),
	called(
		'soakCall',
		{
			resource: 'call',
			operation: 'create',
			toNumber: customer,
			fromNumber: from,
			additionalFields: { metadata: '={{ { text: $json.body.text } }}' },
			options: { waitForEnd: true, waitInterval: 1, downloadRecording: true },
		},
		send(`${text} is {{ $json.status }}, recording: {{ $json.recordingAttached }}`),
	),
	called(
		'soakAsk',
		{ resource: 'sms', operation: 'sendAndWait', from, to: customer, message: `=${text}` },
		send(`${text} {{ $json.data.approved ? "Yes" : "No" }}`),
	),
];

function send(body: string, options: IDataObject = {}): IDataObject {
	return sendSms(`=${body}`, options);
}

function polling(id: string, parameters: IDataObject, next: IDataObject): WorkflowFile {
	const trigger = { ...smsNode('Trigger', { pollTimes: often, ...parameters }), type: triggerType };
	return workflow(id, [trigger, smsNode('Next', next)]);
}

function called(id: string, ...steps: IDataObject[]): WorkflowFile {
	const nodes = steps.map((parameters, index) => smsNode(`Step ${index}`, parameters));
	return workflow(id, [webhook(id, 'onReceived'), ...nodes]);
}

/** Successful executions would fill the database: n8n does not keep them. */
function workflow(id: string, nodes: INode[]): WorkflowFile {
	const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'none' } as const;
	return { ...inARow(id, nodes), settings };
}
