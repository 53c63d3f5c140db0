import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { PollContext } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';

import type { Clock } from '../../../../nodes/VoiceSms/api/clock';
import { Api } from '../../../../nodes/VoiceSms/api/api';
import { Connection } from '../../../../nodes/VoiceSms/api/connection';
import type { Store } from '../../../../nodes/VoiceSms/api/http/download';
import { readAccess } from '../../../../nodes/VoiceSms/api/access';
import { VoiceSms } from '../../../../nodes/VoiceSms/VoiceSms.node';
import { canceling } from '../../../harness/n8n/canceling';
import {
	additionalDataWith,
	locator,
	nodeTypesWith,
	runNode,
	type NodeRun,
} from '../../../harness/n8n/engine';
import { testClock } from '../../../harness/time/clock';
import { collections } from '../../../harness/n8n/options';
import { serviceTime } from '../../../harness/time/serviceTime';
import { said } from '../../../harness/n8n/messages';

/** A service on one origin, and a host of files on another; both answer `/files/…` alike. */
let service: Server;
let host: Server;
let serviceUrl: string;
let hostUrl: string;
let recordingUrl: string;
let asked: Array<{ path: string; key: unknown }>;
/** Resolves when the connection of a file's request is closed by who asked. */
let hungUp: Promise<void>;
const key = 'key_0123456789';
const { time, watch } = serviceTime();
/** Answers that are late on purpose. */
const held = new Set<ServerResponse>();

/** Sends so much of a body, a piece every so many ms. */
async function drip(res: ServerResponse, everyMs: number, count = Infinity, piece = '\0') {
	held.add(res);
	res.flushHeaders();
	for (let sent = 0; sent < count; sent++) {
		await time.sleep(everyMs);
		if (res.destroyed) return;
		res.write(piece);
	}
	held.delete(res);
	res.end();
}

const answers: Record<string, (res: ServerResponse) => void> = {
	'/files/1.wav': (res) => void res.setHeader('content-type', 'audio/wav').end('RIFF sound'),
	'/files/later.wav': (res) => {
		setImmediate(() => res.setHeader('content-type', 'audio/wav').end('RIFF sound'));
	},
	'/files/silent.wav': (res) => void held.add(res),
	'/files/broken.wav': (res) => {
		res.setHeader('content-type', 'audio/wav').write('RIFF', () => res.destroy());
	},
	'/files/stuck.wav': (res) => {
		held.add(res);
		res.setHeader('content-type', 'audio/wav').write('RIFF');
	},
	'/files/stuck-page.wav': (res) => {
		held.add(res);
		res.setHeader('content-type', 'text/html').write('<p>');
	},
	'/files/endless-page.wav': (res) => {
		res.setHeader('content-type', 'text/html');
		void drip(res, 50);
	},
	'/files/steady.wav': (res) => {
		res.setHeader('content-type', 'audio/wav');
		void drip(res, 100, 12);
	},
	'/files/slow.wav': (res) => {
		res.setHeader('content-type', 'audio/wav');
		void drip(res, 5);
	},
	'/files/endless-error.wav': (res) => {
		res.writeHead(503, { 'content-type': 'audio/wav' });
		void drip(res, 1, Infinity, '.'.repeat(1000));
	},
	'/files/refused.wav': (res) => {
		res.setHeader('content-type', 'application/json; charset=utf-8');
		res.end(JSON.stringify({ success: false, message: `Not for ${key}` }));
	},
	'/files/escaped.wav': (res) => {
		res.setHeader('content-type', 'application/json');
		res.end(JSON.stringify({ success: false, message: `Not for ${key.replace('_', '&#95;')}` }));
	},
	'/files/escaped-page.wav': (res) => {
		res.writeHead(404, { 'content-type': 'text/html' });
		res.end(`<p>${key.replace('_', '&#95;')}</p>`);
	},
	'/files/other.wav': (res) => {
		res.setHeader('content-type', 'application/problem+json').end('{"title":"Gone"}');
	},
	'/files/empty.wav': (res) => void res.setHeader('content-type', 'audio/wav').end(),
	'/files/none.wav': (res) => void res.writeHead(204).end(),
	'/files/part.wav': (res) => {
		res.writeHead(206, { 'content-type': 'audio/wav', 'content-range': 'bytes 0-2/5' }).end('sou');
	},
	'/files/xhtml.wav': (res) => {
		res.setHeader('content-type', 'application/xhtml+xml').end('<html>Log in</html>');
	},
	'/files/untyped.wav': (res) => void res.end('{"title":"Gone"}'),
	'/files/half-gzip.wav': (res) => {
		const whole = gzipSync(randomBytes(20_000));
		res.setHeader('content-type', 'audio/wav').setHeader('content-encoding', 'gzip');
		// One piece, so that Node tells its length.
		res.end(whole.subarray(0, 10_000));
	},
	'/files/large.wav': (res) => {
		res.setHeader('content-type', 'audio/wav').end(Buffer.alloc(1_000_000, 'RIFF sound'));
	},
	'/files/login.wav': (res) => void res.setHeader('content-type', 'text/html').end('<p>Log in</p>'),
	'/files/gone.wav': (res) => {
		res.writeHead(403, { 'content-type': 'application/json' });
		res.end(JSON.stringify({ success: false, message: 'Expired' }));
	},
	'/files/moved.wav': (res) =>
		void res.writeHead(302, { location: `${hostUrl}/files/1.wav` }).end(),
	'/files/aside.wav': (res) => void res.writeHead(307, { location: '1.wav' }).end(),
	'/files/nowhere.wav': (res) => void res.writeHead(302).end(),
	'/files/disk.wav': (res) => void res.writeHead(302, { location: 'file:///etc/passwd' }).end(),
	'/files/mail.wav': (res) => void res.writeHead(302, { location: 'mailto:a@b.example' }).end(),
	'/files/round.wav': (res) => void res.writeHead(302, { location: '/files/round.wav' }).end(),
};

function answer(req: IncomingMessage, res: ServerResponse) {
	const path = String(req.url);
	asked.push({ path, key: req.headers['x-api-key'] });
	if (path.startsWith('/api/v1/')) {
		res.setHeader('content-type', 'application/json');
		const data = { callId: 'call_1', recordingUrl, source: 'x' };
		res.end(JSON.stringify({ success: true, message: '', data }));
		return;
	}
	hungUp = once(res, 'close').then(() => undefined);
	(answers[path] ?? ((none) => void none.writeHead(404).end()))(res);
}

async function listen(server: Server): Promise<string> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
	[service, host] = [createServer(answer), createServer(answer)];
	[serviceUrl, hostUrl] = [await listen(service), await listen(host)];
	watch({ url: serviceUrl, recordingsUrl: hostUrl, requests: [], recordingRequests: [], held });
});
beforeEach(() => {
	asked = [];
	held.clear();
});
afterAll(async () => {
	await Promise.all(
		[service, host].map(async (server) => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		}),
	);
});

const credential = () => ({ baseUrl: `${serviceUrl}/api/v1`, apiKey: key });

/** What is said of another host in place of the service. */
const ofService = ['lost', 'notAllowed', 'refused', 'unreadable', 'redirected'] as const;
const saidOfHost = (words: string) =>
	ofService.reduce(
		(text, one) => text.replace(said[one], said.notByHost),
		words.replace(said.notFound, `${said.notByHost} (HTTP 404)`),
	);

async function getRecording(url: string, started?: NodeRun['started'], options: IDataObject = {}) {
	return await time.run(runGetRecording(url, time, started, options));
}

async function runGetRecording(
	url: string,
	clock: Clock,
	started?: NodeRun['started'],
	options: IDataObject = {},
) {
	recordingUrl = url;
	return await runNode({
		parameters: {
			resource: 'call',
			operation: 'getRecording',
			callId: locator('call_1'),
			download: true,
			binaryPropertyName: 'data',
			...collections(options),
		},
		credential: credential(),
		clock,
		started,
	});
}

/** The api of a poll, as the trigger has it. */
async function api() {
	const node: INode = {
		id: 'trigger-1',
		name: 'Voice and SMS Trigger',
		type: 'n8n-nodes-voice-sms.voiceSmsTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { voiceSmsApi: { id: '1', name: 'Voice and SMS account' } },
	};
	const nodeTypes = nodeTypesWith(new VoiceSms());
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes,
	});
	const additionalData = additionalDataWith(async () => credential());
	const context = new PollContext(workflow, node, additionalData, 'trigger', 'update');
	const connection = new Connection(context, await readAccess(context), time);
	const service = new Api(connection, { nameInErrors: 'recording of call 42' });
	const timed = (one: typeof service) => ({
		download: async (...given: Parameters<typeof one.download>) =>
			await time.run(one.download(...given)),
	});
	return {
		...timed(service),
		within: (ms: number) => timed(service.within(ms)),
		store: context.helpers.prepareBinaryData,
	};
}

describe.each([
	['of the service', () => serviceUrl],
	['of another host', () => hostUrl],
])('a recording %s', (_name, url) => {
	/** The words for this owner. */
	const of = (words: string) => (url() === serviceUrl ? words : saidOfHost(words));

	it.each(['silent', 'slow'])(
		'that is %s ends at its deadline, and its connection with it',
		async (file) => {
			const { within, store } = await api();
			const work = within(300).download(`${url()}/files/${file}.wav`, 'x', store);
			await expect(work).rejects.toMatchObject({
				message: `${of(said.lost)}: recording of call 42`,
				description: expect.stringContaining('It took longer than 0.3 s.'),
			});
			await hungUp;
		},
	);

	it('that is an error without end is closed, and not tried past its deadline', async () => {
		const { within, store } = await api();
		const work = within(200).download(`${url()}/files/endless-error.wav`, 'x', store);
		await expect(work).rejects.toMatchObject({ httpCode: '503' });
		await time.run(hungUp);
		expect(asked).toHaveLength(1);
	});

	it.each(['silent', 'slow'])('that is %s ends when the execution is canceled', async (file) => {
		const { started, cancel } = canceling();
		const running = getRecording(`${url()}/files/${file}.wav`, started);
		while (asked.length < 2) await new Promise((turn) => setImmediate(turn));
		cancel();
		await hungUp;
		const { items } = await running;
		expect(items).toEqual([]);
		expect(asked).toHaveLength(2);
	});

	it.each([
		['stuck', 'No new data came for 500 ms.'],
		['stuck-page', 'No answer came within 500 ms.'],
		['endless-page', 'No answer came within 500 ms.'],
	])('that is %s is lost after its timeout', async (file, description) => {
		const options = { timeout: 500, maxTries: 1 };
		const { items, error } = await getRecording(`${url()}/files/${file}.wav`, undefined, options);
		expect(items).toEqual([]);
		expect(error?.message).toContain(of(said.lost));
		expect(error?.description).toContain(description);
		await hungUp;
	});

	it.each(['1', 'steady'])('(%s.wav) that n8n cannot store is fetched once', async (file) => {
		const { download } = await api();
		const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
			code: 'ENOSPC',
		});
		const store: Store = async (body) => {
			for await (const chunk of body as AsyncIterable<unknown>) if (chunk) throw full;
			throw full;
		};
		await expect(download(`${url()}/files/${file}.wav`, 'x', store)).rejects.toMatchObject({
			message: expect.stringContaining(`: ${full.message}`) as string,
		});
		expect(asked).toHaveLength(1);
	});

	it('that breaks off is lost, not the fault of the store', async () => {
		const options = { maxTries: 2 };
		const { error } = await getRecording(`${url()}/files/broken.wav`, undefined, options);
		expect(error?.message).toContain(of(said.lost));
		expect(asked).toHaveLength(3);
	});

	it.each(['disk', 'mail'])('that redirects to no web address (%s) says so', async (file) => {
		const { items, error } = await getRecording(`${url()}/files/${file}.wav`);
		expect(items).toEqual([]);
		expect(error?.message).toContain(of(said.redirected));
		expect(error?.description).toContain('redirects too often');
		expect(asked).toHaveLength(2);
	});

	it('that comes steadily is fetched, longer as it takes than its timeout', async () => {
		const address = `${url()}/files/steady.wav`;
		const { items, error } = await getRecording(address, undefined, { timeout: 800, maxTries: 1 });
		expect(error).toBeUndefined();
		expect(items[0].binary?.data.bytes).toBe(12);
	});

	it('is fetched when its timeout is longer than any timer', async () => {
		const address = `${url()}/files/later.wav`;
		const { items, error } = await getRecording(address, undefined, {
			timeout: 2 ** 31,
			maxTries: 1,
		});
		expect(error).toBeUndefined();
		expect(items[0].binary?.data).toMatchObject({ fileName: 'call_1.wav' });
	});

	it('is fetched to its last byte', async () => {
		const { items } = await getRecording(`${url()}/files/large.wav`);
		const { data } = items[0].binary?.data ?? {};
		expect(Buffer.from(String(data), 'base64').equals(Buffer.alloc(1_000_000, 'RIFF sound'))).toBe(
			true,
		);
	});

	it('is fetched when there is time', async () => {
		const { within, store } = await api();
		const file = await within(5000).download(`${url()}/files/1.wav`, 'x', store);
		expect(file).toMatchObject({ fileName: 'x.wav', mimeType: 'audio/wav' });
	});

	it.each([
		['refused', `${said.refused} (HTTP 200)`, 'Not for [API key].'],
		['escaped', `${said.refused} (HTTP 200)`, ''],
		['escaped-page', said.notFound, ''],
		['other', `${said.unreadable} (HTTP 200)`, '{"title":"Gone"}'],
		['login', `${said.unreadable} (HTTP 200)`, '‹p>Log in‹/p>'],
		[
			'empty',
			`${said.unreadable} (HTTP 200)`,
			'The recording is empty, so it may not be ready yet.',
		],
		[
			'none',
			`${said.unreadable} (HTTP 204)`,
			'The recording is empty, so it may not be ready yet.',
		],
		['part', `${said.unreadable} (HTTP 206)`, 'may be incomplete.'],
		['xhtml', `${said.unreadable} (HTTP 200)`, '‹html>Log in‹/html>'],
		['untyped', `${said.unreadable} (HTTP 200)`, '{"title":"Gone"}'],
		['half-gzip', said.unreadable, 'The recording came compressed, so the node cannot check'],
		['gone', `${said.notAllowed} (HTTP 403)`, `${said.serviceSays} Expired.`],
	])('that is an answer of words (%s) is never stored', async (file, message, description) => {
		// Node unpacks an answer in another thread, and the virtual time does not wait for that.
		const { items, error } = await runGetRecording(`${url()}/files/${file}.wav`, testClock());
		expect(items).toEqual([]);
		expect(error?.message).toContain(of(message));
		expect(error?.description).toContain(
			url() === hostUrl ? description.replace('The service says', 'The answer says') : description,
		);
		expect(error?.description).not.toContain(key);
		if (url() === hostUrl) expect(error?.description).not.toContain("'Base URL'");
	});
});

describe('a recording of the service', () => {
	it.each([
		['moved', () => [[hostUrl, '/files/1.wav']]],
		['aside', () => [[serviceUrl, '/files/1.wav']]],
	])('that was %s is fetched from there without the key', async (file) => {
		const { items, error } = await getRecording(`${serviceUrl}/files/${file}.wav`);
		expect(error).toBeUndefined();
		expect(items[0].binary?.data.data).toBe(Buffer.from('RIFF sound').toString('base64'));
		expect(asked.map((request) => [request.path, request.key])).toEqual([
			['/api/v1/api/calls/call_1/recording', key],
			[`/files/${file}.wav`, key],
			['/files/1.wav', undefined],
		]);
	});

	it('that is redirected nowhere is an error that says so', async () => {
		const { error } = await getRecording(`${serviceUrl}/files/nowhere.wav`);
		expect(error).toMatchObject({ httpCode: '302' });
		expect(error?.message).toContain(said.redirected);
	});

	it('that is redirected for ever ends, and the key is sent once', async () => {
		const { error } = await getRecording(`${serviceUrl}/files/round.wav`);
		expect(error?.description).toContain('The address redirects too often');
		expect(asked.filter((request) => request.key !== undefined)).toHaveLength(2);
		expect(asked.length).toBeLessThan(10);
	});

	it.each(['/files/1.wav', 'files/1.wav'])('with the address %s is on its origin', async (url) => {
		const { items, error } = await getRecording(url);
		expect(error).toBeUndefined();
		expect(items[0].binary?.data).toMatchObject({ fileName: 'call_1.wav' });
		expect(asked[1]).toEqual({ path: '/files/1.wav', key });
	});

	it('with an address that names another host only is asked without the key', async () => {
		const { error } = await getRecording(hostUrl.replace('http:', ''));
		expect(error?.message).toBeDefined();
		expect(asked.slice(1).every((request) => request.key === undefined)).toBe(true);
	});
});
