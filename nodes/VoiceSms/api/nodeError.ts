import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode, JsonObject } from 'n8n-workflow';

import type { Failure } from './failure';

/** The thing a request is about, for its errors. */
export interface Subject {
	/** In the words of a sentence: "SMS to +15550001", "call 42". */
	thing: string;
	/** Permission that the interface documents for the request. */
	permission?: string;
	itemIndex?: number;
}

/** An error item's context says whether the request may have been carried out all the same. */
export const unsureKey = 'mayHaveBeenDone';

/**
 * The one place that builds an error of the service: message = what happened to which thing,
 * description = the service's words and what to do. Holds neither key nor headers.
 *
 * @param unsure the request is a write that may have been carried out all the same
 */
export function asNodeError(
	node: INode,
	failure: Failure,
	subject: Subject,
	unsure: boolean,
): NodeApiError {
	const error = new NodeApiError(
		node,
		{ cause: failure.cause, service: failure.service ?? null } as JsonObject,
		{
			message: 'Request to the service',
			description: [quoteService(failure), ...advice(failure, subject, unsure)].join(' ').trim(),
			httpCode: failure.status?.toString(),
			itemIndex: subject.itemIndex,
			...n8nFailure(failure),
		},
	);
	// Set afterwards: n8n replaces a message that happens to contain an error name, as the
	// permission or identifier "approvePermissions" does with EPERM (n8n-workflow, node.error.ts).
	error.message = `${whatHappened(failure, unsure)}: ${subject.thing}`;
	error.messages = [];
	if (unsure) error.context[unsureKey] = true;
	return error;
}

/** Any error as one of n8n's: those built here as they are, others, as of an expression, wrapped. */
export function toNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { description } = error as { description?: string };
	return new NodeOperationError(node, error as Error, { description });
}

/** Whether an error is the service's answer that it has no such thing any more. */
export function isGone(error: unknown): boolean {
	return [404, 410].includes(partsOf(error).status);
}

/**
 * Whether an error is the service's answer that there is no such thing, or not yet. Which status says
 * so is not shown, so every refusal counts but those of the key, the rate and the moment.
 */
export function saidNo(error: unknown): boolean {
	const { cause, status } = partsOf(error);
	if (cause === 'refused') return true;
	return (
		cause === 'status' && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
	);
}

/** Whether an error may be of the one thing asked for, while the service does well otherwise. */
export function isItsOwn(error: unknown): boolean {
	const { cause, status } = partsOf(error);
	return saidNo(error) || cause === 'unreadable' || (cause === 'status' && status >= 500);
}

/**
 * Whether the answer to a request never came, or broke off. Example: true for a timeout and a reset
 * connection; false for one that could not be made.
 */
export function isLost(error: unknown): boolean {
	return partsOf(error).cause === 'lost';
}

function partsOf(error: unknown): { cause: unknown; status: number } {
	const { httpCode, errorResponse } = error as { httpCode?: unknown; errorResponse?: JsonObject };
	return { cause: errorResponse?.cause, status: Number(httpCode) };
}

function whatHappened(failure: Failure, unsure: boolean): string {
	const status = failure.status === undefined ? '' : ` (HTTP ${failure.status})`;
	return `${cause(failure)}${status}${unsure ? ', and it may or may not have been carried out' : ''}`;
}

function cause({ cause: kind, status = 0 }: Failure): string {
	switch (kind) {
		case 'notSent':
			return 'The service could not be reached';
		case 'lost':
			return 'The connection to the service was lost before the answer arrived';
		case 'unreadable':
			return 'The service gave an answer that cannot be read';
		case 'redirect':
			return 'The service redirected to another address';
		case 'refused':
			return 'The service refused the request';
		case 'status':
			if (status === 401) return 'The service refused the API Key';
			if (status === 404) return 'Not found';
			if (status === 429) return 'The service asked for fewer requests';
			return status >= 500 ? 'The service could not answer' : 'The service refused the request';
	}
}

function quoteService(failure: Failure): string {
	if (failure.service === undefined) return '';
	return `The service says: ${/[.!?…]$/.test(failure.service) ? failure.service : `${failure.service}.`}`;
}

function advice(failure: Failure, subject: Subject, unsure: boolean): string[] {
	const lines: string[] = [];
	if (failure.detail !== undefined) {
		lines.push(`${failure.detail[0].toUpperCase()}${failure.detail.slice(1)}.`);
	}
	if (failure.status === 401 || failure.status === 403) {
		lines.push(
			subject.permission === undefined
				? "Check the 'API Key' of the credential and what it may do."
				: `Check the 'API Key' of the credential; this request needs the permission ${subject.permission}.`,
		);
	}
	if (failure.status === 404) {
		lines.push("Check the ID, and that the 'Base URL' of the credential ends in /api/v1.");
	}
	if (failure.status === 429) {
		lines.push("Wait a while, or lower the option 'Requests at Once'.");
	}
	if (failure.cause === 'redirect') {
		lines.push(
			"Redirects are not followed, as they would carry the key away. Put the final address in the 'Base URL' of the credential.",
		);
	}
	if (failure.cause === 'notSent') lines.push("Check the 'Base URL' of the credential.");
	if (failure.cause === 'unreadable' && !unsure) {
		lines.push("Check that the 'Base URL' of the credential is the address of the service.");
	}
	if (unsure) {
		lines.push('Look it up at the service before you run it again: it is not repeated on its own.');
	}
	return lines;
}

/** The cause in n8n's words, only where the answer proves it: polls back off by it. */
function n8nFailure(
	failure: Failure,
): Pick<NonNullable<ConstructorParameters<typeof NodeApiError>[2]>, 'failure'> {
	const { status, retryAfterMs } = failure;
	if (status === 429) return { failure: { cause: 'rate-limited', retryAfterMs } };
	if (status === 503) return { failure: { cause: 'temporarily-unavailable', retryAfterMs } };
	if (status === 401) return { failure: { cause: 'credential-invalid' } };
	return {};
}
