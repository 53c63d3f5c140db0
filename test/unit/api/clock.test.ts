import { realClock, timeSince } from '../../../nodes/VoiceSms/api/clock';

describe('the real clock', () => {
	afterEach(() => void jest.restoreAllMocks());

	it('waits no longer when the computer is set back meanwhile', async () => {
		const began = performance.now();
		const waiting = realClock.sleep(250);
		const before = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => before - 3_600_000);
		await waiting;
		expect(performance.now() - began).toBeLessThan(2000);
		// Timers may go off a little early.
		expect(performance.now() - began).toBeGreaterThan(245);
	});

	it('lets others work while it waits for a millisecond', async () => {
		let others = false;
		setImmediate(() => (others = true));
		await realClock.sleep(1);
		expect(others).toBe(true);
	});

	it('waits no longer than it takes to notice that it need not', async () => {
		const began = performance.now();
		const controller = new AbortController();
		const waiting = realClock.sleep(60_000, controller.signal);
		controller.abort();
		await Promise.all([waiting, realClock.sleep(60_000, AbortSignal.abort())]);
		expect(performance.now() - began).toBeLessThan(2000);
	});

	it('tells the time, and a number for the jitter', () => {
		expect(Math.abs(realClock.now() - Date.now())).toBeLessThan(1000);
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
