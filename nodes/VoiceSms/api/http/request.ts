import { createHash } from 'node:crypto';
import {
	type IAllExecuteFunctions,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type Logger,
	UserError,
} from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { longestTimer } from '../clock';
import { Timeout } from './deadline';
import { type Failure, unreadable } from '../errors/failure';
import { isOfService, refusal, unwrap, withoutKey } from './envelope';
import { isNodeError, toNodeError } from '../errors/nodeError';
import { cleanKey, parseBaseUrl } from '../paths';
import type { Method, Payload } from '../lists';
import { type ParameterNames, parameterNames } from '../unstated';

export const credentialName = 'voiceSmsApi';

/** The part of n8n's contexts for execute, poll and list search that talks to the service. */
export interface RequestContext {
	getNode(): INode;
	getCredentials<T extends object = ICredentialDataDecryptedObject>(type: string): Promise<T>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
	logger: Pick<Logger, 'debug'>;
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
}

/** The credential. Each run reads it once, as reading costs as much time as a request. */
export interface Access {
	url: string;
	origin: string;
	/** As it is sent. Errors never quote it. */
	apiKey: string;
	decrypted: ICredentialsDecrypted;
	names: ParameterNames;
	/** Country of phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** Tags of contacts that get no message, as entered; '' for none. */
	skipTag: string;
}

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
 * Reads the credential of the run.
 *
 * @throws NodeOperationError when its base URL or its key is unusable, or n8n cannot read it
 */
export async function readAccess(context: RequestContext): Promise<Access> {
	try {
		const data = await context.getCredentials(credentialName).catch(notGiven);
		return {
			...parseBaseUrl(data.baseUrl),
			apiKey: cleanKey(data.apiKey),
			names: namesOf(data),
			defaultCountry: trimmed(data.defaultCountry),
			skipTag: tagOf(data),
			decrypted: { id: '', name: credentialName, type: credentialName, data },
		};
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** A name of the account for this process, without its key. */
export function accountOf({ url, apiKey }: Access): string {
	return createHash('sha256').update(`${url} ${apiKey}`).digest('base64url');
}

/** @throws the error; with the credential named if n8n's error does not, such as a timeout of its database */
function notGiven(error: Error): never {
	if (isNodeError(error)) throw error;
	throw new UserError(`n8n could not load the credential: ${error.message}`, {
		cause: error,
	});
}

/** The names in the credential, where its switch "Service Uses Other Names" is on. */
function namesOf(data: ICredentialDataDecryptedObject): ParameterNames {
	// The names stay saved while the switch is off. An expression gives the switch as text.
	if (trimmed(data.otherNames).toLowerCase() !== 'true') return parameterNames;
	return {
		search: trimmed(data.searchParameter) || parameterNames.search,
		startDate: trimmed(data.startDateParameter) || parameterNames.startDate,
		endDate: trimmed(data.endDateParameter) || parameterNames.endDate,
	};
}

/**
 * The tag of contacts that get no message.
 *
 * @throws UserError for an expression that gives nothing: the messages would go to people who want none. n8n
 * fills a field without an expression with its default, ''
 */
function tagOf(data: ICredentialDataDecryptedObject): string {
	const { skipTag = null } = data;
	const isEmptyList = Array.isArray(skipTag) && skipTag.length === 0;
	if ('skipTag' in data && (skipTag === null || isEmptyList)) {
		throw new UserError("'Skip Contacts With Tag' of the credential is empty", {
			description: 'Check its expression: it gives nothing. To send to everyone, empty the field.',
		});
	}
	return trimmed(data.skipTag);
}

function trimmed(value: unknown): string {
	return String(value ?? '').trim();
}

/**
 * Makes one exchange with the service, and gives the payload, or the failure as a value.
 *
 * @param limit milliseconds until the request counts as lost, and a signal that ends it sooner
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
		timeout: longestTimer,
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

/** Why an answer is not the record that was asked for, or cannot be written back; undefined if it can. */
function whyNotRecord(
	{ id, isWrittenBack }: AskedRecord,
	value: Payload['value'],
	headers: IDataObject,
): string | undefined {
	const given = String((value as IDataObject).id ?? '');
	if (given.toLowerCase() !== id.toLowerCase()) {
		return `the node asked for the record ${id} and got ${given === '' ? 'one without an ID' : given}`;
	}
	// n8n reads every answer as UTF-8 (axios), so other letters than those of English are wrong now.
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
		const detail = `the service redirects to ${withoutKey(address, apiKey)}`;
		return { cause: 'redirect', status, detail };
	}
	const failure = refusal(status, headers['retry-after'], body, apiKey, now());
	return isOfService(body) ? failure : { ...failure, notOfService: true };
}
