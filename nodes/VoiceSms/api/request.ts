import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import type { DataKey, Unwrapped } from './envelope';
import { serviceMessage, unwrap } from './envelope';
import type { Failure } from './failure';
import { hideKey, withoutKey } from './hideKey';
import { parseBaseUrl } from './paths';
import { parseRetryAfter } from './retry';
import type { Method } from './types';

export const credentialName = 'voiceSmsApi';

/** What a context of n8n must offer to talk to the service: execute, poll and list searches do. */
export interface RequestContext {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
}

/** The credential, read once a run: reading it costs as much as the request itself. */
export interface Access {
	url: string;
	origin: string;
	decrypted: ICredentialsDecrypted;
}

export interface ServiceRequest {
	method: Method;
	/** Begins with /api/, identifiers encoded. */
	path: string;
	/** Key of `data` that holds the payload; undefined for `data` itself. */
	key?: DataKey;
	query?: IDataObject;
	body?: IDataObject;
}

interface FullResponse {
	body: unknown;
	headers: IDataObject;
	statusCode: number;
}

/** Connection never made: nothing was sent. */
const notSentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Reads the credential of the run.
 *
 * @throws UserError when its base URL is unusable
 */
export async function readAccess(context: RequestContext): Promise<Access> {
	const data = await context.getCredentials(credentialName);
	return {
		...parseBaseUrl(data.baseUrl),
		decrypted: { id: '', name: credentialName, type: credentialName, data },
	};
}

/**
 * One attempt. Gives the payload, or the failure as a value.
 *
 * @param timeoutMs milliseconds until the attempt counts as lost
 * @param now milliseconds since 1970, for a Retry-After given as a date
 */
export async function request(
	context: RequestContext,
	access: Access,
	{ method, path, key, query, body }: ServiceRequest,
	timeoutMs: number,
	now: () => number,
): Promise<Unwrapped> {
	const options: IHttpRequestOptions = {
		method,
		url: access.url + path,
		json: true,
		timeout: timeoutMs,
		// A status is a value, and a redirect would carry the key away.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		...(query === undefined ? {} : { qs: query }),
		// As text: of an object the HTTP client drops keys such as "constructor" (axios, utils.merge).
		...(body === undefined
			? {}
			: { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
	};
	let response: FullResponse;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			context as unknown as IAllExecuteFunctions,
			credentialName,
			options,
			{ credentialsDecrypted: access.decrypted },
		)) as FullResponse;
	} catch (error) {
		return connectionFailure(error, timeoutMs);
	}
	return readResponse(response, key, access, now);
}

function readResponse(
	{ statusCode: status, headers, body }: FullResponse,
	key: DataKey,
	{ decrypted }: Access,
	now: () => number,
): Unwrapped {
	const apiKey = String(decrypted.data?.apiKey ?? '').trim();
	if (status >= 200 && status < 300) {
		const unwrapped = unwrap(body, key, status);
		// Only a failure quotes the answer.
		return 'cause' in unwrapped ? unwrap(hideKey(body, apiKey), key, status) : unwrapped;
	}
	if (status >= 300 && status < 400) {
		const address = typeof headers.location === 'string' ? headers.location : 'nowhere';
		return {
			cause: 'redirect',
			status,
			detail: `the service redirects to ${withoutKey(address, apiKey)}`,
		};
	}
	return {
		cause: 'status',
		status,
		service: serviceMessage(hideKey(body, apiKey)),
		retryAfterMs: parseRetryAfter(headers['retry-after'], now()),
	};
}

/** n8n wraps the HTTP client's error once or twice; its code tells whether the request had left. */
export function connectionFailure(error: unknown, timeoutMs: number): Failure {
	const code = findCode(error);
	if (code !== undefined && notSentCodes.includes(code)) {
		return { cause: 'notSent', detail: `the connection ended with ${code}` };
	}
	if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
		return { cause: 'lost', detail: `no answer came within ${timeoutMs} ms` };
	}
	return {
		cause: 'lost',
		detail: code === undefined ? 'the connection broke' : `the connection ended with ${code}`,
	};
}

function findCode(error: unknown, depth = 0): string | undefined {
	if (typeof error !== 'object' || error === null || depth > 4) return undefined;
	const { code, cause, errorResponse } = error as {
		code?: unknown;
		cause?: unknown;
		errorResponse?: unknown;
	};
	if (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) return code;
	return findCode(cause, depth + 1) ?? findCode(errorResponse, depth + 1);
}
