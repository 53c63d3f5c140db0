import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { callOf, idOf, people, statuses, waitingCalls } from '../../../harness/n8n/waitingCalls';

const { simulator, callAndWait, looks } = waitingCalls();

describe('with its recording', () => {
	const wanted = { downloadRecording: true };
	const attached = (items: Array<{ json: IDataObject }>) =>
		items.map(({ json }) => json.recordingAttached);

	test('no file is brought to a model, whatever a saved workflow says', async () => {
		const { items, error } = await callAndWait(wanted, { asTool: true, items: people(1) });
		expect(error).toBeUndefined();
		expect(items[0].json.status).toBe('ENDED');
		expect(items[0].json).not.toHaveProperty('recordingAttached');
		expect(items[0].binary).toBeUndefined();
		expect(simulator.requests.filter(({ path }) => path.endsWith('/recording'))).toStrictEqual([]);
	});

	test('a call comes with the file in the field, as soon as there is one', async () => {
		simulator.recordingAfterMs = 40_000;
		const { items, error, took } = await callAndWait(wanted);
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ENDED', 'ENDED', 'ENDED']);
		items.forEach(({ json, binary }, index) => {
			expect(json.recordingAttached).toBe(true);
			expect(json.recordingUrl).toBe(`${simulator.recordingsUrl}/recordings/${idOf(index)}.wav`);
			expect(Object.keys(binary ?? {})).toStrictEqual(['data']);
			expect(binary?.data).toMatchObject({ mimeType: 'audio/wav', fileName: `${idOf(index)}.wav` });
		});
		expect(took).toBeLessThan(78_000);
		// The end of the call once known, it is not asked for any more.
		expect(looks(0).length).toBeLessThan(8);
	});

	test('text in its place is not the recording, whose name fits its bytes', async () => {
		const path = /^\/recordings\//;
		const text: Fault = {
			kind: 'file',
			headers: { 'content-type': 'text/plain' },
			text: 'Not yet',
		};
		simulator.fail({ path }, text, 2);
		simulator.fail({ path }, { kind: 'file', headers: { 'content-type': 'audio/ogg' } });
		const { items, error } = await callAndWait(wanted, { items: people(1) });
		expect(error).toBeUndefined();
		// By its first bytes it is a wav.
		const file = { mimeType: 'audio/ogg', fileName: `${idOf(0)}.wav` };
		expect(items[0].binary?.data).toMatchObject(file);
	});

	test.each([
		[' audio ', 'audio'],
		['', 'data'],
	])('the field %j is named %s', async (binaryPropertyName, field) => {
		const options = { ...wanted, binaryPropertyName };
		const { items } = await callAndWait(options, { items: people(1) });
		expect(Object.keys(items[0].binary ?? {})).toStrictEqual([field]);
	});

	test('that is not there at the limit, a call comes without and says so', async () => {
		simulator.recordingAfterMs = 3_600_000;
		const { items, error } = await callAndWait({ ...wanted, waitLimit: 1 });
		expect(error).toBeUndefined();
		expect(attached(items)).toStrictEqual([false, false, false]);
		expect(items[0].json).toStrictEqual({
			outcome: 'started',
			...simulator.store.calls.get(idOf(0)),
			recordingAttached: false,
			recordingNote: `${said.serviceSays} The recording of call ${idOf(0)} is not ready yet.`,
		});
	});

	test('a call that failed is not kept until the limit, nor the others with it', async () => {
		const call = { id: idOf(0), status: 'ERROR' };
		const path = `${callOf(0)}/recording`;
		simulator.fail(
			{ method: 'GET', path: callOf(0) },
			{ kind: 'moreData', value: { call } },
			Infinity,
		);
		simulator.fail({ path }, { kind: 'status', status: 404 }, Infinity);
		const { items, error, took } = await callAndWait(wanted);
		expect(error).toBeUndefined();
		expect(statuses(items)).toStrictEqual(['ERROR', 'ENDED', 'ENDED']);
		expect(attached(items)).toStrictEqual([false, true, true]);
		expect(items[0].json.recordingNote).toBe(`${said.serviceSays} The service answered 404.`);
		expect(simulator.requests.filter((request) => request.path.endsWith(path))).toHaveLength(2);
		expect(took).toBeLessThan(46_000);
	});

	test('a call that has not ended at the limit says both', async () => {
		const call = { id: idOf(0), status: 'ONGOING' };
		simulator.fail({ method: 'GET' }, { kind: 'moreData', value: { call } }, Infinity);
		const { items } = await callAndWait({ ...wanted, waitLimit: 1 }, { items: people(1) });
		expect(items[0].json).toStrictEqual({
			outcome: 'started',
			...call,
			recordingAttached: false,
			recordingNote: 'The call had not ended',
			timedOut: true,
		});
	});

	test.each<[string, string | RegExp, Fault]>([
		['500', '/api/calls/{id}/recording', { kind: 'status', status: 500 }],
		['409', '/api/calls/{id}/recording', { kind: 'status', status: 409 }],
		[
			'no address',
			'/api/calls/{id}/recording',
			{ kind: 'moreData', value: { recordingUrl: null } },
		],
		['no file at the address yet', /^\/recordings\//, { kind: 'status', status: 404 }],
		['a lost file', /^\/recordings\//, { kind: 'cutBody' }],
	])('is looked for again after %s', async (_name, path, fault) => {
		simulator.fail({ path }, fault, 10);
		const { items, error } = await callAndWait(wanted, { items: people(1) });
		expect(error).toBeUndefined();
		expect(attached(items)).toStrictEqual([true]);
	});

	test.each([401, 403])('that the key may not have (%i) holds up no call', async (status) => {
		simulator.fail({ path: '/api/calls/{id}/recording' }, { kind: 'status', status }, Infinity);
		const { items, error, took } = await callAndWait(wanted);
		expect(error).toBeUndefined();
		expect(attached(items)).toStrictEqual([false, false, false]);
		expect(items[0].json.recordingNote).toBe(`${said.serviceSays} The service answered ${status}.`);
		expect(took).toBeLessThan(36_000);
	});

	test('is not asked for without Wait for End', async () => {
		const { items } = await callAndWait({ ...wanted, waitForEnd: false });
		expect(items.map(({ binary }) => binary)).toStrictEqual([undefined, undefined, undefined]);
		expect(simulator.requests).toHaveLength(3);
	});
});
