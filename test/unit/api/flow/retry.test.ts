import type { Failure } from '../../../../nodes/VoiceSms/api/errors/failure';
import { decide, defaultTries, isOutcomeUnknown } from '../../../../nodes/VoiceSms/api/flow/retry';
import { parseRetryAfter } from '../../../../nodes/VoiceSms/api/http/envelope';
import type { Method } from '../../../../nodes/VoiceSms/api/endpoints';
import { readPage } from '../../../docs/pages';

const methods: Method[] = ['GET', 'PUT', 'DELETE', 'POST'];
const status = (code: number, retryAfterMs?: number): Failure => {
	return { cause: 'status', status: code, retryAfterMs };
};
const attempt = { tryNumber: 1, tries: 4, mayHaveBeenDone: false, random: 0.5, leftMs: Infinity };

/** outcome, what GET, PUT and DELETE do, what POST does: the table of the design. */
const table: Array<[string, Failure, 'again' | 'stop', 'again' | 'stop']> = [
	['429', status(429), 'again', 'again'],
	['connection refused or DNS failure', { cause: 'notSent' }, 'again', 'again'],
	['reset or timeout', { cause: 'lost' }, 'again', 'stop'],
	['408', status(408), 'again', 'stop'],
	['500', status(500), 'again', 'stop'],
	['502', status(502), 'again', 'stop'],
	['503', status(503), 'again', 'stop'],
	['504', status(504), 'again', 'stop'],
	['501', status(501), 'stop', 'stop'],
	['400', status(400), 'stop', 'stop'],
	['401', status(401), 'stop', 'stop'],
	['403', status(403), 'stop', 'stop'],
	['404', status(404), 'stop', 'stop'],
	['409', status(409), 'stop', 'stop'],
	['success: false', { cause: 'refused', status: 200 }, 'stop', 'stop'],
	['an answer that cannot be read', { cause: 'unreadable', status: 200 }, 'stop', 'stop'],
	['a redirect', { cause: 'redirect', status: 302 }, 'stop', 'stop'],
];

test('there are four tries if the options say nothing', () => {
	expect(defaultTries).toBe(4);
});

test('docs/rules.md says after which answers which requests are tried again', () => {
	const page = readPage('docs/rules.md');
	const columns = /^\| The service answers \| [^(]+\(([^)]+)\) \| [^(]+\(([^)]+)\) \|$/m.exec(page);
	const [, repeated, notRepeated] = columns ?? [];
	const [, answers] = /^\| (.+), a broken connection, or no answer in time \|/m.exec(page) ?? [];
	const failures: Failure[] = [
		{ cause: 'lost' },
		...answers
			.split(', ')
			.map(Number)
			.map((code) => status(code)),
	];
	for (const failure of failures) {
		const isAgain = (method: Method) => decide(failure, { ...attempt, method }) !== 'stop';
		expect(methods.filter(isAgain)).toStrictEqual(repeated.split(', '));
		expect(methods.filter((method) => !isAgain(method))).toStrictEqual(notRepeated.split(', '));
	}
	const ofPage = answers.split(', ').map((code) => `${code} again stop`);
	const ofTable = table
		.filter(([, { cause }]) => cause === 'status')
		.map(([code, , repeatable, post]) => `${code} ${repeatable} ${post}`);
	expect(ofTable.filter((row) => row.endsWith('again stop'))).toStrictEqual(ofPage);
});

describe.each(table)('after %s', (_outcome, failure, repeatable, post) => {
	test.each(methods)('%s', (method) => {
		const decision = decide(failure, { ...attempt, method });
		const expected = method === 'POST' ? post : repeatable;
		expect(decision === 'stop' ? 'stop' : 'again').toBe(expected);
		expect(decide(failure, { ...attempt, method, tryNumber: 4 })).toBe('stop');
		expect(decide(failure, { ...attempt, method, tries: 1 })).toBe('stop');
	});
});

test.each([
	['a DELETE that may have been carried out before is done', 'DELETE', true, 'done'],
	['a first DELETE is not', 'DELETE', false, 'stop'],
	['a GET is not', 'GET', true, 'stop'],
	['a PUT is not', 'PUT', true, 'stop'],
] as const)('404: %s', (_name, method, mayHaveBeenDone, decision) => {
	expect(decide(status(404), { ...attempt, method, mayHaveBeenDone, tryNumber: 2 })).toBe(decision);
});

test("a gateway's 404 to a repeated DELETE does not say that it is done", () => {
	const failure = { ...status(404), notOfService: true };
	const repeated = { ...attempt, method: 'DELETE', mayHaveBeenDone: true, tryNumber: 2 } as const;
	expect(decide(failure, repeated)).toBe('stop');
});

describe('the wait', () => {
	const wait = (failure: Failure, tryNumber: number, random: number) => {
		return decide(failure, { ...attempt, method: 'GET', tryNumber, random, tries: 10 });
	};

	test.each([
		[1, 0, 250],
		[1, 1, 500],
		[2, 0, 500],
		[2, 1, 1000],
		[3, 1, 2000],
		[5, 1, 8000],
		[9, 1, 8000],
		[9, 0, 4000],
	])('grows with try %i, jitter %d: %i ms', (tryNumber, random, ms) => {
		expect(wait(status(500), tryNumber, random)).toEqual({ waitMs: ms });
	});

	test.each([
		['429', status(429, 1500), 1500],
		['503', status(503, 1500), 1500],
		['429 that does not say: the usual wait', status(429), 475],
		['429 that says now: the usual wait', status(429, 0), 475],
		['503 that says now: the usual wait', status(503, 0), 475],
		['429 that asks for less than the usual wait', status(429, 50), 475],
		['429 that asks for an hour', status(429, 3_600_000), 60_000],
	])('is what the service asks for on %s', (_name, failure, ms) => {
		expect(wait(failure, 1, 0.9)).toEqual({ waitMs: ms });
	});

	test.each<[string, Failure, number, unknown]>([
		['the usual wait', status(500), 474, 'late'],
		['the usual wait', status(500), 475, { waitMs: 475 }],
		['what the service asks for', status(429, 5000), 4999, 'late'],
		['what the service asks for', status(429, 5000), 5000, { waitMs: 5000 }],
		['an hour, although a minute would fit', status(429, 3_600_000), 120_000, 'late'],
		['nothing that is tried again', status(400), 0, 'stop'],
	])('%s is compared with the time left', (_name, failure, leftMs, decision) => {
		expect(decide(failure, { ...attempt, method: 'GET', random: 0.9, leftMs })).toEqual(decision);
	});

	test('ignores Retry-After where it means nothing', () => {
		expect(wait(status(500, 60_000), 1, 1)).toEqual({ waitMs: 500 });
	});
});

const now = Date.parse('2026-06-01T12:00:00Z');

test.each([
	['seconds', '2', 2000],
	['a number', 3, 3000],
	['zero', '0', 0],
	['fractions', '0.5', 500],
	['spaces around', ' 7 ', 7000],
	['an HTTP date', 'Mon, 01 Jun 2026 12:00:05 GMT', 5000],
	['a date gone by', 'Mon, 01 Jun 2026 11:00:00 GMT', 0],
	['nothing', undefined, undefined],
	['an empty text', '', undefined],
	['a negative number', '-5', undefined],
	['words', 'soon', undefined],
	['a number and a word', '7s', undefined],
	['a list', ['1', '2'], undefined],
])('Retry-After as %s', (_name, header, ms) => {
	expect(parseRetryAfter(header, now)).toBe(ms);
});

test.each([
	['reset or timeout', { cause: 'lost' }, true],
	['a broken 2xx answer', { cause: 'unreadable', status: 200 }, true],
	['500', status(500), true],
	['503', status(503), true],
	['408', status(408), true],
	['499', status(499), false],
	['429', status(429), false],
	['400', status(400), false],
	['success: false', { cause: 'refused', status: 200 }, false],
	['no connection', { cause: 'notSent' }, false],
	['a redirect', { cause: 'redirect', status: 307 }, false],
	['the address of what was done', { cause: 'redirect', status: 303 }, true],
] as Array<[string, Failure, boolean]>)(
	'%s: may it have been carried out?',
	(_name, failure, maybe) => {
		expect(isOutcomeUnknown(failure)).toBe(maybe);
	},
);
