import type { IDataObject } from 'n8n-workflow';

import { properties } from '../../../../nodes/VoiceSms/trigger/properties';
import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { needed } from '../../../harness/n8n/parameters';
import { Poller } from '../../../harness/n8n/poller';
import { empty, withSimulator } from '../../../harness/service/service';
import { flat, formOf, table } from '../../../source/fields';

const simulator = withSimulator({ seed: empty });

const to = '+15550100042';

/** The parameters of an operation with this text in a field of tags. */
function filledIn(name: string, path: string, tags: unknown, more: IDataObject = {}): IDataObject {
	const [resource, operation] = name.split('.');
	const [collection, field] = path.split('.');
	const inner = { [collection]: { [field]: tags } } as IDataObject;
	const all = { returnAll: true, simple: false };
	return { resource, operation, ...all, ...needed[name], ...more, ...inner };
}

const placed = table.flatMap(([name, operation]) =>
	flat(formOf(operation, false))
		.filter(({ path }) => /tags?$/i.test(path))
		.map(({ path }) => [name, path]),
);
const writing = [
	['contact.create', 'additionalFields.tags'],
	['contact.update', 'updateFields.tags'],
	['contact.upsert', 'additionalFields.tags'],
];
const skipping = ['call.create', 'sms.send', 'sms.sendAndWait'].map((name) => [
	name,
	'options.skipTag',
]);
const filters = [['contact.getAll', 'filters.tags']];

it('these are all fields of tags', () => {
	expect(placed.sort()).toStrictEqual([...writing, ...skipping, ...filters].sort());
	const ofTrigger = flat(properties).filter(({ path }) => /tags?$/i.test(path));
	expect([...new Set(ofTrigger.map(({ path }) => path))]).toStrictEqual(['filters.tags']);
});

const spellings = [
	'no-sms, vip',
	'no-sms; vip',
	'no-sms\nvip',
	'no-sms | vip',
	'no-sms、vip',
	'no-sms，vip',
	'no-sms، vip',
	'["no-sms","vip"]',
	'={{ ["no-sms; vip"] }}',
];

describe.each(spellings)('%j', (tags) => {
	it.each(writing)('is written as two tags by %s', async (name, path) => {
		const { id } = simulator.store.addContact({ phone: to, tags: [] });
		const chosen = name === 'contact.update' ? { contactId: locator(id) } : {};
		const { error, items } = await runAt(simulator, filledIn(name, path, tags, chosen));
		expect(error).toBeUndefined();
		expect(items[0].json.tags).toStrictEqual(['no-sms', 'vip']);
	});

	it('is taken away as two tags', async () => {
		const { id } = simulator.store.addContact({ tags: ['no-sms', 'new', 'vip'] });
		const more = { contactId: locator(id), options: { tagsMode: 'remove' } };
		await runAt(simulator, filledIn('contact.update', 'updateFields.tags', tags, more));
		expect(simulator.store.contacts.get(id)?.tags).toStrictEqual(['new']);
	});

	it.each(skipping)('skips a person with one of the two, in %s', async (name, path) => {
		for (const stored of [['vip'], ['NO-SMS'], ['new', 'vip; no-sms']]) {
			simulator.reset();
			simulator.store.addContact({ phone: to, tags: stored });
			const { error, items } = await runAt(simulator, filledIn(name, path, tags));
			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ outcome: 'skipped' });
			expect(simulator.ledger).toStrictEqual([]);
		}
	});

	it.each(filters)('is refused by the filter of %s, which takes one', async (name, path) => {
		const { error } = await runAt(simulator, filledIn(name, path, tags));
		expect(error?.message).toContain(`'Tag' ${said.severalTags}: "no-sms, vip"`);
		expect(simulator.requests).toStrictEqual([]);
	});
});

describe.each(['["vip"', '["vip", "no-sms', '[vip, no-sms]', '{"name": "vip"}'])('%j', (tags) => {
	it.each(placed)('is refused in %s, %s, before any request', async (name, path) => {
		const { error } = await runAt(simulator, filledIn(name, path, tags));
		expect(error?.message).toContain(said.noTags);
		expect(simulator.requests).toStrictEqual([]);
	});
});

// Two expressions that give nothing, with the comma between them.
it.each(filters)('the filter of %s is refused if it holds only commas', async (name, path) => {
	const { error } = await runAt(simulator, filledIn(name, path, ', '));
	expect(error?.message).toContain(`'Tag' ${said.onlyCommas}: ", "`);
	expect(simulator.requests).toStrictEqual([]);
});

it.each(['contactCreated', 'contactUpdated'])('the filter of %s takes one tag', async (event) => {
	for (const [tags, why] of [
		['no-sms; vip', said.severalTags],
		['["vip"', said.noTags],
		[', ', said.onlyCommas],
	]) {
		const poller = new Poller(simulator, { event, filters: { tags } });
		await expect(poller.poll()).rejects.toThrow(`'Tag' ${why}`);
	}
	const poller = new Poller(simulator, { event, filters: { tags: ' vip; ' } });
	await poller.poll();
	expect(simulator.requests.length).toBeGreaterThan(0);
});
