import type { IBinaryData, IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { inParallel } from '../util/inParallel';
import { Gate } from './gate';
import type { DataKey } from './envelope';
import type { Failure } from './failure';
import type { Subject } from './nodeError';
import { asNodeError } from './nodeError';
import type { Store } from './download';
import { download } from './download';
import type { ListResult, Page } from './pages';
import { readList, readOnePage } from './pages';
import type { RequestContext, ServiceRequest } from './request';
import { readAccess, request } from './request';
import { decide, defaultTries, isUnsure } from './retry';
import type { Clock } from './clock';
import type { List } from './types';

/** Most requests under way at once when the option "Requests at Once" does not say otherwise. */
export const defaultBound = 32;
/** Milliseconds until a request counts as lost when the option "Timeout" does not say otherwise. */
export const defaultTimeout = 30_000;

/** How the requests of one item are made. */
export interface Settings {
	timeoutMs?: number;
	/** Most tries of a request, 1 = no retry. */
	tries?: number;
	/** Query parameters that win over ours, for reads. */
	query?: IDataObject;
}

/** The service, as an operation sees it: every call gives the documented payload or throws. */
export interface Api {
	get(path: string, key?: DataKey): Promise<IDataObject>;
	getList(path: string, key: string, query: IDataObject): Promise<IDataObject[]>;
	getWith(path: string, key: string, query: IDataObject): Promise<IDataObject>;
	post(path: string, body: IDataObject, key?: DataKey): Promise<IDataObject>;
	put(path: string, body: IDataObject, key?: DataKey): Promise<IDataObject>;
	delete(path: string): Promise<void>;
	/**
	 * Records of a paged list, each once, `wanted` of them or all (Infinity).
	 *
	 * @param keep what to keep of each record, applied as pages arrive
	 */
	pages(
		list: List,
		wanted: number,
		keep?: (record: IDataObject) => IDataObject,
	): Promise<ListResult>;
	/** One page of a list as the service gives it, for who needs to look at its order. */
	page(list: List, page: number): Promise<Page>;
	/**
	 * A file of any address; the key goes with it only to the service's own origin.
	 *
	 * @param withinMs milliseconds that all tries and the transfer may take together
	 */
	download(url: string, fileName: string, store: Store, withinMs?: number): Promise<IBinaryData>;
}

/** The connection of one run: credential, bound and clock, shared by all items. */
export interface Connection {
	/** @throws NodeApiError, built in `failure.ts`, from every call of the api it gives */
	api(subject: Subject, settings?: Settings): Api;
}

/** What one run may ask of the service. */
export interface Limits {
	/** Most requests under way at once. */
	bound?: number;
	/** Milliseconds left until the run must have ended; without it there is no end. */
	leftMs?(): number;
}

/**
 * The only door to the service. Reads the credential once.
 *
 * @throws UserError when the credential's base URL is unusable
 */
export async function connect(
	context: RequestContext,
	clock: Clock,
	{ bound = defaultBound }: Limits = {},
): Promise<Connection> {
	const access = await readAccess(context);
	const signal = context.getExecutionCancelSignal?.();
	const gate = new Gate(bound, clock, signal);
	return { api: (subject, settings = {}) => apiOf(subject, settings) };

	function apiOf(subject: Subject, settings: Settings): Api {
		const timeoutMs = settings.timeoutMs ?? defaultTimeout;
		const send = async (ask: ServiceRequest) =>
			await repeat(ask, settings.tries ?? defaultTries, subject, async () => {
				return await request(context, access, ask, timeoutMs, clock.now);
			});
		const one = async (ask: ServiceRequest) => {
			const { value } = await send(ask);
			return Array.isArray(value)
				? fail(unreadable(`"data.${ask.key}" is a list`), subject, ask.method !== 'GET')
				: value;
		};
		const withQuery = (query: IDataObject = {}) => ({ query: { ...query, ...settings.query } });
		const readerOf = ({ path, key }: List) => ({
			fetch: async (query: IDataObject) =>
				await send({ method: 'GET', path, key, ...withQuery(query) }),
			fail: (detail: string) => fail(unreadable(detail), subject),
		});

		return {
			get: async (path, key) => await one({ method: 'GET', path, key, ...withQuery() }),
			getWith: async (path, key, query) =>
				await one({ method: 'GET', path, key, ...withQuery(query) }),
			getList: async (path, key, query) => {
				const { value } = await send({ method: 'GET', path, key, ...withQuery(query) });
				return Array.isArray(value) ? value : fail(unreadable(`"data.${key}" is no list`), subject);
			},
			post: async (path, body, key) => await one({ method: 'POST', path, key, body }),
			put: async (path, body, key) => await one({ method: 'PUT', path, key, body }),
			delete: async (path) => {
				await send({ method: 'DELETE', path });
			},
			pages: async (list, wanted, keep) =>
				await readList(
					{
						...readerOf(list),
						sideBySide: async (count, work) => await inParallel(count, { bound }, work),
					},
					list,
					wanted,
					keep,
				),
			page: async (list, page) => await readOnePage(readerOf(list), list, page),
			download: async (url, fileName, store) =>
				await download(context, access, { url, fileName, timeoutMs, store }, async (attempt) => {
					return await repeat(
						{ method: 'GET', path: url },
						settings.tries ?? defaultTries,
						subject,
						attempt,
					);
				}),
		};
	}

	/** Attempts until one gives its payload, as `retry.ts` decides. */
	async function repeat<T extends object>(
		{ method }: ServiceRequest,
		tries: number,
		subject: Subject,
		attempt: () => Promise<T | Failure>,
	): Promise<T> {
		// Whether any try so far may have been carried out: a refusal of a later one does not undo it.
		let mayBeDone = false;
		let refusals = 0;
		for (let tryNumber = 1; ; tryNumber++) {
			const place = await gate.enter(refusals);
			let outcome: T | Failure;
			let wait = 0;
			try {
				throwIfCanceled(subject);
				outcome = await attempt();
				if (!('cause' in outcome)) return outcome as T;
				// n8n cuts the connection on cancellation; a write may have been carried out by then.
				mayBeDone ||= method !== 'GET' && isUnsure(outcome);
				if (signal?.aborted === true && mayBeDone) return fail(outcome, subject, mayBeDone);
				throwIfCanceled(subject);
				const random = clock.random();
				const decision = decide(outcome, { method, tryNumber, tries, mayBeDone, random });
				if (decision === 'done') return { value: {}, data: {} } as unknown as T;
				if (decision === 'stop') return fail(outcome, subject, mayBeDone);
				if (outcome.status === 429) {
					refusals++;
					place.refused(decision.retryAfterMs);
				} else wait = decision.retryAfterMs;
			} finally {
				place.leave();
			}
			if (wait > 0) await clock.sleep(wait, signal);
		}
	}

	function throwIfCanceled({ thing, itemIndex }: Subject) {
		if (signal?.aborted !== true) return;
		throw new NodeOperationError(context.getNode(), `The execution was canceled before: ${thing}`, {
			itemIndex,
		});
	}

	function fail(failure: Failure, subject: Subject, mayBeDone = false): never {
		throw asNodeError(context.getNode(), failure, subject, mayBeDone);
	}
}

function unreadable(detail: string): Failure {
	return { cause: 'unreadable', detail };
}
