import { readConversations } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import { errorOf, pollOf } from '../../../harness/service/lists';

describe('a conversation that alone is to be read', () => {
	/** It answers so. */
	const read = async (page: () => Promise<never>, more: Partial<Poll> = {}) =>
		await readConversations(pollOf({ api: { page }, ...more }), [{ id: 'a' }], () => true);

	it.each([404, 500])('does not fail the poll with HTTP %i', async (status) => {
		const { left } = await read(async () => await Promise.reject(errorOf(status)));
		expect(left).toEqual([{ id: 'a' }]);
	});

	it('fails the poll when its time is over', async () => {
		const error = errorOf(500);
		const late = read(async () => await Promise.reject(error), { leftMs: () => 0 });
		await expect(late).rejects.toBe(error);
	});

	it('fails the poll when it has not answered as what is left goes to the next poll', async () => {
		const silent = read(async () => await new Promise(() => {}), { closing: Promise.resolve() });
		await expect(silent).rejects.toThrow('The service did not answer in time');
	});
});
