import type { INode } from 'n8n-workflow';

import type { Claim } from '../../../../nodes/VoiceSms/api/flow/attempts';
import { attempts } from '../../../../nodes/VoiceSms/api/flow/attempts';
import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { Gate } from '../../../../nodes/VoiceSms/api/flow/gate';
import { virtualTime } from '../../../harness/time/virtualTime';
import { Log, logger } from '../../../harness/n8n/log';
import { fake } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

const node = fake<INode>({ id: '1', name: 'Voice and SMS', type: 'x', typeVersion: 1 });

/** Tries with these outcomes, one after the other; `canceledAt` = the attempt that is cut off. */
function tried(
	outcomes: Array<Failure | object>,
	task: Partial<Parameters<typeof attempts>[2]> = {},
	canceledAt?: number,
) {
	const time = virtualTime();
	const canceling = new AbortController();
	const { signal } = canceling;
	const run = { node, logger, clock: time, signal, ended: signal, leftMs: () => Infinity };
	const gate = new Gate(undefined, time, run.signal);
	if (canceledAt === 0) canceling.abort();
	let made = 0;
	const all = {
		method: 'POST' as const,
		tries: 4,
		path: '/api/sms/send',
		subject: { nameInErrors: 'SMS to +1' },
		...task,
	};
	const work = attempts(run, gate, all, async () => {
		const outcome = outcomes[made++];
		if (made === canceledAt) canceling.abort();
		return await Promise.resolve(outcome);
	});
	const ended = time.run(
		work.then(
			(value) => ({ value }),
			(error: Error) => ({ error: error.message }),
		),
	);
	return { ended, gate, made: () => made };
}

const lost: Failure = { cause: 'lost', detail: 'cut off' };
const status = (code: number): Failure => ({ cause: 'status', status: code });
const canceled = 'The execution was canceled before: SMS to +1';

describe('a canceled execution', () => {
	test('makes no request any more', async () => {
		const { ended, made } = tried([{}], {}, 0);
		expect(await ended).toMatchObject({ error: canceled });
		expect(made()).toBe(0);
	});

	test.each<[string, Failure, number]>([
		['a read that is cut off', lost, 4],
		['a read that is cut off at its last try', lost, 1],
		['a read that is refused', status(503), 4],
		['a read that is refused at its last try', status(503), 1],
	])('ends %s as canceled, and does not repeat it', async (_name, failure, tries) => {
		const { ended, made } = tried([failure, {}], { method: 'GET', tries }, 1);
		expect(await ended).toMatchObject({ error: canceled });
		expect(made()).toBe(1);
	});

	test('waits for no next try', async () => {
		const time = virtualTime();
		const canceling = new AbortController();
		const { signal } = canceling;
		const run = { node, logger, clock: time, signal, ended: signal, leftMs: () => Infinity };
		void time.sleep(20).then(() => canceling.abort());
		const task = {
			method: 'GET' as const,
			path: '/x',
			tries: 4,
			subject: { nameInErrors: 'SMS to +1' },
		};
		const gate = new Gate(undefined, time, run.signal);
		const work = attempts(run, gate, task, async () => await Promise.resolve(status(500)));
		await expect(time.run(work)).rejects.toThrow(canceled);
		expect(time.passed()).toBe(20);
	});

	test('says of a send that is cut off that it may have been done', async () => {
		const { ended, made } = tried([lost, {}], {}, 1);
		expect(await ended).toMatchObject({
			error: expect.stringContaining(said.lost) as string,
		});
		expect(made()).toBe(1);
	});
});

test.each<[string, number, Failure]>([
	['HTTP 503', 16, status(503)],
	['no answer', 16, lost],
	['HTTP 500', 34, status(500)],
	['HTTP 502', 34, status(502)],
	['HTTP 504', 34, status(504)],
	['a connection that is refused', 33, { cause: 'notSent', detail: 'ECONNREFUSED' }],
])(
	'after %s and an answer up to %i requests are under way at once',
	async (_name, bound, failure) => {
		const { ended, gate } = tried([failure, {}], { method: 'GET' });
		expect(await ended).toEqual({ value: {} });
		expect(Math.floor(gate.bound)).toBe(bound);
	},
);

test.each<[string, Failure, boolean]>([
	['HTTP 400 opens', status(400), false],
	['no connection leaves', { cause: 'notSent', detail: 'ECONNREFUSED' }, true],
])('%s a gate that was closed meanwhile', async (_name, failure, isClosed) => {
	const { ended, gate } = tried([failure], { tries: 1 });
	gate.close(status(429));
	expect(await ended).toHaveProperty('error');
	expect(gate.closed !== undefined).toBe(isClosed);
});

test('a send with a claim is done where n8n gives no signal to cancel', async () => {
	const run = { node, logger, clock: virtualTime(), leftMs: () => Infinity };
	const noted: string[] = [];
	const claim: Claim = {
		take: async () => await Promise.resolve(true),
		note: async (outcome) => await Promise.resolve(void noted.push(outcome)),
		released: async () => await Promise.resolve(),
	};
	const policy = {
		method: 'POST' as const,
		tries: 4,
		path: '/api/sms/send',
		subject: { nameInErrors: 'SMS to +1' },
		claim,
	};
	const gate = new Gate(undefined, run.clock);
	const work = attempts(run, gate, policy, async () => await Promise.resolve({ data: 'sent' }));
	expect(await run.clock.run(work)).toEqual({ data: 'sent' });
	expect(noted).toEqual(['sent']);
});

test.each<[string, number, number | undefined, boolean]>([
	['outlasts the run closes', 10_000, undefined, true],
	['outlasts its own time alone leaves open', Infinity, 10_000, false],
])('a refusal whose wait %s the gate', async (_name, leftMs, withinMs, isClosed) => {
	const clock = virtualTime();
	const run = { node, logger, clock, leftMs: () => leftMs };
	const gate = new Gate(undefined, clock);
	const policy = {
		method: 'GET' as const,
		path: '/x',
		tries: 4,
		withinMs,
		subject: { nameInErrors: 'SMS' },
	};
	const refused: Failure = { ...status(429), retryAfterMs: 60_000 };
	const work = attempts(run, gate, policy, async () => await Promise.resolve(refused));
	await expect(clock.run(work)).rejects.toThrow();
	expect(gate.closed !== undefined).toBe(isClosed);
});

describe("n8n's log", () => {
	const secret = 'Your code is 1234';
	const answered = (code: number): Failure => ({ ...status(code), service: secret });
	const retryIn = (number: number, ms: number) =>
		`Voice and SMS: POST /api/sms/send: try ${number} of 4, next try after ${ms} ms. `;

	/** The lines of a send with these outcomes. */
	async function linesOf(outcomes: Array<Failure | object>, claim?: Claim) {
		const clock = { ...virtualTime(), random: () => 1 };
		const log = new Log();
		const run = { node, logger: log, clock, leftMs: () => Infinity };
		const subject = { nameInErrors: 'SMS to +1' };
		const policy = { method: 'POST' as const, path: '/api/sms/send', tries: 4, subject, claim };
		const left = [...outcomes];
		const gate = new Gate(undefined, clock);
		const work = attempts(run, gate, policy, async () => await Promise.resolve(left.shift() ?? {}));
		await clock.run(work.catch(() => {}));
		return log.lines;
	}

	test.each<[string, Failure[], string[]]>([
		['nothing of a request that gets through', [], []],
		[
			'each retry, and its wait',
			[
				{ ...answered(429), retryAfterMs: 3000 },
				{ cause: 'notSent', detail: secret },
			],
			[
				`${retryIn(1, 3000)}${said.fewerRequests} (HTTP 429)`,
				`${retryIn(2, 1000)}${said.notReached}`,
			],
		],
	])('has %s, without the words of the answer', async (_name, outcomes, lines) => {
		expect(await linesOf(outcomes)).toStrictEqual(lines);
	});

	test('has the wait for another execution', async () => {
		const taken = [false, true];
		let takes = 0;
		const claim: Claim = {
			take: async () => await Promise.resolve(taken[takes++]),
			note: async () => await Promise.resolve(),
			released: async () => await Promise.resolve(),
		};
		expect(await linesOf([{}], claim)).toStrictEqual([
			expect.stringContaining('POST /api/sms/send: waits for another execution'),
		]);
	});
});
