import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { Poller } from '../../harness/n8n/poller';
import { asked, following, turnThePage } from '../../harness/n8n/followedCalls';
import { empty, service } from '../../harness/service/service';
import { statusesOfAll } from '../../harness/service/statuses';
import { serviceTime } from '../../harness/time/serviceTime';
import type { Fault } from '../../simulator';
import { manualClock } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';

const { time: clock, watch } = serviceTime();
const minute = 60_000;
const hour = 60 * minute;

describe('a followed call that cannot be read', () => {
	it.each<[string, Fault]>([
		['answers 500', { kind: 'status', status: 500 }],
		['answers 503', { kind: 'status', status: 503 }],
		['answers what cannot be read', { kind: 'halfBody' }],
		['breaks the connection', { kind: 'reset' }],
		['is refused', { kind: 'status', status: 422 }],
		['is refused under a 200', { kind: 'successFalse' }],
	])('and %s does not stop the events of the others, and its own comes later', async (_, fault) => {
		const requestOptions = { maxTries: 1 };
		const { simulator, poller, calls } = await following(2, { requestOptions });
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
		const { simulator, poller, calls } = await following(3, { downloadRecording: true });
		watch(simulator);
		const [bad, ...others] = calls;
		calls.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		simulator.fail({ path: pathOf(bad) }, { kind: 'hang' }, Infinity);
		const budgetMs = 2_000;
		for (let polls = 0; polls < 2; polls++) {
			const ids = await clock.run(poller.ids({ clock, budgetMs }));
			expect(ids.sort()).toEqual(polls === 0 ? others : []);
		}
		simulator.clearFaults();
		expect(await clock.run(poller.ids({ clock, budgetMs }))).toEqual([bad]);
	});

	it('is named in the log at each poll, and never given up while the service fails', async () => {
		const { simulator, poller, calls } = await following(1, { requestOptions: { maxTries: 1 } });
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

	it.each(statusesOfAll)('fails the poll on a %i, which is not about this call', async (status) => {
		const { simulator, poller, calls } = await following(1, { requestOptions: { maxTries: 1 } });
		simulator.store.endCall(calls[0], 'ENDED');
		simulator.fail({ path: `/api/calls/${calls[0]}` }, { kind: 'status', status });
		const before = JSON.stringify(poller.staticData);
		await expect(poller.poll()).rejects.toThrow(`HTTP ${status}`);
		expect(JSON.stringify(poller.staticData)).toBe(before);
		expect(await poller.ids()).toEqual(calls);
	});
});

describe('a followed call that the service refuses', () => {
	const refusal: Fault = { kind: 'status', status: 400 };

	it('is given up after a day, and the log names it', async () => {
		const { simulator, poller, calls } = await following(1);
		simulator.store.endCall(calls[0], 'ENDED');
		simulator.fail({ path: `/api/calls/${calls[0]}` }, refusal, Infinity);
		const begun = simulator.clock.now();
		for (let hours = 1; hours < 24; hours++) {
			await poller.poll({ clock: testClock(begun + hours * hour) });
		}
		expect(poller.log.filter((line) => line.includes('No longer followed'))).toEqual([]);
		await poller.poll({ clock: testClock(begun + 25 * hour) });
		expect(poller.log.at(-1)).toMatch(new RegExp(`^No longer followed.*${calls[0]}$`));
		expect(await poller.poll()).toEqual([]);
		expect(asked(simulator, calls[0])).toBe(0);
	});

	it('is followed on when it is not found in every other poll: a copy of the data is late', async () => {
		const { simulator, poller, calls } = await following(1);
		const path = `/api/calls/${calls[0]}`;
		for (let polls = 0; polls < 6; polls++) {
			if (polls % 2 === 0) simulator.fail({ path }, { kind: 'status', status: 404 });
			expect(await poller.poll()).toEqual([]);
		}
		simulator.store.endCall(calls[0], 'ENDED');
		expect(await poller.ids()).toEqual(calls);
	});

	it('is not given up when it answers in between', async () => {
		const { simulator, poller, calls } = await following(1);
		for (let round = 0; round < 3; round++) {
			simulator.fail({ path: `/api/calls/${calls[0]}` }, refusal, 9);
			for (let poll = 0; poll < 10; poll++) expect(await poller.poll()).toEqual([]);
		}
		simulator.store.endCall(calls[0], 'ENDED');
		expect(await poller.ids()).toEqual(calls);
	});

	it('is forgotten when it was not found twice in a row, and the log names it', async () => {
		const { simulator, poller, calls } = await following(1);
		simulator.store.removeCall(calls[0]);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(`^Checked again later.*${calls[0]}`)]);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log.slice(1)).toEqual([
			expect.stringMatching(`^No longer followed.*${calls[0]}`),
		]);
		expect(await poller.poll()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

/** A service in the present: the recording of a call of long ago would not be waited for. */
const present = async () => await service({ seed: empty, clock: manualClock(Date.now()) });

async function begin(parameters: IDataObject = {}) {
	const simulator = await present();
	const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
	await poller.poll();
	return { simulator, poller };
}

describe.each([
	['""', ''],
	['"."', '.'],
	['".."', '..'],
	['missing', untyped(undefined)],
])('a call whose ID is %s', (_, id) => {
	it('is not followed, and stops no other', async () => {
		const { simulator, poller } = await begin();
		simulator.store.addCall({ id, endless: true });
		expect(await poller.ids()).toEqual([]);
		expect(poller.log).toEqual([expect.stringMatching(/^Not followed, .* ID/)]);
		turnThePage(simulator);
		expect(await poller.ids()).toHaveLength(60);
		const next = simulator.store.addCall({ status: 'ENDED' });
		expect(await poller.ids()).toEqual([next.id]);
		expect(poller.log).toHaveLength(1);
	});

	it('is not followed from the baseline on either', async () => {
		const simulator = await present();
		simulator.store.addCall({ id, endless: true });
		const poller = new Poller(simulator, { event: 'callEnded' });
		await poller.poll();
		expect(poller.log).toEqual([expect.stringMatching(/^Not followed, .* ID/)]);
		const next = simulator.store.addCall({ status: 'ENDED' });
		expect(await poller.ids()).toEqual([next.id]);
	});

	it('comes out when it is over, without its recording', async () => {
		const options = { recordingPolls: 1 };
		const { simulator, poller } = await begin({ downloadRecording: true, options });
		simulator.store.addCall({ id, status: 'ENDED' });
		simulator.clock.advance(1_000);
		const other = simulator.store.addCall({ status: 'ENDED' });
		const items = await poller.poll();
		expect(items.map(({ json }) => json.id)).toStrictEqual([id ?? null, other.id]);
		expect(items[0].json).toMatchObject({
			recordingAttached: false,
			recordingNote: expect.stringContaining('ID'),
		});
	});
});
