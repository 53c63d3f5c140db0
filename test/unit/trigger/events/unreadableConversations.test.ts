import type { Api } from '../../../../nodes/VoiceSms/api/connect';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import type { Missed } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import {
	readConversations,
	readMissed,
	saveMissed,
} from '../../../../nodes/VoiceSms/trigger/events/smsReceived/conversations';
import { errorOf, pollOf } from '../../../harness/polled';

const missed: Missed = { until: 5, fromStart: true };

describe('the saved form of conversations that were missed', () => {
	it('comes back as it was written', () => {
		const all = new Map([
			['a', missed],
			['b', { until: 0, fromStart: false }],
		]);
		expect(readMissed(JSON.parse(JSON.stringify(saveMissed(all))))).toStrictEqual(all);
	});

	it.each<[string, unknown, Array<[string, Missed]>]>([
		['that are missing', undefined, []],
		['that is no list', 'a', []],
		['with entries that are none', [null, 'a', [], [1, 5, true]], []],
		['with parts that are none', [['a', '5', true], ['a']], []],
		['of the version before, with a count of polls', [['a', 5, true, 3]], [['a', missed]]],
		['with another word for true', [['a', 5, 1]], [['a', { ...missed, fromStart: false }]]],
	])('%s is read', (_, saved, expected) => {
		expect([...readMissed(saved)]).toStrictEqual(expected);
	});
});

/** Reads conversations, of which each answers with an error, or with nothing for "ok". */
async function readAll(
	ids: string[],
	error: Error,
	before: string[] = [],
	more: Partial<Poll> = {},
) {
	const pagination = { total: 0, page: 1, limit: 50, totalPages: 0 };
	const api: Partial<Api> = {
		async page({ path }) {
			if (!path.includes('ok')) throw error;
			return { records: [], pagination };
		},
	};
	const poll = pollOf({ api, ...more });
	return { poll, reading: read(poll, ids, before) };
}
async function read(poll: Poll, ids: string[], before: string[] = []) {
	const all = ids.map((id) => ({ id }));
	const missedBefore = new Map(before.map((id) => [id, missed]));
	return await readConversations(poll, all, missedBefore, () => true);
}

describe('a conversation', () => {
	it.each<[string, Failure | number, boolean]>([
		['not found', 404, false],
		['a failing service', 500, false],
		['a refusal', 403, true],
		['a lost connection', { cause: 'lost' }, true],
	])('fails with %s; alone, it fails the poll: %s', async (_, failure, general) => {
		const error = errorOf(failure);
		const others = await readAll(['a', 'ok'], error);
		const result = await others.reading;
		expect([result.failed, result.read.length]).toEqual([
			[{ conversation: { id: 'a' }, error }],
			1,
		]);
		const alone = await readAll(['a'], error);
		if (general) await expect(alone.reading).rejects.toBe(error);
		else expect((await alone.reading).failed).toHaveLength(1);
		const again = await readAll(['a'], error, ['a']);
		expect((await again.reading).failed).toHaveLength(1);
	});

	it.each([401, 429])('fails the poll with HTTP %d', async (status) => {
		const error = errorOf(status);
		const { reading } = await readAll(['a', 'ok'], error, ['a']);
		await expect(reading).rejects.toBe(error);
	});

	it('fails the poll when its time is over', async () => {
		const error = errorOf(500);
		const { reading } = await readAll(['a'], error, ['a'], { leftMs: () => 0 });
		await expect(reading).rejects.toBe(error);
	});

	it('fails when it has not answered as what is left goes to the next poll', async () => {
		const poll = pollOf({
			api: { page: async () => await new Promise(() => {}) },
			closing: Promise.resolve(),
		});
		const { failed } = await read(poll, ['a'], ['a']);
		expect(failed).toMatchObject([{ error: { message: 'The service did not answer in time' } }]);
		await expect(read(poll, ['a'])).rejects.toThrow('in time');
	});
});

describe('conversations that begin to fail', () => {
	const many = (count: number, name: string) =>
		Array.from({ length: count }, (_, index) => `${name} ${index}`);

	it.each<[string, number, number, boolean]>([
		['one alone', 1, 0, false],
		['as many as are remembered', 100, 0, false],
		['more than are remembered', 101, 0, true],
		['one with too many to retry', 1, 100, true],
		['one with fewer to retry', 1, 99, false],
		['none, however many are retried', 0, 101, false],
	])('%s: are named in the log, or fail the poll', async (_, fresh, retried, fails) => {
		const old = many(retried, 'old');
		const error = errorOf(500);
		const { poll, reading } = await readAll([...many(fresh, 'new'), ...old], error, old);
		if (fails) return await expect(reading).rejects.toBe(error);
		expect((await reading).failed).toHaveLength(fresh + retried);
		expect(poll.log).toEqual(
			many(fresh, 'new').map((id) =>
				expect.stringContaining(`"${id}" cannot be read: ${error.message}.`),
			),
		);
	});
});
