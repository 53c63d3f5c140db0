import { getEventListeners } from 'node:events';
import type { IPollFunctions } from 'n8n-workflow';

import { budgetOf } from '../../../nodes/VoiceSms/trigger/budget';
import { testClock } from '../../harness/time/clock';

function budgetFor(ms?: number, more = {}) {
	const clock = testClock();
	const context = ms === undefined ? {} : { getPollBudgetMs: () => ms };
	return { clock, budget: budgetOf({ ...context, ...more } as IPollFunctions, clock) };
}

describe('the time of a poll', () => {
	it.each([
		['what n8n gives', 36_000, 36_000],
		['5 minutes where n8n does not say', undefined, 300_000],
		['no more than a timer can take', Infinity, 2 ** 31 - 1],
	])('is %s', (_name, given, left) => {
		expect(budgetFor(given).budget.leftMs()).toBe(left);
	});

	describe('by its timers', () => {
		const context = { getNode: () => ({ name: 'Trigger' }) };
		let passed = 0;
		const timers: Array<{ ms: number; controller: AbortController }> = [];
		const { timeout } = AbortSignal;
		beforeEach(() => {
			timers.length = 0;
			passed = 0;
			jest.spyOn(performance, 'now').mockImplementation(() => passed);
			AbortSignal.timeout = (ms) => {
				const controller = new AbortController();
				timers.push({ ms, controller });
				return controller.signal;
			};
		});
		afterEach(() => {
			AbortSignal.timeout = timeout;
			jest.restoreAllMocks();
		});

		it('holds no timer any more when the poll has ended', () => {
			const { budget } = budgetFor(36_000);
			const listeners = () =>
				timers.map(({ controller }) => getEventListeners(controller.signal, 'abort').length);
			expect(listeners()).toEqual([1]);
			budget.end();
			expect(listeners()).toEqual([0]);
		});

		it('ends the work that takes longer', async () => {
			const { budget } = budgetFor(36_000, context);
			expect(await budget.limit(Promise.resolve('in time'))).toBe('in time');
			const tooLate = budget.limit(new Promise(() => {}));
			passed = 36_000;
			timers[0].controller.abort();
			await expect(tooLate).rejects.toThrow('The poll took longer than n8n allows');
		});
	});

	it('lets work begin in its first half only, and is over at its end', async () => {
		const { clock, budget } = budgetFor(10_000);
		expect([budget.mayStart(), budget.isOver()]).toEqual([true, false]);
		await clock.sleep(4_999);
		expect(budget.mayStart()).toBe(true);
		await clock.sleep(1);
		expect([budget.mayStart(), budget.isOver()]).toEqual([false, false]);
		await clock.sleep(4_998);
		expect(budget.isOver()).toBe(false);
		await clock.sleep(1);
		expect(budget.isOver()).toBe(true);
		await clock.sleep(10_000);
		expect(budget.leftMs()).toBe(0);
	});
});
