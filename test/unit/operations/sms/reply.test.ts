import type { IDataObject } from 'n8n-workflow';

import { replyTo } from '../../../../nodes/VoiceSms/operations/sms/sendAndWait/reply';
import type { Surroundings } from '../../../../nodes/VoiceSms/operations/operation';
import { testClock, waitOn } from '../../../harness/clock';

const sent = { messageId: 'ours', conversationId: 's1' };
const ours = { id: 'ours', direction: 'OUTBOUND', sentAt: '2026-06-01T11:59:00Z' };
const times = { sentAt: '2026-06-01T11:59:30Z', deliveredAt: '2026-06-01T11:59:40Z' };

it.each<[string, IDataObject, string]>([
	['when it was sent', times, times.sentAt],
	['else when it was delivered', { deliveredAt: times.deliveredAt }, times.deliveredAt],
	['else when the node saw it', {}, '2026-06-01T12:00:05.000Z'],
])('the time of a reply is %s', async (_name, time, respondedAt) => {
	const clock = testClock();
	const looks = [[ours], [ours, { id: 'a', direction: 'INBOUND', body: 'Yes', ...time }]];
	const surroundings = {
		...clock,
		api: {
			pages: async () => await Promise.resolve({ records: looks.shift() ?? [], missing: 0 }),
		},
		wait: waitOn(clock),
	} as unknown as Surroundings;
	const how = { intervalMs: 5000, limitMs: 60_000, from: '+15550100001' };
	expect(await replyTo(sent, how, surroundings)).toStrictEqual({
		...sent,
		data: { text: 'Yes', respondedAt },
	});
});
