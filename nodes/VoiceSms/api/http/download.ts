import {
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { longestTimer } from '../clock';
import { Timeout } from './deadline';
import { type Failure, unreadable } from '../errors/failure';
import { fileNameFor } from './fileName';
import { failedStatus, isNoSound, lookAtIt, readText, whyNoFile } from './notARecording';
import { asUrl } from '../paths';
import { type Access, type RequestContext, credentialName, endedBy } from './request';

/** n8n's binary store, which a context of execute or poll offers. */
export type Store = IExecuteFunctions['helpers']['prepareBinaryData'];

/** Redirects that are followed, without the key. */
const mostRedirects = 5;

/** Error codes that only a disk gives, never a connection (Node, "Common system errors"). */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EMFILE', 'EIO'];

interface FileRequest {
	address: URL;
	/** Name of the file, without its ending, if its host gives none. */
	name: string;
	/** Milliseconds without a byte until the try counts as lost. */
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
 * The web address of a file; undefined for other text. A path such as `/files/1.wav` belongs to the
 * service's own origin: https://host/files/1.wav.
 */
export function fileAddress(text: string, { origin }: Access): URL | undefined {
	return asUrl(text) ?? (text.includes('/') ? asUrl(text, origin) : undefined);
}

/**
 * Tries once to stream a file into n8n's binary store, and gives the file, or the failure as a value.
 * The address may be on any host: the key goes only to the service's own origin, also when it
 * redirects. Text of any kind, JSON, empty and partial files are failures.
 */
export async function download(
	context: RequestContext,
	access: Access,
	file: FileRequest,
	now: () => number,
): Promise<{ file: IBinaryData } | Failure> {
	const limit = new Timeout(file.timeoutMs, file.signal);
	const { address } = file;
	let isStoring = false;
	let isBroken = false;
	try {
		const { response, from } = await open(context, access, { address, signal: limit.signal });
		const { statusCode, headers, body } = response;
		const type = headerText(headers['content-type']).split(';')[0].trim().toLowerCase();
		const isFine = statusCode >= 200 && statusCode <= 299;
		limit.restart();
		if (statusCode === 200 && !isNoSound(type, await beginningOf(body, limit.signal))) {
			const disposition = headerText(headers['content-disposition']);
			const name = fileNameFor(type, { disposition, address, name: file.name });
			isStoring = true;
			// `on` would start the stream before the store listens.
			let bytes = 0;
			body.prependListener('data', (chunk: Buffer) => {
				bytes += chunk.length;
				limit.restart();
			});
			body.once('end', () => limit.end());
			body.once('error', () => (isBroken = true));
			// Bytes that came and are not read yet wait for the store, not for the service.
			limit.isOurTurn = () => body.readableLength > 0;
			const stored = await file.store(body, name, type || undefined);
			const promised = headerText(headers['content-length']);
			// n8n's HTTP client does not notice that compressed data ended too early.
			return promised === '' || Number(promised) === bytes ? { file: stored } : wasCompressed;
		}
		const { apiKey } = access;
		const answer = await readText(body);
		return {
			...(isFine
				? whyNoFile(answer, statusCode, apiKey)
				: failedStatus(statusCode, headers, answer, apiKey, now())),
			// Advice on the credential would lead away from another host.
			...(from === undefined
				? {}
				: { advice: `The address of the recording is at ${from}. ${lookAtIt}` }),
		};
	} catch (error) {
		if (isStoring && !limit.signal.aborted && isOfStore(error, isBroken)) {
			const { message } = error as Error;
			throw new NodeOperationError(context.getNode(), `n8n could not store the file: ${message}`);
		}
		if (isStoring && limit.isOver) {
			return { cause: 'lost', detail: `no new data came for ${file.timeoutMs} ms` };
		}
		const failure = connectionFailure(error, limit.overMs);
		return failure.cause === 'redirect' ? { ...failure, advice: lookAtIt } : failure;
	} finally {
		limit.end();
	}
}

/** Whether the store failed, not the connection: the body then ends with the store's error (Node, stream.pipeline). */
function isOfStore(error: unknown, isBroken: boolean): boolean {
	const { code = '' } = Object(error) as { code?: string };
	return !isBroken || diskCodes.includes(code);
}

/** The answer of the address; `from` names its host when it is not the service's own. */
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
		// Only the signal ends the transfer, so that every timeout has the same error.
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
	const next = asUrl(headerText(headers.location), address.href);
	if (next === undefined || headers.location === undefined) return { response };
	body.destroy();
	return await withoutKeyTo(next);
}

const wasCompressed = unreadable(
	'the recording came compressed, so the node cannot check whether it is complete',
	{ advice: lookAtIt },
);

/** The first bytes of a body, none of an empty one. They stay in the body. */
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

const headerText = (header: unknown) => (typeof header === 'string' ? header : '');
