import { realClock } from '../../nodes/VoiceSms/api/clock';

describe('the real clock', () => {
	afterEach(() => void jest.restoreAllMocks());

	it('waits no longer when the computer is set back meanwhile', async () => {
		const began = performance.now();
		const waiting = realClock.sleep(250);
		const before = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => before - 3_600_000);
		await waiting;
		expect(performance.now() - began).toBeLessThan(2000);
	});
});
