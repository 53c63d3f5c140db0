import type { Api } from '../../../../nodes/VoiceSms/api/connect';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import type { Unread } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { readConversations } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import type { Retry } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/retries';
import {
	afterFailure,
	forgetDeleted,
	mayBeDeleted,
	readRetries,
	saveRetries,
} from '../../../../nodes/VoiceSms/trigger/events/smsReceived/retries';
import { errorOf, pollOf } from '../../../harness/polled';

const retry: Retry = { id: 'a', until: 5, fromStart: true, polls: 3 };

describe('the saved form of conversations that fail', () => {
	it('comes back as it was written', () => {
		const all = [retry, { id: 'b', until: 0, fromStart: false, polls: 0 }];
		expect(readRetries(JSON.parse(JSON.stringify(saveRetries(all))))).toEqual(all);
	});

	it.each<[string, unknown, Retry[]]>([
		['that are missing', undefined, []],
		['that is no list', 'a', []],
		['with entries that are none', [null, 'a', [], [1, 5, true, 3]], []],
		[
			'with parts that are none',
			[
				['a', '5', true, 3],
				['a', 5, true, '3'],
			],
			[],
		],
		['with another word for true', [['a', 5, 1, 3]], [{ ...retry, fromStart: false }]],
	])('%s is read', (_, saved, expected) => {
		expect(readRetries(saved)).toStrictEqual(expected);
	});
});

describe('a conversation that fails', () => {
	it.each([
		[9, false],
		[10, true],
	])('is looked for in the whole list after %d polls: %s', (polls, expected) => {
		expect(mayBeDeleted({ ...retry, polls })).toBe(expected);
	});

	it.each<[string, Failure | number, number]>([
		['another poll without it counts', 404, 4],
		['another failure begins the count anew', 500, 0],
	])('%s', (_, failure, polls) => {
		const error = errorOf(failure);
		expect(afterFailure(retry, error)).toEqual({ ...retry, polls });
	});

	it('is forgotten when the whole list does not hold it, and the log says so', () => {
		const poll = pollOf();
		const other = { ...retry, id: 'b' };
		const reading = { records: [{ id: 'b' }, { id: 'c' }], total: 2, whole: true };
		expect(forgetDeleted(poll, [retry, other], reading)).toEqual([{ ...other, polls: 0 }]);
		expect(poll.log).toEqual([
			expect.stringMatching(/^The SMS conversation "a" is no longer in the list/),
		]);
	});

	it('is kept when only a part of the list was read', () => {
		const poll = pollOf();
		const reading = { records: [{ id: 'b' }], total: 9, whole: false };
		expect(forgetDeleted(poll, [retry], reading)).toEqual([retry]);
		expect(poll.log).toEqual([]);
	});
});

/** Reads conversations, of which each answers with an error, or with nothing for "ok". */
async function readAll(unread: Unread[], error: Error, more: Partial<Poll> = {}) {
	const pagination = { total: 0, page: 1, limit: 50, totalPages: 0 };
	const api: Partial<Api> = {
		async page({ path }) {
			if (!path.includes('ok')) throw error;
			return { records: [], pagination };
		},
	};
	const poll = pollOf({ api, ...more });
	return { poll, reading: readConversations(poll, unread, () => true) };
}
const unreadOf = (id: string, before?: Retry): Unread => ({ conversation: { id }, retry: before });

describe('a conversation', () => {
	it.each<[string, Failure | number, boolean]>([
		['not found', 404, false],
		['a failing service', 500, false],
		['a refusal', 403, true],
		['a lost connection', { cause: 'lost' }, true],
	])('fails with %s; alone, it fails the poll: %s', async (_, failure, general) => {
		const error = errorOf(failure);
		const others = await readAll([unreadOf('a'), unreadOf('ok')], error);
		const { failed, read } = await others.reading;
		expect([failed, read.length]).toEqual([[{ ...unreadOf('a'), error }], 1]);
		const alone = await readAll([unreadOf('a')], error);
		if (general) await expect(alone.reading).rejects.toBe(error);
		else expect((await alone.reading).failed).toHaveLength(1);
		const again = await readAll([unreadOf('a', retry)], error);
		expect((await again.reading).failed).toHaveLength(1);
	});

	it.each([401, 429])('fails the poll with HTTP %d', async (status) => {
		const error = errorOf(status);
		const { reading } = await readAll([unreadOf('a', retry), unreadOf('ok')], error);
		await expect(reading).rejects.toBe(error);
	});

	it('fails the poll when its time is over', async () => {
		const error = errorOf(500);
		const { reading } = await readAll([unreadOf('a', retry)], error, { leftMs: () => 0 });
		await expect(reading).rejects.toBe(error);
	});

	it('fails when it has not answered as what is left goes to the next poll', async () => {
		const poll = pollOf({
			api: { page: async () => await new Promise(() => {}) },
			closing: Promise.resolve(),
		});
		const { failed } = await readConversations(poll, [unreadOf('a', retry)], () => true);
		expect(failed).toMatchObject([{ error: { message: 'The service did not answer in time' } }]);
		await expect(readConversations(poll, [unreadOf('a')], () => true)).rejects.toThrow('in time');
	});
});

describe('conversations that begin to fail', () => {
	const many = (count: number, name: string, before?: Retry) =>
		Array.from({ length: count }, (_, index) => unreadOf(`${name} ${index}`, before));

	it.each<[string, number, number, boolean]>([
		['one alone', 1, 0, false],
		['as many as are remembered', 100, 0, false],
		['more than are remembered', 101, 0, true],
		['one with too many to retry', 1, 100, true],
		['one with fewer to retry', 1, 99, false],
		['none, however many are retried', 0, 101, false],
	])('%s: are named in the log, or fail the poll', async (_, fresh, retried, fails) => {
		const unread = [...many(fresh, 'new'), ...many(retried, 'old', retry)];
		const error = errorOf(500);
		const { poll, reading } = await readAll(unread, error);
		if (fails) return await expect(reading).rejects.toBe(error);
		expect((await reading).failed).toHaveLength(fresh + retried);
		expect(poll.log).toEqual(
			many(fresh, 'new').map(({ conversation: { id } }) =>
				expect.stringContaining(`"${String(id)}" cannot be read: ${error.message}.`),
			),
		);
	});
});
