import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';

import type { Failure } from './failure';
import { partsOf, whatIsKept } from './keptFailure';
import type { Method } from '../types';
import type { Subject } from './words';
import { meansNotFound, missesSomethingElse } from '../unstated';
import { describe, saidBy, whatHappened } from './words';

/** Name in an error's context of the mark that the request may have been carried out all the same. */
export const unsureKey = 'mayHaveBeenDone';
/** Name of the mark that the same request can be made again without harm. */
export const repeatableKey = 'mayBeRepeated';

/**
 * The one place that builds an error of the service: message = what happened to which thing,
 * description = the service's words and what to do. Holds neither key nor headers.
 *
 * @param mayHaveBeenDone the request is a write that may have been carried out all the same
 * @param method of the request; a POST that may have been carried out is not to be repeated
 */
export function asNodeError(
	node: INode,
	failure: Failure,
	subject: Subject,
	mayHaveBeenDone: boolean,
	method: Method = 'POST',
): NodeApiError {
	const error = new NodeApiError(node, whatIsKept(failure), {
		message: 'Request to the service',
		httpCode: failure.status?.toString(),
		itemIndex: subject.itemIndex,
		...n8nFailure(failure),
	});
	// Set afterwards: n8n replaces a message that happens to contain an error name, as the
	// permission or identifier "approvePermissions" does with EPERM, and puts `cause` in the place of
	// a description without a word (n8n-workflow, node.error.ts and node-api.error.ts).
	error.message = `${whatHappened(failure, mayHaveBeenDone, method)}: ${subject.thing}`;
	error.description = describe(failure, subject, mayHaveBeenDone, method);
	if (mayHaveBeenDone) error.context[unsureKey] = true;
	if (mayHaveBeenDone && method !== 'POST') error.context[repeatableKey] = true;
	return error;
}

/** Name of the sentences that were added to an error when it was known already why it failed. */
const addedKey = 'added';

/** Adds a sentence to an error's description, of what became known after it was built. */
export function addTo(error: NodeApiError | NodeOperationError, sentence: string) {
	error.description = [...(error.description ? [error.description] : []), sentence].join(' ');
	error.context[addedKey] = [...addedTo(error), sentence];
}

/** The sentences that were added to an error. */
export function addedTo({ context }: NodeApiError | NodeOperationError): string[] {
	return (context[addedKey] ?? []) as string[];
}

/** Any error as one of n8n's: those that belong to a node as they are, others wrapped. */
export function toNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (isNodeError(error)) return error;
	const { description } = Object(error) as { description?: string };
	return new NodeOperationError(node, error as Error, { description });
}

/** By what they hold and not by class, of which n8n may have loaded two copies. */
export function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof Error && 'context' in error && 'node' in error;
}

/**
 * Whether an error is the service's answer that it has no such thing any more, as for a call that
 * was deleted. Example: true for HTTP 404 and 410; false for 400, 403, 500, a lost connection, and a
 * gateway's own 404, as at a wrong Base URL.
 */
export function isGone(error: unknown): boolean {
	const { status, notOfService } = partsOf(error);
	return [404, 410].includes(status) && !notOfService;
}

/**
 * Whether an error is the service's answer that it has no such thing. The status for an unknown
 * identifier is not shown in the interface: beside 404 and 410 the service's own words count, with a
 * status that is about the thing. Example: true for HTTP 400 "Contact not found"; false for HTTP 400
 * "Invalid request" and "User not found", 401, 403 and 500, and a gateway's own 404.
 */
export function isNotFound(error: unknown): boolean {
	const { service } = partsOf(error);
	if (!saidNo(error) || missesSomethingElse.test(service)) return false;
	return isGone(error) || meansNotFound.test(service);
}

/** Whether the service's answer is that the key may not do this. */
export function isForbidden(error: unknown): boolean {
	return partsOf(error).status === 403;
}

/** Refusals that are about the key, the time or the number of requests, not about the thing. */
const generalStatuses = [401, 403, 408, 429];

/**
 * Whether an error is the service's "no" about the one thing asked for: there is none, or not yet.
 * Which status says so is not shown in the interface, so every refusal counts that is not about the
 * key or the number of requests. Example: true for `success: false`, HTTP 400, 404 and 409; false
 * for 401, 403, 408, 429, 500, a lost connection, an answer that cannot be read and a gateway's own 404.
 */
export function saidNo(error: unknown): boolean {
	const { cause, notOfService } = partsOf(error);
	return cause === 'refused' || (isRefusal(error) && !notOfService);
}

function isRefusal(error: unknown): boolean {
	const { cause, status } = partsOf(error);
	return cause === 'status' && status < 500 && !generalStatuses.includes(status);
}

/**
 * Whether an error may be of the one thing asked for alone, while the service does well otherwise:
 * one broken record among many. Example: true for whatever `saidNo`, for a gateway's own 404, for HTTP
 * 500 and 503 and for an answer that cannot be read; false for 401, 403, 429 and a lost connection,
 * which hit all alike.
 */
export function isItsOwn(error: unknown): boolean {
	const { cause, status } = partsOf(error);
	if (saidNo(error) || isRefusal(error)) return true;
	return cause === 'unreadable' || (cause === 'status' && status >= 500);
}

/**
 * Whether the answer to a request never came, or broke off. Example: true for a timeout and a reset
 * connection; false for one that could not be made.
 */
export function isLost(error: unknown): boolean {
	return partsOf(error).cause === 'lost';
}

/**
 * Whether the same request may succeed a while later: nothing was said about the thing, nor about the
 * key. Example: true for 408, 429, 500, a lost connection, none at all, an answer that cannot be read
 * and a gateway's own 404; false for whatever else `saidNo`, for 401, 403 and a redirect.
 */
export function mayPass(error: unknown): boolean {
	const { cause, status, notOfService } = partsOf(error);
	if (cause !== 'status') return passingCauses.includes(String(cause));
	return status >= 500 || status === 408 || status === 429 || (notOfService && isRefusal(error));
}

const passingCauses = ['lost', 'notSent', 'notTried', 'unreadable'];

/** The service's own words in its error, as a sentence; none where it gave none. */
export function wordsOfService(error: unknown): string[] {
	const { service } = partsOf(error);
	return service === '' ? [] : [saidBy(service)];
}

/** The cause in n8n's words, only where the answer proves it: polls back off by it. */
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
