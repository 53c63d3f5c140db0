import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { longestTimer, TimeLimit } from './deadline';
import type { Failure } from '../errors/failure';
import { withoutKey } from './hideKey';
import { failedStatus, isNoSound, lookAtIt, readText, whyNoFile } from './noFile';
import { asUrl } from '../paths';
import type { Access, RequestContext } from './request';
import { credentialName, endedBy } from './request';

/** n8n's binary store, which a context of execute or poll offers. */
export type Store = IExecuteFunctions['helpers']['prepareBinaryData'];

/** Redirects that are followed, without the key. */
const mostRedirects = 5;

/** What a disk answers, and no connection (Node, "Common system errors"). */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EMFILE', 'EIO'];

export interface FileRequest {
	address: URL;
	/** Name of the file when the address gives none. */
	fileName: string;
	/** Milliseconds without a sign of life until the attempt counts as lost. */
	timeoutMs: number;
	/** Ends the request and the transfer. */
	signal?: AbortSignal;
	store: Store;
}

interface FileResponse {
	statusCode: number;
	headers: IDataObject;
	body: Exclude<Parameters<Store>[0], Buffer>;
}

/**
 * The address of a file as the service gives it. One without a host is of the service's own origin:
 * `/files/1.wav` of https://host/api/v1 is https://host/files/1.wav. Undefined for anything else
 * than a web address.
 */
export function fileAddress(text: string, { origin }: Access): URL | undefined {
	const address = asUrl(text) ?? (text.includes('/') ? asUrl(text, origin) : undefined);
	return address !== undefined && ['http:', 'https:'].includes(address.protocol)
		? address
		: undefined;
}

/**
 * One attempt to stream a file into n8n's binary store. The address may be on any host: the key
 * goes only to the service's own origin, and stays there when that redirects. Gives the file, or the
 * failure as a value. Only a whole answer of HTTP 200 is stored, and no page, XML, JSON or empty file.
 */
export async function download(
	context: RequestContext,
	access: Access,
	file: FileRequest,
	now: () => number,
): Promise<{ file: IBinaryData } | Failure> {
	const limit = new TimeLimit(file.timeoutMs, file.signal);
	const { address } = file;
	let isStoring = false;
	let isBroken = false;
	try {
		const { response, from } = await open(context, access, { address, signal: limit.signal });
		const { statusCode, headers, body } = response;
		const type = textOf(headers['content-type']).split(';')[0].trim().toLowerCase();
		const isFine = statusCode >= 200 && statusCode <= 299;
		limit.restart();
		if (statusCode === 200 && !isNoSound(type, await beginningOf(body, limit.signal))) {
			const name = fileNameOf(address) ?? file.fileName;
			isStoring = true;
			// `on` would set the stream going before the store listens.
			let bytes = 0;
			body.prependListener('data', (chunk: Buffer) => {
				bytes += chunk.length;
				limit.restart();
			});
			body.once('end', () => limit.end());
			body.once('error', () => (isBroken = true));
			// What came and is not read yet waits for the store.
			limit.isOurTurn = () => body.readableLength > 0;
			const stored = await file.store(body, name, type || undefined);
			const promised = textOf(headers['content-length']);
			// Nobody told n8n's HTTP client where compressed data must end: it takes a part for the whole.
			return promised === '' || Number(promised) === bytes ? { file: stored } : wasCompressed;
		}
		const answer = withoutKey(await readText(body), access.apiKey);
		return {
			...(isFine
				? whyNoFile(answer, statusCode)
				: failedStatus(statusCode, headers, answer, now())),
			// Advice on the credential would lead away from another host.
			...(from === undefined
				? {}
				: { advice: `The recording's address is at ${from}. ${lookAtIt}` }),
		};
	} catch (error) {
		if (isStoring && !limit.signal.aborted && isOfStore(error, isBroken)) {
			const { message } = error as Error;
			throw new NodeOperationError(context.getNode(), `n8n could not store the file: ${message}`);
		}
		if (isStoring && limit.isOver) {
			return { cause: 'lost', detail: `nothing more came for ${file.timeoutMs} ms` };
		}
		const failure = connectionFailure(limit.whyOf(error), file.timeoutMs);
		return failure.cause === 'redirect' ? { ...failure, advice: lookAtIt } : failure;
	} finally {
		limit.end();
	}
}

/** Whether it was the store that failed: that ends the body with its own error (Node, stream.pipeline). */
function isOfStore(error: unknown, isBroken: boolean): boolean {
	const { code = '' } = Object(error) as { code?: string };
	return !isBroken || diskCodes.includes(code);
}

/** The answer of the address, and the host it is from when that is not the service, asked with the key. */
async function open(
	context: RequestContext,
	access: Access,
	{ address, signal }: { address: URL; signal: AbortSignal },
): Promise<{ response: FileResponse; from?: string }> {
	const options = (url: URL): IHttpRequestOptions => ({
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		headers: { 'accept-encoding': 'identity' },
		// The signal ends it: the client's own would break a file off in other words.
		timeout: longestTimer,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	});
	const withoutKeyTo = async (url: URL) => ({
		response: (await context.helpers.httpRequest({
			...options(url),
			maxRedirects: mostRedirects,
		})) as FileResponse,
		from: url.host,
	});
	if (address.origin !== access.origin) return await withoutKeyTo(address);
	const response = (await context.helpers.httpRequestWithAuthentication.call(
		endedBy(signal, context),
		credentialName,
		{ ...options(address), disableFollowRedirect: true },
		{ credentialsDecrypted: access.decrypted },
	)) as FileResponse;
	const { statusCode, headers, body } = response;
	if (statusCode < 300 || statusCode > 399) return { response };
	const next = asUrl(textOf(headers.location), address.href);
	if (next === undefined || headers.location === undefined) return { response };
	body.destroy();
	return await withoutKeyTo(next);
}

const wasCompressed: Failure = {
	cause: 'unreadable',
	detail: 'the recording came compressed, so nobody can tell whether all of it came',
	advice: lookAtIt,
};

/** The first bytes of a body, which stay in it; none when it is empty. */
async function beginningOf(body: FileResponse['body'], signal: AbortSignal): Promise<Buffer> {
	await new Promise<void>((resolve, reject) => {
		body
			.once('readable', () => resolve())
			.once('close', () => resolve())
			.once('error', reject);
	});
	signal.throwIfAborted();
	const chunk = body.read() as Buffer | null;
	if (chunk !== null) body.unshift(chunk);
	return chunk ?? Buffer.alloc(0);
}

const textOf = (header: unknown) => (typeof header === 'string' ? header : '');

/** Last part of the path when it looks like a file's name. */
function fileNameOf(address: URL): string | undefined {
	const name = address.pathname.split('/').pop() ?? '';
	return /^[\w.-]+\.\w{1,5}$/.test(name) ? name : undefined;
}
