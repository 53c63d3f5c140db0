import { testClock } from '../../harness/time/clock';
import {
	asked,
	callEnded,
	following,
	turnThePage,
	underWay,
} from '../../harness/n8n/followedCalls';
import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';

const minute = 60_000;
const hour = 60 * minute;

describe('calls under way', () => {
	it('follows calls under way until they are over, and forgets deleted ones', async () => {
		const { simulator, poller } = await callEnded();
		const before = simulator.store.addCall();
		await poller.poll();
		simulator.clock.advance(1_000);
		const deleted = simulator.store.addCall();
		const failed = simulator.store.addCall();
		expect(await poller.poll()).toEqual([]);
		simulator.store.removeCall(deleted.id);
		simulator.store.endCall(failed.id, 'ERROR');
		expect(await poller.ids()).toEqual([failed.id]);
		simulator.clock.advance(minute);
		expect(await poller.ids()).toEqual([before.id]);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('1,300 calls under way', () => {
	it('all come out when they were so at activation', async () => {
		const { simulator, poller } = await callEnded();
		const ids = underWay(simulator, 1_300);
		expect(await poller.poll()).toEqual([]);
		expect(await poller.poll()).toEqual([]);
		simulator.clock.advance(minute);
		ids.forEach((id) => simulator.store.endCall(id, 'ENDED'));
		const givenOut: unknown[] = [];
		for (let poll = 0; poll < 30; poll++) givenOut.push(...(await poller.ids()));
		expect(givenOut).toHaveLength(1_300);
		expect(new Set(givenOut)).toEqual(new Set(ids));
		expect(poller.log).toEqual([]);
	});
});

it('calls that end together come out together, though no page says so but the one before', async () => {
	const { simulator, poller } = await callEnded();
	const ids = underWay(simulator, 160, 0, 15_000);
	await poller.poll();
	ids.forEach((id) => simulator.store.endCall(id, 'ENDED'));
	expect((await poller.ids()).sort()).toEqual([...ids].sort());
});

describe('a call under way', () => {
	it('that ends otherwise than wanted is no event, and is waited for no more', async () => {
		const filters = { outcome: 'ERROR' };
		const { simulator, poller, calls } = await following(2, { filters });
		simulator.store.endCall(calls[0], 'ENDED');
		simulator.store.endCall(calls[1], 'ERROR');
		expect(await poller.ids()).toEqual([calls[1]]);
		expect(await poller.ids()).toEqual([]);
		expect(simulator.requests).toHaveLength(1);
	});
});

describe('a list that moves at activation', () => {
	it('does not give out a call twice that stood on two of its pages', async () => {
		const simulator = await service({ seed: empty });
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

	it.each([5 * minute, hour])(
		'and ends within a day comes at the next poll, every %i ms',
		async (everyMs) => {
			const clock = testClock();
			const {
				simulator,
				poller,
				calls: [id],
			} = await following(1, {}, { clock });
			await pollFor(poller, id, 8 * hour, everyMs, clock);
			simulator.store.endCall(id, 'ENDED');
			await clock.sleep(everyMs);
			expect(await poller.ids({ clock })).toEqual([id]);
		},
	);

	it('and ends while new calls push it to page 2 comes at the next poll', async () => {
		const { simulator, poller } = await callEnded();
		const { id } = simulator.store.addCall({ endless: true });
		// The last one that stays on page 1 is more than ten minutes old, so no page is read for the news.
		turnThePage(simulator, 49, 20_000);
		await poller.poll();
		simulator.store.endCall(id, 'ENDED');
		const news = turnThePage(simulator, 10);
		expect((await poller.ids()).sort()).toEqual([id, ...news].sort());
	});

	it('costs a request in each poll for a day', async () => {
		const { simulator, poller } = await following(1);
		for (const requests of [2, 1]) {
			expect(await poller.poll()).toEqual([]);
			expect(simulator.requests).toHaveLength(requests);
			simulator.clock.advance(24 * hour);
			const [id] = turnThePage(simulator, 1);
			expect(await poller.ids()).toEqual([id]);
		}
	});

	it('and ends while n8n is down for two days comes out', async () => {
		const clock = testClock();
		const {
			simulator,
			poller,
			calls: [id],
		} = await following(1, {}, { clock });
		simulator.store.endCall(id, 'ENDED');
		poller.restart();
		await clock.sleep(48 * hour);
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is looked at in each poll while it stands on a page that is read anyway', async () => {
		const clock = testClock();
		const { simulator, poller } = await callEnded();
		const { id } = simulator.store.addCall({ endless: true });
		await poller.poll({ clock });
		expect(await pollFor(poller, id, 23 * hour, hour, clock)).toBe(0);
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock })).toEqual([id]);
	});

	it('is looked at again at once when the clock of this computer is put back', async () => {
		const clock = testClock();
		const {
			simulator,
			poller,
			calls: [id],
		} = await following(1, {}, { clock });
		await pollFor(poller, id, 12 * hour, hour, clock);
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock: testClock(clock.now() - 24 * hour) })).toEqual([id]);
	});

	it('is looked at in each poll after a restart that forgot when that was done last', async () => {
		const clock = testClock();
		const {
			simulator,
			poller,
			calls: [id],
		} = await following(1, {}, { clock });
		await pollFor(poller, id, 12 * hour, hour, clock);
		poller.restart();
		simulator.store.endCall(id, 'ENDED');
		expect(await poller.ids({ clock })).toEqual([id]);
	});
});
