import type { Fault } from '../../../simulator';
import { canceling } from '../../../harness/n8n/canceling';
import { contextOf } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import {
	callOf,
	idOf,
	number,
	people,
	statuses,
	waitingCalls,
} from '../../../harness/n8n/waitingCalls';

const { simulator, time, callAndWait, looks } = waitingCalls();

describe('a call that is waited for', () => {
	test('is given as it is when it has ended', async () => {
		const { items, error, hints } = await callAndWait();
		expect(error).toBeUndefined();
		expect(items).toStrictEqual(
			[0, 1, 2].map((item) => ({
				json: { outcome: 'started', ...simulator.store.calls.get(idOf(item)) },
				pairedItem: { item },
			})),
		);
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(items.map(({ json }) => json.toNumber)).toStrictEqual([0, 1, 2].map(number));
		expect(hints).toStrictEqual([]);
	});

	test('waits together with all others, though requests go one by one', async () => {
		const { items, took } = await callAndWait({}, { items: people(20) });
		expect(items).toHaveLength(20);
		expect(took).toBeGreaterThanOrEqual(30_000);
		expect(took).toBeLessThan(36_000);
		expect(simulator.mostInFlight).toBe(1);
	});

	test('is looked at once an interval, and no more when it has ended', async () => {
		await callAndWait({ waitInterval: 7 });
		for (const index of [0, 1, 2]) {
			const at = looks(index);
			expect(at).toHaveLength(5);
			at.slice(1).forEach((one, before) => expect(one - at[before]).toBeGreaterThanOrEqual(7000));
		}
	});

	test('is looked at every half second when told so', async () => {
		await callAndWait({ waitInterval: '0.5' }, { items: people(1) });
		const at = looks(0);
		// The clock of the test goes on in steps of up to 200 ms.
		at.slice(1).forEach((one, before) => expect(one - at[before]).toBeLessThanOrEqual(700));
		expect(at.length).toBeGreaterThan(40);
	});

	test.each(['true', ' True ', '={{ "true" }}'])('is so when told by the text %j', async (text) => {
		const { items } = await callAndWait({ waitForEnd: text });
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
	});

	test.each([false, 'false', '={{ false }}'])('is not when told so by %j', async (waitForEnd) => {
		const { items } = await callAndWait({ waitForEnd, waitInterval: 0 });
		expect(statuses(items)).toStrictEqual(['REGISTERED', 'REGISTERED', 'REGISTERED']);
		expect(simulator.requests).toHaveLength(3);
	});

	test('is given when it ended with an error', async () => {
		const call = { id: idOf(0), status: 'ERROR' };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value: { call } });
		const { items } = await callAndWait({}, { items: people(1) });
		expect(items[0].json).toStrictEqual({ outcome: 'started', ...call });
		expect(looks(0)).toHaveLength(1);
	});

	test('is not asked for when the service says at once that it is over', async () => {
		const call = { id: 'call_000009', status: 'ENDED' };
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { call } });
		const { items, took } = await callAndWait({}, { items: people(1) });
		expect(items[0].json).toMatchObject(call);
		expect(simulator.requests).toHaveLength(1);
		expect(took).toBe(0);
	});

	test.each(['VOICEMAIL', '', null, 'ended'])(
		'has not ended with the status %j',
		async (status) => {
			const call = { id: idOf(0), status };
			simulator.fail({ method: 'GET' }, { kind: 'moreData', value: { call } }, 8);
			const { items } = await callAndWait({}, { items: people(1) });
			expect(looks(0)).toHaveLength(9);
			expect(statuses(items)).toStrictEqual(['ENDED']);
		},
	);
});

describe('at the limit', () => {
	test('a call is given as it was last seen, and says so', async () => {
		const call = { id: idOf(1), status: 'ONGOING', toNumber: number(1) };
		simulator.fail(
			{ method: 'GET', path: callOf(1) },
			{ kind: 'moreData', value: { call } },
			Infinity,
		);
		const { items, error, hints, took } = await callAndWait({ waitLimit: 1 });
		expect(error).toBeUndefined();
		expect(hints).toStrictEqual([
			expect.stringMatching(/^1 call had not ended .* Do not call again: get it/),
		]);
		expect(statuses(items)).toStrictEqual(['ENDED', 'ONGOING', 'ENDED']);
		expect(items.map(({ json }) => json.timedOut)).toStrictEqual([null, true, null]);
		expect(items[1].json).toMatchObject({ outcome: 'started', ...call, timedOut: true });
		expect(took).toBeGreaterThanOrEqual(60_000);
		expect(took).toBeLessThan(62_500);
		expect(looks(1)).toHaveLength(12);
	});

	test('a line counts the calls that went on', async () => {
		simulator.fail(
			{ method: 'GET' },
			{ kind: 'moreData', value: { call: { status: 'ONGOING' } } },
			Infinity,
		);
		const { hints } = await callAndWait({ waitLimit: 1 });
		expect(hints).toStrictEqual([
			expect.stringMatching(/^3 calls had not ended .* Do not call again: get them/),
		]);
	});

	test('a call that could never be looked at is given as it was made', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 500 }, Infinity);
		const { items, error } = await callAndWait({ waitLimit: 1 }, { items: people(1) });
		expect(error).toBeUndefined();
		expect(items[0].json).toMatchObject({ id: idOf(0), status: 'REGISTERED', timedOut: true });
	});

	test('a call whose last look failed is not said to go on', async () => {
		const message = 'Database is down';
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 500, message }, Infinity);
		const options = { downloadRecording: true, waitLimit: 1, maxTries: 1 };
		const { items, error } = await callAndWait(options, { items: people(1) });
		expect(error).toBeUndefined();
		const why = `The call could not be read: ${said.serviceSays} ${message}.`;
		expect(items[0].json).toMatchObject({ timedOut: true, endNote: why, recordingNote: why });
	});

	test('which is shorter than the interval, it is looked at once', async () => {
		const { items, took } = await callAndWait({ waitLimit: 1, waitInterval: 600 });
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(took).toBeLessThan(61_000);
		expect(looks(0)).toHaveLength(1);
	});

	test('it is ten minutes, looked at every five seconds, where nothing else is said', async () => {
		simulator.fail(
			{ method: 'GET' },
			{ kind: 'moreData', value: { call: { id: idOf(0), status: 'ONGOING' } } },
			Infinity,
		);
		const { took } = await callAndWait({}, { items: people(1) });
		expect(looks(0)).toHaveLength(120);
		expect(took).toBeGreaterThanOrEqual(600_000);
		expect(took).toBeLessThan(625_000);
	});
});

describe('a look that fails', () => {
	test.each<[string, Fault]>([
		['500', { kind: 'status', status: 500 }],
		['503', { kind: 'status', status: 503, headers: { 'Retry-After': '1' } }],
		['408', { kind: 'status', status: 408 }],
		['429', { kind: 'rateLimited', retryAfter: '1' }],
		['a lost connection', { kind: 'reset' }],
		['an answer that cannot be read', { kind: 'missingData' }],
		["a web server's page", { kind: 'html', status: 404 }],
	])('with %s for a while does not end the waiting', async (_name, fault) => {
		simulator.fail({ method: 'GET' }, fault, 24);
		const { items, error } = await callAndWait();
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(simulator.ledger).toHaveLength(3);
	});

	test.each<[string, Fault, string | null]>([
		['400', { kind: 'status', status: 400 }, '400'],
		['401', { kind: 'status', status: 401 }, '401'],
		['403', { kind: 'status', status: 403 }, '403'],
		['success: false', { kind: 'successFalse' }, '200'],
		['a redirect', { kind: 'redirect', to: 'http://127.0.0.1/' }, '302'],
	])('for good with %s is the error of its item alone', async (_name, fault, httpCode) => {
		simulator.fail({ method: 'GET', path: callOf(1) }, fault);
		const { items, error } = await callAndWait(
			{},
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ENDED', 'REGISTERED', 'ENDED']);
		expect(items[1].json.error).toStrictEqual({
			message: `Started${said.butFailed}: call to ${number(1)} (ID ${idOf(1)})`,
			description: expect.stringContaining(said.notRunAgain) as string,
			httpCode,
			mayHaveBeenDone: true,
			itemIndex: 1,
			accepted: expect.objectContaining({ id: idOf(1), status: 'REGISTERED' }) as object,
		});
		expect(simulator.ledger).toHaveLength(3);
		expect(looks(1)).toHaveLength(1);
	});

	test('as there is no such call yet does not end the waiting', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 404, message: 'No such call' }, 9);
		const { items, error } = await callAndWait();
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
	});

	test.each([404, 410])(
		'with %i is the error of its item when there is no such call after a minute',
		async (status) => {
			simulator.fail({ method: 'GET', path: callOf(1) }, { kind: 'status', status }, Infinity);
			const { items } = await callAndWait({}, { settings: { onError: 'continueRegularOutput' } });
			expect(statuses(items)).toStrictEqual(['ENDED', 'REGISTERED', 'ENDED']);
			expect(items[1].json.error).toMatchObject({ httpCode: String(status) });
			const [first, ...others] = looks(1);
			expect(others.at(-1)! - first).toBeGreaterThanOrEqual(55_000);
			expect(others.at(-1)! - first).toBeLessThan(65_000);
		},
	);

	test('with 404 is the error of its item when the call was there before', async () => {
		const call = { id: idOf(0), status: 'ONGOING' };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value: { call } });
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 404 });
		const { error } = await callAndWait({}, { items: people(1) });
		expect(error).toMatchObject({ httpCode: '404' });
		expect(error?.message).toContain(said.butFailed);
		expect(looks(0)).toHaveLength(2);
	});

	test('ends the run when the node stops on errors, which tells that every call was made', async () => {
		simulator.fail({ method: 'GET', path: callOf(1) }, { kind: 'status', status: 403 });
		const { items, error, took } = await callAndWait({ waitInterval: 20 });
		expect(items).toStrictEqual([]);
		expect(error).toMatchObject({ httpCode: '403' });
		expect(error?.message).toContain(
			`Started${said.butFailed}: call to ${number(1)} (ID ${idOf(1)}) (item 2)`,
		);
		expect(error?.description).toContain('3 of 3 are started.');
		// The others are not waited for any longer.
		expect(took).toBeLessThan(21_000);
	});

	test('for a call without a usable ID, says that the call was made', async () => {
		const call = { id: '', status: 'REGISTERED' };
		simulator.fail({ method: 'POST' }, { kind: 'moreData', value: { call } });
		const { error } = await callAndWait({}, { items: people(1) });
		expect(error?.message).toContain('no valid ID for the call');
		expect(error?.description).toContain(said.notRunAgain);
	});
});

describe('a call is never placed again', () => {
	test('by Retry On Fail: the waiting goes on', async () => {
		simulator.fail({ method: 'GET', path: callOf(1) }, { kind: 'status', status: 403 });
		const { items, error } = await callAndWait(
			{},
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(items.map(({ json }) => json.id)).toStrictEqual([0, 1, 2].map(idOf));
		expect(simulator.ledger).toHaveLength(3);
	});

	test('by "Retry" on the failed execution', async () => {
		simulator.fail({ method: 'GET', path: callOf(1) }, { kind: 'status', status: 403 });
		const failed = await callAndWait();
		const contextData = contextOf(failed);
		const again = await callAndWait({}, { contextData });
		expect(again.error).toBeUndefined();
		expect(statuses(again.items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(simulator.ledger).toHaveLength(3);
	});

	test('when no more than its ID is left of the answer, and no hint says that more is missing', async () => {
		const long = 'x'.repeat(2_600_000);
		for (const index of [0, 1, 2]) {
			const call = { id: idOf(index), status: 'REGISTERED', long };
			simulator.fail(
				{ method: 'POST', body: { toNumber: number(index) } },
				{ kind: 'moreData', value: { call } },
			);
		}
		simulator.fail({ method: 'GET', path: callOf(0) }, { kind: 'status', status: 403 });
		const { items, hints } = await callAndWait(
			{},
			{ settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
		);
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		expect(hints).toStrictEqual([]);
		expect(simulator.ledger).toHaveLength(3);
	});
});

describe('with Send Once', () => {
	const onceKey = '={{ $json.to }}';

	test('an item that is skipped does not wait', async () => {
		await callAndWait({ onceKey });
		const requests = simulator.requests.length;
		const { items, took } = await callAndWait({ onceKey });
		expect(items.map(({ json }) => json.outcome === 'skipped')).toStrictEqual([true, true, true]);
		expect(simulator.requests).toHaveLength(requests);
		expect(took).toBe(0);
	});

	test('the key stays taken when the waiting fails', async () => {
		simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 });
		const failed = await callAndWait({ onceKey }, { items: people(1) });
		expect(failed.error).toBeDefined();
		const { items } = await callAndWait({ onceKey }, { items: people(1) });
		expect(items[0].json.outcome).toBe('skipped');
		expect(simulator.ledger).toHaveLength(1);
	});
});

test.each([
	['waitInterval', 0, `'Wait Interval' ${said.notSeconds}, 0.1 or more, not 0`],
	['waitInterval', -5, `'Wait Interval' ${said.notSeconds}, 0.1 or more, not -5`],
	['waitInterval', '0,5', `'Wait Interval' ${said.notSeconds}, 0.1 or more, not "0,5"`],
	['waitLimit', 0, "'Wait Limit' must be a whole number"],
	['waitLimit', -1, "'Wait Limit' must be a whole number"],
	['waitLimit', 'soon', "'Wait Limit' must be a whole number"],
])('%s is not %j, which is said before any call is made', async (name, value, words) => {
	const { error } = await callAndWait({ [name]: value });
	expect(error?.message).toContain(words);
	expect(simulator.requests).toStrictEqual([]);
});

describe('when the execution is canceled', () => {
	test('the waiting ends at once, whatever the interval, and no call counts as not made', async () => {
		const { started, code, cancel, thrown } = canceling();
		void time.sleep(17_000).then(cancel);
		const { run, took } = await callAndWait({ waitInterval: 3600 }, { started, code });
		expect(await thrown()).toMatchObject({
			message: 'The execution was canceled',
			description: '3 of 3 are started. Do not run these again.',
		});
		expect(took).toBe(17_000);
		expect(run.status).toBe('canceled');
		expect(simulator.requests).toHaveLength(3);
	});
});
