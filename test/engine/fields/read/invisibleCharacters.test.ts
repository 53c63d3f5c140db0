/** Signs that nobody sees never make two of one. */
import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { locator, runAt, runNode, type NodeRun } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { collections } from '../../../harness/n8n/options';
import { empty } from '../../../harness/service/service';
import { companyNumbers } from '../../../simulator';
import { good } from '../../../harness/n8n/parameters';

const { simulator } = withSimulatorAndStore({ seed: empty });

const to = '+15550200042';
const run = async (parameters: IDataObject, more: Partial<NodeRun> = {}) => {
	const given = { parameters, credential: simulator, clock: testClock(), ...more };
	const result = await runNode(given);
	expect(result.error?.message).toBeUndefined();
	return result.items.map(({ json }) => json);
};
const send = (options: IDataObject) => ({
	...good.send,
	to,
	body: 'Hi',
	...collections(options),
});
const contact = (operation: string, fields: IDataObject, options: IDataObject = {}) => ({
	resource: 'contact',
	operation,
	additionalFields: {},
	...fields,
	...collections(options),
});
const tagsOf = (id: string) => simulator.store.contacts.get(id)?.tags;

// A zero-width space, a soft hyphen, a grapheme joiner, a filler and a selector.
const sign = '\u200B\u00AD\u034F\u3164\uFE0F';
const tag = `no-${sign}sms${sign}`;

test.each([
	[tag, 'no-sms'],
	['no-sms', tag],
])('%j at the service is the tag %j', async (stored, given) => {
	const { id } = simulator.store.addContact({ phone: to, tags: ['vip', stored] });
	const contactId = locator(id, 'id');
	expect(await run(send({ skipTag: given }))).toMatchObject([{ outcome: 'skipped' }]);
	const update = { contactId, updateFields: { tags: given } };
	await run(contact('update', update));
	expect(tagsOf(id)).toStrictEqual(['vip', stored]);
	await run(contact('update', update, { tagsMode: 'remove' }));
	expect(tagsOf(id)).toStrictEqual(['vip']);
});

test('a tag is written without it, and found', async () => {
	const [made] = await run(
		contact('create', { firstName: 'Ada', additionalFields: { tags: tag } }),
	);
	expect(made.tags).toStrictEqual(['no-sms']);
	const list = { returnAll: true, simple: false, filters: { tags: tag } };
	expect(await run(contact('getAll', list))).toMatchObject([{ id: made.id }]);
});

test('an email address is that of one contact', async () => {
	const { id } = simulator.store.addContact({ email: 'ada@example.com' });
	const email = `${sign}ada@exam${sign}ple.com`;
	const upsert = contact('upsert', { matchBy: 'email', email, firstName: 'Ada' });
	expect(await run(upsert)).toMatchObject([{ id, created: false, email: 'ada@example.com' }]);
	const byEmail = { contactId: locator(email, 'email'), simple: true };
	expect(await run(contact('get', byEmail))).toMatchObject([{ id }]);
});

test('a number is that of one contact, also without a known country', async () => {
	const { id } = simulator.store.addContact({ phone: to });
	const phone = `+1555${sign}0200042`;
	const upsert = contact('upsert', { matchBy: 'phone', phone, firstName: 'Ada' });
	expect(await run(upsert)).toMatchObject([{ id, created: false, phone: to }]);
	await run(contact('create', { phone: `555${sign}0200043` }));
	expect(simulator.ledger.at(-1)?.body).toMatchObject({ phone: '5550200043' });
});

test('a record is found by its ID, and an agent by its own', async () => {
	const { id } = simulator.store.addContact();
	const byId = { contactId: locator(`${id.slice(0, 3)}${sign}${id.slice(3)}`, 'id') };
	expect(await run(contact('get', { ...byId, simple: true }))).toMatchObject([{ id }]);
	const call = { resource: 'call', operation: 'create', toNumber: to };
	const agent = {
		fromNumber: locator(companyNumbers[0]),
		additionalFields: { agentId: `a${sign}7` },
	};
	await run({ ...call, ...agent, ...collections({}) });
	expect(simulator.ledger.at(-1)?.body).toMatchObject({ agentId: 'a7' });
});

test.each([`order-1${sign}`, 'order\u00A01', 'order\u202F1'])(
	'a Send Once Key is used once: %j',
	async (key) => {
		const plain = key.replace(sign, '').replace(/\s/, ' ');
		expect(await run(keyedSend(), { items: [{ to, key: plain }] })).toMatchObject([
			{ outcome: 'sent' },
		]);
		expect(await run(keyedSend(), { items: [{ to, key }] })).toMatchObject([
			{ outcome: 'skipped', onceKey: plain },
		]);
	},
);

test('a field with nothing else in it is empty', async () => {
	const refused = async (parameters: IDataObject) =>
		(await runAt(simulator, parameters)).error?.message;
	const isEmpty = expect.stringMatching(/'.*' is empty/) as string;
	for (const options of [{ skipTag: sign }, { skipTag: `,${sign}` }, { onceKey: sign }]) {
		expect(await refused(send(options))).toEqual(isEmpty);
	}
	expect(await refused({ ...send({}), body: `${sign} ` })).toEqual(isEmpty);
	expect(await refused({ ...send({}), to: sign })).toEqual(isEmpty);
	expect(await refused(contact('get', { contactId: locator(sign, 'id') }))).toEqual(isEmpty);
});
