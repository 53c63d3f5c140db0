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
		expect(stored).toEqual([['RIFF sound', '1.wav', type]]);
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

describe('the name of a file', () => {
	const wav = 'audio/wav';
	const named = (disposition: string) => ({ 'content-disposition': disposition });

	it.each<[path: string, type: string | undefined, headers: IDataObject, name: string]>([
		['/files/1.wav', wav, {}, '1.wav'],
		['/files/a-b_c.2.mp3', 'audio/mpeg', {}, 'a-b_c.2.mp3'],
		['/files/1.WAV', wav, {}, '1.WAV'],
		['/files/1.wave', wav, {}, '1.wave'],
		['/files/a%20b%C3%A4.wav', wav, {}, 'a bä.wav'],
		['/files/a%2Fb%5Cc%00.wav', wav, {}, 'a_b_c_.wav'],
		// An ending that does not fit the media type.
		['/files/1.abcde', wav, {}, 'call_1.wav'],
		['/files/1.wav', 'audio/mpeg', {}, 'call_1.mp3'],
		['/recording.php', wav, {}, 'call_1.wav'],
		['/recording.php', 'audio/mpeg', {}, 'call_1.mp3'],
		['/recording.php', undefined, {}, 'call_1.wav'],
		['/files/recording', wav, {}, 'call_1.wav'],
		['/files/%FF.wav', wav, {}, 'call_1.wav'],
		['/files/.wav', wav, {}, 'call_1.wav'],
		[`/files/${'x'.repeat(300)}.wav`, wav, {}, 'call_1.wav'],
		[`/${'x'.repeat(251)}.wav`, wav, {}, `${'x'.repeat(251)}.wav`],
		[`/${'x'.repeat(252)}.wav`, wav, {}, 'call_1.wav'],
		['/1.adts', 'audio/aac', {}, '1.adts'],
		['/1.wav/', wav, {}, 'call_1.wav'],
		['/', wav, {}, 'call_1.wav'],
		// No type, or a general one: the ending of any sound counts.
		['/files/1.mp3', undefined, {}, '1.mp3'],
		['/files/1.ogg', 'application/octet-stream', {}, '1.ogg'],
		['/files/1.bin', 'application/octet-stream', {}, 'call_1.wav'],
		// Content-Disposition comes first.
		['/1.wav', wav, named('attachment; filename=2.wav'), '2.wav'],
		['/1.wav', wav, named('attachment; filename="2 3; 4.wav"'), '2 3; 4.wav'],
		['/1.wav', wav, named('inline; FileName = "a \\"b\\".wav" ; size=9'), 'a _b_.wav'],
		['/1.wav', wav, named('attachment; filename="a%20b.wav"'), 'a b.wav'],
		[
			'/1.wav',
			wav,
			named("attachment; filename=x.wav; filename*=UTF-8''%e2%82%ac%201.wav"),
			'€ 1.wav',
		],
		[
			'/1.wav',
			wav,
			named("attachment; filename*=iso-8859-1'de'f%FCr.wav; filename=x.wav"),
			'für.wav',
		],
		['/1.wav', wav, named('attachment; filename="f\u00c3\u00bcr.wav"'), 'für.wav'],
		['/1.wav', wav, named('attachment; name="; filename=2.wav"; filename=3.wav'), '3.wav'],
		['/1.wav', wav, named('attachment; filename="../../etc/2.wav"'), '.._.._etc_2.wav'],
		['/1.wav', wav, named('attachment; filename=2.php'), '1.wav'],
		['/1.php', wav, named('attachment; filename=2.php'), 'call_1.wav'],
		['/1.php', wav, named('attachment'), 'call_1.wav'],
	])('at %s of the type %s with %j is %s', async (path, type, headers, name) => {
		const { stored, store } = storeWith();
		const address = `https://host.example.com${path}`;
		const answers = { [address]: answer(200, { 'content-type': type, ...headers }, 'RIFF sound') };
		await run({ address, answers, store });
		expect(stored.map(([, given]) => given)).toEqual([name]);
	});

	it.each([
		['wav', 'audio/wav audio/x-wav audio/wave audio/vnd.wave audio/x-pn-wav'],
		['mp3', 'audio/mpeg audio/mp3 audio/x-mp3 audio/mpeg3 audio/x-mpeg'],
		['ogg', 'audio/ogg application/ogg'],
		['m4a', 'audio/mp4 audio/m4a audio/x-m4a'],
		['mp4', 'video/mp4'],
		['mpg', 'video/mpeg'],
		['webm', 'audio/webm video/webm'],
		['opus', 'audio/opus'],
		['flac', 'audio/flac audio/x-flac'],
		['aac', 'audio/aac audio/x-aac'],
		['amr', 'audio/amr'],
		['3gp', 'audio/3gpp video/3gpp'],
		['au', 'audio/basic'],
		['wma', 'audio/x-ms-wma'],
		['wav', 'application/octet-stream binary/octet-stream audio/constructor audio/a.b audio/'],
	])('without a name ends in %s for %s', async (ending, types) => {
		for (const type of types.split(' ')) {
			const { stored, store } = storeWith();
			await run({
				address: own,
				answers: { [own]: answer(200, { 'content-type': type }, 'x') },
				store,
			});
			const isWav = ending === 'wav';
			expect([type, stored[0][1]]).toEqual([type, isWav ? '1.wav' : `call_1.${ending}`]);
		}
	});

	it('of a call has no sign that no file name can have', async () => {
		const { stored, store } = storeWith();
		await run({
			name: 'a/b:c "1"\n',
			answers: { [foreign]: answer(200, { 'content-type': 'audio/mpeg' }, 'x') },
			store,
		});
		expect(stored[0][1]).toBe('a_b_c _1_.mp3');
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
