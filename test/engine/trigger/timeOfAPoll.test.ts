import type { PollContext } from 'n8n-core';
import type { IBinaryData, Workflow } from 'n8n-workflow';

import { hurriedClock, testClock } from '../../harness/time/clock';
import { addEnded } from '../../harness/n8n/followedCalls';
import { Poller } from '../../harness/n8n/poller';
import { said } from '../../harness/n8n/messages';
import { empty, service as startService } from '../../harness/service/service';
import { serviceTime } from '../../harness/time/serviceTime';
import type { Fault, Simulator, SimulatorOptions } from '../../simulator';
import { companyNumbers, manualClock } from '../../simulator';
import { untyped } from '../../harness/n8n/fake';

const minute = 60_000;

const { time: clock, watch } = serviceTime();
const service = async (options: SimulatorOptions = {}) => {
	const ofService = { ...manualClock(), pace: clock };
	const simulator = await startService({ seed: empty, clock: ofService, ...options });
	watch(simulator);
	return simulator;
};
/** A service in the present: the recording of a call of long ago would not be waited for. */
const present = async () => await service({ clock: manualClock(Date.now()) });

/** The next inbound SMS of a customer. */
const receive = ({ store, clock }: Simulator, customer: number, afterMs = minute) => {
	clock.advance(afterMs);
	const from = `+1555777${String(customer).padStart(4, '0')}`;
	return store.receiveSms({ from, to: companyNumbers[0], body: `news ${customer}` });
};

describe('past its time', () => {
	const slow = 'The poll took longer than n8n allows';
	const budgetMs = 60_000;
	let simulator: Simulator;
	beforeEach(async () => (simulator = await service()));

	/** A clock by which a poll's time is over as soon as the first request was made. */
	function late() {
		const clock = testClock();
		const begun = clock.now();
		return { ...clock, now: () => begun + (simulator.requests.length > 0 ? 2 * budgetMs : 0) };
	}

	it.each<[string, Fault, string]>([
		['asked for fewer requests', { kind: 'rateLimited' }, 'HTTP 429'],
		['refused the key', { kind: 'status', status: 401 }, 'HTTP 401'],
		['could not answer', { kind: 'status', status: 500 }, 'HTTP 500'],
		['broke the connection', { kind: 'reset' }, slow],
	])('a poll says of a service that %s: %s', async (_, fault, message) => {
		const poller = new Poller(simulator, { event: 'callCreated' });
		for (const mode of ['trigger', 'manual'] as const) {
			simulator.fail({}, fault);
			await expect(poller.poll({ mode, budgetMs, clock: late() })).rejects.toThrow(message);
		}
	});

	it('a poll that read everything fails, and what it read is left for the next', async () => {
		const poller = new Poller(simulator, { event: 'callCreated' });
		await poller.poll();
		const { id } = simulator.store.addCall();
		const before = JSON.stringify(poller.staticData);
		await expect(poller.poll({ budgetMs, clock: late() })).rejects.toThrow(slow);
		expect(JSON.stringify(poller.staticData)).toBe(before);
		expect(await poller.ids()).toEqual([id]);
	});

	it('a lost connection is called so while there is time', async () => {
		const poller = new Poller(simulator, { event: 'callCreated', requestOptions: { maxTries: 1 } });
		simulator.fail({}, { kind: 'reset' });
		await expect(poller.poll({ budgetMs })).rejects.toThrow(said.lost);
	});
});

describe('a poll that fails', () => {
	it('is called slow only when it was: a service that asks for fewer requests is named', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		simulator.fail({}, { kind: 'rateLimited', retryAfter: '20' }, Infinity);
		const polling = poller.poll({ clock: testClock(), budgetMs: 30_000 });
		await expect(polling).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited' },
		});
	});

	it('is called slow when the service does not answer in time', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		simulator.fail({}, { kind: 'hang' }, Infinity);
		const began = clock.passed();
		const polling = clock.run(poller.poll({ clock, budgetMs: 200 }));
		await expect(polling).rejects.toThrow('longer than n8n allows');
		expect(clock.passed() - began).toBe(200);
	});
});

/** A promise that the test settles. */
function pending<Value>() {
	let settle: (value: Value) => void = () => {};
	const promise = new Promise<Value>((resolve) => (settle = resolve));
	return { promise, settle };
}

/** n8n's binary store as the poll of a context sees it. */
function storeOf({ helpers }: PollContext, store: () => Promise<IBinaryData>) {
	(helpers as { prepareBinaryData: unknown }).prepareBinaryData = store;
}

describe("a poll that n8n's binary store never answers", () => {
	const budgetMs = 1_000;

	const clocked = { clock, budgetMs };
	const slow = 'longer than n8n allows';

	/** Such a poll of Call Ended, one call being over. */
	async function stuck() {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await clock.run(poller.poll({ clock }));
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		const { promise, settle } = pending<IBinaryData>();
		const begun = pending<void>();
		const context = poller.context({ budgetMs });
		const store = async () => {
			begun.settle();
			return await promise;
		};
		storeOf(context, store);
		return { poller, id, context, store, begun: begun.promise, settle };
	}

	it('fails when its time is over, and the next one gives out what it left', async () => {
		const { poller, id, context } = await stuck();
		await expect(clock.run(poller.pollIn(context, clocked))).rejects.toThrow(slow);
		expect(await clock.run(poller.ids({ clock }))).toEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('writes no state when the store answers after all', async () => {
		const { poller, context, settle } = await stuck();
		const { workflow } = untyped<{ workflow: Workflow }>(context);
		await expect(clock.run(poller.pollIn(context, clocked))).rejects.toThrow(slow);
		const before = JSON.stringify(workflow.staticData);
		settle({ data: '', mimeType: 'audio/wav' });
		// What comes of it is a matter of promises alone, all of which come before a request's answer.
		await clock.run(poller.poll({ clock }));
		expect(JSON.stringify(workflow.staticData)).toBe(before);
	});

	it('fails in time in the editor, too', async () => {
		const { poller, store } = await stuck();
		const manual = poller.context({ mode: 'manual', budgetMs });
		storeOf(manual, store);
		const polling = clock.run(poller.pollIn(manual, { ...clocked, mode: 'manual' }));
		await expect(polling).rejects.toThrow(slow);
	});

	it('has the one that is passed over meanwhile named in the log', async () => {
		const { poller, context, begun } = await stuck();
		const first = poller.pollIn(context, clocked);
		await begun;
		expect(await poller.poll({ clock })).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining('has not finished the previous poll')]);
		await expect(clock.run(first)).rejects.toThrow(slow);
	});
});

it('a poll is passed over while another is under way, and the log says so', async () => {
	const simulator = await service();
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll({ clock });
	const { id } = simulator.store.addCall();
	simulator.latencyMs = 200;
	const first = poller.ids({ clock });
	expect(await poller.poll({ clock })).toEqual([]);
	expect(poller.log).toEqual([expect.stringContaining('has not finished the previous poll')]);
	expect(await clock.run(first)).toEqual([id]);
});

it('a poll with other settings waits for the one under way, and takes the baseline', async () => {
	const simulator = await service();
	const poller = new Poller(simulator, { event: 'callCreated' });
	await poller.poll({ clock });
	simulator.latencyMs = 200;
	const first = poller.poll({ clock });
	poller.parameters = { event: 'callCreated', filters: { direction: 'OUTBOUND' } };
	expect(await clock.run(poller.ids({ clock }))).toEqual([]);
	await first;
	const { id } = simulator.store.addCall({ direction: 'OUTBOUND' });
	expect(await clock.run(poller.ids({ clock }))).toEqual([id]);
});

describe('a poll that gets the state from before the previous poll', () => {
	async function polledTwice(afterMs: number) {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		const clock = testClock();
		await poller.poll({ clock });
		const before = poller.staticData;
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
		const after = poller.staticData;
		await clock.sleep(afterMs);
		poller.staticData = before;
		const again = await poller.ids({ clock });
		return { poller, simulator, clock, id, after, again };
	}

	it('is skipped, because n8n is still saving the new one, and the log says so', async () => {
		const { poller, simulator, clock, after, again } = await polledTwice(29_999);
		expect(again).toEqual([]);
		expect(simulator.requests).toEqual([]);
		expect(poller.log).toEqual([expect.stringContaining('has not finished the previous poll')]);
		poller.staticData = after;
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is skipped also when another poll has given out events since', async () => {
		const { poller, simulator, clock, after, again } = await polledTwice(1_000);
		expect(again).toEqual([]);
		const before = poller.staticData;
		poller.staticData = after;
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
		poller.staticData = before;
		expect(await poller.ids({ clock })).toEqual([]);
	});

	it('is skipped also when a poll without events has changed the state in between', async () => {
		const simulator = await service();
		simulator.store.addContact();
		const poller = new Poller(simulator, { event: 'contactCreated' });
		const clock = testClock();
		await poller.poll({ clock });
		const first = poller.staticData;
		simulator.store.removeContact([...simulator.store.contacts.keys()][0]);
		expect(await poller.ids({ clock })).toEqual([]);
		const second = poller.staticData;
		expect(second).not.toEqual(first);
		const { id } = simulator.store.addContact();
		poller.staticData = first;
		expect(await poller.ids({ clock })).toEqual([id]);
		const third = poller.staticData;
		poller.staticData = second;
		expect(await poller.ids({ clock })).toEqual([]);
		poller.staticData = third;
		const next = simulator.store.addContact();
		expect(await poller.ids({ clock })).toEqual([next.id]);
	});

	it('gives the events out again after half a minute: n8n could not save it', async () => {
		const { poller, id, again } = await polledTwice(30_000);
		expect(again).toEqual([id]);
		expect(poller.log).toEqual([]);
	});

	it('takes the baseline when the workflow is published again', async () => {
		const { poller, simulator, clock } = await polledTwice(1_000);
		poller.log.length = 0;
		const context = poller.context({ activation: 'activate' });
		expect(await poller.pollIn(context, { clock })).toEqual([]);
		expect(poller.log).toEqual([]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is skipped also when the workflow was published again since', async () => {
		const { poller, simulator, clock, after } = await polledTwice(1_000);
		simulator.store.addCall();
		const context = poller.context({ activation: 'activate' });
		expect(await poller.pollIn(context, { clock })).toEqual([]);
		const baseline = poller.staticData;
		poller.staticData = after;
		expect(await poller.ids({ clock })).toEqual([]);
		poller.staticData = baseline;
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is told apart from the first one of a renamed trigger: n8n keeps no state under the new name', async () => {
		const { poller, simulator, clock, after } = await polledTwice(1_000);
		poller.log.length = 0;
		poller.staticData = after;
		poller.name = 'New Calls';
		expect(await poller.ids({ clock })).toEqual([]);
		expect(poller.log).toEqual([]);
		const { id } = simulator.store.addCall();
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is told apart from one of another node with the same ID', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callCreated' });
		const clock = testClock();
		const ids = async (name: string) => {
			poller.name = name;
			return await poller.ids({ clock });
		};
		expect([await ids('A'), await ids('B')]).toEqual([[], []]);
		const { id } = simulator.store.addCall();
		expect([await ids('A'), await ids('B')]).toEqual([[id], [id]]);
	});
});

describe('with no time left from the start', () => {
	const budgetMs = 60_000;

	/** A clock that leaves no time to begin anything more once the first request was made. */
	function hurried({ requests }: Simulator) {
		const clock = testClock();
		const begun = clock.now();
		return { ...clock, now: () => begun + (requests.length > 0 ? 0.6 * budgetMs : 0) };
	}

	it('one recording is still brought along in each poll, each in its turn', async () => {
		const simulator = await service();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const calls = addEnded(simulator, 3);
		const clock = hurried(simulator);
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) {
			const items = await poller.poll({ budgetMs, clock });
			expect(items.map(({ json }) => json.recordingAttached)).toEqual([true]);
			givenOut.push(items[0].json.id);
		}
		expect(givenOut).toEqual(calls);
	});

	it('a recording that was not asked for has not been waited for', async () => {
		const simulator = await present();
		const parameters = { downloadRecording: true, options: { recordingPolls: 2 } };
		const poller = new Poller(simulator, { event: 'callEnded', ...parameters });
		await poller.poll();
		const calls = addEnded(simulator, 3);
		simulator.fail({ path: `/api/calls/${calls[2]}/recording` }, { kind: 'status', status: 404 });
		const clock = hurried(simulator);
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 3; poll++) givenOut.push(...(await poller.ids({ budgetMs, clock })));
		expect(givenOut).toEqual(calls.slice(0, 2));
		const [item] = await poller.poll({ budgetMs, clock });
		expect(item.json).toMatchObject({ id: calls[2], recordingAttached: true });
	});

	it('a recording that was waited for comes after those of new calls', async () => {
		const simulator = await present();
		const poller = new Poller(simulator, { event: 'callEnded', downloadRecording: true });
		await poller.poll();
		const [late] = addEnded(simulator, 1);
		simulator.fail({ path: `/api/calls/${late}/recording` }, { kind: 'status', status: 404 });
		expect(await poller.poll()).toEqual([]);
		const [next] = addEnded(simulator, 1);
		const clock = hurried(simulator);
		expect(await poller.ids({ budgetMs, clock })).toEqual([next]);
		expect(await poller.ids({ budgetMs, clock })).toEqual([late]);
	});
});

it('with no time left from the start, one conversation is read in each poll', async () => {
	const simulator = await service();
	const poller = new Poller(simulator, {
		event: 'smsReceived',
		requestOptions: { requestsAtOnce: 1 },
	});
	await poller.poll();
	const ids = [1, 2, 3].map((customer) => receive(simulator, customer).id);
	for (const id of ids) expect(await poller.ids({ clock: hurriedClock() })).toEqual([id]);
	expect(await poller.ids()).toEqual([]);
});

describe('SMS Received', () => {
	it('carries to the next poll what there is no time for', async () => {
		const simulator = await service({ seed: { ...empty, conversations: 5, messages: 5 } });
		const poller = new Poller(simulator, {
			event: 'smsReceived',
			requestOptions: { requestsAtOnce: 2 },
		});
		await poller.poll();
		for (let number = 0; number < 30; number++) {
			receive(simulator, number, number === 0 ? minute : 1);
		}
		simulator.latencyMs = 30;
		const bodies: unknown[] = [];
		const counts: number[] = [];
		while (bodies.length < 30) {
			const items = await clock.run(poller.poll({ budgetMs: 400, clock }));
			bodies.push(...items.map(({ json }) => json.body));
			counts.push(items.length);
		}
		// Two at once in half of the time.
		expect(counts).toEqual([12, 12, 6]);
		expect(bodies).toEqual(Array.from({ length: 30 }, (_, number) => `news ${number}`));
	});

	it('fails when even one poll takes longer than n8n allows', async () => {
		const seed = { ...empty, conversations: 5, messages: 5 };
		const simulator = await service({ seed, latencyMs: 30 });
		const poller = new Poller(simulator, { event: 'smsReceived' });
		const polling = clock.run(poller.poll({ budgetMs: 20, clock }));
		await expect(polling).rejects.toThrow('longer than n8n allows');
		expect(JSON.stringify(poller.staticData)).not.toContain('state');
	});
});
