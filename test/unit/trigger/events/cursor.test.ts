import type { IDataObject } from 'n8n-workflow';

import { events } from '../../../../nodes/VoiceSms/trigger/events';

const records = { newest: 1, floor: 0, undated: true, seen: '', versions: '', total: 3 };
const progress = { records };

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
