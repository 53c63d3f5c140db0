import { getEventListeners } from 'node:events';
import type { INode } from 'n8n-workflow';

import {
	type Deadline,
	longestTimer,
	Timeout,
	withDeadline,
} from '../../../../nodes/VoiceSms/api/http/deadline';
import { testClock } from '../../../harness/clock';
import { virtualTime } from '../../../harness/virtualTime';

/** Resolves when the signal aborts, and tells how many ms after `began`; undefined for not soon. */
async function abortOf(
	signal: AbortSignal,
	soonMs = 60,
	began = performance.now(),
): Promise<number | undefined> {
	return await new Promise((resolve) => {
		const timer = setTimeout(() => resolve(undefined), soonMs);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve(performance.now() - began);
		});
	});
}

it('the longest time of a timer is that of Node, past which it goes off at once', () => {
	expect(longestTimer).toBe(2_147_483_647);
});

describe('the deadline of a piece of work', () => {
	const run = (leftMs: number, ended?: AbortSignal) => {
		const clock = virtualTime();
		return { clock, run: { node: {} as INode, clock, ended, leftMs: () => leftMs } };
	};
	/** The deadline of work that has not ended yet. */
	const deadlineOf = ({ run: whole }: ReturnType<typeof run>, withinMs: number): Deadline => {
		let given: Deadline | undefined;
		void withDeadline(whole, withinMs, async (deadline) => {
			given = deadline;
			await new Promise(() => {});
		});
		return given as Deadline;
	};

	it.each([
		['its own time', 1500, Infinity, 1500],
		['the end of the run, if that is sooner', 1500, 300, 300],
		['nothing, if the run is past its end', 1500, -20, 0],
		['no end', Infinity, Infinity, Infinity],
	])('leaves it %s', async (_name, withinMs, leftMs, left) => {
		const whole = run(leftMs);
		const { clock } = whole;
		const deadline = deadlineOf(whole, withinMs);
		expect(deadline.leftMs()).toBe(left);
		await clock.run(clock.sleep(100));
		expect(deadline.leftMs()).toBe(Math.max(0, left - 100));
		// A clock that is set back gives no time.
		clock.jump(-60_000);
		expect(deadline.leftMs()).toBe(Math.max(0, left - 100));
	});

	it.each([
		[1549, '1.5 s'],
		[1550, '1.6 s'],
		[36_000, '36 s'],
	])('says of %i ms that it took longer than %s', (withinMs, seconds) => {
		expect(deadlineOf(run(Infinity), withinMs).failure).toEqual({
			cause: 'lost',
			detail: `it took longer than ${seconds}`,
		});
	});

	it('ends when its time is over, not before, and when the run ends', async () => {
		const canceled = new AbortController();
		// Before the timers: on a busy machine the lines between take their time, too.
		const began = performance.now();
		const signals = [
			deadlineOf(run(Infinity), 20).signal,
			deadlineOf(run(Infinity), Infinity).signal,
			deadlineOf(run(Infinity, canceled.signal), Infinity).signal,
			deadlineOf(run(Infinity, AbortSignal.abort()), 20).signal,
		];
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false, true]);
		const own = abortOf(signals[0], 2000, began);
		const never = abortOf(signals[1]);
		canceled.abort();
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, true, true]);
		expect(await own).toBeGreaterThan(10);
		expect(await never).toBeUndefined();
	});
});

describe('a piece of work with a deadline', () => {
	const cancel = new AbortController();
	const run = {
		node: {} as INode,
		clock: testClock(),
		signal: cancel.signal,
		leftMs: () => Infinity,
	};
	const held = () => getEventListeners(cancel.signal, 'abort').length;

	it.each<[string, () => Promise<string>]>([
		['it is done', async () => await Promise.resolve('done')],
		['it fails', async () => await Promise.reject(new Error('failed'))],
	])('leaves nothing behind when %s', async (_name, end) => {
		let signal: AbortSignal | undefined;
		const work = withDeadline(run, 20, async (deadline) => {
			signal = deadline?.signal;
			expect(held()).toBe(1);
			return await end();
		});
		await work.catch(() => {});
		expect(held()).toBe(0);
		expect(await abortOf(signal as AbortSignal)).toBeUndefined();
	});

	it('has none but the end of the run where it is given none', async () => {
		expect(
			await withDeadline(run, undefined, async (deadline) => await Promise.resolve(deadline)),
		).toBeUndefined();
	});
});

describe('the time of one attempt', () => {
	it('is over when it has gone by, not before', async () => {
		const limit = new Timeout(200);
		expect([limit.isOver, limit.signal.aborted]).toEqual([false, false]);
		expect(limit.overMs).toBeUndefined();
		expect(await abortOf(limit.signal, 2000)).toBeGreaterThan(10);
		expect(limit.isOver).toBe(true);
		expect(limit.overMs).toBe(200);
	});

	it('begins anew with a sign of life, and while it is our turn', async () => {
		const [restarted, ours, long] = [new Timeout(400), new Timeout(400), new Timeout(Infinity)];
		const usual = new Timeout(400);
		ours.isOurTurn = () => true;
		setTimeout(() => restarted.restart(), 200);
		await abortOf(usual.signal, 2000);
		const all = [usual, restarted, ours, long];
		expect(all.map(({ isOver }) => isOver)).toEqual([true, false, false, false]);
		await abortOf(restarted.signal, 2000);
		expect(all.map(({ isOver }) => isOver)).toEqual([true, true, false, false]);
		ours.end();
		long.end();
	});

	it('ends with the execution, which is no timeout', () => {
		const canceled = new AbortController();
		const limit = new Timeout(1000, canceled.signal);
		canceled.abort();
		expect([limit.signal.aborted, limit.isOver]).toEqual([true, false]);
		expect(limit.overMs).toBeUndefined();
		expect(new Timeout(1000, AbortSignal.abort()).signal.aborted).toBe(true);
	});

	it('leaves nothing behind when it was ended', async () => {
		const { signal } = new AbortController();
		const limits = [new Timeout(10, signal), new Timeout(10)];
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		for (const limit of limits) limit.end();
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		expect(await abortOf(limits[1].signal, 30)).toBeUndefined();
		expect(limits.map(({ isOver }) => isOver)).toEqual([false, false]);
	});
});

it('thousands that wait at once put one listener at the cancel signal, and leave none', () => {
	const { signal } = new AbortController();
	const limits = Array.from({ length: 2000 }, () => new Timeout(60_000, signal));
	expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	for (const limit of limits) limit.end();
	limits[0].end();
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it.each([2, 3])(
	'of %i with the same cancel signal, all but the ended one are canceled',
	(count) => {
		const canceling = new AbortController();
		const limits = Array.from({ length: count }, () => new Timeout(60_000, canceling.signal));
		limits[0].end();
		canceling.abort();
		const [ended, ...others] = limits.map(({ signal }) => signal.aborted);
		expect([ended, ...new Set(others)]).toEqual([false, true]);
		for (const limit of limits) limit.end();
		expect(getEventListeners(canceling.signal, 'abort')).toEqual([]);
	},
);
