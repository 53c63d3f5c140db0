import type { IDataObject } from 'n8n-workflow';

import { locator, runNode, type NodeRun } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { serviceTime } from '../../../harness/time/serviceTime';
import type { Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { empty, withSimulator } from '../../../harness/service/service';

const { time, clock, watch } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);

/** Calls of which those under way end 30 s later. */
function addCalls(...statuses: Array<'ENDED' | 'REGISTERED'>) {
	return statuses.map((status) => ({ id: simulator.store.addCall({ status }).id }));
}

async function getRecording(
	items: IDataObject[],
	options: IDataObject,
	{ download = true, ...more }: Partial<NodeRun> & { download?: boolean } = {},
) {
	const began = time.passed();
	const parameters = {
		resource: 'call',
		operation: 'getRecording',
		callId: locator('={{ $json.id }}'),
		download,
		binaryPropertyName: 'data',
		...collections(options),
	};
	const given = { items, credential: simulator, clock: time, ...more };
	const result = await time.run(runNode({ parameters, ...given }));
	return { ...result, took: time.passed() - began };
}
const paths = () => simulator.requests.map(({ path }) => path.replace('/api/v1/api/calls/', ''));
const withFile = { binary: { data: expect.objectContaining({ mimeType: 'audio/wav' }) as object } };
const noAddress: Array<[string, Fault]> = [
	['missing', { kind: 'moreData', value: { recordingUrl: undefined } }],
	['null', { kind: 'moreData', value: { recordingUrl: null } }],
	['empty', { kind: 'moreData', value: { recordingUrl: '' } }],
];

describe('a recording that is not ready', () => {
	test.each([
		['without the option', {}],
		['with "error"', { ifNotReady: 'error' }],
	])('is an error that names the way out %s', async (_name, options) => {
		const [call] = addCalls('REGISTERED');
		const { error, items } = await getRecording([call], options);
		expect(items).toStrictEqual([]);
		expect(error?.message).toBe(`The recording of call ${call.id} is not ready yet`);
		expect(error?.description).toContain(said.serviceSays);
		expect(error?.description).toMatch(/Set the option 'If Not Ready' to Wait\.$/);
		expect(paths()).toStrictEqual([`${call.id}/recording`, call.id]);
	});

	test.each(noAddress)(
		'is one whose address is %s, and the call is not asked for',
		async (_n, fault) => {
			const [call] = addCalls('ENDED');
			for (const download of [true, false]) {
				simulator.fail({}, fault);
				const { error } = await getRecording([call], {}, { download });
				expect(error?.message).toBe(`The recording of call ${call.id} is not ready yet`);
				expect(error?.description).toBe("Set the option 'If Not Ready' to Wait.");
			}
			expect(paths()).toStrictEqual([`${call.id}/recording`, `${call.id}/recording`]);
		},
	);

	test('gives an item that says so with "skip", beside those that are ready', async () => {
		const calls = addCalls('ENDED', 'REGISTERED', 'ENDED');
		const { items, error } = await getRecording(calls, { ifNotReady: 'skip' });
		expect(error).toBeUndefined();
		expect(items).toStrictEqual([
			expect.objectContaining({ pairedItem: { item: 0 }, ...withFile }),
			{
				json: { callId: calls[1].id, skipped: true, reason: 'The recording is not ready yet' },
				pairedItem: { item: 1 },
			},
			expect.objectContaining({ pairedItem: { item: 2 }, ...withFile }),
		]);
	});
});

describe('a call that is not there', () => {
	test.each(['error', 'skip', 'wait'])('is the error of its item with "%s"', async (ifNotReady) => {
		const { error, took } = await getRecording([{ id: 'call_9' }], { ifNotReady });
		expect(error?.message).toBe(`${said.notFound}: recording of call call_9`);
		expect(error?.description).toContain('No such call');
		expect(paths()).toStrictEqual(['call_9/recording', 'call_9']);
		expect(took).toBe(0);
	});

	test.each(['error', 'skip', 'wait'])(
		'gives an empty item where that is wanted, with "%s"',
		async (ifNotReady) => {
			const [call] = addCalls('ENDED');
			const options = { ifNotReady, ifNotFound: 'empty' };
			const { items, error } = await getRecording([{ id: 'call_9' }, call], options);
			expect(error).toBeUndefined();
			expect(items).toStrictEqual([
				{ json: {}, pairedItem: { item: 0 } },
				expect.objectContaining({ pairedItem: { item: 1 }, ...withFile }),
			]);
		},
	);

	test('is not what a missing file means', async () => {
		const [call] = addCalls('ENDED');
		simulator.fail({ path: /^\/recordings\// }, { kind: 'status', status: 404 });
		const { error } = await getRecording([call], { ifNotFound: 'empty' });
		expect(error?.message).toContain(said.notByHost);
	});
});

test.each<[string, Fault]>([
	['401', { kind: 'status', status: 401 }],
	['403', { kind: 'status', status: 403 }],
	['500', { kind: 'status', status: 500 }],
	['a lost connection', { kind: 'reset' }],
])('%s says nothing of the recording: the call is not asked for', async (_name, fault) => {
	const [call] = addCalls('ENDED');
	simulator.fail({}, fault, Infinity);
	const { error } = await getRecording([call], { ifNotReady: 'skip', ifNotFound: 'empty' });
	expect(error).toBeDefined();
	expect([...new Set(paths())]).toStrictEqual([`${call.id}/recording`]);
});

test('when the call cannot be asked for, the error is that of its request', async () => {
	const [call] = addCalls('REGISTERED');
	simulator.fail({ path: `/api/calls/${call.id}` }, { kind: 'status', status: 403, message: 'No' });
	const { error } = await getRecording([call], { ifNotReady: 'skip', ifNotFound: 'empty' });
	expect(error?.message).toContain('(HTTP 403)');
});

describe('with "wait"', () => {
	const wait = { ifNotReady: 'wait' };

	test('recordings that are there are given at once', async () => {
		const { items, took } = await getRecording(addCalls('ENDED', 'ENDED'), wait);
		expect(items).toMatchObject([withFile, withFile]);
		expect(took).toBe(0);
		expect(simulator.requests).toHaveLength(2);
	});

	test('all wait together, and give theirs in the order of the items', async () => {
		const calls = addCalls('REGISTERED', 'ENDED', 'REGISTERED', 'REGISTERED');
		simulator.recordingAfterMs = 10_000;
		const { items, error, took } = await getRecording(calls, wait);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.callId, pairedItem])).toStrictEqual(
			calls.map(({ id }, item) => [id, { item }]),
		);
		expect(items).toMatchObject([withFile, withFile, withFile, withFile]);
		expect(took).toBeGreaterThanOrEqual(40_000);
		expect(took).toBeLessThan(46_000);
		// Whether there is such a call is asked once.
		expect(paths().filter((path) => path === calls[0].id)).toHaveLength(1);
	});

	test('at the limit it is an error that says how long was waited', async () => {
		const [call] = addCalls('ENDED');
		simulator.recordingAfterMs = 3_600_000;
		const { error, took } = await getRecording([call], {
			...wait,
			waitLimit: 90,
			waitInterval: 60,
		});
		expect(error).toBeUndefined();
		expect(took).toBeLessThan(3_700_000);
		simulator.recordingAfterMs = 36_000_000;
		const late = await getRecording([call], { ...wait, waitLimit: 90, waitInterval: 600 });
		expect(late.error?.message).toBe(
			`The recording of call ${call.id} was not ready within 90 minutes`,
		);
		expect(late.error?.description).toContain(said.serviceSays);
		expect(late.error?.description).toContain("Raise the option 'Wait Limit'");
		expect(late.took).toBeGreaterThanOrEqual(5_400_000);
		expect(late.took).toBeLessThan(5_410_000);
	});

	test.each<[string, Fault, string, string]>([
		[
			'500',
			{ kind: 'status', status: 500, message: 'Database is down' },
			'(HTTP 500)',
			'Database is down',
		],
		['a lost connection', { kind: 'reset' }, said.lost, 'connection'],
	])('it is the error of the last look where that failed: %s', async (_n, fault, what, words) => {
		const [call] = addCalls('ENDED');
		simulator.fail({}, fault, Infinity);
		const options = { ...wait, waitLimit: 1, maxTries: 1 };
		const { error, took } = await getRecording([call], options, { download: false });
		expect(error?.message).toContain(what);
		expect(error?.message).toContain(`recording of call ${call.id}`);
		expect(error?.description).toContain(words);
		expect(error?.description).toContain("within 1 minute. Raise the option 'Wait Limit'");
		expect(took).toBeLessThan(62_000);
	});

	test('one that fails at the limit fails alone where the node goes on', async () => {
		const calls = addCalls('ENDED', 'ENDED');
		const path = `/api/calls/${calls[0].id}/recording`;
		simulator.fail({ path }, { kind: 'status', status: 404 }, Infinity);
		const { items, error } = await getRecording(
			calls,
			{ ...wait, waitLimit: 1 },
			{ settings: { onError: 'continueRegularOutput' } },
		);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { error: { mayHaveBeenDone: false, itemIndex: 0 } }, pairedItem: { item: 0 } },
			{ ...withFile, pairedItem: { item: 1 } },
		]);
		expect(items[0].json.error).not.toHaveProperty('accepted');
	});

	test.each<[string, Fault]>([
		['500', { kind: 'status', status: 500 }],
		['a lost connection', { kind: 'reset' }],
		['429', { kind: 'rateLimited', retryAfter: '1' }],
		...noAddress,
	])('%s for a while does not end the waiting', async (_name, fault) => {
		const calls = addCalls('ENDED', 'ENDED');
		simulator.fail({}, fault, 20);
		const { items, error } = await getRecording(calls, wait);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([withFile, withFile]);
	});

	test.each<[string, Fault]>([
		[
			'plain text',
			{ kind: 'file', headers: { 'content-type': 'text/plain' }, text: 'Not ready yet' },
		],
		['words of no type', { kind: 'file', headers: { 'content-type': '' }, text: 'Not ready yet' }],
		['a web page', { kind: 'html', status: 200 }],
		['no bytes', { kind: 'file', headers: {}, text: '' }],
	])('%s in the place of the file does not end the waiting', async (_name, fault) => {
		const [call] = addCalls('ENDED');
		simulator.fail({ path: /^\/recordings\// }, fault, 3);
		simulator.fail(
			{ path: /^\/recordings\// },
			{ kind: 'file', headers: { 'content-type': 'audio/mpeg' } },
		);
		const { items, error } = await getRecording([call], wait);
		expect(error).toBeUndefined();
		// By its first bytes it is a wav.
		const file = { mimeType: 'audio/mpeg', fileName: `${call.id}.wav`, fileExtension: 'wav' };
		expect(items[0].binary?.data).toMatchObject(file);
		expect(simulator.recordingRequests).toHaveLength(4);
	});

	test('one failure for good ends the run, and those still waiting were not done', async () => {
		const calls = addCalls('REGISTERED', 'ENDED', 'REGISTERED');
		simulator.fail(
			{ path: `/api/calls/${calls[2].id}/recording` },
			{ kind: 'status', status: 403 },
		);
		const { error, took } = await getRecording(calls, wait);
		expect(error?.message).toContain('(item 3)');
		expect(error?.description).toContain('The service answered 403');
		expect(simulator.recordingRequests.length).toBeLessThan(2);
		expect(took).toBeLessThan(6_000);
	});

	test.each([
		['waitInterval', 0.05, `${said.notSeconds}, 0.1 or more, not 0.05`],
		['waitLimit', -1, 'must be a whole number'],
	])('%s is not %j', async (name, value, words) => {
		const { error } = await getRecording([{ id: 'call_1' }], { ...wait, [name]: value });
		expect(error?.message).toContain(words);
		expect(simulator.requests).toStrictEqual([]);
	});
});

test.each(['', 'later', true])('If Not Ready cannot be %j', async (ifNotReady) => {
	const { error } = await getRecording([{ id: 'call_1' }], { ifNotReady });
	expect(error?.message).toMatch(/^'If Not Ready' cannot be .*$/);
	expect(simulator.requests).toStrictEqual([]);
});
