import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { collections } from '../../harness/n8n/options';
import { addEnded } from '../../harness/n8n/followedCalls';
import { Poller } from '../../harness/n8n/poller';
import { empty, service as startService } from '../../harness/service/service';
import { statusesOfAll } from '../../harness/service/statuses';
import { serviceTime } from '../../harness/time/serviceTime';
import type { Fault, Simulator } from '../../simulator';
import { manualClock } from '../../simulator';

/** A call of long ago would not be waited for: this one's clock is that of this computer. */
const present = async () => await startService({ seed: empty, clock: manualClock(Date.now()) });

/** A trigger with its baseline, and so many calls that ended after it. */
async function withCalls(count: number, options: IDataObject = {}, given?: Simulator) {
	const simulator = given ?? (await present());
	const poller = new Poller(simulator, {
		event: 'callEnded',
		downloadRecording: true,
		...collections({ maxTries: 1, ...options }),
	});
	await poller.poll();
	return { simulator, poller, calls: addEnded(simulator, count) };
}

const fileOf = (id: string) => ({ path: `/recordings/${id}.wav` });
const referenceOf = (id: string) => ({ path: `/api/calls/${id}/recording` });
const notFound: Fault = { kind: 'status', status: 404 };

describe('a slow host of recordings', () => {
	const budgetMs = 4_000;
	const { time: clock, watch } = serviceTime();
	/** With a baseline, and polls in virtual time. */
	const slowly = async (count: number, options: IDataObject) => {
		const simulator = await startService({ seed: empty, clock: { ...manualClock(), pace: clock } });
		watch(simulator);
		const { poller, calls } = await withCalls(count, options, simulator);
		const poll = async (ms?: number) => await clock.run(poller.poll({ clock, budgetMs: ms }));
		const ids = async (ms?: number) => (await poll(ms)).map(({ json }) => json.id);
		return { simulator, calls, poll, ids };
	};

	it.each<[string, Fault]>([
		['sends the body bit by bit', { kind: 'trickle', everyMs: 20 }],
		['sends nothing', { kind: 'hang' }],
		['sends the head late', { kind: 'delay', ms: 60_000 }],
	])('that %s does not fail the poll; the other calls come out at once', async (_, fault) => {
		const { simulator, calls, poll, ids } = await slowly(3, { recordingPolls: 2 });
		const [slow, ...others] = calls;
		simulator.fail(fileOf(slow), fault, Infinity);
		expect(await ids(budgetMs)).toEqual(others);
		const [item, ...more] = await poll(budgetMs);
		expect(more).toEqual([]);
		expect(item.json).toMatchObject({ id: slow, recordingAttached: false });
		expect(item.json.recordingNote).toEqual(expect.any(String));
	});

	it('holds up no poll, however many of its recordings are asked for', async () => {
		const { simulator, calls, ids } = await slowly(12, { recordingPolls: 3 });
		const quick = calls[11];
		for (const id of calls.slice(0, 11)) {
			simulator.fail(fileOf(id), { kind: 'trickle', everyMs: 50 }, Infinity);
		}
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 2; poll++) givenOut.push(...(await ids(budgetMs)));
		expect(givenOut).toEqual([quick]);
	});

	it('is given a time within the five minutes of a poll, too', async () => {
		const { simulator, calls, poll } = await slowly(1, { recordingPolls: 1, timeout: 300 });
		simulator.fail(fileOf(calls[0]), { kind: 'hang' });
		const [item] = await poll();
		expect(item.json).toMatchObject({ id: calls[0], recordingAttached: false });
	});
});

describe('a recording that cannot be had', () => {
	it.each<[string, 'reference' | 'file', Fault]>([
		['the service says 404', 'reference', notFound],
		['the service says 400', 'reference', { kind: 'status', status: 400 }],
		['the service says 500', 'reference', { kind: 'status', status: 500 }],
		['the service refuses it', 'reference', { kind: 'successFalse' }],
		['the answer cannot be read', 'reference', { kind: 'halfBody' }],
		['its host says 404', 'file', notFound],
		['its host says 403', 'file', { kind: 'status', status: 403 }],
		['its host says 500', 'file', { kind: 'status', status: 500 }],
		['its host breaks the connection', 'file', { kind: 'reset' }],
		['its host breaks off', 'file', { kind: 'cutBody' }],
	])('because %s is waited for, and the others are not', async (_, which, fault) => {
		const { simulator, poller, calls } = await withCalls(2, { recordingPolls: 3 });
		simulator.fail((which === 'file' ? fileOf : referenceOf)(calls[0]), fault, 2);
		expect(await poller.ids()).toEqual([calls[1]]);
		expect(await poller.ids()).toEqual([]);
		const [item] = await poller.poll();
		expect(item.json).toMatchObject({ id: calls[0], recordingAttached: true });
		expect(await poller.poll()).toEqual([]);
	});

	it('because the connection broke on the way to its address holds up no other', async () => {
		const { simulator, poller, calls } = await withCalls(2);
		simulator.fail(referenceOf(calls[0]), { kind: 'reset' }, 5);
		expect(await poller.ids()).toEqual([calls[1]]);
		for (let poll = 0; poll < 4; poll++) expect(await poller.ids()).toEqual([]);
		expect(await poller.ids()).toEqual([calls[0]]);
	});

	it('is waited for ten polls where the option does not say otherwise', async () => {
		const { simulator, poller, calls } = await withCalls(1);
		simulator.fail(referenceOf(calls[0]), notFound, Infinity);
		for (let poll = 1; poll < 10; poll++) expect(await poller.poll()).toEqual([]);
		const [item] = await poller.poll();
		expect(item.json).toMatchObject({ id: calls[0], recordingAttached: false });
		expect(item.json.recordingNote).toBe(`Not found (HTTP 404): recording of call ${calls[0]}`);
		expect(item.binary).toBeUndefined();
	});

	it('is not waited for past a day, also when n8n forgot how often that was done', async () => {
		const { simulator, poller, calls } = await withCalls(1);
		simulator.fail(referenceOf(calls[0]), notFound, Infinity);
		const ended = Date.now();
		for (let hours = 1; hours < 24; hours++) {
			expect(await poller.poll({ clock: testClock(ended + hours * 3_600_000 - 1_000) })).toEqual(
				[],
			);
			poller.restart();
		}
		const [item] = await poller.poll({ clock: testClock(ended + 25 * 3_600_000) });
		expect(item.json).toMatchObject({ id: calls[0], recordingAttached: false });
	});

	it('is waited for by a call that does not say when it ended', async () => {
		const { simulator, poller, calls } = await withCalls(1);
		const call = simulator.store.calls.get(calls[0])!;
		simulator.store.calls.set(call.id, { ...call, createdAt: null, endTimestamp: undefined });
		simulator.fail(referenceOf(call.id), notFound, 2);
		for (let poll = 0; poll < 2; poll++) expect(await poller.poll()).toEqual([]);
		simulator.store.calls.set(call.id, call);
		expect(await poller.ids()).toEqual([call.id]);
	});

	it.each(statusesOfAll)('because of a %i leaves the calls that have theirs', async (status) => {
		const { simulator, poller, calls } = await withCalls(8, { requestsAtOnce: 2 });
		simulator.fail(referenceOf(calls[7]), { kind: 'status', status });
		expect(await poller.ids()).toEqual(calls.slice(0, 7));
		expect(await poller.ids()).toEqual(calls.slice(7));
	});

	it.each(statusesOfAll)('because of a %i for all fails the poll', async (status) => {
		const { simulator, poller, calls } = await withCalls(8, { requestsAtOnce: 2 });
		simulator.fail({ path: '/api/calls/*/recording' }, { kind: 'status', status }, Infinity);
		await expect(poller.poll()).rejects.toThrow(`HTTP ${status}`);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual(calls);
	});
});

describe('a host of recordings that asks for fewer requests', () => {
	const tooMany: Fault = { kind: 'status', status: 429 };
	const noted = ({ json }: { json: IDataObject }) => json.recordingAttached === false;

	it('leaves the calls that have theirs, and does not use up the waits of the others', async () => {
		const { simulator, poller, calls } = await withCalls(8, {
			requestsAtOnce: 2,
			recordingPolls: 2,
		});
		const out: unknown[] = [];
		for (const rest of [calls.slice(3), calls.slice(5), calls.slice(7), []]) {
			for (const id of rest) simulator.fail(fileOf(id), tooMany);
			const items = await poller.poll();
			expect(items.filter(noted)).toEqual([]);
			out.push(...items.map(({ json }) => json.id));
			simulator.clearFaults();
		}
		expect(out.sort()).toEqual([...calls].sort());
	});

	it('is asked for no more in this poll', async () => {
		const { simulator, poller, calls } = await withCalls(150, { recordingPolls: 2 });
		simulator.fail({ path: /^\/recordings/ }, tooMany, Infinity);
		for (let poll = 0; poll < 5; poll++) {
			expect(await poller.ids()).toEqual([]);
			const read = simulator.requests.filter(({ path }) => path.endsWith('/recording'));
			expect(read).toHaveLength(4);
		}
		simulator.clearFaults();
		const items = await poller.poll();
		expect(items.filter(noted)).toEqual([]);
		expect(new Set(items.map(({ json }) => json.id))).toEqual(new Set(calls));
	});

	it.each([
		['have their recordings', () => undefined],
		[
			'have none',
			(simulator: Simulator, id: string) => simulator.fail(referenceOf(id), notFound, Infinity),
		],
	])('holds up no calls of other hosts that %s', async (_, prepare) => {
		const { simulator, poller, calls } = await withCalls(10, { recordingPolls: 3 });
		const refused = calls.slice(0, 4);
		for (const id of refused) simulator.fail(fileOf(id), tooMany, Infinity);
		for (const id of calls.slice(4)) prepare(simulator, id);
		const out: unknown[] = [];
		for (let poll = 0; poll < 8; poll++) out.push(...(await poller.ids()));
		expect(new Set(out)).toEqual(new Set(calls));
		expect(out).toHaveLength(calls.length);
	});

	it('holds up a call without a time no longer than others', async () => {
		const { simulator, poller, calls } = await withCalls(1, { recordingPolls: 2 });
		const [id] = calls;
		const call = simulator.store.calls.get(id);
		simulator.store.calls.set(id, { ...call!, createdAt: null, endTimestamp: undefined });
		simulator.fail(fileOf(id), tooMany, Infinity);
		expect([await poller.ids(), await poller.ids()]).toEqual([[], calls]);
	});

	it('holds up no call past a day', async () => {
		const { simulator, poller, calls } = await withCalls(2);
		simulator.fail({ path: /^\/recordings/ }, tooMany, Infinity);
		expect(await poller.ids()).toEqual([]);
		const items = await poller.poll({ clock: testClock(Date.now() + 25 * 3_600_000) });
		expect(items.map(({ json }) => json.id)).toEqual(calls);
		expect(items.every(noted)).toBe(true);
	});
});

describe('1,000 calls that wait for their recordings', () => {
	it('all come out, each once', async () => {
		const { simulator, poller, calls } = await withCalls(1_000, { recordingPolls: 2 });
		simulator.fail({ path: '/api/calls/*/recording' }, notFound, Infinity);
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 40; poll++) givenOut.push(...(await poller.ids()));
		expect(givenOut).toHaveLength(1_000);
		expect(new Set(givenOut)).toEqual(new Set(calls));
	});
});

describe('a call that waits for its recording', () => {
	it('names its file by its ID, without signs that no file name can have', async () => {
		const { simulator, poller } = await withCalls(0);
		const { id } = simulator.store.addCall({ id: 'a/b:c "1"', status: 'ENDED' });
		const [item] = await poller.poll();
		expect(item.json).toMatchObject({ id, recordingAttached: true });
		expect(item.binary?.data.fileName).toBe('a_b_c _1_.wav');
	});
});

it('a recording whose file is not ready is waited for, and is named by its call', async () => {
	const { simulator, poller, calls } = await withCalls(1);
	const notYet: Fault = {
		kind: 'file',
		headers: { 'content-type': 'text/plain' },
		text: 'Not yet',
	};
	simulator.fail(fileOf(calls[0]), notYet);
	expect(await poller.poll()).toEqual([]);
	const disposition = 'attachment; filename="Call 1.mp3"';
	const headers = { 'content-type': 'audio/mpeg', 'content-disposition': disposition };
	simulator.fail(fileOf(calls[0]), { kind: 'file', headers });
	const [item] = await poller.poll();
	expect(item.binary?.data).toMatchObject({
		mimeType: 'audio/mpeg',
		fileName: `${calls[0]}.wav`,
	});
});

it('a recording that is wanted by the text "true" lands in the chosen field', async () => {
	const simulator = await present();
	const poller = new Poller(simulator, {
		event: 'callEnded',
		downloadRecording: 'true',
		binaryPropertyName: 'rec',
	});
	await poller.poll();
	simulator.store.addCall({ status: 'ENDED' });
	expect(Object.keys((await poller.poll())[0].binary ?? {})).toEqual(['rec']);
});
