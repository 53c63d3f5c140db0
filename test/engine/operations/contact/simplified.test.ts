import type { IDataObject } from 'n8n-workflow';

import { simplifyContact } from '../../../../nodes/VoiceSms/fields/forms/simplify';
import { locator, runAt } from '../../../harness/n8n/engine';
import { few, withSimulator } from '../../../harness/service/service';

const simulator = withSimulator({ seed: { ...few, contacts: 3 } });
const id = 'contact_000001';
const nobody = { firstName: '', lastName: '', email: '', phone: '' };

describe.each<[string, IDataObject, string[]]>([
	['create', { ...nobody, firstName: 'Ada', additionalFields: { notes: 'N' } }, []],
	['update', { contactId: locator(id), updateFields: { notes: 'N' } }, []],
	[
		'upsert',
		{ ...nobody, matchBy: 'phone', phone: '+15550100042', additionalFields: { notes: 'N' } },
		['created'],
	],
])('the output of %s', (operation, fields, more) => {
	async function outputOf(own: IDataObject, asTool = false): Promise<IDataObject> {
		const parameters = { resource: 'contact', operation, ...fields, ...own };
		const { error, items } = await runAt(simulator, parameters, { asTool });
		expect(error).toBeUndefined();
		return items[0].json;
	}

	it('is simplified, as in Get, with the ID', async () => {
		const json = await outputOf({});
		expect(Object.keys(json)).toStrictEqual([...simplifyContact.fields, ...more]);
		expect(json.id).toBe(simulator.ledger[0].id);
	});

	it.each([
		['with Simplify off', { simple: false }, false],
		['for a model', {}, true],
	])('is the whole contact %s', async (_name, own, asTool) => {
		expect(await outputOf(own, asTool)).toMatchObject({ notes: 'N' });
	});
});
