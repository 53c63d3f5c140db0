import type {
	IAllExecuteFunctions,
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { connectionFailure } from './connectionFailure';
import { quote, serviceMessage, unwrap } from './envelope';
import type { Failure } from './failure';
import { withoutKey } from './hideKey';
import { asUrl } from './paths';
import type { Access, RequestContext } from './request';
import { credentialName, keyOf } from './request';
import { parseRetryAfter } from './retry';

/** n8n's binary store, which a context of execute or poll offers. */
export type Store = IExecuteFunctions['helpers']['prepareBinaryData'];

/** Characters of an answer that is no file, of which the beginning is quoted. */
const mostCharacters = 10_000;
/** Redirects that are followed, without the key. */
const mostRedirects = 5;
const lookAtIt = 'Open the address in a browser to see what is there.';

export interface FileRequest {
	address: URL;
	/** Name of the file when the address gives none. */
	fileName: string;
	/** Milliseconds without a sign of life until the attempt counts as lost. */
	timeoutMs: number;
	/** Ends the request and the transfer. */
	signal: AbortSignal;
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
 * failure as a value; an answer in JSON or HTML is never stored as a file.
 */
export async function download(
	context: RequestContext,
	access: Access,
	file: FileRequest,
	now: () => number,
): Promise<{ file: IBinaryData } | Failure> {
	try {
		const { response, from } = await open(context, access, file);
		const { statusCode, headers, body } = response;
		const type = textOf(headers['content-type']).split(';')[0].trim().toLowerCase();
		const isFine = statusCode >= 200 && statusCode <= 299;
		if (isFine && !/^(text\/html|application\/(.*\+)?json)$/.test(type)) {
			const name = fileNameOf(file.address) ?? file.fileName;
			return { file: await file.store(body, name, type || undefined) };
		}
		const answer = withoutKey(await readText(body), keyOf(access.decrypted));
		return {
			...(isFine ? whyNoFile(answer, statusCode) : failedStatus(response, answer, now())),
			// Advice on the credential would lead away from another host.
			...(from === undefined
				? {}
				: { advice: `The recording's address is at ${from}. ${lookAtIt}` }),
		};
	} catch (error) {
		const failure = connectionFailure(error, file.timeoutMs);
		return failure.cause === 'redirect' ? { ...failure, advice: lookAtIt } : failure;
	}
}

/** The answer of the address, and the host it is from when that is not the service, asked with the key. */
async function open(
	context: RequestContext,
	access: Access,
	{ address, timeoutMs, signal }: FileRequest,
): Promise<{ response: FileResponse; from?: string }> {
	const options = (url: URL): IHttpRequestOptions => ({
		method: 'GET',
		url: url.href,
		encoding: 'stream',
		timeout: timeoutMs,
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
	// n8n takes the signal of such a request from the context (n8n-core, authentication.ts).
	const ended = Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
	const response = (await context.helpers.httpRequestWithAuthentication.call(
		ended as IAllExecuteFunctions,
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

/** The beginning of an answer that is no file. */
async function readText(body: FileResponse['body']): Promise<string> {
	let text = '';
	for await (const chunk of body) {
		text += String(chunk);
		// Leaving the loop closes the connection.
		if (text.length >= mostCharacters) break;
	}
	return text;
}

/** A web page, or JSON: an error of the service or of a login, whatever the status says. */
function whyNoFile(answer: string, status: number): Failure {
	const unwrapped = unwrap(parsed(answer), undefined, status);
	if ('cause' in unwrapped && unwrapped.cause === 'refused') return unwrapped;
	return { cause: 'unreadable', status, detail: `no recording came, but ${quote(answer)}` };
}

function failedStatus(
	{ statusCode: status, headers }: FileResponse,
	answer: string,
	now: number,
): Failure {
	if (status < 400) {
		const detail = 'the recording is redirected, but the answer does not say where to';
		return { cause: 'redirect', status, detail, advice: lookAtIt };
	}
	return {
		cause: 'status',
		status,
		service: serviceMessage(parsed(answer)),
		retryAfterMs: parseRetryAfter(headers['retry-after'], now),
	};
}

/** The value that JSON text stands for, or the text itself. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const textOf = (header: unknown) => (typeof header === 'string' ? header : '');

/** Last part of the path when it looks like a file's name. */
function fileNameOf(address: URL): string | undefined {
	const name = address.pathname.split('/').pop() ?? '';
	return /^[\w.-]+\.\w{1,5}$/.test(name) ? name : undefined;
}
