import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../../../../nodes/VoiceSms/api/api';
import { callEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import type { Poll } from '../../../../nodes/VoiceSms/trigger/event';
import { dedupeKey, Memory } from '../../../../nodes/VoiceSms/trigger/memory';
import { errorOf, Lists, pollOf } from '../../../harness/service/lists';
import { fake, untyped } from '../../../harness/n8n/fake';

const now = Date.parse('2026-06-02T12:00:00Z');
const hour = 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();
const callOf = (id: string, more: IDataObject = {}): IDataObject => ({
	id,
	status: 'ENDED',
	companyId: 'company',
	// In the order of their names.
	createdAt: iso(now - 2 * hour + id.charCodeAt(0)),
	endTimestamp: iso(now - hour),
	...more,
});
/** A call that is over: in this poll, or since so many polls, in which it has waited. */
type Over = [id: string, waited?: number];
/** With recordings, waited for in three polls; without. */
const recordings = untyped<Poll['fields']>({
	flag: () => true,
	text: () => 'data',
	options: { count: () => 3 },
});
const noRecordings = untyped<Poll['fields']>({ flag: () => false });

/** What a poll of Call Ended emits of these calls, and which calls wait, with the polls that they have waited. */
async function polled(given: Partial<Parameters<typeof pollOf>[0]> & object, over: Over[]) {
	const lists = new Lists({ '/api/calls': over.map(([id]) => callOf(id)).reverse() });
	const followed = over
		.filter(([, waited = 0]) => waited > 0)
		.map(([id, waited = 0]) => ({ id, since: 0, waited, wasMissing: false }));
	const known = followed.map(({ id }) => ({ time: now, key: dedupeKey(id), record: callOf(id) }));
	const { items, cursor } = (await callEnded.poll(
		pollOf({ fields: recordings, now: () => now, ...given, api: { ...lists.api, ...given.api } }),
		{ records: Memory.of(known, { whole: true }), followed },
	))!;
	return { items, waiting: cursor.followed.map(({ id, waited }) => [id, waited]) };
}

const addressOf = (id: string) => `https://files.test/${id}`;

/** A service with a recording for each call, where the test does not say otherwise. */
function serviceOf({
	addresses = {},
	files = {},
}: {
	addresses?: Record<string, unknown>;
	files?: Record<string, Error>;
} = {}) {
	const requests: Array<[what: string, withinMs?: number]> = [];
	let underWay = 0;
	const service = { requests, mostAtOnce: 0 };
	const get = async (path: string, withinMs: number) => {
		requests.push([path, withinMs]);
		const id = path.split('/')[3];
		const answer = id in addresses ? addresses[id] : addressOf(id);
		if (answer instanceof Error) throw answer;
		return { recordingUrl: answer };
	};
	const download = async (url: string, fileName: string, withinMs: number) => {
		requests.push([url, withinMs]);
		service.mostAtOnce = Math.max(service.mostAtOnce, ++underWay);
		await new Promise(setImmediate);
		underWay--;
		const id = url.slice(addressOf('').length);
		if (id in files) throw files[id];
		return { fileName };
	};
	const within = (ms: number): Api =>
		fake<Api>({
			about: () => within(ms),
			get: async (path: string) => await get(path, ms),
			download: async (url: string, name: string) => await download(url, name, ms),
		});
	return Object.assign(service, { api: { within } });
}

const with_ = (id: string) => ({
	json: { ...callOf(id), recordingAttached: true, recordingUrl: addressOf(id) },
	time: now - hour,
	binary: { data: { fileName: id } },
});
const byId = (a: { json: IDataObject }, b: { json: IDataObject }) =>
	String(a.json.id).localeCompare(String(b.json.id));
const without = (id: string, recordingNote: unknown) => ({
	json: { ...callOf(id), recordingAttached: false, recordingNote },
	time: now - hour,
});

describe('calls that are over', () => {
	it('are given out as they are when no recording is wanted', async () => {
		const { api, requests } = serviceOf();
		const { items, waiting } = await polled({ api, fields: noRecordings }, [['a'], ['b']]);
		expect(items).toEqual(['a', 'b'].map((id) => ({ json: callOf(id), time: now - hour })));
		expect([waiting, requests]).toEqual([[], []]);
	});

	it('are simplified when that is wanted', async () => {
		const { api } = serviceOf();
		const { items } = await polled({ api, fields: noRecordings, simple: true }, [['a']]);
		expect(items[0].json).toMatchObject({ id: 'a' });
		expect(items[0].json).not.toHaveProperty('companyId');
	});

	it('come with their recordings', async () => {
		const { api } = serviceOf();
		const { items, waiting } = await polled({ api }, [['a'], ['b', 2]]);
		expect([...items].sort(byId)).toEqual([with_('a'), with_('b')]);
		expect(waiting).toEqual([]);
	});
});

describe('a recording that is not there', () => {
	it.each<[string, Parameters<typeof serviceOf>[0], unknown]>([
		['has no address', { addresses: { a: '' } }, 'The recording has no address'],
		['has an address that is none', { addresses: { a: 7 } }, 'The recording has no address'],
	])('because it %s is waited for, and at last the call comes without', async (_, given, note) => {
		const { api } = serviceOf(given);
		const first = await polled({ api }, [['a'], ['b']]);
		expect(first.items).toEqual([with_('b')]);
		expect(first.waiting).toEqual([['a', 1]]);
		const second = await polled({ api }, [['a', 1]]);
		expect(second).toEqual({ items: [], waiting: [['a', 2]] });
		const third = await polled({ api }, [['a', 2]]);
		expect(third).toEqual({ items: [without('a', note)], waiting: [] });
	});

	it('is waited for by several calls in their order', async () => {
		const { api } = serviceOf({ addresses: { a: '', b: '', c: '' } });
		const { waiting } = await polled({ api }, [['a'], ['b'], ['c']]);
		expect(waiting.map(([id]) => id)).toEqual(['a', 'b', 'c']);
	});

	it.each([
		['a day after the call ended', 24 * hour, false],
		['just before', 24 * hour - 1, true],
	])('is not waited for any more %s', async (_, age, waits) => {
		const { api } = serviceOf({ addresses: { a: errorOf(404) } });
		const end = now - hour;
		const { items, waiting } = await polled({ api, now: () => end + age }, [['a']]);
		expect([items.length, waiting.length]).toEqual(waits ? [0, 1] : [1, 0]);
	});

	it('is not asked for when the call has no usable ID', async () => {
		const { api, requests } = serviceOf();
		const note = 'The call has no valid ID, so the node cannot get its recording';
		for (const mayStart of [() => true, () => false]) {
			const { items, waiting } = await polled({ api, bound: 1, mayStart }, [['.'], ['..']]);
			expect(items).toEqual([without('.', note), without('..', note)]);
			expect(waiting).toEqual([]);
		}
		expect(requests).toEqual([]);
	});
});

describe('the time of a poll for recordings', () => {
	it('is shared: a quarter for an address and the first try of its file, later half', async () => {
		const { api, requests } = serviceOf();
		await polled({ api, leftMs: () => 8_000 }, [['a'], ['b', 1]]);
		expect(requests).toEqual([
			['/api/calls/a/recording', 2_000],
			[addressOf('a'), 2_000],
			['/api/calls/b/recording', 2_000],
			[addressOf('b'), 4_000],
		]);
	});

	it('goes to new calls first, then to those that have waited least', async () => {
		const { api, requests } = serviceOf();
		await polled({ api }, [['c', 2], ['a'], ['d', 2], ['b', 1]]);
		const files = requests.map(([what]) => what).filter((what) => what.startsWith('https'));
		expect(files).toEqual(['a', 'b', 'c', 'd'].map(addressOf));
	});

	it.each([
		['four', 32, 4],
		['no more than Requests at Once', 2, 2],
	])('is for %s files at once', async (_, bound, most) => {
		const service = serviceOf();
		const over = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id): Over => [id]);
		expect((await polled({ api: service.api, bound }, over)).items).toHaveLength(7);
		expect(service.mostAtOnce).toBe(most);
	});
});

describe('the sample of the editor', () => {
	it('comes with its recording, or says why it does not', async () => {
		const service = serviceOf({ addresses: { b: errorOf(404) } });
		const sampleOf = async (id: string, downloads = true) => {
			const fields = downloads ? recordings : noRecordings;
			const api = { ...service.api, pages: async () => ({ records: [callOf(id)], missing: 0 }) };
			const poll = pollOf({ api, leftMs: () => 8_000, fields });
			return await callEnded.sample(poll);
		};
		expect(await sampleOf('a')).toEqual(with_('a'));
		expect(service.requests).toContainEqual([addressOf('a'), 2_000]);
		expect(await sampleOf('b')).toEqual(without('b', errorOf(404).message));
		const note = 'The call has no valid ID, so the node cannot get its recording';
		expect(await sampleOf('..')).toEqual(without('..', note));
		expect(await sampleOf('b', false)).toEqual({ json: callOf('b'), time: now - hour });
	});
});
