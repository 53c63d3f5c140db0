import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../nodes/VoiceSms/api/failure';
import type { Followed } from '../../nodes/VoiceSms/trigger/events/callEnded/progress';
import { lookUp } from '../../nodes/VoiceSms/trigger/events/callEnded/underWay';
import { errorOf, roundOf } from '../harness/round';

const nowMs = Date.parse('2026-06-01T12:00:00Z');
const now = nowMs / 60_000;
const entryOf = (id: string, more: Partial<Followed> = {}): Followed => ({
	id,
	refused: 0,
	since: now - 10,
	looked: now - 1,
	...more,
});

/** A service that knows these calls; an error is thrown when its call is asked for. */
function serviceOf(calls: Record<string, IDataObject | Error>) {
	const asked: string[] = [];
	const within: unknown[] = [];
	const get = async (path: string, key?: string, withinMs?: number) => {
		const id = path.replace('/api/calls/', '');
		asked.push(id);
		within.push([key, withinMs]);
		const answer = calls[id];
		if (answer instanceof Error) throw answer;
		return answer;
	};
	return { asked, within, api: { get: get as never } };
}

describe('a followed call that is asked for', () => {
	const underWay = { id: 'a', status: 'ONGOING' };
	const ended = { id: 'a', status: 'ENDED' };

	it.each<[string, IDataObject, Partial<Followed>, Partial<Followed>]>([
		['is under way', underWay, { refused: 3 }, { refused: 0, waited: undefined }],
		['is over', ended, { refused: 3 }, { refused: 0, waited: 0 }],
		['is over and has waited', ended, { waited: 5 }, { waited: 5 }],
		['is under way again', underWay, { waited: 5 }, { waited: undefined }],
	])('and %s is known with its record', async (_, call, before, after) => {
		const { api, within } = serviceOf({ a: call });
		const round = roundOf({ api, leftMs: () => 8_000 });
		const known = await lookUp(round, [entryOf('a', before)], []);
		expect(known).toEqual([{ entry: { ...entryOf('a', before), looked: now, ...after }, call }]);
		// A quarter of the time that is left, so that one that never answers leaves some to the others.
		expect(within).toEqual([['call', 2_000]]);
		expect(round.log).toEqual([]);
	});

	it.each<[string, Failure | number]>([
		['is not found', 404],
		['is gone', 410],
	])('and %s is forgotten, and the log names it', async (_, failure) => {
		const round = roundOf(serviceOf({ a: errorOf(failure) }));
		expect(await lookUp(round, [entryOf('a')], [])).toStrictEqual([]);
		expect(round.log).toEqual(['Not followed any more, as they were deleted: call a']);
	});

	it.each<[string, Failure | number]>([
		['is refused', 400],
		['is refused under a 200', { cause: 'refused', status: 200 }],
	])('and %s is given up the tenth time in a row', async (_, failure) => {
		const round = roundOf(serviceOf({ a: errorOf(failure) }));
		const [ninth] = await lookUp(round, [entryOf('a', { refused: 8 })], []);
		expect(ninth).toEqual({ entry: entryOf('a', { refused: 9, looked: now }) });
		expect(round.log).toEqual([]);
		expect(await lookUp(round, [ninth.entry], [])).toStrictEqual([]);
		expect(round.log).toEqual([
			'Not followed any more, as the service refused them 10 times in a row: call a',
		]);
	});

	it.each<[string, Failure | number]>([
		['fails with a 500', 500],
		["meets a gateway's own 404", { cause: 'status', status: 404, notOfService: true }],
		['cannot be read', { cause: 'unreadable', status: 200 }],
		['never answers', { cause: 'lost' }],
	])('and %s is looked at again later, and the log says why', async (_, failure) => {
		const [first, second] = [errorOf(failure, 'the first'), errorOf(failure, 'the second')];
		const round = roundOf(serviceOf({ a: first, b: second }));
		const followed = [entryOf('a', { refused: 2 }), entryOf('b')];
		expect(await lookUp(round, followed, [])).toEqual(
			followed.map((entry) => ({ entry: { ...entry, looked: now } })),
		);
		expect(round.log).toEqual([
			`Looked at again later, as they cannot be read: calls a, b (${first.message})`,
		]);
	});

	it.each<[string, Failure | number]>([
		['a wrong key', 401],
		['a key that may not', 403],
		['too many requests', 429],
		['a service that cannot be reached', { cause: 'notSent' }],
	])('fails the poll on %s, which says nothing of the call', async (_, failure) => {
		const error = errorOf(failure);
		const round = roundOf(serviceOf({ a: error }));
		await expect(lookUp(round, [entryOf('a')], [])).rejects.toBe(error);
	});
});

describe('followed calls', () => {
	it('that stand in the list are taken from there', async () => {
		const { api, asked } = serviceOf({});
		const call = { id: 'a', status: 'ENDED' };
		const known = await lookUp(roundOf({ api }), [entryOf('a')], [{ id: 'x' }, call]);
		expect(known).toEqual([{ entry: entryOf('a', { looked: now, waited: 0 }), call }]);
		expect(asked).toEqual([]);
	});

	it('that are not due are not asked for and stay as they are', async () => {
		const { api, asked } = serviceOf({});
		const old = entryOf('a', { since: now - 600, looked: now - 5 });
		const round = roundOf({ api });
		expect(await lookUp(round, [old], [])).toEqual([{ entry: old }]);
		expect(asked).toEqual([]);
		expect(round.log).toEqual([]);
	});

	it('that fail are named in the log, and no others', async () => {
		const error = errorOf(500);
		const { api } = serviceOf({ a: { id: 'a', status: 'ENDED' }, b: error });
		const round = roundOf({ api });
		expect(await lookUp(round, [entryOf('a'), entryOf('b')], [])).toHaveLength(2);
		expect(round.log).toEqual([
			`Looked at again later, as they cannot be read: call b (${error.message})`,
		]);
	});

	it('that there was no time for come first in the next poll', async () => {
		const calls = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { id, status: 'ONGOING' }]));
		const { api, asked } = serviceOf(calls);
		const round = roundOf({ api, bound: 1, mayStart: () => false });
		let followed = ['a', 'b', 'c'].map((id) => entryOf(id));
		for (let polls = 0; polls < 3; polls++) {
			const known = await lookUp(round, followed, []);
			expect(known).toHaveLength(3);
			followed = known.map(({ entry }) => ({ ...entry }));
		}
		expect(asked).toEqual(['a', 'b', 'c']);
		expect(round.log).toEqual([]);
	});
});
