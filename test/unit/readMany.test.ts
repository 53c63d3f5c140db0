import { calls } from '../../nodes/VoiceSms/api/lists';
import type { Surroundings } from '../../nodes/VoiceSms/operations/operation';
import { readMany } from '../../nodes/VoiceSms/operations/readMany';

it.each([
	['nothing of a whole list', 0, 0, []],
	[
		'what may be missing',
		3,
		0,
		['The list kept changing while it was read: 3 records may be missing.'],
	],
	['what is counted and not given', 0, 2, ['The service counts 2 records more than it gives.']],
])('hints at %s', async (_name, missing, unaccounted, expected) => {
	const hints: string[] = [];
	const surroundings = {
		api: { pages: async () => ({ records: [{ id: 'a' }], missing, unaccounted }) },
		hint: (message: string) => hints.push(message),
	} as unknown as Surroundings;
	const wanted = { wanted: Infinity, keep: (record: object) => record as never };
	expect(await readMany(surroundings, calls, wanted)).toEqual([{ id: 'a' }]);
	expect(hints).toEqual(expected);
});
