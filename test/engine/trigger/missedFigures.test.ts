import { testClock } from '../../harness/time/clock';
import { Poller } from '../../harness/n8n/poller';
import { empty, service } from '../../harness/service/service';
import type { Call } from '../../simulator/resources';

const minute = 60_000;
const noFigures = { startTimestamp: undefined, endTimestamp: undefined, durationMs: undefined };

async function begin() {
	const simulator = await service({ seed: empty });
	const { store } = simulator;
	const poller = new Poller(simulator, { event: 'callMissed' });
	const clock = testClock(simulator.clock.now());
	const ids = async () => await poller.ids({ clock });
	const put = (figures: Partial<Call>, id?: string) => {
		const known = id === undefined ? store.addCall({ direction: 'INBOUND' }) : store.calls.get(id)!;
		store.calls.set(known.id, { ...known, status: 'ENDED', ...figures });
		return known.id;
	};
	await ids();
	simulator.clock.advance(1_000);
	return { simulator, ids, put, clock };
}

describe('a call that is over before its figures are there', () => {
	it('is not missed when they show a talk', async () => {
		const { ids, put } = await begin();
		const id = put(noFigures);
		for (let polls = 0; polls < 3; polls++) expect(await ids()).toEqual([]);
		put({ durationMs: 90_000 }, id);
		expect(await ids()).toEqual([]);
		expect(await ids()).toEqual([]);
	});

	it('is missed when they show none', async () => {
		const { ids, put } = await begin();
		const id = put(noFigures);
		expect(await ids()).toEqual([]);
		put({ durationMs: 0 }, id);
		expect(await ids()).toEqual([id]);
	});

	it('is missed after ten polls, or after a day', async () => {
		const { ids, put, clock } = await begin();
		const first = put(noFigures);
		for (let polls = 0; polls < 10; polls++) expect(await ids()).toEqual([]);
		expect(await ids()).toEqual([first]);
		const second = put(noFigures);
		expect(await ids()).toEqual([]);
		await clock.sleep(25 * 60 * minute);
		expect(await ids()).toEqual([second]);
	});
});

describe('a call of 0 seconds whose end is after its start', () => {
	const contradictory = {
		startTimestamp: '2026-06-01T12:00:00.000Z',
		endTimestamp: '2026-06-01T12:02:00.000Z',
		durationMs: 0,
	};

	it.each<[string, Partial<Call>, boolean]>([
		['is missed when nothing else comes', {}, true],
		['is not missed when its duration comes', { durationMs: 120_000 }, false],
	])('waits one poll: it %s', async (_, then, isMissed) => {
		const { ids, put } = await begin();
		const id = put(contradictory);
		expect(await ids()).toEqual([]);
		put({ ...contradictory, ...then }, id);
		expect(await ids()).toEqual(isMissed ? [id] : []);
		expect(await ids()).toEqual([]);
	});
});

it('a call that failed, or that shows 0 seconds, is missed at once', async () => {
	const { ids, put } = await begin();
	const at = '2026-06-01T12:00:00.000Z';
	const called = [
		put({ ...noFigures, status: 'ERROR' }),
		put({ durationMs: 0 }),
		put({ startTimestamp: at, endTimestamp: at, durationMs: undefined }),
	];
	expect((await ids()).sort()).toEqual(called.sort());
});
