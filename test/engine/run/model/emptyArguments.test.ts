import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runAt } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { empty } from '../../../harness/service/service';

const { simulator } = withSimulatorAndStore({ seed: empty });
const run = async (parameters: IDataObject, type = 'voiceSmsTool') =>
	await runAt(simulator, parameters, { settings: { type: `n8n-nodes-voice-sms.${type}` } });

const nothing = ['null', '[]', '{}', 'undefined', ' NULL '];

test.each(nothing)('an SMS with the text %s is refused', async (body) => {
	const from = locator(companyNumbers[0]);
	const sms = { resource: 'sms', operation: 'send', from, to: '+15557654321', body };
	const { error } = await run(sms);
	expect(error?.message).toContain(said.empty);
	expect(simulator.ledger).toStrictEqual([]);
});

test.each(nothing)('notes are not overwritten with %s', async (notes) => {
	const { id } = simulator.store.addContact({ firstName: 'Ada', notes: 'Likes tea' });
	const updateFields = { lastName: 'Smith', notes };
	await run({ resource: 'contact', operation: 'update', contactId: locator(id), updateFields });
	expect(simulator.store.contacts.get(id)?.notes).toBe('Likes tea');
});

test.each(['', ...nothing])('a Send Once Key %j is refused, not left out', async (onceKey) => {
	const from = locator(companyNumbers[0]);
	const { error } = await run({
		resource: 'sms',
		operation: 'send',
		from,
		to: '+15557654321',
		body: 'Hello',
		options: { onceKey },
	});
	expect(error?.message).toContain(`'Send Once Key' ${said.empty}. Give a name for this`);
	expect(simulator.requests).toStrictEqual([]);
});

test('outside tool use they are text like any other', async () => {
	const from = locator(companyNumbers[0]);
	const sms = { resource: 'sms', operation: 'send', from, to: '+15557654321', body: 'null' };
	const { error } = await run(sms, 'voiceSms');
	expect(error).toBeUndefined();
	expect(simulator.ledger).toHaveLength(1);
});
