import type { IDataObject } from 'n8n-workflow';

import { fitted } from '../../../../nodes/VoiceSms/run/repeats/keptAnswer';

function nested(depth: number): IDataObject {
	let deep: IDataObject = {};
	for (let level = 0; level < depth; level++) deep = { deep };
	return deep;
}

it.each<[string, IDataObject, number, object]>([
	['that fits is kept whole', { id: '1', note: 'x' }, 100, { accepted: { id: '1', note: 'x' } }],
	[
		'that is too long is kept by its identifiers',
		{ id: '1', note: 'x'.repeat(200) },
		100,
		{ accepted: { id: '1' }, shortened: true },
	],
	[
		'that is nested 100,000 deep is kept by its identifiers',
		{ messageId: '1', data: nested(100_000) },
		1_000_000,
		{ accepted: { messageId: '1' }, shortened: true },
	],
])('an answer %s', (_name, accepted, room, expected) => {
	expect(fitted({ accepted }, room).answer).toEqual(expected);
});
