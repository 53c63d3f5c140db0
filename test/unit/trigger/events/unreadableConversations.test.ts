import type { Api } from '../../../../nodes/VoiceSms/api/connect';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import { readConversations } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { errorOf, pollOf } from '../../../harness/service/lists';

/** Reads conversations, of which each answers with the error, or with nothing for "ok". */
async function read(ids: string[], error: Error, more: Partial<Poll> = {}) {
	const pagination = { total: 0, page: 1, limit: 50, totalPages: 0 };
	const api: Partial<Api> = {
		async page({ path }) {
			if (!path.includes('ok')) throw error;
			return { records: [], pagination };
		},
	};
	const poll = pollOf({ api, ...more });
	const all = ids.map((id) => ({ id }));
	return { log: poll.log, ...(await readConversations(poll, all, () => true)) };
}

describe('a conversation', () => {
	it.each<[string, Failure | number, boolean]>([
		['not found', 404, false],
		['a failing service', 500, false],
		['a refusal', 403, true],
		['a lost connection', { cause: 'lost' }, true],
	])('fails with %s; alone, it fails the poll: %s', async (_, failure, general) => {
		const error = errorOf(failure);
		const others = await read(['a', 'ok'], error);
		expect([others.left, others.read.length]).toEqual([[{ id: 'a' }], 1]);
		if (general) await expect(read(['a'], error)).rejects.toBe(error);
		else expect((await read(['a'], error)).left).toHaveLength(1);
	});

	it('fails the poll when its time is over', async () => {
		const error = errorOf(500);
		await expect(read(['a'], error, { leftMs: () => 0 })).rejects.toBe(error);
	});

	it('fails the poll when it alone has not answered as what is left goes to the next poll', async () => {
		const page = async () => await new Promise<never>(() => {});
		const poll = pollOf({ api: { page }, closing: Promise.resolve() });
		const alone = readConversations(poll, [{ id: 'a' }], () => true);
		await expect(alone).rejects.toThrow('The service did not answer in time');
	});
});
