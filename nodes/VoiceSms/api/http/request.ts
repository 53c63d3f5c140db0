import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { cleanKey } from './apiKey';
import { connectionFailure } from '../errors/connectionFailure';
import { TimeLimit } from './deadline';
import type { DataKey, Unwrapped } from './envelope';
import { serviceMessage, unwrap } from './envelope';
import { withoutKey } from './hideKey';
import { isNodeError, toNodeError } from '../errors/nodeError';
import { parseBaseUrl } from '../paths';
import { parseRetryAfter } from './retryAfter';
import type { Method } from '../types';
import type { ParameterNames } from '../unstated';
import { parameterNames } from '../unstated';

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
	/** As it is sent; left out of whatever an error quotes. */
	apiKey: string;
	decrypted: ICredentialsDecrypted;
	names: ParameterNames;
	/** Country of phone numbers without a country code as it was chosen, '' for none. */
	defaultCountry: string;
}

export interface ServiceRequest {
	method: Method;
	/** Begins with /api/, identifiers encoded. */
	path: string;
	/** Key of `data` that holds the payload; undefined for `data` itself. */
	key?: DataKey;
	query?: IDataObject;
	/** JSON text: of an object the HTTP client drops keys such as "constructor" (axios, utils.merge). */
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
 * @throws UserError when its base URL or its key is unusable, or n8n cannot read it
 */
export async function readAccess(context: RequestContext): Promise<Access> {
	const data = await context
		.getCredentials(credentialName)
		.catch(
			async (error: Error) => await Promise.reject(isNodeError(error) ? error : notGiven(error)),
		);
	return {
		...parseBaseUrl(data.baseUrl),
		apiKey: cleanKey(data.apiKey),
		names: namesOf(data),
		defaultCountry: textOf(data.defaultCountry),
		decrypted: { id: '', name: credentialName, type: credentialName, data },
	};
}

/** Such as a timeout of n8n's database, which says nothing of a credential. */
function notGiven(error: Error): UserError {
	return new UserError(`n8n could not give the credential, so nothing was sent: ${error.message}`, {
		cause: error,
	});
}

/**
 * The same with an error of the node, as n8n shows it.
 *
 * @throws NodeOperationError when its base URL is unusable, and what n8n throws where it cannot be read
 */
export async function openAccess(context: RequestContext): Promise<Access> {
	try {
		return await readAccess(context);
	} catch (error) {
		throw toNodeError(context.getNode(), error);
	}
}

/** The names in the credential, where its switch "Service Uses Other Names" is on. */
function namesOf(data: ICredentialDataDecryptedObject): ParameterNames {
	// What the switch hides stays saved. An expression gives text.
	if (textOf(data.otherNames).toLowerCase() !== 'true') return parameterNames;
	return {
		search: textOf(data.searchParameter) || parameterNames.search,
		startDate: textOf(data.startDateParameter) || parameterNames.startDate,
		endDate: textOf(data.endDateParameter) || parameterNames.endDate,
	};
}

function textOf(value: unknown): string {
	return String(value ?? '').trim();
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
		...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
	};
	const limit = new TimeLimit(timeoutMs, context.getExecutionCancelSignal?.());
	let response: FullResponse;
	try {
		response = (await context.helpers.httpRequestWithAuthentication.call(
			endedBy(limit.signal, context),
			credentialName,
			options,
			{ credentialsDecrypted: access.decrypted },
		)) as FullResponse;
	} catch (error) {
		return connectionFailure(limit.whyOf(error), timeoutMs);
	} finally {
		limit.end();
	}
	return readResponse(response, key, access, now);
}

/** The context with another signal: n8n takes that of a request from it (n8n-core, authentication.ts). */
export function endedBy(signal: AbortSignal, context: RequestContext): IAllExecuteFunctions {
	const changed = { getExecutionCancelSignal: { value: () => signal } };
	return Object.create(context, changed) as IAllExecuteFunctions;
}

function readResponse(
	{ statusCode: status, headers, body }: FullResponse,
	key: DataKey,
	{ apiKey }: Access,
	now: () => number,
): Unwrapped {
	if (status >= 200 && status < 300) {
		return unwrap(body, key, status, apiKey);
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
		service: serviceMessage(body, apiKey),
		...(isObject(body) && body.success === false ? {} : { notOfService: true }),
		retryAfterMs: parseRetryAfter(headers['retry-after'], now()),
	};
}
