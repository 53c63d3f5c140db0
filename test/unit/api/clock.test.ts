import { realClock, timeSince } from '../../../nodes/VoiceSms/api/clock';

describe('the real clock', () => {
	afterEach(() => void jest.useRealTimers());

	it('waits as long as asked, also when the computer is set back meanwhile', async () => {
		jest.useFakeTimers();
		let isOver = false;
		void realClock.sleep(250).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(100);
		jest.setSystemTime(Date.now() - 3_600_000);
		await jest.advanceTimersByTimeAsync(149);
		expect(isOver).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(isOver).toBe(true);
	});

	it('lets others work while it waits for a millisecond', async () => {
		let others = false;
		setImmediate(() => (others = true));
		// On a busy machine the first timer may go off before anything else.
		await realClock.sleep(1);
		await realClock.sleep(1);
		expect(others).toBe(true);
	});

	it('notices within 200 ms that it need not wait', async () => {
		jest.useFakeTimers();
		const controller = new AbortController();
		let isOver = false;
		void realClock.sleep(60_000, controller.signal).then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(1_000);
		controller.abort();
		await jest.advanceTimersByTimeAsync(200);
		expect(isOver).toBe(true);
	});

	it('does not wait at all after a cancel', async () => {
		await realClock.sleep(2 ** 31 - 1, AbortSignal.abort());
	});

	it('tells the time, and a number for the jitter', () => {
		jest.useFakeTimers({ now: 1_780_000_000_000 });
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
