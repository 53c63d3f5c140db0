import type { INode } from 'n8n-workflow';

import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { asNodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { lookUntil } from '../../../../nodes/VoiceSms/operations/wait/lookUntil';
import { testClock } from '../../../harness/time/clock';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const errorOf = (failure: Failure) =>
	asNodeError(node, failure, { nameInErrors: 'call 42' }, false, 'POST');

/** Looks until `give` gives something; each look takes some time. */
async function looked(
	waiting: { intervalMs: number; limitMs: number; mayBeMissing?: () => boolean },
	give: (look: number) => unknown,
	{ takesMs = 0, stopsAt = Infinity, callerMs = Infinity } = {},
) {
	const clock = testClock();
	const began = clock.now();
	const looks: Array<{ at: number; withinMs: number }> = [];
	const { found, failure } = await lookUntil(
		waiting,
		{
			passed: () => clock.passed(),
			leftMs: () => callerMs - clock.passed(),
			wait: async (ms) => {
				await clock.sleep(ms);
				return clock.now() - began < stopsAt;
			},
		},
		async (leftMs) => {
			looks.push({ at: clock.now() - began, withinMs: leftMs() });
			await clock.sleep(takesMs);
			const given = give(looks.length);
			return given instanceof Error ? await Promise.reject(given) : given;
		},
	);
	return {
		found,
		failure,
		at: looks.map(({ at }) => at),
		within: looks.map(({ withinMs }) => withinMs),
	};
}
const nothing = () => undefined;

it('the first look comes after an interval, the last at the limit', async () => {
	const { found, at } = await looked({ intervalMs: 7000, limitMs: 20_000 }, nothing);
	expect(found).toBeUndefined();
	expect(at).toStrictEqual([7000, 14_000, 20_000]);
});

it('a look may take until the limit, and never less than an interval', async () => {
	const { within } = await looked({ intervalMs: 7000, limitMs: 20_000 }, nothing);
	expect(within).toStrictEqual([13_000, 7000, 7000]);
});

it('a look at the limit takes no longer than half a minute, whatever the interval', async () => {
	const waiting = { intervalMs: 3_600_000, limitMs: 60_000 };
	expect((await looked(waiting, nothing)).within).toStrictEqual([30_000]);
});

it('where the caller gives up sooner, the last look comes five seconds before', async () => {
	const waiting = { intervalMs: 7000, limitMs: 60_000 };
	const { at } = await looked(waiting, nothing, { callerMs: 20_400 });
	expect(at).toStrictEqual([7000, 14_000, 15_000]);
	expect((await looked(waiting, nothing, { callerMs: 2_000 })).at).toStrictEqual([0]);
});

it.each([
	['longer than two minutes', 347_000],
	['as long as it may', Infinity],
])('the limit holds when each look takes %s', async (_name, takesMs) => {
	const clock = testClock();
	const wait = async (ms: number) => {
		await clock.sleep(ms);
		return true;
	};
	await lookUntil(
		{ intervalMs: 5000, limitMs: 3_600_000 },
		{ ...clock, wait, leftMs: () => Infinity },
		async (leftMs) => {
			await clock.sleep(Math.min(leftMs(), takesMs));
			return undefined;
		},
	);
	expect(clock.passed()).toBeGreaterThanOrEqual(3_600_000);
	expect(clock.passed()).toBeLessThanOrEqual(3_605_000);
});

it('what is left for a look becomes less while it goes on', async () => {
	const clock = testClock();
	const left: number[] = [];
	const waiting = { intervalMs: 5000, limitMs: 60_000, firstAfterMs: 0 };
	const wait = async () => await Promise.resolve(false);
	await lookUntil(waiting, { ...clock, wait, leftMs: () => Infinity }, async (leftMs) => {
		for (const ms of [0, 20_000, 39_000, 7000]) {
			await clock.sleep(ms);
			left.push(leftMs());
		}
		return undefined;
	});
	expect(left).toStrictEqual([60_000, 40_000, 1000, 0]);
});

it('what a look gives ends it', async () => {
	const { found, at } = await looked({ intervalMs: 1000, limitMs: 9000 }, (look) =>
		look === 3 ? 'it' : undefined,
	);
	expect(found).toBe('it');
	expect(at).toStrictEqual([1000, 2000, 3000]);
});

it('the time that looks take counts', async () => {
	const { at } = await looked({ intervalMs: 1000, limitMs: 10_000 }, nothing, { takesMs: 3000 });
	expect(at).toStrictEqual([1000, 5000, 9000]);
});

it('an interval longer than two minutes counts in full', async () => {
	const { at } = await looked({ intervalMs: 300_000, limitMs: 600_000 }, nothing);
	expect(at).toStrictEqual([300_000, 600_000]);
});

it('a limit shorter than the interval is looked at once', async () => {
	expect((await looked({ intervalMs: 60_000, limitMs: 5000 }, nothing)).at).toStrictEqual([5000]);
});

it('a run that is stopped is not looked for any more', async () => {
	const { found, at } = await looked({ intervalMs: 1000, limitMs: 9000 }, nothing, {
		stopsAt: 3000,
	});
	expect(found).toBeUndefined();
	expect(at).toStrictEqual([1000, 2000]);
});

describe('a look that fails', () => {
	it.each<[string, Failure]>([
		['HTTP 500', { cause: 'status', status: 500 }],
		['HTTP 503', { cause: 'status', status: 503 }],
		['HTTP 408', { cause: 'status', status: 408 }],
		['HTTP 429', { cause: 'status', status: 429 }],
		['a lost connection', { cause: 'lost' }],
		['no connection', { cause: 'notSent' }],
		['no try', { cause: 'notTried' }],
		['an answer that cannot be read', { cause: 'unreadable', status: 200 }],
		["a web server's 404", { cause: 'status', status: 404, notOfService: true }],
	])('with %s is followed by the next', async (_name, failure) => {
		const { found, at } = await looked({ intervalMs: 1000, limitMs: 9000 }, (look) =>
			look < 3 ? errorOf(failure) : 'it',
		);
		expect(found).toBe('it');
		expect(at).toHaveLength(3);
	});

	it('is told of at the limit, when it was the last', async () => {
		const failure = errorOf({ cause: 'status', status: 500 });
		const waiting = { intervalMs: 1000, limitMs: 3000 };
		const last = await looked(waiting, (look) => (look === 3 ? failure : undefined));
		expect(last).toMatchObject({ found: undefined, failure });
		const before = await looked(waiting, (look) => (look === 2 ? failure : undefined));
		expect(before).toMatchObject({ found: undefined, failure: undefined });
	});

	it.each<[string, Error]>([
		['HTTP 400', errorOf({ cause: 'status', status: 400 })],
		['HTTP 401', errorOf({ cause: 'status', status: 401 })],
		["a web server's 401", errorOf({ cause: 'status', status: 401, notOfService: true })],
		['HTTP 403', errorOf({ cause: 'status', status: 403 })],
		['HTTP 404', errorOf({ cause: 'status', status: 404 })],
		['HTTP 410', errorOf({ cause: 'status', status: 410 })],
		['success: false', errorOf({ cause: 'refused', status: 200 })],
		['a redirect', errorOf({ cause: 'redirect', status: 302 })],
		['an error of our own', new Error('x')],
	])('with %s ends it', async (_name, error) => {
		await expect(looked({ intervalMs: 1000, limitMs: 9000 }, () => error)).rejects.toBe(error);
	});
});

describe('a record that may be missing', () => {
	const missing = errorOf({ cause: 'status', status: 404 });
	const waiting = { intervalMs: 15_000, limitMs: 600_000, mayBeMissing: () => true };

	it('is looked for a minute after the first look that missed it', async () => {
		const looks: number[] = [];
		const give = (look: number) => {
			looks.push(look);
			return missing;
		};
		await expect(looked(waiting, give)).rejects.toBe(missing);
		expect(looks).toStrictEqual([1, 2, 3, 4, 5]);
	});

	it('may be missing for a minute again once it was found', async () => {
		const looks: number[] = [];
		const give = (look: number) => {
			looks.push(look);
			return look === 4 ? undefined : missing;
		};
		await expect(looked(waiting, give)).rejects.toBe(missing);
		expect(looks).toHaveLength(9);
	});

	it('may be missing in the last look', async () => {
		const { failure } = await looked({ ...waiting, limitMs: 30_000 }, () => missing);
		expect(failure).toBe(missing);
	});
});
