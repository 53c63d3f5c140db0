import type { IDataObject } from 'n8n-workflow';

import { events } from '../../../nodes/VoiceSms/trigger/events';
import { readState } from '../../../nodes/VoiceSms/trigger/poll';

const progress = { records: { newest: 1, floor: 0, seen: '', total: 3 } };
const unreadable = 'the saved state cannot be read';
/** An event that takes its cursor as it is, unless it has none. */
const event = { readCursor: ({ records }: IDataObject) => records };

it.each<[string, IDataObject, unknown]>([
	['none', {}, {}],
	['of this event', { state: { version: 1, watch: 'a', progress } }, { cursor: progress.records }],
	[
		'of another event',
		{ state: { version: 1, watch: 'b', progress } },
		{ useless: 'the event, a filter, a query parameter or the credential was changed' },
	],
	[
		'of a newer version',
		{ state: { version: 2, watch: 'a', progress } },
		{ useless: 'the saved state is from a newer version of this package' },
	],
	['that is no state', { state: 'x' }, { useless: unreadable }],
	['without its progress', { state: { version: 1, watch: 'a' } }, { useless: unreadable }],
	[
		'that its event cannot read',
		{ state: { version: 1, watch: 'a', progress: {} } },
		{ useless: unreadable },
	],
])('a state is read: %s', (_, data, expected) => {
	expect(readState(data, 'a', event)).toEqual(expected);
});

describe.each(events.map((event) => [event.value, event] as const))(
	'the cursor of %s',
	(_, event) => {
		it.each<[string, IDataObject]>([
			['nothing', {}],
			['half a memory', { records: { newest: 1, floor: 0 } }],
			['half a memory of messages', { ...progress, messages: { newest: 1, floor: 0 } }],
		])('is not read of %s, or without what it lacks', (name, saved) => {
			const isWhole = name.endsWith('messages') && event.value !== 'smsReceived';
			expect(event.readCursor(saved) !== undefined).toBe(isWhole);
		});
	},
);
