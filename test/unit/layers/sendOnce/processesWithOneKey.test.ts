import fc from 'fast-check';

import type { Answer, Process, Step } from '../../../harness/random/keyModel';
import { simulate } from '../../../harness/random/keyModel';
import { said } from '../../../harness/n8n/messages';

const quick = fc.integer({ min: 0, max: 200 });
const step = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ is: fc.constant('fine' as const), ms: quick }) },
	{
		weight: 1,
		arbitrary: fc.record({
			is: fc.constant('fine' as const),
			ms: fc.integer({ min: 4000, max: 50_000 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			is: fc.constant('paused' as const),
			ms: fc.integer({ min: 1000, max: 120_000 }),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ is: 'killed' as const }) },
	{ weight: 2, arbitrary: fc.record({ is: fc.constant('lost' as const), ms: quick }) },
	{
		weight: 2,
		arbitrary: fc.record({
			is: fc.constant('late' as const),
			ms: fc.integer({ min: 0, max: 90_000 }),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ is: fc.constant('failed' as const), ms: quick }) },
) as fc.Arbitrary<Step>;

const answer = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ is: fc.constant('accepts' as const), afterMs: quick }) },
	{
		weight: 4,
		arbitrary: fc.record({
			is: fc.constant('refuses' as const),
			status: fc.constantFrom(429 as const, 429 as const, 400 as const),
			retryAfterMs: fc.integer({ min: 0, max: 60_000 }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			is: fc.constant('silent' as const),
			afterMs: fc.integer({ min: 0, max: 25_000 }),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ is: 'unreachable' as const }) },
) as fc.Arbitrary<Answer>;

/** Receivers in E.164 form, and the phones that are behind them. */
const phones = new Map([
	['+525512345678', 'the Mexican phone'],
	['+5215512345678', 'the Mexican phone'],
	['+15550209999', 'the other phone'],
]);

const process: fc.Arbitrary<Process> = fc.record({
	to: fc.constantFrom(...phones.keys()),
	beginsAt: fc.oneof(fc.constant(0), quick, fc.integer({ min: 0, max: 120_000 })),
	steps: fc.array(step, { maxLength: 12 }),
	answers: fc.array(answer, { maxLength: 4 }),
});

const trials = 150;

test('whatever fails, no phone gets it twice, and nobody is told that it was sent when it was not', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(process, { minLength: 2, maxLength: 4 }), async (processes) => {
			const report = await simulate(processes);
			for (const phone of new Set(phones.values())) {
				const isOwn = (index: number) => phones.get(processes[index].to) === phone;
				const carriedOut = report.carriedOut.filter((one) => isOwn(one.process));
				expect(carriedOut.length).toBeLessThanOrEqual(1);
				const outcomes = report.outcomes.filter((_, index) => isOwn(index));
				if (outcomes.some((outcome) => outcome === 'sent' || outcome === 'skipped')) {
					expect(carriedOut).toHaveLength(1);
				}
				// Whoever was told "in doubt", and looks five minutes later, sees what there is.
				for (const told of report.toldInDoubt.filter((one) => isOwn(one.process))) {
					expect(carriedOut.filter(({ at }) => at > told.at + 300_000)).toStrictEqual([]);
				}
				// A phone that one process sends to is in nobody's way.
				if (outcomes.length === 1) expect(outcomes).not.toContain('skipped');
			}
		}),
		{ numRuns: trials },
	);
}, 60_000);

const at = (beginsAt: number, steps: Step[] = [], answers: Answer[] = []): Process => ({
	beginsAt,
	to: '+525512345678',
	steps,
	answers,
});
const fine = (ms: number): Step => ({ is: 'fine', ms });
const inDoubt = `${said.perhapsBefore}: SMS to +1`;

describe('two processes and one key, at the same moment', () => {
	test.each([
		['to two phones: both send', '+15550209999', ['sent', 'sent'], 2],
		['to the two numbers of one phone: one sends', '+5215512345678', ['sent', 'skipped'], 1],
	])('%s', async (_what, to, expected, count) => {
		const { carriedOut, outcomes, rows } = await simulate([at(0), { ...at(0), to }]);
		expect([...outcomes].sort()).toStrictEqual(expected);
		expect(carriedOut).toHaveLength(count);
		expect(rows).toBe(count);
	});
});

describe('two processes, one key and one number', () => {
	test('at the same moment: one sends, the other is skipped', async () => {
		const { carriedOut, outcomes } = await simulate([at(0), at(0)]);
		expect(carriedOut).toHaveLength(1);
		expect([...outcomes].sort()).toStrictEqual(['sent', 'skipped']);
	});

	test('the first is killed when it has the key: the other is told within a minute', async () => {
		const killed: Step[] = [fine(1), fine(1), { is: 'killed' }];
		// The note of what was sent is its third statement.
		const { outcomes, toldInDoubt } = await simulate([at(0, killed), at(10)]);
		expect(outcomes).toStrictEqual([undefined, inDoubt]);
		expect(toldInDoubt[0].at).toBeLessThan(60_000);
	});

	test('the first is refused: the other sends', async () => {
		const refuses: Answer = { is: 'refuses', status: 400, retryAfterMs: 0 };
		const { carriedOut, outcomes } = await simulate([at(0, [], [refuses]), at(10)]);
		expect(outcomes[1]).toBe('sent');
		expect(carriedOut).toHaveLength(1);
	});

	test('the first waits for a minute after a 429: the other sends, and the first is skipped', async () => {
		const refuses: Answer = { is: 'refuses', status: 429, retryAfterMs: 60_000 };
		const { carriedOut, outcomes } = await simulate([at(0, [], [refuses]), at(10_000)]);
		expect(outcomes).toStrictEqual(['skipped', 'sent']);
		expect(carriedOut).toHaveLength(1);
	});

	test('the first stands still for two minutes when it takes the key: it does not send then', async () => {
		const stands: Step[] = [fine(1), { is: 'paused', ms: 120_000 }];
		const { carriedOut, outcomes } = await simulate([at(0, stands), at(10)]);
		expect(outcomes).toStrictEqual([inDoubt, inDoubt]);
		expect(carriedOut).toStrictEqual([]);
	});

	test('the DELETE of the first comes late: it does not send again meanwhile', async () => {
		const refuses: Answer = { is: 'refuses', status: 429, retryAfterMs: 1000 };
		const late: Step[] = [fine(1), fine(1), { is: 'late', ms: 5_000 }];
		const { carriedOut, outcomes } = await simulate([at(0, late, [refuses]), at(3_000)]);
		expect(outcomes).toStrictEqual(['Not sent: SMS to +1', 'sent']);
		expect(carriedOut).toHaveLength(1);
	});

	/** Its INSERT is carried out after 40 s, and the other process, which begins meanwhile, has the key. */
	const locked = at(0, [fine(1), fine(40_000)]);
	const killed: Step = { is: 'killed' };
	test.each<[string, Process, string]>([
		['has sent: skipped', at(39_000), 'skipped'],
		['sends: waited for', at(39_000, [], [{ is: 'accepts', afterMs: 5_000 }]), 'skipped'],
		['is killed after it: in doubt', at(39_000, [fine(1), fine(1), killed]), inDoubt],
	])('the INSERT of the first comes late, and loses against another that %s', async (...row) => {
		const [, other, outcome] = row;
		const { carriedOut, outcomes } = await simulate([locked, other]);
		expect(outcomes[0]).toBe(outcome);
		expect(carriedOut).toHaveLength(1);
	});
});

test('six processes wait 40 s for a lock of the table: one sends then, the others are skipped', async () => {
	const locked = [fine(1), fine(40_000)];
	const { carriedOut, outcomes } = await simulate(Array.from({ length: 6 }, () => at(0, locked)));
	expect(outcomes.sort()).toStrictEqual(['sent', ...Array<string>(5).fill('skipped')].sort());
	expect(carriedOut).toHaveLength(1);
});
