import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';

import type { Failure } from './failure';
import type { Method } from '../types';
import type { Subject } from './words';
import { meansNotFound, missesSomethingElse } from '../unstated';
import { describe, saidBy, whatHappened } from './words';

/** Name in an error's context: the request may have been carried out although it failed. */
export const unsureKey = 'mayHaveBeenDone';
/** Name in an error's context: repeating the request does no harm. */
export const repeatableKey = 'mayBeRepeated';

/**
 * The one place that builds an error of the service: message = what happened to which thing,
 * description = the service's words and what to do. Holds neither key nor headers.
 *
 * @param mayHaveBeenDone the request is a write that may have been carried out although it failed
 * @param method of the request; a POST that may have been carried out must not be repeated
 */
export function asNodeError(
	node: INode,
	failure: Failure,
	subject: Subject,
	mayHaveBeenDone: boolean,
	method: Method,
): NodeApiError {
	const error = new NodeApiError(node, { ...failure } as JsonObject, {
		message: 'Request to the service',
		httpCode: failure.status?.toString(),
		itemIndex: subject.itemIndex,
		...n8nFailure(failure),
	});
	// Set after the constructor: n8n replaces messages that contain an error name, such as EPERM in
	// "approvePermissions", and makes a description of its own (n8n-workflow, node-api.error.ts).
	error.message = `${whatHappened(failure, mayHaveBeenDone, method)}: ${subject.nameInErrors}`;
	error.description = describe(failure, subject, mayHaveBeenDone, method);
	if (mayHaveBeenDone) error.context[unsureKey] = true;
	if (mayHaveBeenDone && method !== 'POST') error.context[repeatableKey] = true;
	return error;
}

/** The error of a read, built anew for another subject; an error that `asNodeError` did not build stays. */
export function asErrorOf(node: INode, error: Error, subject: Subject): Error {
	const failure = failureOf(error);
	return failure === undefined ? error : asNodeError(node, failure, subject, false, 'GET');
}

/** Why the request of an error failed; undefined for an error that `asNodeError` did not build. */
export function failureOf(error: unknown): Failure | undefined {
	const { errorResponse } = Object(error) as { errorResponse?: Failure };
	return typeof errorResponse?.cause === 'string' ? errorResponse : undefined;
}

/** Name in an error's context: sentences that were added after it was built. */
const addedKey = 'added';

/** Adds a sentence to the description of an error. */
export function addTo(error: NodeApiError | NodeOperationError, sentence: string) {
	error.description = [...(error.description ? [error.description] : []), sentence].join(' ');
	error.context[addedKey] = [...addedTo(error), sentence];
}

/** The sentences that were added to an error. */
export function addedTo({ context }: NodeApiError | NodeOperationError): string[] {
	return (context[addedKey] ?? []) as string[];
}

/** Wraps any error as a NodeOperationError; an error of a node stays the same. */
export function toNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (isNodeError(error)) return error;
	const { description } = Object(error) as { description?: string };
	return new NodeOperationError(node, error as Error, { description });
}

/**
 * The error to throw, in a form that n8n does not take for a cancel: it looks for "canceled" in the message
 * (n8n-core, workflow-execute), and a phone column, an email or an ID may contain the word. An invisible
 * character (Unicode, WORD JOINER) divides it.
 */
export function notCanceled<T extends Error>(error: T): T {
	error.message = error.message.replace(/cance(?=led)/g, '$&\u2060');
	return error;
}

/** Compares fields instead of the class: n8n may have loaded two copies of the class. */
export function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof Error && 'context' in error && 'node' in error;
}

/**
 * Whether the service answered that the record is gone, such as a deleted call. Example: true for HTTP
 * 404 and 410; false for 400, 403, 500, a lost connection, and a gateway's own 404, as at a wrong Base
 * URL.
 */
export function isGone(error: unknown): boolean {
	const { status = 0, notOfService } = partsOf(error);
	return [404, 410].includes(status) && notOfService !== true;
}

/**
 * Whether the service answered that there is no such record. The interface does not show the status for
 * an unknown identifier: beside 404 and 410 the service's own words count, with a status that is about
 * the record. Example: true for HTTP 400 "Contact not found"; false for HTTP 400 "Invalid request" and
 * "User not found", 401, 403 and 500, and a gateway's own 404.
 */
export function isNotFound(error: unknown): boolean {
	const { service = '' } = partsOf(error);
	if (!saidNo(error) || missesSomethingElse.test(service)) return false;
	return isGone(error) || meansNotFound.test(service);
}

/** Whether the service answered that the key may not do this. */
export function isForbidden(error: unknown): boolean {
	return partsOf(error).status === 403;
}

/** Refusals about the key, the time or the number of requests, not about the record. */
const generalStatuses = [401, 403, 408, 429];

/**
 * Whether the service refused this one record: there is none, or not yet. The interface does not show
 * which status says so, so every refusal counts that is not about the key or the number of requests.
 * Example: true for `success: false`, HTTP 400, 404 and 409; false for 401, 403, 408, 429, 500, a lost
 * connection, an unreadable answer and a gateway's own 404.
 */
export function saidNo(error: unknown): boolean {
	const { cause, notOfService } = partsOf(error);
	return cause === 'refused' || (isRefusal(error) && notOfService !== true);
}

function isRefusal(error: unknown): boolean {
	const { cause, status = 0 } = partsOf(error);
	return cause === 'status' && status < 500 && !generalStatuses.includes(status);
}

/**
 * Whether only this one record may fail while the service works otherwise. Example: true where `saidNo`
 * is, for a gateway's own 404, HTTP 500 and 503 and an unreadable answer; false for 401, 403, 429 and a
 * lost connection, which hit every request.
 */
export function isAboutOneRecord(error: unknown): boolean {
	const { cause, status = 0 } = partsOf(error);
	if (cause === 'refused' || cause === 'unreadable' || isRefusal(error)) return true;
	return cause === 'status' && status >= 500;
}

/**
 * Whether the answer never came, or broke off. Example: true for a timeout and a reset connection;
 * false for a connection that could not be made.
 */
export function isLost(error: unknown): boolean {
	return partsOf(error).cause === 'lost';
}

/**
 * Whether the same request may succeed later: the service refused neither the record nor the key.
 * Example: true for 408, 429, 500, a lost or failed connection, an unreadable answer and a gateway's own
 * 404; false for 401, 403, a redirect and other refusals.
 */
export function mayPass(error: unknown): boolean {
	const { cause, status = 0, notOfService } = partsOf(error);
	if (cause !== 'status') return passingCauses.includes(String(cause));
	if (status >= 500 || status === 408 || status === 429) return true;
	return notOfService === true && isRefusal(error);
}

const passingCauses = ['lost', 'notSent', 'notTried', 'unreadable'];

/** The service's own words, as a sentence; an empty list when it gave no words. */
export function wordsOfService(error: unknown): string[] {
	const { service } = partsOf(error);
	return service === undefined ? [] : [saidBy(service)];
}

function partsOf(error: unknown): Partial<Failure> {
	return failureOf(error) ?? {};
}

/** The cause in n8n's words, only where the answer proves it: n8n slows polls down by it. */
function n8nFailure(
	failure: Failure,
): Pick<NonNullable<ConstructorParameters<typeof NodeApiError>[2]>, 'failure'> {
	const { cause, status, retryAfterMs } = failure;
	if (status === 429 || cause === 'notTried')
		return { failure: { cause: 'rate-limited', retryAfterMs } };
	if (status === 503) return { failure: { cause: 'temporarily-unavailable', retryAfterMs } };
	if (status === 401) return { failure: { cause: 'credential-invalid' } };
	return {};
}
