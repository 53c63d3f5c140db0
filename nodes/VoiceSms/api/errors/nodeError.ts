import { type INode, type JsonObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { Method } from '../endpoints';
import { meansNotFound, missesSomethingElse } from '../unstated';
import type { Failure } from './failure';
import { adviceOf } from './advice';
import { failureKind, isOfGateway } from './kinds';

/** The thing a request is about, for its errors. */
export interface Subject {
	/** Its name in errors: "SMS to +15550001", "call 42". */
	nameInErrors: string;
	/** The permission that the request needs, where the interface documents it. */
	permission?: string;
	/** The participle of a write, as in "was sent". */
	did?: string;
	/** The write is done; a later step makes the request. */
	isDone?: true;
	itemIndex?: number;
}

export type NodeError = NodeApiError | NodeOperationError;

/** Facts of an error, besides its words. */
interface ErrorFacts {
	/** The write may have been carried out although it failed. */
	mayHaveBeenDone?: true;
	/** Repeating the request does no harm. */
	mayBeRepeated?: true;
	/** The Send Once Key that stays taken or is in doubt. */
	onceKey?: string;
	/** Why it failed, a sentence without the thing. */
	why?: string;
	/** The advice, '' for none. */
	next?: string;
}

/** The facts of an error. n8n keeps them with it. */
export function errorFacts({ context }: NodeError): ErrorFacts {
	return context;
}

/** Why it failed: its message without the state and the thing. */
export const whyOf = (error: Error): string =>
	(error as Partial<NodeError & { context: ErrorFacts }>).context?.why ?? error.message;

/**
 * Whether the write that failed may have been carried out. The one place that reads it from the error;
 * `flow/retry` decides it.
 */
export function isMaybeDone(error: NodeError): boolean {
	return errorFacts(error).mayHaveBeenDone === true;
}

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
	const { status, detail, retryAfterMs } = failure;
	const { people, peopleDo, n8nCause } = failureKind(failure, method);
	const error = new NodeApiError(node, { ...failure } as JsonObject, {
		message: people,
		httpCode: status?.toString(),
		itemIndex: subject.itemIndex,
		...(n8nCause === undefined ? {} : { failure: { cause: n8nCause, retryAfterMs } }),
	});
	const { permission, did, isDone = false, nameInErrors } = subject;
	const what = whatHappened(failure, method);
	const state = did === undefined ? what : stateInWords(did, mayHaveBeenDone, isDone);
	// Set after the constructor: n8n replaces messages that contain an error name, such as EPERM in
	// "approvePermissions", and makes a description of its own (n8n-workflow, node-api.error.ts).
	error.message = `${state}: ${nameInErrors}`;
	const isOther = isOfGateway(failure);
	// An error of a write has no room for the words of another server.
	const said = isOther && mayHaveBeenDone ? [] : wordsOfService(error);
	const own =
		detail === undefined ? '' : asSentence(`${detail[0].toUpperCase()}${detail.slice(1)}`);
	const saysAll = own !== '' && failure.host === undefined && failure.cause !== 'redirect';
	const cause = saysAll ? own : asSentence(own === '' ? what : `${what}: ${detail}`);
	const isOwnWord = said.length > 0 && !isOther && failure.host === undefined;
	const why = [...(isOwnWord ? [] : [cause]), ...said].join(' ');
	const about = { ...failure, permission, mayHaveBeenDone };
	const next = [adviceOf(failure.advice ?? peopleDo, about), mayHaveBeenDone ? lookItUp : '']
		.filter((advice) => advice !== '')
		.join(' ');
	const reason = did === undefined ? [...said, own] : [why];
	error.description = [...reason, next].filter((one) => one !== '').join(' ');
	Object.assign(errorFacts(error), { why, next });
	if (mayHaveBeenDone) errorFacts(error).mayHaveBeenDone = true;
	if (mayHaveBeenDone && method !== 'POST') errorFacts(error).mayBeRepeated = true;
	return error;
}

/** The first advice after a write of which nobody knows whether it was done. */
export const lookItUp = 'Look at the service.';

/** The state of a write that failed. Each error of a write begins with it. */
export function stateInWords(did: string, mayHaveBeenDone: boolean, isDone: boolean): string {
	if (isDone) return `${did[0].toUpperCase()}${did.slice(1)}, but a later step failed`;
	return `${mayHaveBeenDone ? 'Perhaps' : 'Not'} ${did}`;
}

/** The failure in words: "The service refused the request (HTTP 400)". */
export function whatHappened(failure: Failure, method: Method): string {
	const status = failure.status === undefined ? '' : ` (HTTP ${failure.status})`;
	return `${failureKind(failure, method).people}${status}`;
}

/** The words of the answer, as a sentence; an empty list when it has no words. */
export function wordsOfService(error: unknown): string[] {
	const { service, notOfService, host } = failureIn(error) ?? {};
	const who = notOfService === true || host !== undefined ? 'The answer' : 'The service';
	return service === undefined ? [] : [`${who} says: ${asSentence(service)}`];
}

/** The text with a full stop, unless it ends in a mark. */
export function asSentence(text: string): string {
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The error of a read, built again for another subject; an error that `asNodeError` did not build stays. */
export function asErrorOf(node: INode, error: Error, subject: Subject): Error {
	const failure = failureIn(error);
	return failure === undefined ? error : asNodeError(node, failure, subject, false, 'GET');
}

/** Why the request of an error failed; undefined for an error that `asNodeError` did not build. */
export function failureIn(error: unknown): Failure | undefined {
	const { errorResponse } = Object(error) as { errorResponse?: Failure };
	return typeof errorResponse?.cause === 'string' ? errorResponse : undefined;
}

/**
 * Whether the service itself says that a list does not have this page: it refuses the page, or gives another one. The
 * interface does not show it. A gateway, or an answer that cannot be read, says nothing about the list.
 */
export function isNoPage(error: unknown): boolean {
	const { cause, status = 0, notOfService, isOtherPage } = failureIn(error) ?? {};
	if (isOtherPage === true || cause === 'refused') return true;
	return cause === 'status' && notOfService !== true && [400, 404, 410, 416, 422].includes(status);
}

/** Adds a sentence to the description of an error, for people: a model gets other words. */
export function addTo(error: NodeError, sentence: string) {
	error.description = [...(error.description ? [error.description] : []), sentence].join(' ');
}

/** Wraps any error as a NodeOperationError; an error of a node stays the same. */
export function toNodeError(node: INode, error: unknown): NodeError {
	if (isNodeError(error)) return error;
	const { description } = Object(error) as { description?: string };
	return new NodeOperationError(node, error as Error, { description });
}

/** The same, with its item. */
export function asItemError(node: INode, error: unknown, itemIndex: number): NodeError {
	const nodeError = toNodeError(node, error);
	nodeError.context.itemIndex = itemIndex;
	return nodeError;
}

/** An error that several items share, as the error of one. */
export function ownError({ node, message, description, context }: NodeError): NodeError {
	const own = new NodeOperationError(node, message, { description: description ?? undefined });
	Object.assign(own.context, context);
	return own;
}

/**
 * The error to throw, in the form that n8n shows. It looks for "canceled" in the message, and takes it for a cancel
 * (n8n-core, workflow-execute): a phone column, an email or an ID may contain the word.
 */
export function asShown<T extends Error & { description?: string | null }>(error: T): T {
	error.message = withoutHtml(divided(error.message, /cance(?=led)/g));
	if (error.description) error.description = withoutHtml(error.description);
	return error;
}

/**
 * A text for n8n's editor, which shows descriptions and the lines above the output as HTML (n8n-editor-ui,
 * NodeErrorView, RunDataHints): foreign text must not hide what follows it, and must not become a link.
 */
export const withoutHtml = (text: string) => text.replace(/<(?=[a-z!/?])/gi, '‹');

/** The text with an invisible character (Unicode, WORD JOINER) behind every match, so that n8n sees no word. */
export function divided(text: string, beginnings: RegExp): string {
	return text.replace(beginnings, '$&\u2060');
}

/** Compares fields instead of the class: n8n may have loaded two copies of the class. */
export function isNodeError(error: unknown): error is NodeError {
	return error instanceof Error && 'context' in error && 'node' in error;
}

/**
 * The meaning of the error of a request; nothing is true of any other error.
 *
 * - `isTemporary`: the same request may succeed later. True for 408, 429, 500, a lost or failed connection,
 *   an unreadable answer and a gateway's own 404; false for 401, 403, a redirect and other refusals.
 * - `isAboutOneRecord`: only this one record may fail while the service works otherwise. False for 401, 403,
 *   408, 429 and a broken connection, which hit every request. If it is not temporary, the service refused
 *   this record: it does not exist, or not yet. The interface does not show which status says so.
 * - `isMissing`: the record does not exist. The interface does not show the status for an unknown identifier:
 *   beside 404 and 410 the service's own words count. True for HTTP 400 "Contact not found"; false for
 *   "User not found" and a gateway's own 404.
 * - `asksForFewer`: the service, or the host of a file, asks for fewer requests.
 * - `isOfAll`: that, or the service refuses the key: any other request would get the same.
 * - `isLost`: the answer never came, or broke off. True for a timeout and a reset connection; false for a
 *   connection that could not be made.
 */
export function classify(error: unknown) {
	const failure = failureIn(error);
	const kind = failure === undefined ? undefined : failureKind(failure);
	const { isTemporary = false, isAboutOneRecord = false, n8nCause } = kind ?? {};
	const { cause, status = 0, service = '' } = failure ?? {};
	const saysMissing = [404, 410].includes(status) || meansNotFound.test(service);
	const isRefused = isAboutOneRecord && !isTemporary;
	const isMissing = isRefused && saysMissing && !missesSomethingElse.test(service);
	const asksForFewer = status === 429 || cause === 'notTried';
	const isOfAll = asksForFewer || n8nCause === 'credential-invalid';
	const isLost = cause === 'lost';
	return { isTemporary, isAboutOneRecord, isMissing, asksForFewer, isOfAll, isLost };
}

/**
 * Throws a caught error unchanged, for another place to handle. n8n's linter refuses `throw error` in a `catch`:
 * it wants a NodeApiError around it. Here an error either is one already, or it never leaves the node.
 */
export function rethrow(error: unknown): never {
	throw error;
}
