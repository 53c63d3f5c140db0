import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/clock';
import { Poller } from '../../harness/poller';
import { empty, service as startService } from '../../harness/service';
import type { Fault, Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers, manualClock } from '../../simulator';

const minute = 60_000;
const hour = 60 * minute;

const service = async (options: SimulatorOptions = {}) =>
	await startService({ seed: empty, ...options });

/**
 * Calls that are over, so many and so far apart that those before them stand on no page that is
 * read for further news.
 */
function turnThePage({ store, clock }: Simulator, count = 60, apartMs = 15_000): string[] {
	return Array.from({ length: count }, () => {
		clock.advance(apartMs);
		return store.addCall({ status: 'ENDED' }).id;
	});
}

/** A trigger that follows so many endless calls which no longer stand on the first page. */
async function following(simulator: Simulator, count: number, parameters: IDataObject = {}) {
	const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
	const calls = Array.from({ length: count }, () => simulator.store.addCall({ endless: true }).id);
	await poller.poll();
	turnThePage(simulator);
	await poller.poll();
	return { poller, calls };
}

const uuid = (number: number) => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
const asked = ({ requests }: Simulator, id: string) =>
	requests.filter(({ path }) => path.endsWith(`/api/calls/${id}`)).length;

/** A clock that leaves no time to begin anything more as soon as the first request was made. */
function hurried(simulator: Simulator, budgetMs: number) {
	const clock = testClock();
	const begun = clock.now();
	return { ...clock, now: () => begun + (simulator.requests.length > 0 ? 0.6 * budgetMs : 0) };
}

describe('a followed call that cannot be read', () => {
	it.each<[string, Fault]>([
		['answers 500', { kind: 'status', status: 500 }],
		['answers 503', { kind: 'status', status: 503 }],
		['answers what cannot be read', { kind: 'halfBody' }],
		['breaks the connection', { kind: 'reset' }],
		['is refused', { kind: 'status', status: 422 }],
		['is refused under a 200', { kind: 'successFalse' }],
	])('and %s does not stop the events of the others, and its own comes later', async (_, fault) => {
		const simulator = await service();
		const requestOptions = { maxTries: 1 };
		const { poller, calls } = await following(simulator, 2, { requestOptions });
		const [bad, good] = calls;
		calls.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		simulator.clock.advance(minute);
		const later = simulator.store.addCall({ status: 'ERROR' }).id;
		simulator.fail({ path: `/api/calls/${bad}` }, fault, Infinity);
		expect((await poller.ids()).sort()).toEqual([good, later].sort());
		for (let poll = 0; poll < 5; poll++) expect(await poller.ids()).toEqual([]);
		simulator.clearFaults();
		expect(await poller.ids()).toEqual([bad]);
		expect(await poller.ids()).toEqual([]);
	});

	it.each([
		['a followed call', (id: string) => `/api/calls/${id}`],
		['the address of a recording', (id: string) => `/api/calls/${id}/recording`],
	])('because the service never answers for %s does not use up the poll', async (_, pathOf) => {
		// A recording of long ago would not be waited for.
		const simulator = await service({ clock: manualClock(Date.now()) });
		const parameters = { downloadRecording: true };
		const { poller, calls } = await following(simulator, 3, parameters);
		const [bad, ...others] = calls;
		calls.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		simulator.fail({ path: pathOf(bad) }, { kind: 'hang' }, Infinity);
		const budgetMs = 2_000;
		for (let polls = 0; polls < 2; polls++) {
			expect((await poller.ids({ budgetMs })).sort()).toEqual(polls === 0 ? others : []);
		}
		simulator.clearFaults();
		expect(await poller.ids({ budgetMs })).toEqual([bad]);
	});

	it('is named in the log at each poll, and never given up while the service fails', async () => {
		const simulator = await service();
		const { poller, calls } = await following(simulator, 1, { requestOptions: { maxTries: 1 } });
		const [bad] = calls;
		simulator.store.endCall(bad, 'ENDED');
		simulator.fail({ path: `/api/calls/${bad}` }, { kind: 'status', status: 500 }, 30);
		for (let poll = 1; poll <= 30; poll++) {
			expect(await poller.ids()).toEqual([]);
			expect(poller.log).toHaveLength(poll);
		}
		expect(new Set(poller.log)).toEqual(new Set([expect.stringContaining(bad)]));
		expect(await poller.ids()).toEqual([bad]);
	});

	it.each([401, 403, 429])(
		'fails the poll on a %i, which is not about this call',
		async (status) => {
			const simulator = await service();
			const { poller, calls } = await following(simulator, 1, { requestOptions: { maxTries: 1 } });
			simulator.store.endCall(calls[0], 'ENDED');
			simulator.fail({ path: `/api/calls/${calls[0]}` }, { kind: 'status', status });
			const before = JSON.stringify(poller.staticData);
			await expect(poller.poll()).rejects.toThrow(`HTTP ${status}`);
			expect(JSON.stringify(poller.staticData)).toBe(before);
			expect(await poller.ids()).toEqual(calls);
		},
	);
});

describe('a followed call that the service refuses', () => {
	const refusal: Fault = { kind: 'status', status: 400 };

	it('is given up after a day, and the log names it', async () => {
		const simulator = await service();
		const { poller, calls } = await following(simulator, 1);
		simulator.store.endCall(calls[0], 'ENDED');
		simulator.fail({ path: `/api/calls/${calls[0]}` }, refusal, Infinity);
		const begun = Date.now();
		for (let hours = 1; hours < 24; hours++) {
			await poller.poll({ clock: testClock(begun + hours * hour) });
		}
		expect(poller.log.filter((line) => line.includes('Not followed any more'))).toEqual([]);
		await poller.poll({ clock: testClock(begun + 25 * hour) });
		expect(poller.log.at(-1)).toMatch(new RegExp(`^Not followed any more.*${calls[0]}$`));
		expect(await poller.poll()).toEqual([]);
		expect(asked(simulator, calls[0])).toBe(0);
	});

	it('is not given up when it answers in between', async () => {
		const simulator = await service();
		const { poller, calls } = await following(simulator, 1);
		for (let round = 0; round < 3; round++) {
			simulator.fail({ path: `/api/calls/${calls[0]}` }, refusal, 9);
			for (let poll = 0; poll < 10; poll++) expect(await poller.poll()).toEqual([]);
		}
		simulator.store.endCall(calls[0], 'ENDED');
		expect(await poller.ids()).toEqual(calls);
	});

	it('is forgotten at once when it was deleted, and the log names it', async () => {
		const simulator = await service();
		const { poller, calls } = await following(simulator, 1);
		simulator.store.removeCall(calls[0]);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining(calls[0])]);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('more calls under way than the state has room for', () => {
	it('all come out when they were so at activation', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const ids: string[] = [];
		for (let number = 0; number < 1_300; number++) {
			simulator.clock.advance(10);
			ids.push(simulator.store.addCall({ id: uuid(number), endless: true }).id);
		}
		expect(await poller.poll()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		ids.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 4; poll++) givenOut.push(...(await poller.ids()));
		expect(givenOut).toHaveLength(1_300);
		expect(new Set(givenOut)).toEqual(new Set(ids));
		expect(poller.log).toEqual([]);
	});

	it('all come out, also when the oldest of them are older than the memory reaches', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const underWay = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, index) => {
				simulator.clock.advance(10);
				return simulator.store.addCall({ id: uuid(from + index), endless: true }).id;
			});
		const old = underWay(0, 100);
		turnThePage(simulator, 2_600);
		const ids = [...old, ...underWay(100, 900)];
		turnThePage(simulator, 100, 1);
		await poller.poll();
		ids.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		const givenOut = [...(await poller.ids()), ...(await poller.ids())];
		expect(givenOut).toHaveLength(900);
		expect(new Set(givenOut)).toEqual(new Set(ids));
		expect(poller.log).toEqual([]);
	});

	it('are counted in the log where the memory does not reach back to them', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		for (let number = 0; number < 1_000; number++) {
			simulator.store.addCall({ id: uuid(number), endless: true });
		}
		turnThePage(simulator, 2_600);
		await poller.poll();
		const ended = [...simulator.store.calls.values()].filter(({ status }) => status !== 'ENDED');
		ended.forEach(({ id }) => simulator.store.endCall(id, 'ENDED'));
		const givenOut = new Set([...(await poller.ids()), ...(await poller.ids())]);
		expect(givenOut.size).toBeGreaterThan(600);
		expect(poller.log).toEqual([
			expect.stringContaining(`${1_000 - givenOut.size} calls under way`),
		]);
	});
});

describe('a followed call', () => {
	it('that ends otherwise than wanted is no event, and is not followed any more', async () => {
		const simulator = await service();
		const filters = { outcome: 'ERROR' };
		const { poller, calls } = await following(simulator, 2, { filters });
		simulator.store.endCall(calls[0], 'ENDED');
		simulator.store.endCall(calls[1], 'ERROR');
		expect(await poller.ids()).toEqual([calls[1]]);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('a list that moves at activation', () => {
	it('does not give out a call twice that stood on two of its pages', async () => {
		const simulator = await service();
		turnThePage(simulator, 60, 1);
		const { id } = simulator.store.addCall({ endless: true });
		turnThePage(simulator, 49, 1);
		simulator.fail({ path: '/api/calls', query: { page: '2' } }, { kind: 'shift', by: 1 });
		const poller = new Poller(simulator, { event: 'callEnded' });
		await poller.poll();
		await poller.poll();
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids()).toEqual([id]);
	});
});

describe('a call that does not end', () => {
	/** Polls so long, every `everyMs` by both clocks, and counts the requests for the call. */
	async function pollFor(
		poller: Poller,
		id: string,
		ms: number,
		everyMs: number,
		clock = testClock(),
	) {
		const { simulator } = poller;
		let requests = 0;
		for (let left = ms; left > 0; left -= everyMs) {
			simulator.clock.advance(everyMs);
			await clock.sleep(everyMs);
			await poller.poll({ clock });
			requests += asked(simulator, id);
		}
		return requests;
	}

	it('is asked for once a poll for a day, then dropped, and the log names it', async () => {
		const simulator = await service();
		const clock = testClock();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		turnThePage(simulator);
		await poller.poll({ clock });
		expect(await pollFor(poller, id, 23 * hour, hour, clock)).toBe(23);
		expect(poller.log).toEqual([]);
		expect(await pollFor(poller, id, 4 * hour, hour, clock)).toBe(1);
		expect(poller.log).toEqual([expect.stringMatching(`^Not followed any more.*${id}$`)]);
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock })).toEqual([]);
	});

	it.each([5 * minute, hour])(
		'and ends within a day comes at the next poll, every %i ms',
		async (everyMs) => {
			const simulator = await service();
			const clock = testClock();
			const poller = new Poller(simulator, { event: 'callEnded' });
			const { id } = simulator.store.addCall({ endless: true });
			await poller.poll({ clock });
			turnThePage(simulator);
			await pollFor(poller, id, 8 * hour, everyMs, clock);
			simulator.store.endCall(id, 'ENDED');
			await clock.sleep(everyMs);
			expect(await poller.ids({ clock })).toEqual([id]);
		},
	);

	it('and ends while n8n is down for two days comes out', async () => {
		const simulator = await service();
		const clock = testClock();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		turnThePage(simulator);
		await poller.poll({ clock });
		simulator.store.endCall(id, 'ENDED');
		poller.restart();
		await clock.sleep(48 * hour);
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is looked at in each poll while it stands on a page that is read anyway', async () => {
		const simulator = await service();
		const clock = testClock();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		expect(await pollFor(poller, id, 23 * hour, hour, clock)).toBe(0);
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is looked at again at once when the clock of this computer is put back', async () => {
		const simulator = await service();
		const clock = testClock();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		turnThePage(simulator);
		await pollFor(poller, id, 12 * hour, hour, clock);
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock: testClock(clock.now() - 24 * hour) })).toEqual([id]);
	});

	it('is looked at in each poll after a restart that forgot when that was done last', async () => {
		const simulator = await service();
		const clock = testClock();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		turnThePage(simulator);
		await poller.poll({ clock });
		await pollFor(poller, id, 12 * hour, hour, clock);
		poller.restart();
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock })).toEqual([id]);
	});
});

describe('calls without a time', () => {
	it('that are old do not come out as new when a record is deleted', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		for (let number = 0; number < 490; number++) {
			simulator.store.addCall({ createdAt: null, status: 'ENDED' });
		}
		const dated = turnThePage(simulator, 60, 1_000);
		await poller.poll();
		simulator.store.removeCall(dated[30]);
		expect(await poller.poll()).toEqual([]);
		const [next] = turnThePage(simulator, 1);
		expect(await poller.ids()).toEqual([next]);
	});

	it('come out when they end', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded' });
		const before = simulator.store.addCall({ createdAt: null, endless: true });
		await poller.poll();
		const after = simulator.store.addCall({ createdAt: null, endless: true });
		expect(await poller.poll()).toEqual([]);
		for (const { id } of [before, after]) simulator.store.endCall(id, 'ENDED');
		expect((await poller.ids()).sort()).toEqual([before.id, after.id].sort());
	});
});

describe('with no time left from the start', () => {
	const budgetMs = 60_000;

	it('one followed call is still looked at in each poll, each in its turn', async () => {
		const simulator = await service();
		const { poller, calls } = await following(simulator, 3);
		const clock = hurried(simulator, budgetMs);
		expect(await poller.poll({ budgetMs, clock })).toEqual([]);
		expect(simulator.requests).toHaveLength(2);
		calls.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const ids = await poller.ids({ budgetMs, clock });
			expect(ids).toHaveLength(1);
			givenOut.push(...ids);
		}
		expect(givenOut.sort()).toEqual(calls.sort());
	});

	it('one recording is still brought along in each poll, each in its turn', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const calls = turnThePage(simulator, 3);
		const clock = hurried(simulator, budgetMs);
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const items = await poller.poll({ budgetMs, clock });
			expect(items.map(({ json }) => json.recordingAttached)).toEqual([true]);
			givenOut.push(items[0].json.id);
		}
		expect(givenOut).toEqual(calls);
	});

	it('a recording that was not asked for has not been waited for', async () => {
		const simulator = await service({ clock: manualClock(Date.now()) });
		const parameters = { downloadRecording: true, options: { recordingPolls: 2 } };
		const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
		await poller.poll();
		const calls = turnThePage(simulator, 3, 1);
		simulator.fail({ path: `/api/calls/${calls[2]}/recording` }, { kind: 'status', status: 404 });
		const clock = hurried(simulator, budgetMs);
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) givenOut.push(...(await poller.ids({ budgetMs, clock })));
		expect(givenOut).toEqual(calls.slice(0, 2));
		const [item] = await poller.poll({ budgetMs, clock });
		expect(item.json).toMatchObject({ id: calls[2], recordingAttached: true });
	});

	it('a recording that was waited for comes after those of new calls', async () => {
		const simulator = await service({ clock: manualClock(Date.now()) });
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const [late] = turnThePage(simulator, 1, 1);
		simulator.fail({ path: `/api/calls/${late}/recording` }, { kind: 'status', status: 404 });
		expect(await poller.poll()).toEqual([]);
		const [next] = turnThePage(simulator, 1, 1);
		const clock = hurried(simulator, budgetMs);
		expect(await poller.ids({ budgetMs, clock })).toEqual([next]);
		expect(await poller.ids({ budgetMs, clock })).toEqual([late]);
	});
});

describe('Fetch Test Event', () => {
	const [own, other] = companyNumbers;

	it.each<[string, IDataObject, number]>([
		['no filter', {}, 4],
		['a company number', { companyNumber: ' +1 (555) 010-0002 ' }, 1],
		['an inbound direction', { direction: 'INBOUND' }, 2],
		['an outbound direction', { direction: 'OUTBOUND' }, 4],
		['an outcome', { outcome: 'ERROR' }, 3],
		['all of them', { companyNumber: own, direction: 'INBOUND', outcome: 'ENDED' }, 0],
	])('with %s gives the call that ended last of those', async (_, filters, expected) => {
		const simulator = await service({ order: 'shuffled' });
		const { store, clock } = simulator;
		const at = (ms: number) => new Date(clock.now() + ms).toISOString();
		const ids = [
			store.addCall({ direction: 'INBOUND', toNumber: own, status: 'ENDED', endTimestamp: at(10) }),
			store.addCall({ fromNumber: other, status: 'ENDED', endTimestamp: at(20) }),
			store.addCall({ direction: 'INBOUND', toNumber: own, status: 'ERROR', endTimestamp: at(30) }),
			store.addCall({ fromNumber: own, status: 'ERROR', endTimestamp: at(40) }),
			// Began last and first of all, but ended last.
			store.addCall({ createdAt: at(-hour), status: 'ENDED', endTimestamp: at(50) }),
			store.addCall({ createdAt: at(minute), endless: true }),
			store.addCall({ createdAt: at(-minute), status: 'ENDED', endTimestamp: at(-minute) }),
		].map(({ id }) => id);
		const poller = new Poller(simulator, { event: 'callEnded', filters });
		const [item, ...others] = await poller.poll({ mode: 'manual' });
		expect(others).toEqual([]);
		expect(item.json.id).toBe(ids[expected]);
	});

	it('says so when no call that ended passes the filters', async () => {
		const simulator = await service();
		simulator.store.addCall({ status: 'ENDED' });
		simulator.store.addCall({ direction: 'INBOUND', endless: true });
		const filters = { direction: 'INBOUND' };
		const poller = new Poller(simulator, { event: 'callEnded', filters });
		await expect(poller.poll({ mode: 'manual' })).rejects.toThrow('no record yet');
	});
});
