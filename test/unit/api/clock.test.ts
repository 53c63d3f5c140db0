import { maxTimerMs, realClock, timeSince } from '../../../nodes/VoiceSms/api/clock';
import { fakeTimers, pass, realTimers } from '../../harness/time/fakeTimers';

/** A wait of the real clock, and whether it is over. */
function waitOf(ms: number, signal?: AbortSignal) {
	const wait = { isOver: false };
	void realClock.sleep(ms, signal).then(() => (wait.isOver = true));
	return wait;
}

describe('the real clock', () => {
	beforeEach(fakeTimers);
	afterEach(realTimers);

	it('waits as long as asked, also when the computer is set back meanwhile', async () => {
		const wait = waitOf(250);
		await pass(100);
		jest.setSystemTime(Date.now() - 3_600_000);
		await pass(149);
		expect(wait.isOver).toBe(false);
		await pass(1);
		expect(wait.isOver).toBe(true);
	});

	it.each([0, -1, NaN])('does not wait for %d milliseconds', async (ms) => {
		await realClock.sleep(ms);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('waits as long as a timer can, for anything longer', async () => {
		expect(maxTimerMs).toBe(2_147_483_647);
		const wait = waitOf(Infinity);
		await pass(maxTimerMs - 1);
		expect(wait.isOver).toBe(false);
		await pass(1);
		expect(wait.isOver).toBe(true);
	});

	it('ends all waits at once when they need not go on', async () => {
		const controller = new AbortController();
		const waits = [60_000, 1_000, 3_600_000].map((ms) => waitOf(ms, controller.signal));
		await pass(1_000);
		expect(waits.map(({ isOver }) => isOver)).toEqual([false, true, false]);
		controller.abort();
		await pass(0);
		expect(waits.map(({ isOver }) => isOver)).toEqual([true, true, true]);
	});

	it('leaves no listener behind', async () => {
		const { signal } = new AbortController();
		const [added, removed] = [
			jest.spyOn(signal, 'addEventListener'),
			jest.spyOn(signal, 'removeEventListener'),
		];
		[100, 200].forEach((ms) => waitOf(ms, signal));
		await pass(100);
		expect([added, removed].map((spy) => spy.mock.calls.length)).toEqual([1, 0]);
		await pass(100);
		expect([added, removed].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
	});

	it('does not wait at all after a cancel', async () => {
		await realClock.sleep(maxTimerMs, AbortSignal.abort());
		expect(jest.getTimerCount()).toBe(0);
	});

	it('tells the time, and a number for the jitter', () => {
		jest.setSystemTime(1_780_000_000_000);
		expect(realClock.now()).toBe(1_780_000_000_000);
		jest.advanceTimersByTime(5);
		expect(realClock.now()).toBe(1_780_000_000_005);
		expect(realClock.random()).toBeGreaterThanOrEqual(0);
		expect(realClock.random()).toBeLessThan(1);
	});
});

test.each([
	['a clock that is set back', 1000, -3_600_000, 1000],
	['a suspended computer, whose steady clock stands still', 0, 120_000, 120_000],
	['a usual wait', 1000, 1000, 1000],
])('of two clocks the one that counted more is believed: %s', (_name, steady, wall, ms) => {
	const shown = { now: 5_000, passed: 100 };
	const time = timeSince({ now: () => shown.now, passed: () => shown.passed });
	expect(time()).toBe(0);
	shown.passed += steady;
	shown.now += wall;
	expect(time()).toBe(ms);
});
