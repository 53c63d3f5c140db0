import {
	type IBinaryData,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { maxTimerMs } from '../clock';
import { Timeout } from './deadline';
import { type Failure, unreadable } from '../errors/failure';
import { fileNameFor, failedStatus, isNoSound, firstText, whyNoFile } from './notARecording';
import { lookAtIt } from '../errors/advice';
import { asUrl } from '../paths';
import { type Access, type RequestContext, credentialName } from '../access';
import { endedBy } from './request';

/** n8n's binary store, which a context of execute or poll offers. */
export type Store = IExecuteFunctions['helpers']['prepareBinaryData'];

/** Redirects that are followed, without the key. */
const maxRedirects = 5;

/** Error codes that only a disk gives, never a connection (Node, "Common system errors"). */
const diskCodes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'EMFILE', 'EIO'];

interface FileRequest {
	address: URL;
	/** Name of the file, without its ending. */
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
	// A redirect changes it.
	const from = { host: hostOf(address, access) };
	let isStoring = false;
	let isBroken = false;
	try {
		const { statusCode, headers, body } = await open(context, access, {
			address,
			signal: limit.signal,
			from,
		});
		const type = headerText(headers['content-type']).split(';')[0].trim().toLowerCase();
		const isFine = statusCode >= 200 && statusCode <= 299;
		limit.restart();
		const begins = statusCode === 200 ? await beginningOf(body, limit.signal) : undefined;
		if (begins !== undefined && !isNoSound(type, begins)) {
			const name = fileNameFor(file.name, begins);
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
			const isWhole = promised === '' || Number(promised) === bytes;
			return isWhole ? { file: stored } : { ...wasCompressed, ...ofOther(from) };
		}
		const { apiKey } = access;
		const answer = await firstText(body);
		return {
			...(isFine
				? whyNoFile(answer, statusCode, apiKey)
				: failedStatus(statusCode, headers, answer, apiKey, now())),
			...ofOther(from),
		};
	} catch (error) {
		if (isStoring && !limit.signal.aborted && isOfStore(error, isBroken)) {
			const { message } = error as Error;
			throw new NodeOperationError(context.getNode(), `n8n could not store the file: ${message}`);
		}
		if (isStoring && limit.isOver) {
			const detail = `no new data came for ${file.timeoutMs} ms`;
			return { cause: 'lost', detail, ...ofOther(from) };
		}
		const failure = connectionFailure(error, limit.overMs, from.host);
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

/** The host of a request, where it is not the service's own; undefined for the service. */
export function hostOf({ origin, host }: URL, access: Access): string | undefined {
	return origin === access.origin ? undefined : host;
}

const ofOther = ({ host }: { host?: string }) => (host === undefined ? {} : { host });

/** The answer of the address, of the host that `from` then names. */
async function open(
	context: RequestContext,
	access: Access,
	{ address, signal, from }: { address: URL; signal: AbortSignal; from: { host?: string } },
): Promise<FileResponse> {
	const options = (url: URL): IHttpRequestOptions => ({
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		headers: { 'accept-encoding': 'identity' },
		// Only the signal ends the transfer, so that every timeout has the same error.
		timeout: maxTimerMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	});
	const withoutKeyTo = async (url: URL) => {
		from.host = hostOf(url, access);
		const request = { ...options(url), maxRedirects: maxRedirects };
		return (await context.helpers.httpRequest(request)) as FileResponse;
	};
	if (from.host !== undefined) return await withoutKeyTo(address);
	const response = (await context.helpers.httpRequestWithAuthentication.call(
		endedBy(signal, context),
		credentialName,
		{ ...options(address), disableFollowRedirect: true },
		{ credentialsDecrypted: access.decrypted },
	)) as FileResponse;
	const { statusCode, headers, body } = response;
	if (statusCode < 300 || statusCode > 399) return response;
	const next = asUrl(headerText(headers.location), address.href);
	if (next === undefined || headers.location === undefined) return response;
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
