import type { IDataObject } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import type { Followed } from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { lookUp } from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { errorOf, pollOf } from '../../../harness/service/lists';

const nowMs = Date.parse('2026-06-01T12:00:00Z');
const now = nowMs / 60_000;
const entryOf = (id: string, more: Partial<Followed> = {}): Followed => ({
	id,
	since: now - 10,
	waited: 0,
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

	it.each<[string, IDataObject, Partial<Followed>]>([
		['is under way', underWay, {}],
		['is over', ended, {}],
		['is over and has waited', ended, { waited: 5 }],
		['is over a day after it was first followed', ended, { since: now - 24 * 60 }],
		['is under way a minute before', underWay, { since: now - 24 * 60 + 1 }],
	])('and %s is known with its record', async (_, call, more) => {
		const { api, within } = serviceOf({ a: call });
		const poll = pollOf({ api, leftMs: () => 8_000 });
		const known = await lookUp(poll, [entryOf('a', more)], []);
		expect(known).toEqual([{ entry: entryOf('a', more), call }]);
		// A quarter of the time that is left, so that one that never answers leaves some to the others.
		expect(within).toEqual([['call', 2_000]]);
		expect(poll.log).toEqual([]);
	});

	it.each<[string, IDataObject | Error]>([
		['is still under way', underWay],
		['is refused', errorOf(400)],
		['fails', errorOf(500)],
	])('and %s after a day is dropped, and the log names it', async (_, answer) => {
		const poll = pollOf(serviceOf({ a: answer }));
		expect(await lookUp(poll, [entryOf('a', { since: now - 24 * 60 })], [])).toStrictEqual([]);
		expect(poll.log).toEqual([
			'No longer followed, because the service showed no end of them within a day: call a',
		]);
	});

	it.each<[string, Failure | number]>([
		['is not found', 404],
		['is gone', 410],
	])('and %s is forgotten, and the log names it', async (_, failure) => {
		const poll = pollOf(serviceOf({ a: errorOf(failure) }));
		expect(await lookUp(poll, [entryOf('a')], [])).toStrictEqual([]);
		expect(poll.log).toEqual(['No longer followed, because they were deleted: call a']);
	});

	it.each<[string, Failure | number]>([
		['is refused', 400],
		['is refused under a 200', { cause: 'refused', status: 200 }],
		['fails with a 500', 500],
		["meets a gateway's own 404", { cause: 'status', status: 404, notOfService: true }],
		['cannot be read', { cause: 'unreadable', status: 200 }],
		['never answers', { cause: 'lost' }],
	])('and %s is looked at again later, and the log says why', async (_, failure) => {
		const [first, second] = [errorOf(failure, 'the first'), errorOf(failure, 'the second')];
		const poll = pollOf(serviceOf({ a: first, b: second }));
		const followed = [entryOf('a', { waited: 2 }), entryOf('b')];
		expect(await lookUp(poll, followed, [])).toEqual(followed.map((entry) => ({ entry })));
		expect(poll.log).toEqual([
			`Checked again later, because they cannot be read: calls a, b (${first.message})`,
		]);
	});

	it.each<[string, Failure | number]>([
		['a wrong key', 401],
		['a key that may not', 403],
		['too many requests', 429],
		['a service that cannot be reached', { cause: 'notSent' }],
	])('fails the poll on %s, which says nothing of the call', async (_, failure) => {
		const error = errorOf(failure);
		const poll = pollOf(serviceOf({ a: error }));
		await expect(lookUp(poll, [entryOf('a')], [])).rejects.toBe(error);
	});
});

describe('followed calls', () => {
	it('that stand in the list are taken from there', async () => {
		const { api, asked } = serviceOf({});
		const call = { id: 'a', status: 'ENDED' };
		const known = await lookUp(pollOf({ api }), [entryOf('a')], [{ id: 'x' }, call]);
		expect(known).toEqual([{ entry: entryOf('a'), call }]);
		expect(asked).toEqual([]);
	});

	it('that there was no time for are not dropped, however long they were followed', async () => {
		const { api } = serviceOf({ a: { id: 'a', status: 'ENDED' } });
		const old = entryOf('b', { since: now - 48 * 60 });
		const poll = pollOf({ api, bound: 1, mayStart: () => false });
		const known = await lookUp(poll, [entryOf('a'), old], []);
		expect(known.map(({ entry }) => entry.id)).toEqual(['b', 'a']);
		expect(poll.log).toEqual([]);
	});

	it('that fail are named in the log, and no others', async () => {
		const error = errorOf(500);
		const { api } = serviceOf({ a: { id: 'a', status: 'ENDED' }, b: error });
		const poll = pollOf({ api });
		expect(await lookUp(poll, [entryOf('a'), entryOf('b')], [])).toHaveLength(2);
		expect(poll.log).toEqual([
			`Checked again later, because they cannot be read: call b (${error.message})`,
		]);
	});

	it('that there was no time for come first in the next poll', async () => {
		const calls = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { id, status: 'ONGOING' }]));
		const { api, asked } = serviceOf(calls);
		const poll = pollOf({ api, bound: 1, mayStart: () => false });
		let followed = ['a', 'b', 'c'].map((id) => entryOf(id));
		for (let polls = 0; polls < 3; polls++) {
			const known = await lookUp(poll, followed, []);
			expect(known).toHaveLength(3);
			followed = known.map(({ entry }) => ({ ...entry }));
		}
		expect(asked).toEqual(['a', 'b', 'c']);
		expect(poll.log).toEqual([]);
	});
});
