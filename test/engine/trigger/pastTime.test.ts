import { testClock } from '../../harness/clock';
import { Poller } from '../../harness/poller';
import { empty } from '../../harness/service';
import type { Fault, Simulator } from '../../simulator';
import { companyNumbers, startSimulator } from '../../simulator';

const budgetMs = 60_000;
const hour = 3_600_000;
let simulator: Simulator;
beforeAll(async () => {
	simulator = await startSimulator({ seed: empty });
});
beforeEach(() => simulator.reset());
afterAll(async () => await simulator.close());

/** A clock by which a poll's time is over as soon as the first request was made. */
function late() {
	const clock = testClock();
	const begun = clock.now();
	return { ...clock, now: () => begun + (simulator.requests.length > 0 ? 2 * budgetMs : 0) };
}

describe('past its time', () => {
	const slow = 'The poll took longer than n8n gives it';

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
		await expect(poller.poll({ budgetMs })).rejects.toThrow('connection to the service was lost');
	});
});

it('SMS of several conversations come out oldest first', async () => {
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	const ids = [1, 2, 1, 3, 2].map((number) => {
		simulator.clock.advance(1_000);
		const from = `+1555777000${number}`;
		return simulator.store.receiveSms({ from, to: companyNumbers[0], body: 'hi' }).id;
	});
	expect(await poller.ids()).toEqual(ids);
});

it.each([
	[23, 0],
	[25, 1],
])(
	'%d hours after a call, by the clock of this computer, its recording is waited for or not',
	async (hours, count) => {
		const requestOptions = { maxTries: 1 };
		const poller = new Poller(simulator, {
			event: 'callEnded',
			downloadRecording: true,
			requestOptions,
		});
		await poller.poll();
		const { id } = simulator.store.addCall({ status: 'ENDED' });
		simulator.fail({ path: `/api/calls/${id}/recording` }, { kind: 'status', status: 404 });
		const clock = testClock(simulator.clock.now() + hours * hour);
		expect(await poller.poll({ clock })).toHaveLength(count);
		const [item] = await poller.poll({ clock });
		expect(item?.binary === undefined).toBe(count === 1);
	},
);
