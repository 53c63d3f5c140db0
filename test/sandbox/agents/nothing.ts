import type { IDataObject } from 'n8n-workflow';

import { agent2 } from './agentNode';
import { runtimes } from './everything';
import type { Runtime } from './runtime';
import { call, sandbox, tool } from './session';

/** What the model is told of calls that it makes one after the other. */
async function told(runtime: Runtime, calls: Array<[operation: string, given?: IDataObject]>) {
	const used = [...new Set(calls.map(([operation]) => operation))].map((one) => tool(one));
	const turns = calls.map(([operation, given]) => [call(tool(operation), given)]);
	const { answers } = await runtime.play(used, turns);
	return answers.map(([answer]) => answer);
}

describe.each(runtimes)('nothing, in $name', (runtime) => {
	beforeEach(() => sandbox.simulator.reset());

	it('found is said as such', async () => {
		const answers = await told(runtime, [
			['contact.getAll', { 'filters.search': 'Nobody of that name' }],
			['sms.getConversations', { 'filters.search': 'Nobody of that name' }],
			['call.search', { query: 'Nobody of that name' }],
			['call.getAll', { 'filters.startedAfter': '2099-01-01T00:00:00Z' }],
			[
				'sms.getMessages',
				{ conversationId: 'conversation_000001', 'filters.since': '2099-01-01T00:00:00Z' },
			],
		]);
		for (const answer of answers) {
			expect(runtime.read(answer)).toStrictEqual({
				records: [{ found: 0, message: expect.any(String) as string }],
			});
		}
	});

	it('said of a field leaves it as it is', async () => {
		const { store } = sandbox.simulator;
		const { id } = store.addContact({
			firstName: 'Ada',
			phone: '+15550100043',
			notes: 'Prefers mornings',
			tags: ['vip'],
		});
		await told(runtime, [['contact.update', { contactId: id, 'updateFields.lastName': 'King' }]]);
		expect(store.contacts.get(id)).toMatchObject({
			firstName: 'Ada',
			lastName: 'King',
			phone: '+15550100043',
			notes: 'Prefers mornings',
			tags: ['vip'],
		});
	});

	it('said of all fields makes no contact', async () => {
		const [answer] = await told(runtime, [['contact.create']]);
		expect(sandbox.simulator.ledger).toStrictEqual([]);
		if (runtime !== agent2) expect(runtime.read(answer)).toHaveProperty('error');
	});
});

describe.each(runtimes)('what the key may not do, in $name', (runtime) => {
	beforeEach(async () => {
		sandbox.simulator.reset();
		await sandbox.setCredential({ apiKey: sandbox.simulator.restrictedKey });
	});
	afterEach(async () => await sandbox.setCredential());

	it('is named with the permission', async () => {
		const answers = await told(runtime, [
			['sms.send', { from: '+15550100001', to: '+15550100042', body: 'Hello' }],
			['call.delete', { callId: 'call_000001' }],
			['call.getAnalytics', { startDate: '2026-01-01', endDate: '2026-01-31' }],
		]);
		if (runtime === agent2) return;
		const permissions = ['sms:send', 'calls:delete', 'analytics:read'];
		expect(answers.map((answer) => runtime.read(answer))).toEqual(
			permissions.map((name) => ({ error: expect.stringContaining(name) as string })),
		);
	});
});
