import type { IDataObject } from 'n8n-workflow';

import { properties } from '../../../../nodes/VoiceSms/trigger/properties';
import { locator, runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { needed } from '../../../harness/n8n/parameters';
import { empty, withSimulator } from '../../../harness/service/service';
import { flat, formOf, table } from '../../../source/fields';

const simulator = withSimulator({ seed: empty });

const address = 'ada@example.com';
const spellings = [
	'<ada@example.com>',
	'mailto:ada@example.com',
	'<mailto:Ada@example.com>',
	"'ada@example.com",
	'ada@example.com.',
	' ADA@example.com\u200B',
];
const wrong = ['ada', 'ada@', 'Ada <ada@example.com>', 'ada@example.com; bo@example.com', 'a@b..c'];

/** Every field that takes an address, with the parameters in which this text stands in it. */
const fields: Record<string, (email: string, id: string) => IDataObject> = {
	'contact.create email': (email) => ({ email, firstName: '' }),
	'contact.get contactId': (email) => ({ contactId: locator(email, 'email') }),
	'contact.update contactId': (email) => ({ contactId: locator(email, 'email') }),
	'contact.update updateFields.email': (email, id) => ({
		contactId: locator(id),
		updateFields: { email },
	}),
	'contact.upsert email': (email) => ({ email, matchBy: 'email', phone: '' }),
};

it('these are all fields that take an address', () => {
	const all = table.flatMap(([name, operation]) =>
		flat(formOf(operation, false))
			.filter(({ path, field }) => {
				return /email$/i.test(path) || field.modes?.some((mode) => mode.name === 'email');
			})
			.map(({ path }) => `${name} ${path}`),
	);
	expect([...new Set(all)].sort()).toStrictEqual(Object.keys(fields).sort());
	expect(flat(properties).filter(({ path }) => /email/i.test(path))).toStrictEqual([]);
});

describe.each(Object.entries(fields))('%s', (name, given) => {
	const [resource, operation] = name.split(/[. ]/);
	const run = async (email: string, id: string) => {
		const own = { ...needed[`${resource}.${operation}`], ...given(email, id) };
		return await runAt(simulator, { resource, operation, simple: false, ...own });
	};

	it.each(spellings)('reads %j as the address', async (written) => {
		const { id } = simulator.store.addContact({ email: address });
		const { error, items } = await run(written, id);
		expect(error).toBeUndefined();
		expect(String(items[0].json.email).toLowerCase()).toBe(address);
		if (operation !== 'create') expect(items[0].json.id).toBe(id);
	});

	it.each(wrong)('refuses %j before any request', async (written) => {
		const { error } = await run(written, 'contact_1');
		expect(error?.message).toContain(`${said.notAnEmail}: "${written.replaceAll('<', '‹')}"`);
		expect(simulator.requests).toStrictEqual([]);
	});
});

it.each(spellings)('an address that is stored as %j is that of the contact', async (stored) => {
	const { id } = simulator.store.addContact({ email: stored });
	const own = { resource: 'contact', operation: 'upsert', matchBy: 'email', phone: '' };
	const { items } = await runAt(simulator, { ...own, email: address, firstName: 'Ada' });
	expect(items[0].json).toMatchObject({ id, created: false });
});
