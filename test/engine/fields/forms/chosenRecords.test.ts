import type { IDataObject, INode } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { few, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: few });

interface Saved {
	operation: string;
	field: string;
	id: string;
	more?: IDataObject;
	asks: string[];
}

const saved: Saved[] = [
	{
		operation: 'call.delete',
		field: 'callId',
		id: 'call_000001',
		asks: ['DELETE /api/calls/call_000001'],
	},
	{
		operation: 'call.get',
		field: 'callId',
		id: 'call_000001',
		asks: ['GET /api/calls/call_000001'],
	},
	{
		operation: 'call.getRecording',
		field: 'callId',
		id: 'call_000001',
		more: { download: false },
		asks: ['GET /api/calls/call_000001/recording'],
	},
	{
		operation: 'contact.get',
		field: 'contactId',
		id: 'contact_000001',
		asks: ['GET /api/contacts/contact_000001'],
	},
	{
		operation: 'contact.update',
		field: 'contactId',
		id: 'contact_000001',
		more: { updateFields: { notes: 'New' } },
		asks: ['GET /api/contacts/contact_000001', 'PUT /api/contacts/contact_000001'],
	},
	{
		operation: 'sms.getMessages',
		field: 'conversationId',
		id: 'conversation_000001',
		more: { limit: 1 },
		asks: ['GET /api/sms/conversation_000001/messages'],
	},
];

/** What a workflow holds of a record that was chosen. */
const ways: Array<[string, (id: string) => unknown]> = [
	[
		'from the list',
		(id) => ({ __rl: true, mode: 'list', value: id, cachedResultName: 'Ada · +15550100042' }),
	],
	['by its ID', (id) => ({ __rl: true, mode: 'id', value: id })],
	['by an expression in the ID', () => ({ __rl: true, mode: 'id', value: '={{ $json.id }}' })],
	['by an expression in the list', () => ({ __rl: true, mode: 'list', value: '={{ $json.id }}' })],
	['by an expression that gives text', () => '={{ $json.id }}'],
	['by an expression that gives all of it', () => '={{ $json.locator }}'],
];

const types: Array<[string, Partial<INode>]> = [
	['a node', {}],
	['a tool', { type: 'n8n-nodes-voice-sms.voiceSmsTool' }],
];

describe.each(types)('%s', (_type, settings) => {
	describe.each(saved.map((one) => [one.operation, one] as const))(
		'of %s that was saved',
		(_name, { operation, field, id, more = {}, asks }) => {
			it.each(ways)('with a record chosen %s asks for the same', async (_way, chosen) => {
				const [resource, value] = operation.split('.');
				const { error, items } = await runAt(
					simulator,
					{ resource, operation: value, [field]: chosen(id), ...more } as IDataObject,
					{ items: [{ id, locator: { __rl: true, mode: 'id', value: id } }], settings },
				);
				expect(error).toBeUndefined();
				expect(items).toHaveLength(1);
				expect(
					simulator.requests.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`),
				).toStrictEqual(asks);
			});
		},
	);
});
