import type { IDataObject } from 'n8n-workflow';

import type { List } from '../../../../nodes/VoiceSms/api/lists';
import { parameterNames } from '../../../../nodes/VoiceSms/api/unstated';
import { contact } from '../../../../nodes/VoiceSms/operations/find/findContact';
import { findRecord } from '../../../../nodes/VoiceSms/operations/find/findRecord';
import type { Surroundings } from '../../../../nodes/VoiceSms/operations/operation';

const ann = { id: 'k1', email: 'ann@mail.example' };
const joann = { id: 'k2', email: 'joann@mail.example' };
const bob = { id: 'k3', email: 'bob@mail.example' };

it.each<[string, IDataObject[], boolean]>([
	['the contact alone', [ann], false],
	['contacts that contain the text too', [ann, joann], false],
	['a contact that does not contain it', [ann, bob], true],
	['one that does and one that does not', [ann, joann, bob], true],
])('a search that returns %s finds it', async (_name, records, isHinted) => {
	const hints: string[] = [];
	const surroundings = {
		api: {
			names: parameterNames,
			pages: async () => await Promise.resolve({ records, missing: 0 }),
		},
		asTool: false,
		hint: (text: string) => void hints.push(text),
	} as unknown as Surroundings;
	const key = { by: 'email', value: 'ann@mail.example', country: '' } as const;
	expect(await findRecord(surroundings, contact, key)).toBe('k1');
	expect(hints).toStrictEqual(
		isHinted ? [expect.stringContaining('The search returns contacts that do not match')] : [],
	);
});

it('the next spelling is searched for too, where as many records come that are not the same', async () => {
	const others = [
		{ id: 'k1', phone: '+15550100001' },
		{ id: 'k2', phone: '+15550100002' },
	];
	const written = { id: 'k3', phone: '(555) 010-0042' };
	const answers = (list: List) =>
		list.query?.[parameterNames.search] === '+15550100042' ? others : [others[0], written];
	const surroundings = {
		api: {
			names: parameterNames,
			page: async (list: List) =>
				await Promise.resolve({ records: answers(list), pagination: { total: 2 } }),
			pages: async (list: List) => await Promise.resolve({ records: answers(list), missing: 0 }),
		},
		asTool: false,
		hint: () => {},
	} as unknown as Surroundings;
	const key = { by: 'phone', value: '+15550100042', country: 'US' } as const;
	expect(await findRecord(surroundings, contact, key)).toBe('k3');
});

it.each([
	['gives all it counts', 0],
	['counts more than it gives', 2],
])('a service that ignores the search and %s is read whole only once', async (_name, missing) => {
	const records = [
		{ id: 'k1', phone: '+15550100001' },
		{ id: 'k2', phone: '+15550100002' },
	];
	const reads: string[] = [];
	const surroundings = {
		api: {
			names: parameterNames,
			page: async () => {
				reads.push('first page');
				return await Promise.resolve({ records, pagination: { total: 2 + missing } });
			},
			pages: async () => {
				reads.push('whole list');
				return await Promise.resolve({ records, missing });
			},
		},
		asTool: false,
		hint: () => {},
	} as unknown as Surroundings;
	const key = { by: 'phone', value: '+15550100042', country: 'US' } as const;
	expect(await findRecord(surroundings, contact, key)).toBeUndefined();
	expect(reads).toStrictEqual(['whole list', 'first page']);
});
