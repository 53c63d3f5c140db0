import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { maxTimerMs } from '../clock';
import { Timeout } from './deadline';
import { type Failure, unreadable } from '../errors/failure';
import { isOfService, failureOfStatus, unwrap, withoutKey } from './envelope';
import { type Access, type RequestContext, credentialName } from '../access';
import type { Method, Payload } from '../endpoints';

/** One record. `isWrittenBack`: its texts will be sent to the service again. */
export interface AskedRecord {
	id: string;
	isWrittenBack?: boolean;
}

export interface ServiceRequest {
	method: Method;
	/** Begins with /api/, identifiers encoded. */
	path: string;
	/** Key of `data` that holds the payload; undefined for `data` itself. */
	key?: string;
	query?: IDataObject;
	/** The record that the answer has to hold. */
	record?: AskedRecord;
	/** JSON text, as the HTTP client drops keys such as "constructor" of an object (axios, utils.merge). */
	body?: string;
}

interface FullResponse {
	body: unknown;
	headers: IDataObject;
	statusCode: number;
}

/**
 * Makes one exchange with the service, and gives the payload, or the failure as a value.
 *
 * `timeoutMs`: milliseconds until the request counts as lost; `signal` ends it sooner.
 *
 * @param now milliseconds since 1970, for a Retry-After given as a date
 */
export async function request(
	context: RequestContext,
	access: Access,
	{ method, path, key, query, body, record }: ServiceRequest,
	{ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
	now: () => number,
): Promise<Payload | Failure> {
	const options: IHttpRequestOptions = {
		method,
		url: access.url + path,
		json: true,
		// Only our own timeout ends the request, so that it has passed when the error says so.
		timeout: maxTimerMs,
		// Every status comes back as a value; the credential lets no redirect be followed.
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		...(query === undefined ? {} : { qs: query }),
		...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
	};
	const timeout = new Timeout(timeoutMs, signal);
	let response: FullResponse;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			endedBy(timeout.signal, context),
			credentialName,
			options,
			{ credentialsDecrypted: access.decrypted },
		)) as FullResponse;
	} catch (error) {
		return connectionFailure(error, timeout.overMs);
	} finally {
		timeout.end();
	}
	const answer = readResponse(response, key, access, now);
	if (record === undefined || !('value' in answer)) return answer;
	const problem = whyNotRecord(record, answer.value, response.headers);
	if (problem === undefined) return answer;
	const advice = 'Tell the people who run the service.';
	return unreadable(problem, { status: response.statusCode, advice });
}

/** Why an answer is not the requested record, or cannot be written back; undefined if it can. */
function whyNotRecord(
	{ id, isWrittenBack }: AskedRecord,
	value: Payload['value'],
	headers: IDataObject,
): string | undefined {
	const given = String((value as IDataObject).id ?? '');
	if (given.toLowerCase() !== id.toLowerCase()) {
		return `the node asked for the record ${id} and got ${given === '' ? 'one without an ID' : given}`;
	}
	// n8n reads every answer as UTF-8 (axios), so letters that English does not have are wrong now.
	const [, charset = 'utf-8'] =
		/charset=["']?([^\s"';]+)/i.exec(String(headers['content-type'])) ?? [];
	const isUtf8 = /^utf-?8$/i.test(charset) || /^[\0-\x7F]*$/.test(JSON.stringify(value));
	return isWrittenBack && !isUtf8
		? `the answer has the character set ${charset} instead of UTF-8, so nothing was written`
		: undefined;
}

/** The context with another cancel signal: n8n gives it to the request (n8n-core, authentication.ts). */
export function endedBy(signal: AbortSignal, context: RequestContext): IAllExecuteFunctions {
	const changed = { getExecutionCancelSignal: { value: () => signal } };
	return Object.create(context, changed) as IAllExecuteFunctions;
}

function readResponse(
	{ statusCode: status, headers, body }: FullResponse,
	key: string | undefined,
	{ apiKey }: Access,
	now: () => number,
): Payload | Failure {
	if (status >= 200 && status < 300) return unwrap(body, key, status, apiKey);
	if (status >= 300 && status < 400) {
		const address = typeof headers.location === 'string' ? headers.location : 'nowhere';
		const detail = `the new address is ${withoutKey(address, apiKey)}`;
		return { cause: 'redirect', status, detail };
	}
	const failure = failureOfStatus(status, headers['retry-after'], body, apiKey, now());
	return isOfService(body) ? failure : { ...failure, notOfService: true };
}
