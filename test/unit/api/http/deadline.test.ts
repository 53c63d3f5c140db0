import { getEventListeners } from 'node:events';
import type { INode } from 'n8n-workflow';

import { type Deadline, Timeout, withDeadline } from '../../../../nodes/VoiceSms/api/http/deadline';
import { testClock } from '../../../harness/time/clock';
import { fakeTimers, pass, realTimers } from '../../../harness/time/fakeTimers';
import { virtualTime } from '../../../harness/time/virtualTime';
import { logger } from '../../../harness/n8n/log';

beforeEach(fakeTimers);
afterEach(realTimers);

describe('the deadline of a piece of work', () => {
	const run = (leftMs: number, ended?: AbortSignal) => {
		const clock = virtualTime();
		return { clock, run: { node: {} as INode, logger, clock, ended, leftMs: () => leftMs } };
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
		const signals = [
			deadlineOf(run(Infinity), 20).signal,
			deadlineOf(run(Infinity), Infinity).signal,
			deadlineOf(run(Infinity, canceled.signal), Infinity).signal,
			deadlineOf(run(Infinity, AbortSignal.abort()), 20).signal,
		];
		const aborted = () => signals.map((signal) => signal.aborted);
		expect(aborted()).toEqual([false, false, false, true]);
		canceled.abort();
		expect(aborted()).toEqual([false, false, true, true]);
		await pass(19);
		expect(aborted()).toEqual([false, false, true, true]);
		await pass(1);
		expect(aborted()).toEqual([true, false, true, true]);
		await pass(3_600_000);
		expect(aborted()).toEqual([true, false, true, true]);
	});
});

describe('a piece of work with a deadline', () => {
	const cancel = new AbortController();
	const run = {
		node: {} as INode,
		logger,
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
		await pass(60);
		expect(signal?.aborted).toBe(false);
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
		await pass(199);
		expect([limit.isOver, limit.signal.aborted]).toEqual([false, false]);
		await pass(1);
		expect([limit.isOver, limit.signal.aborted]).toEqual([true, true]);
		expect(limit.overMs).toBe(200);
	});

	it('begins anew with a sign of life, and while it is our turn', async () => {
		const [restarted, ours, long] = [new Timeout(400), new Timeout(400), new Timeout(Infinity)];
		const all = [new Timeout(400), restarted, ours, long];
		const over = () => all.map(({ isOver }) => isOver);
		ours.isOurTurn = () => true;
		await pass(200);
		restarted.restart();
		await pass(200);
		expect(over()).toEqual([true, false, false, false]);
		await pass(199);
		expect(over()).toEqual([true, false, false, false]);
		await pass(1);
		expect(over()).toEqual([true, true, false, false]);
		ours.isOurTurn = () => false;
		await pass(400);
		expect(over()).toEqual([true, true, true, false]);
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
		await pass(30);
		expect(limits[1].signal.aborted).toBe(false);
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
