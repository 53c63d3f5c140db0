import type { IPollFunctions } from 'n8n-workflow';

import { Budget } from '../../nodes/VoiceSms/trigger/budget';
import { testClock } from '../harness/clock';

function budgetOf(ms?: number) {
	const clock = testClock();
	const context = ms === undefined ? {} : { getPollBudgetMs: () => ms };
	return { clock, budget: new Budget(context as IPollFunctions, clock) };
}

describe('the time of a poll', () => {
	it.each([
		['what n8n gives', 36_000, 36_000],
		['5 minutes where n8n does not say', undefined, 300_000],
		['whole milliseconds, as Node takes no others for a timer', 35_999.7, 35_999],
		['no more than a timer can take', Infinity, 2 ** 31 - 1],
	])('is %s', (_name, given, left) => {
		expect(budgetOf(given).budget.leftMs()).toBe(left);
	});

	it('is closing when a quarter is left, and then over', () => {
		const timers: number[] = [];
		const { timeout } = AbortSignal;
		AbortSignal.timeout = (ms) => {
			timers.push(ms);
			return new AbortController().signal;
		};
		try {
			budgetOf(36_000);
		} finally {
			AbortSignal.timeout = timeout;
		}
		expect(timers).toEqual([36_000, 27_000]);
	});

	it('ends the work that takes longer, after what is to be left for the next poll', async () => {
		const { budget } = budgetOf(8);
		const context = { getNode: () => ({ name: 'Trigger' }) } as IPollFunctions;
		const ends: string[] = [];
		const work = budget.limit(context, new Promise(() => {})).catch(({ message }: Error) => {
			ends.push(message);
		});
		await Promise.all([work, budget.closing.then(() => ends.push('closing'))]);
		expect(ends).toEqual(['closing', 'The poll took longer than n8n gives it']);
		expect(budget.isOver()).toBe(true);
		await expect(budgetOf(60_000).budget.limit(context, Promise.resolve(7))).resolves.toBe(7);
	});

	it('lets work begin in its first half only, and is over at its end', () => {
		const { clock, budget } = budgetOf(10_000);
		expect([budget.mayStart(), budget.isOver()]).toEqual([true, false]);
		void clock.sleep(4_999);
		expect(budget.mayStart()).toBe(true);
		void clock.sleep(1);
		expect([budget.mayStart(), budget.isOver()]).toEqual([false, false]);
		void clock.sleep(4_998);
		expect(budget.isOver()).toBe(false);
		void clock.sleep(1);
		expect(budget.isOver()).toBe(true);
		void clock.sleep(10_000);
		expect(budget.leftMs()).toBe(0);
	});
});
