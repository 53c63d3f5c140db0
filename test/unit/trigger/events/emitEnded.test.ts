import type { IDataObject } from 'n8n-workflow';

import { callEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded';
import { recordingWanted } from '../../../../nodes/VoiceSms/trigger/events/callEnded/fields';
import { emitEnded } from '../../../../nodes/VoiceSms/trigger/events/callEnded/emitEnded';
import type { Ended } from '../../../../nodes/VoiceSms/trigger/events/callEnded/followedCalls';
import { errorOf, pollOf } from '../../../harness/service/lists';
import { untyped } from '../../../harness/n8n/fake';

const now = Date.parse('2026-06-02T12:00:00Z');
const hour = 3_600_000;
const wanted = { field: 'data', polls: 3 };
const iso = (ms: number) => new Date(ms).toISOString();
const callOf = (id: string, more: IDataObject = {}): IDataObject => ({
	id,
	status: 'ENDED',
	companyId: 'company',
	createdAt: iso(now - 2 * hour),
	endTimestamp: iso(now - hour),
	...more,
});
const endedOf = (id: string, waited = 0, more: IDataObject = {}): Ended => ({
	entry: { id, since: 0, waited },
	call: callOf(id, more),
});
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
	const get = async (path: string, _key?: string, withinMs?: number) => {
		requests.push([path, withinMs]);
		const id = path.split('/')[3];
		const answer = id in addresses ? addresses[id] : addressOf(id);
		if (answer instanceof Error) throw answer;
		return { recordingUrl: answer };
	};
	const download = async (url: string, fileName: string, _store: unknown, withinMs?: number) => {
		requests.push([url, withinMs]);
		service.mostAtOnce = Math.max(service.mostAtOnce, ++underWay);
		await new Promise(setImmediate);
		underWay--;
		const id = url.slice(addressOf('').length);
		if (id in files) throw files[id];
		return { fileName };
	};
	return Object.assign(service, { api: { get: untyped(get), download: untyped(download) } });
}

const with_ = (id: string) => ({
	json: { ...callOf(id), recordingAttached: true, recordingUrl: addressOf(id) },
	time: now - hour,
	binary: { data: { fileName: id } },
});
const without = (id: string, recordingNote: unknown) => ({
	json: { ...callOf(id), recordingAttached: false, recordingNote },
	time: now - hour,
});

describe('a recording that is not there', () => {
	it.each([
		['a day after the call ended', 24 * hour, false],
		['just before', 24 * hour - 1, true],
	])('is not waited for any more %s', async (_, age, waits) => {
		const { api } = serviceOf({ addresses: { a: errorOf(404) } });
		const end = now - hour;
		const poll = pollOf({ api, now: () => end + age });
		const { items, waiting } = await emitEnded(poll, wanted, [endedOf('a')]);
		expect([items.length, waiting.length]).toEqual(waits ? [0, 1] : [1, 0]);
	});
});

describe('the time of a poll for recordings', () => {
	it('is shared: a quarter for an address and the first try of a file, later half', async () => {
		const { api, requests } = serviceOf();
		const poll = pollOf({ api, now: () => now, leftMs: () => 8_000 });
		await emitEnded(poll, wanted, [endedOf('a'), endedOf('b', 1)]);
		expect(requests).toEqual([
			['/api/calls/a/recording', 2_000],
			['/api/calls/b/recording', 2_000],
			[addressOf('a'), 2_000],
			[addressOf('b'), 4_000],
		]);
	});

	it.each([
		['four', 32, 4],
		['no more than Requests at Once', 2, 2],
	])('is for %s files at once', async (_, bound, most) => {
		const service = serviceOf();
		const poll = pollOf({ api: service.api, now: () => now, bound });
		const over = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => endedOf(id));
		expect((await emitEnded(poll, wanted, over)).items).toHaveLength(7);
		expect(service.mostAtOnce).toBe(most);
	});
});

it.each([
	['three', 3, 3],
	['ten, where the option does not say', undefined, 10],
])('a recording is waited for %s polls', (_, count, polls) => {
	const fields = { flag: () => true, text: () => 'file', options: { count: () => count } };
	expect(recordingWanted(pollOf({ fields: untyped(fields) }))).toEqual({ field: 'file', polls });
	const off = { ...fields, flag: () => false };
	expect(recordingWanted(pollOf({ fields: untyped(off) }))).toBeUndefined();
});

describe('the sample of the editor', () => {
	it('comes with its recording, or says why it does not', async () => {
		const service = serviceOf({ addresses: { b: errorOf(404) } });
		const sampleOf = async (id: string, downloads = true) => {
			const fields = { flag: () => downloads, text: () => 'data', options: { count: () => 9 } };
			const api = { ...service.api, pages: async () => ({ records: [callOf(id)], missing: 0 }) };
			const poll = pollOf({ api, leftMs: () => 8_000, fields: untyped(fields) });
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
