import { operations } from '../../../../nodes/VoiceSms/operations';
import type { Job } from '../../../../nodes/VoiceSms/run/jobs';
import { forModel } from '../../../../nodes/VoiceSms/run/model/answer';
import { hasSkippedTag, keyWasUsed } from '../../../../nodes/VoiceSms/run/notSent';
import type { ItemOutcome } from '../../../../nodes/VoiceSms/run/outcomes';

const operation = operations.find(({ resource, value }) => `${resource}.${value}` === 'sms.send')!;
const job = { input: { to: '+15550100042' }, onceKey: 'order-1042' } as Job;
const sent = { to: '+15550100042', body: 'Hello' };
const told = (outcome: ItemOutcome) => forModel([outcome], [job], { operation }, [])[0];

describe('a model whose message was not sent', () => {
	it.each<[string, ItemOutcome, string]>([
		[
			'has a key that was used',
			keyWasUsed(job, sent, false),
			'This SMS was already sent; nothing was sent now.',
		],
		[
			'goes to somebody with the tag',
			hasSkippedTag(job, 'no-sms', sent),
			'Nothing was sent: this person does not want this. Tell the user, and do not try another way.',
		],
	])('is told, without the key and the tag, that it %s', (_what, outcome, message) => {
		expect(told(outcome)).toStrictEqual({ ...outcome, result: { skipped: true, message } });
	});
});
