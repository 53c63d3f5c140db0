import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Failing } from '../../../../nodes/VoiceSms/trigger/events/smsReceived/failing';
import {
	afterFailure,
	forgetDeleted,
	isDoubtful,
	readFailing,
	saveFailing,
	tellFailures,
	tryToRead,
} from '../../../../nodes/VoiceSms/trigger/events/smsReceived/failing';
import { errorOf, roundOf } from '../../../harness/round';

const failing: Failing = { id: 'a', until: 5, fromStart: true, polls: 3 };

describe('the saved form of conversations that fail', () => {
	it('comes back as it was written', () => {
		const all = [failing, { id: 'b', until: 0, fromStart: false, polls: 0 }];
		expect(readFailing(JSON.parse(JSON.stringify(saveFailing(all))))).toEqual(all);
	});

	it.each<[string, unknown, Failing[]]>([
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
		['with another word for true', [['a', 5, 1, 3]], [{ ...failing, fromStart: false }]],
	])('%s is read', (_, saved, expected) => {
		expect(readFailing(saved)).toStrictEqual(expected);
	});
});

describe('a conversation that fails', () => {
	it.each([
		[9, false],
		[10, true],
	])('is looked for in the whole list after %d polls: %s', (polls, expected) => {
		expect(isDoubtful({ ...failing, polls })).toBe(expected);
	});

	it.each<[string, Failure | number, number]>([
		['another poll without it counts', 404, 4],
		['another failure begins the count anew', 500, 0],
	])('%s', (_, failure, polls) => {
		const error = errorOf(failure);
		expect(afterFailure(failing, { error, general: false })).toEqual({ ...failing, polls });
	});

	it('is forgotten when the whole list does not hold it, and the log says so', () => {
		const round = roundOf();
		const other = { ...failing, id: 'b' };
		const reading = { records: [{ id: 'b' }, { id: 'c' }], total: 2, whole: true };
		expect(forgetDeleted(round, [failing, other], reading)).toEqual([{ ...other, polls: 0 }]);
		expect(round.log).toEqual([
			expect.stringMatching(/^The SMS conversation "a" is not in the list/),
		]);
	});

	it('is kept when only a part of the list was read', () => {
		const round = roundOf();
		const reading = { records: [{ id: 'b' }], total: 9, whole: false };
		expect(forgetDeleted(round, [failing], reading)).toEqual([failing]);
		expect(round.log).toEqual([]);
	});
});

describe('an attempt to read a conversation', () => {
	it.each<[string, Failure | number, boolean]>([
		['not found', 404, false],
		['a failing service', 500, false],
		['a refusal', 403, true],
		['a lost connection', { cause: 'lost' }, true],
	])('comes to nothing with %s; that it may be so of all: %s', async (_, failure, general) => {
		const error = errorOf(failure);
		const read = async () => await Promise.reject(error);
		expect(await tryToRead(roundOf(), read)).toEqual({ error, general });
	});

	it.each([401, 429])('fails the poll with HTTP %d', async (status) => {
		const error = errorOf(status);
		const read = async () => await Promise.reject(error);
		await expect(tryToRead(roundOf(), read)).rejects.toBe(error);
	});

	it('fails the poll when its time is over', async () => {
		const error = errorOf(500);
		const read = async () => await Promise.reject(error);
		await expect(tryToRead(roundOf({ leftMs: () => 0 }), read)).rejects.toBe(error);
	});

	it('ends when what has not answered is left for the next poll', async () => {
		const round = roundOf({ closing: Promise.resolve() });
		const failure = await tryToRead(round, async () => await new Promise(() => {}));
		expect(failure).toMatchObject({
			error: { message: 'The service did not answer in time' },
			general: true,
		});
	});
});

describe('conversations that begin to fail', () => {
	const begunOf = (count: number, general = false) =>
		Array.from({ length: count }, (_, index) => {
			return { id: String(index), failure: { error: errorOf(500), general } };
		});

	it.each<[string, number, boolean, { answered: boolean; known: number }, boolean]>([
		['one alone', 1, false, { answered: false, known: 0 }, false],
		[
			'one that may fail as all do, while others answer',
			1,
			true,
			{ answered: true, known: 0 },
			false,
		],
		[
			'one that may fail as all do, when none answers',
			1,
			true,
			{ answered: false, known: 0 },
			true,
		],
		['as many as are remembered', 100, false, { answered: true, known: 0 }, false],
		['more than are remembered', 101, false, { answered: true, known: 0 }, true],
		['one with too many known ones', 1, false, { answered: true, known: 100 }, true],
		['one with less known ones', 1, false, { answered: true, known: 99 }, false],
		['none, however many are known', 0, false, { answered: true, known: 101 }, false],
	])('%s: are named in the log, or fail the poll', (_, count, general, others, fails) => {
		const round = roundOf();
		const begun = begunOf(count, general);
		const tell = () => tellFailures(round, begun, others);
		if (fails) expect(tell).toThrow(begun[0].failure.error);
		else {
			tell();
			expect(round.log).toEqual(
				begun.map(({ id, failure }) =>
					expect.stringContaining(`"${id}" cannot be read: ${failure.error.message}.`),
				),
			);
		}
	});
});
