import type { IDataObject } from 'n8n-workflow';

import type { List } from '../../../../nodes/VoiceSms/api/endpoints';
import { parameterNames } from '../../../../nodes/VoiceSms/api/unstated';
import { contact, contactsWith } from '../../../../nodes/VoiceSms/operations/find/findContact';
import { findRecord } from '../../../../nodes/VoiceSms/operations/find/findRecord';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { readerOf } from '../../../../nodes/VoiceSms/operations/context';
import { sharedOf } from '../../../harness/n8n/sharedOf';
import { fake } from '../../../harness/n8n/fake';

const ann = { id: 'k1', email: 'ann@mail.example' };
const joann = { id: 'k2', email: 'joann@mail.example' };
const bob = { id: 'k3', email: 'bob@mail.example' };

it.each<[string, IDataObject[]]>([
	['the contact alone', [ann]],
	['contacts that contain the text too', [ann, joann]],
	['a contact that does not contain it', [ann, bob]],
	['all contacts', [bob, joann, ann]],
])('a search that returns %s finds it', async (_name, records) => {
	const { context, hints } = serviceOf(() => records);
	const key = { by: 'email', value: 'ann@mail.example', country: '' } as const;
	expect(await findRecord(context, contact, key)).toBe('k1');
	expect(hints).toStrictEqual([]);
});

it('each spelling is searched for', async () => {
	const others = [
		{ id: 'k1', phone: '+15550100001' },
		{ id: 'k2', phone: '+15550100002' },
	];
	const written = { id: 'k3', phone: '(555) 010-0042' };
	const answers: Record<string, IDataObject[]> = {
		'+15550100042': others,
		'5550100042': [others[0], written],
	};
	const { context, hints, searches } = serviceOf((search) => answers[search] ?? []);
	const key = { by: 'phone', value: '+15550100042', country: 'US' } as const;
	expect(await findRecord(context, contact, key)).toBe('k3');
	expect(hints).toStrictEqual([]);
	expect(searches.map(([search]) => search)).toStrictEqual(['+15550100042', '5550100042']);
});

it('a contact without an ID and tags cannot be read by itself', async () => {
	const { context } = serviceOf(() => [{ phone: '+15550100042' }]);
	await expect(contactsWith(context, '+15550100042')).rejects.toThrow('"" is not a valid ID');
});

/** What an operation works with, where the service gives these records for a search. */
function serviceOf(answer: (search: string) => IDataObject[], missing = 0) {
	const hints: string[] = [];
	const searches: Array<[search: string, wanted: number]> = [];
	const pages = async ({ query }: List, wanted: number) => {
		const search = String(query?.[parameterNames.search]);
		searches.push([search, wanted]);
		return await Promise.resolve({ records: answer(search), missing });
	};
	const context = fake<OperationContext>({
		api: { names: parameterNames, pages },
		...readerOf(false),
		shared: sharedOf(),
		hint: (text: string) => void hints.push(text),
	});
	return { context, hints, searches };
}
