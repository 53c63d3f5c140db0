import type { IDataObject } from 'n8n-workflow';

import type { List } from '../../../../nodes/VoiceSms/api/endpoints';
import { parameterNames } from '../../../../nodes/VoiceSms/api/unstated';
import { contact, contactsWith } from '../../../../nodes/VoiceSms/operations/find/findContact';
import { findRecord } from '../../../../nodes/VoiceSms/operations/find/findRecord';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { readByPerson } from '../../../../nodes/VoiceSms/run/doItems';
import { sharedOf } from '../../../harness/n8n/sharedOf';
import { fake } from '../../../harness/n8n/fake';

const ann = { id: 'k1', email: 'ann@mail.example' };
const joann = { id: 'k2', email: 'joann@mail.example' };
const bob = { id: 'k3', email: 'bob@mail.example' };

it.each<[string, IDataObject[], boolean]>([
	['the contact alone', [ann], false],
	['contacts that contain the text too', [ann, joann], false],
	['a contact that does not contain it', [ann, bob], true],
	['one that does and one that does not', [ann, joann, bob], true],
])('a search that returns %s finds it', async (_name, records, isHinted) => {
	const { context, hints } = serviceOf(() => records);
	const key = { by: 'email', value: 'ann@mail.example', country: '' } as const;
	expect(await findRecord(context, contact, key)).toBe('k1');
	expect(hints).toStrictEqual(
		isHinted ? [expect.stringContaining('The search returns contacts that do not match')] : [],
	);
});

it.each<[string, string[], string[], boolean]>([
	['finds all that are found for nobody', ['k1', 'k3'], ['k3', 'k1'], true],
	['finds fewer than are found for nobody', ['k1', 'k3'], ['k3', 'k1', 'k2'], false],
	['finds as many as are found for nobody, but others', ['k1', 'k3'], ['k2', 'k4'], false],
	['finds somebody where nobody is found for nobody', ['k1', 'k3'], [], false],
])('a search that %s is ignored, or not', async (_name, found, ofNobody, isIgnored) => {
	const records = [ann, joann, bob, { id: 'k4', email: 'eve@mail.example' }];
	const { context, hints } = serviceOf((search) => {
		const ids = search.includes('ann@') ? found : ofNobody;
		return ids.flatMap((id) => records.filter((one) => one.id === id));
	});
	const key = { by: 'email', value: 'ann@mail.example', country: '' } as const;
	expect(await findRecord(context, contact, key)).toBe('k1');
	expect(hints).toHaveLength(isIgnored ? 1 : 0);
});

it('the next spelling is searched for too, where records come that are not the same', async () => {
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
	expect(searches).toHaveLength(3);
});

it.each([
	['gives all it counts', 0],
	['counts more than it gives', 2],
])('a service that ignores the search and %s is read whole only once', async (_name, missing) => {
	const records = [
		{ id: 'k1', phone: '+15550100001' },
		{ id: 'k2', phone: '+15550100002' },
	];
	const { context, searches } = serviceOf(() => records, missing);
	const key = { by: 'phone', value: '+15550100042', country: 'US' } as const;
	expect(await findRecord(context, contact, key)).toBeUndefined();
	expect(searches).toStrictEqual([
		['+15550100042', Infinity],
		[expect.stringMatching(/^[a-z]+$/), 1],
	]);
	// Asked once in a run.
	await findRecord(context, contact, { ...key, value: '+15550100043' });
	expect(searches.slice(2)).toStrictEqual([['+15550100043', Infinity]]);
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
		...readByPerson,
		shared: sharedOf(),
		hint: (text: string) => void hints.push(text),
	});
	return { context, hints, searches };
}
