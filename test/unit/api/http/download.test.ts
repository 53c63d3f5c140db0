import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { IBinaryData, IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';

import type { Store } from '../../../../nodes/VoiceSms/api/http/download';
import { download, fileAddress } from '../../../../nodes/VoiceSms/api/http/download';
import type { RequestContext } from '../../../../nodes/VoiceSms/api/access';
import { fakeTimers, pass, realTimers } from '../../../harness/time/fakeTimers';
import { fake, untyped } from '../../../harness/n8n/fake';
import { access } from '../../../harness/n8n/access';

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
const sound = () => answer(200, { 'content-type': 'audio/wav' }, 'RIFF sound');

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
	name?: string;
}

async function run({
	address = foreign,
	answers,
	store,
	timeoutMs = 1000,
	signal,
	name = 'call_1',
}: Download) {
	const asked: string[] = [];
	const client = (withKey: string) => async (options: IHttpRequestOptions) => {
		asked.push(`${options.url}${withKey}`);
		const given = await answers[options.url];
		if (given instanceof Error) throw given;
		const { abortSignal } = options as { abortSignal?: AbortSignal };
		abortSignal?.addEventListener('abort', () => given.body.destroy());
		return given;
	};
	const context = fake<RequestContext>({
		getNode: () => ({ name: 'Voice and SMS' }) as INode,
		helpers: {
			httpRequest: client(''),
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) =>
				await client(' with the key')(options),
		},
	});
	const file = {
		address: new URL(address),
		name,
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
	])('of the type %s is stored as %s', async (given, type) => {
		const { stored, store } = storeWith();
		const answers = { [foreign]: answer(200, { 'content-type': given }, 'RIFF sound') };
		const { result } = await run({ answers, store });
		expect(result).toEqual({ file: { data: 'RIFF sound', mimeType: '' } });
		expect(stored).toEqual([['RIFF sound', 'call_1.wav', type]]);
	});

	it.each([
		[199, 'redirect'],
		[200, undefined],
		[201, 'unreadable'],
		[206, 'unreadable'],
		[299, 'unreadable'],
		[300, 'redirect'],
		[404, 'status'],
	])('of HTTP %i is a file or not', async (status, cause) => {
		const { result } = await run({ answers: { [foreign]: answer(status, {}, 'RIFF sound') } });
		expect('cause' in result ? result.cause : undefined).toBe(cause);
	});
});

describe('the name of a file is that of its call, with the ending of its first bytes', () => {
	it.each([
		['wav', '52494646', ''],
		['mp3', '49443304', 'audio/wav'],
		['mp3', 'fffb9064', ''],
		['ogg', '4f676753', 'text/plain'],
		['m4a', '00000020667479704d344120', 'audio/wav'],
		['flac', '664c6143', ''],
		['webm', '1a45dfa3', ''],
		['amr', '2321414d520a', ''],
		['au', '2e736e64', ''],
		['aiff', '464f524d0000000041494646', ''],
		['aac', 'fff15080', ''],
		// Of sound that does not say what it is.
		['wav', 'ffd5ffd57f7f0001', 'audio/basic'],
	])('%s for %s of the type "%s"', async (ending, bytes, type) => {
		const { stored, store } = storeWith();
		const headers = {
			'content-type': type,
			'content-disposition': 'attachment; filename=other.mp3',
		};
		const body = Readable.from([Buffer.from(bytes, 'hex')]);
		await run({ answers: { [foreign]: answer(200, headers, body) }, store });
		expect(stored.map(([, name]) => name)).toStrictEqual([`call_1.${ending}`]);
	});

	it('it has no sign that no file name can have', async () => {
		const { stored, store } = storeWith();
		await run({ name: 'a/b:c "1"\n', answers: { [foreign]: sound() }, store });
		expect(stored[0][1]).toBe('a_b_c _1_.wav');
	});
});

it('a file that cannot be stored is lost when the execution was canceled', async () => {
	const canceled = new AbortController();
	const store = untyped(async () => {
		canceled.abort();
		throw new Error('no room');
	});
	const { result } = await run({
		answers: { [foreign]: sound() },
		store,
		signal: canceled.signal,
	});
	expect(result).toMatchObject({ cause: 'lost' });
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
		body.push('RIFF sound');
		await pass(149);
		body.push(null);
		expect((await running).result).toMatchObject({ file: { data: 'RIFF sound' } });
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
		await run({ answers: { [foreign]: answer(404) }, signal });
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('does not run while what came waits for a slow store', async () => {
		const body = new Readable({ read: () => {} });
		body.push('RIFF sound');
		body.push(null);
		const { stored, store } = storeWith();
		const slow = (async (file: Readable, name?: string, type?: string) => {
			await pass(80);
			return await store(file, name, type);
		}) as Store;
		const answers = { [foreign]: answer(200, {}, body) };
		const { result } = await run({ answers, store: slow, timeoutMs: 30 });
		expect(result).toMatchObject({ file: { data: 'RIFF sound' } });
		expect(stored).toHaveLength(1);
	});
});
