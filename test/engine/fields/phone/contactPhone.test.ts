import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { good } from '../../../harness/n8n/parameters';
import { empty, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: empty });

const phone = '(555) 010-0042';
const inE164 = '+15550100042';

const changing: Array<[string, (id: string) => IDataObject]> = [
	['update', (id) => ({ contactId: locator(id), updateFields: { phone } })],
	['upsert', () => ({ matchBy: 'phone', phone, email: '' })],
	[
		'upsert',
		() => ({ matchBy: 'email', phone, email: 'ada@example.com', additionalFields: { notes: 'N' } }),
	],
];

describe.each(changing)('%s', (operation, given) => {
	const run = async (options: IDataObject) => {
		const { id } = simulator.store.addContact({ email: 'ada@example.com', tags: ['no-sms'] });
		return await runAt(simulator, { resource: 'contact', operation, ...given(id), options });
	};

	it('refuses a number of an unknown country: only for a new contact does the service say its form', async () => {
		const { error } = await run({});
		expect(error?.message).toContain(`'Phone' ${said.noCountryCode}: "${phone}"`);
		expect(simulator.requests).toStrictEqual([]);
	});

	it('writes a number in international form, and a message to it finds the contact', async () => {
		const { error, items } = await run({ defaultCountry: 'US' });
		expect(error).toBeUndefined();
		expect(items[0].json.phone).toBe(inE164);
		const options = { skipTag: 'no-sms' };
		const sent = await runAt(simulator, { ...good.send, to: inE164, options });
		const isNew = items[0].json.created === true;
		expect(sent.items[0].json.outcome).toBe(isNew ? 'sent' : 'skipped');
	});
});

it('create leaves a number of an unknown country to the service', async () => {
	const { error } = await runAt(simulator, { ...good.createContact, phone });
	expect(error).toBeUndefined();
	expect(simulator.ledger.at(-1)?.body).toMatchObject({ phone });
});
