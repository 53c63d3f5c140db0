import type { IDataObject } from 'n8n-workflow';

import { replyTo } from '../../../../nodes/VoiceSms/operations/question/reply';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { testClock, waitOn } from '../../../harness/time/clock';
import { fake } from '../../../harness/n8n/fake';

it('a bare yes does not count where a message of the conversation is missing: it may be another question', async () => {
	const clock = testClock();
	const records: IDataObject[] = [
		{
			id: 'ours',
			direction: 'OUTBOUND',
			body: 'May I?\nReply YES 47 or NO 47',
			sentAt: '2026-06-01T11:59:00Z',
		},
		{ id: 'a', direction: 'INBOUND', body: 'yes', sentAt: '2026-06-01T11:59:30Z' },
	];
	const context = fake<OperationContext>({
		...clock,
		asTool: true,
		leftMs: () => Infinity,
		api: { pages: async () => await Promise.resolve({ records, missing: 1 }) },
		wait: waitOn(clock),
	});
	const question = {
		phone: '+15550100077',
		from: '+15550100001',
		text: 'May I?',
		code: '47',
		messageIds: ['ours'],
		until: 0,
	};
	const answer = await replyTo(
		{ messageId: 'ours', conversationId: 's1' },
		{
			intervalMs: 5000,
			limitMs: 60_000,
			from: '+15550100001',
			to: '+15550100077',
			words: { yes: ['yes'], no: ['no'] },
			coded: { question, othersOpen: () => [] },
		},
		context,
	);
	expect(answer).not.toMatchObject({ data: { approved: true } });
});
