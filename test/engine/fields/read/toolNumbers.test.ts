import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runAt } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { empty } from '../../../harness/service/service';

const { simulator } = withSimulatorAndStore({ seed: empty });
const tool = async (parameters: IDataObject) =>
	await runAt(simulator, parameters, { settings: { type: 'n8n-nodes-voice-sms.voiceSmsTool' } });

const get = (value: string) => ({
	resource: 'contact',
	operation: 'get',
	contactId: locator(value, 'id'),
	simple: true,
});

test.each([
	'+1\u2011555\u2011765\u20114321',
	'\u200e+15557654321',
	'+1\u2013555\u2013765\u20134321',
])('%s finds the contact, as To Number takes it', async (number) => {
	const { id } = simulator.store.addContact({ firstName: 'Ada', phone: '+15557654321' });
	const sms = { resource: 'sms', operation: 'send', from: locator(companyNumbers[0]), body: 'x' };
	const sent = await tool({ ...sms, to: number });
	expect(sent.error).toBeUndefined();
	const { items, error } = await tool(get(number));
	expect(error?.message ?? items[0].json.id).toBe(id);
});

test.each(['555-765-4321', '15557654321', '(555) 765-4321'])(
	'%s is told how a number is written',
	async (number) => {
		simulator.store.addContact({ firstName: 'Ada', phone: '+15557654321' });
		const { error } = await tool(get(number));
		expect(error?.message).toMatch(/country code|\+1555/);
	},
);

test('a call is known by no number, so its error says nothing of numbers', async () => {
	const callId = locator('15557654321', 'id');
	const { error } = await tool({ resource: 'call', operation: 'get', callId });
	expect(error?.message).toMatch(/^No call has the ID "15557654321"/);
	expect(error?.message).not.toContain('country code');
});

test('several contacts with long names are named with their IDs', async () => {
	const ids = [1, 2].map((number) => {
		const firstName = `${'Reception of the northern branch, ask for Ms Smith. '.repeat(8)}${number}`;
		return simulator.store.addContact({ firstName, phone: '+15557654321' }).id;
	});
	const { error } = await tool(get('+15557654321'));
	for (const id of ids) expect(error?.message).toContain(id);
	expect(error?.message).toContain('its ID.');
});
