import { getEventListeners, once } from 'node:events';
import { Readable } from 'node:stream';
import type { IBinaryData, IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import type { Store } from '../../../../nodes/VoiceSms/api/http/download';
import { download, fileAddress } from '../../../../nodes/VoiceSms/api/http/download';
import type { Access, RequestContext } from '../../../../nodes/VoiceSms/api/http/request';
import { parameterNames } from '../../../../nodes/VoiceSms/api/unstated';
import { fakeTimers, pass, realTimers } from '../../../harness/fakeTimers';

const access: Access = {
	url: 'https://s.example.com/api/v1',
	origin: 'https://s.example.com',
	apiKey: 'key_1',
	names: parameterNames,
	defaultCountry: '',
	decrypted: { id: '', name: 'voiceSmsApi', type: 'voiceSmsApi', data: { apiKey: 'key_1' } },
};
const own = 'https://s.example.com/files/1.wav';
const foreign = 'https://host.example.com/files/1.wav';

interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: Readable;
}

const answer = (
	statusCode: number,
	headers: IDataObject = {},
	body: Readable | string = '',
): Answer => ({
	statusCode,
	headers,
	body: typeof body === 'string' ? Readable.from([Buffer.from(body)]) : body,
});
const sound = () => answer(200, { 'content-type': 'audio/wav' }, 'sound');

/** A store that reads the whole file, and notes what it was told. */
function storeWith(after?: () => Promise<void>) {
	const stored: unknown[][] = [];
	const store = (async (body: Readable, name?: string, type?: string) => {
		let text = '';
		for await (const chunk of body) text += String(chunk);
		await after?.();
		stored.push([text, name, type]);
		return { data: text, mimeType: '' } as IBinaryData;
	}) as Store;
	return { stored, store };
}

interface Download {
	address?: string;
	/** What each address answers, the service's with the key or without. */
	answers: Record<string, Answer | Error | Promise<Answer>>;
	store?: Store;
	timeoutMs?: number;
	signal?: AbortSignal;
}

async function run({ address = foreign, answers, store, timeoutMs = 1000, signal }: Download) {
	const asked: string[] = [];
	const client = (withKey: string) => async (options: IHttpRequestOptions) => {
		asked.push(`${options.url}${withKey}`);
		const given = await answers[options.url];
		if (given instanceof Error) throw given;
		const { abortSignal } = options as { abortSignal?: AbortSignal };
		abortSignal?.addEventListener('abort', () => given.body.destroy());
		return given;
	};
	const context = {
		getNode: () => ({ name: 'Voice and SMS' }) as INode,
		helpers: {
			httpRequest: client(''),
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await client(' with the key')(options),
		},
	} as unknown as RequestContext;
	const file = {
		address: new URL(address),
		fileName: 'call.wav',
		timeoutMs,
		signal: signal ?? new AbortController().signal,
		store: store ?? storeWith().store,
	};
	return { asked, result: await download(context, access, file, () => 0) };
}

describe('the address of a file', () => {
	it.each([
		[foreign, foreign],
		['/files/1.wav', own],
		['files/1.wav', own],
		['//host.example.com/files/1.wav', foreign],
		['http://host.example.com/1.wav', 'http://host.example.com/1.wav'],
		['ftp://host.example.com/1.wav', undefined],
		['undefined', undefined],
		['', undefined],
	])('%j is %s', (text, address) => {
		expect(fileAddress(text, access)?.href).toBe(address);
	});
});

describe('an answer', () => {
	it.each([
		['audio/wav', 'audio/wav'],
		['Audio/WAV ; rate=8000', 'audio/wav'],
		[undefined, undefined],
		['application/json-seq', 'application/json-seq'],
		['application/x-json', 'application/x-json'],
		['audio/text/html', 'audio/text/html'],
		['text/html5', 'text/html5'],
	])('of the type %s is stored as %s', async (given, type) => {
		const { stored, store } = storeWith();
		const answers = { [foreign]: answer(200, { 'content-type': given }, 'sound') };
		const { result } = await run({ answers, store });
		expect(result).toEqual({ file: { data: 'sound', mimeType: '' } });
		expect(stored).toEqual([['sound', '1.wav', type]]);
	});

	it.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/json', 'application/a+json'])(
		'of the type %s is not',
		async (type) => {
			const { stored, store } = storeWith();
			const answers = { [foreign]: answer(200, { 'content-type': type }, 'Log in, key_1') };
			expect((await run({ answers, store })).result).toEqual({
				cause: 'unreadable',
				status: 200,
				detail: 'the answer is not a recording: Log in, [API key]',
				advice:
					'The address of the recording is at host.example.com. Open the address in a browser to see what is there.',
			});
			expect(stored).toEqual([]);
		},
	);

	it.each([
		[199, 'redirect'],
		[200, undefined],
		[201, 'unreadable'],
		[206, 'unreadable'],
		[299, 'unreadable'],
		[300, 'redirect'],
		[404, 'status'],
	])('of HTTP %i is a file or not', async (status, cause) => {
		const { result } = await run({ answers: { [foreign]: answer(status, {}, 'sound') } });
		expect('cause' in result ? result.cause : undefined).toBe(cause);
	});

	it.each([
		['without bytes', undefined, '', undefined],
		['of JSON without a type', undefined, '{"success":false,"message":"Gone"}', 'Gone'],
	])('%s is no file', async (_name, type, body, service) => {
		const { stored, store } = storeWith();
		const answers = { [foreign]: answer(200, { 'content-type': type }, body) };
		const { result } = await run({ answers, store });
		expect(result).toMatchObject(
			service === undefined
				? { cause: 'unreadable', detail: 'the recording is empty, so it may not be ready yet' }
				: { cause: 'refused', service },
		);
		expect(stored).toEqual([]);
	});
});

describe('the name of a file', () => {
	it.each([
		['/files/1.wav', '1.wav'],
		['/files/a-b_c.2.mp3', 'a-b_c.2.mp3'],
		['/files/1.abcde', '1.abcde'],
		['/files/1.abcdef', 'call.wav'],
		['/files/recording', 'call.wav'],
		['/files/a%20b.wav', 'call.wav'],
		['/files/1.wav%20', 'call.wav'],
		['/1.wav/', 'call.wav'],
		['/', 'call.wav'],
	])('at %s is %s', async (path, name) => {
		const { stored, store } = storeWith();
		const address = `https://host.example.com${path}`;
		await run({ address, answers: { [address]: sound() }, store });
		expect(stored.map(([, given]) => given)).toEqual([name]);
	});
});

describe('an answer of the service, asked with the key', () => {
	it.each<[number, { location?: string }, boolean]>([
		[299, { location: foreign }, false],
		[300, { location: foreign }, true],
		[399, { location: foreign }, true],
		[400, { location: foreign }, false],
		[302, { location: '/files/2.wav' }, true],
		[302, { location: 'https://[' }, false],
		[302, {}, false],
	])('of HTTP %i with %j is followed without it: %s', async (status, headers, followed) => {
		const first = answer(status, headers, 'moved');
		const other = 'https://s.example.com/files/2.wav';
		const answers = { [own]: first, [foreign]: sound(), [other]: sound() };
		const { asked, result } = await run({ address: own, answers });
		const target = headers.location === foreign ? foreign : other;
		expect(asked).toEqual([`${own} with the key`, ...(followed ? [target] : [])]);
		expect('file' in result).toBe(followed);
		// What is not read would hold the connection open.
		expect(first.body.destroyed).toBe(true);
		if ('cause' in result && status === 400) expect(result.advice).toBeUndefined();
	});
});

describe('a file that cannot be stored', () => {
	const failing = (code?: string) => Object.assign(new Error('no room'), { code });
	const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EMFILE', 'EIO'];

	it.each(codes)('is the fault of the disk with %s, which ends the file too', async (code) => {
		const store = (async (body: Readable) => {
			body.destroy(failing(code));
			await once(body, 'error').catch(() => {});
			throw failing(code);
		}) as unknown as Store;
		await expect(run({ answers: { [foreign]: sound() }, store })).rejects.toThrow(
			'n8n could not store the file: no room',
		);
	});

	it('is the fault of the store when the file is whole', async () => {
		const { store } = storeWith(async () => await Promise.reject(failing()));
		await expect(run({ answers: { [foreign]: sound() }, store })).rejects.toThrow(
			'n8n could not store the file: no room',
		);
	});

	it('is lost when it broke off', async () => {
		const body = new Readable({ read: () => {} });
		body.push('sou');
		setImmediate(() => body.destroy(failing('ECONNRESET')));
		const answers = { [foreign]: answer(200, {}, body) };
		expect((await run({ answers })).result).toMatchObject({ cause: 'lost' });
	});

	it('is lost when the execution was canceled', async () => {
		const canceled = new AbortController();
		const store = (async () => {
			canceled.abort();
			throw failing();
		}) as unknown as Store;
		const { result } = await run({
			answers: { [foreign]: sound() },
			store,
			signal: canceled.signal,
		});
		expect(result).toMatchObject({ cause: 'lost' });
	});
});

describe('the time of a file', () => {
	beforeEach(fakeTimers);
	afterEach(realTimers);

	it('is none of the store, which may fail long after the file came', async () => {
		const { store } = storeWith(async () => {
			await pass(60);
			throw new Error('no room');
		});
		await expect(run({ answers: { [foreign]: sound() }, store, timeoutMs: 30 })).rejects.toThrow(
			'n8n could not store the file: no room',
		);
	});

	it('begins anew when the answer comes, and leaves nothing behind', async () => {
		const body = new Readable({ read: () => {} });
		let come: (given: Answer) => void = () => {};
		const late = new Promise<Answer>((resolve) => (come = resolve));
		const { signal } = new AbortController();
		const running = run({ answers: { [foreign]: late }, timeoutMs: 150, signal });
		await pass(149);
		come(answer(200, {}, body));
		await pass(149);
		body.push('sound');
		await pass(149);
		body.push(null);
		expect((await running).result).toMatchObject({ file: { data: 'sound' } });
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		await run({ answers: { [foreign]: answer(404) }, signal });
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('does not run while what came waits for a slow store', async () => {
		const body = new Readable({ read: () => {} });
		body.push('sound');
		body.push(null);
		const { stored, store } = storeWith();
		const slow = (async (file: Readable, name?: string, type?: string) => {
			await pass(80);
			return await store(file, name, type);
		}) as Store;
		const answers = { [foreign]: answer(200, {}, body) };
		const { result } = await run({ answers, store: slow, timeoutMs: 30 });
		expect(result).toMatchObject({ file: { data: 'sound' } });
		expect(stored).toHaveLength(1);
	});

	it('is over when nothing more comes', async () => {
		const body = new Readable({ read: () => {} });
		body.push('sou');
		const store = (async (stream: Readable) => {
			stream.resume();
			await once(stream, 'close');
			throw new Error('aborted');
		}) as unknown as Store;
		const signal = new AbortController().signal;
		const running = run({
			answers: { [foreign]: answer(200, {}, body) },
			store,
			timeoutMs: 30,
			signal,
		});
		await pass(29);
		expect(body.destroyed).toBe(false);
		await pass(1);
		expect((await running).result).toEqual({
			cause: 'lost',
			detail: 'no new data came for 30 ms',
		});
	});
});

it.each([
	['ERR_FR_TOO_MANY_REDIRECTS', 'redirect', 'Open the address in a browser to see what is there.'],
	['ECONNREFUSED', 'notSent', undefined],
])('an address that ends with %s is the failure %s', async (code, cause, advice) => {
	const answers = { [foreign]: Object.assign(new Error('x'), { code }) };
	expect((await run({ answers })).result).toMatchObject({ cause, ...(advice ? { advice } : {}) });
});
