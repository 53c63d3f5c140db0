import { readConversations } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import { errorOf, pollOf } from '../../../harness/service/lists';

describe('a conversation that alone is to be read', () => {
	/** It answers so. */
	const read = async (page: () => Promise<never>, more: Partial<Poll> = {}) => {
		const poll = pollOf({ api: { page }, ...more });
		const { left } = await readConversations(poll, [{ id: 'a' }], () => true);
		expect(left).toEqual([{ id: 'a' }]);
		return poll.failures.map(({ message }) => message);
	};

	it.each([404, 500])('does not fail the poll with HTTP %i', async (status) => {
		expect(await read(async () => await Promise.reject(errorOf(status)))).toEqual([]);
	});

	it.each([401, 403, 429])('fails the poll with HTTP %i', async (status) => {
		const error = errorOf(status);
		expect(await read(async () => await Promise.reject(error))).toEqual([error.message]);
	});

	it('fails the poll when it has not answered as what is left goes to the next poll', async () => {
		const silent = read(async () => await new Promise(() => {}), { closing: Promise.resolve() });
		expect(await silent).toEqual(['The service did not answer in time']);
	});
});
