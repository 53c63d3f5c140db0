import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { inParallel } from '../util/inParallel';
import { type Clock, maxTimerMs } from './clock';
import { type RequestEnv, requestLimitMs } from './http/deadline';
import { type Store, download, fileAddress, hostOf } from './http/download';
import { type Failure, unreadable } from './errors/failure';
import { type Claim, attempts } from './flow/attempts';
import { defaultBound } from './flow/bound';
import { Gate } from './flow/gate';
import { defaultTries } from './flow/retry';
import { type Subject, asErrorOf, asNodeError, isNoPage } from './errors/nodeError';
import { type Page, readOnePage } from './list/readPage';
import { type Keep, type ListResult, readList } from './list/readList';
import type { Access, RequestContext } from './access';
import { type AskedRecord, type ServiceRequest, request } from './http/request';
import type { List, Method } from './endpoints';
import type { ParameterNames } from './unstated';

/** Milliseconds until a request counts as lost when the option "Timeout" does not say otherwise. */
export const defaultTimeout = 30_000;

/** How the requests of one item are made. */
export interface RequestOptions {
	timeoutMs?: number;
	/** Most tries of a request, 1 = no retry. */
	tries?: number;
	/** Query parameters that win over ours, for reads. */
	query?: IDataObject;
	/** See `Api.within`. */
	withinMs?: number;
}

/** The service, as an operation sees it: every call gives the documented payload or throws. */
export interface Api {
	/** Names of query parameters that the interface does not show. */
	names: ParameterNames;
	/** The parameters of a read with the parameters of the option "Query Parameters", which win. */
	withUserQuery(query: IDataObject): IDataObject;
	/**
	 * The same service for requests with a time limit: all tries of a read, or of a page of a list, end within
	 * `ms` milliseconds, and so does the transfer of a file. A write begins within them.
	 */
	within(ms: number): Api;
	/** The same service for requests about another thing, which errors name: "recording of call 42". */
	about(nameInErrors: string): Api;
	get(path: string, key?: string, query?: IDataObject): Promise<IDataObject>;
	/** The record with this ID; an error for an answer that is another record. */
	getRecord(path: string, key: string, record: AskedRecord): Promise<IDataObject>;
	getList(path: string, key: string, query: IDataObject): Promise<IDataObject[]>;
	post(path: string, body: IDataObject, key?: string): Promise<IDataObject>;
	/** With a `record`, as `getRecord`. */
	put(path: string, body: IDataObject, key?: string, record?: AskedRecord): Promise<IDataObject>;
	delete(path: string): Promise<void>;
	/**
	 * Records of a paged list, each once.
	 *
	 * @param wanted most records that are returned, Infinity for all
	 * @param keep filters and changes records as pages arrive
	 */
	pages(list: List, wanted: number, keep?: Keep): Promise<ListResult>;
	/** One page of a list, in the service's order. */
	page(list: List, page: number): Promise<Page>;
	/**
	 * A file of any address, in n8n's binary store; the key goes with it only to the service's own origin.
	 *
	 * @param name of the file without its ending, if its host gives none
	 */
	download(url: string, name: string, store: Store): Promise<IBinaryData>;
	/** The error of a read that several items share, as this item's own error. */
	forThisItem(error: Error): Error;
}

/** The connection of one run: its items share the credential, the gate and the clock. */
export interface Connection {
	/**
	 * @param claim taken before each try of a POST, the one request that must not be made twice
	 * @throws every call of the api throws NodeApiError, built in `nodeError.ts`, or RequestNotMade
	 */
	api(subject: Subject, settings?: RequestOptions, claim?: Claim): Api;
	/** Waits until a request that keeps the interval may begin; without an interval, not at all. */
	interval(): Promise<void>;
	/** Opens a gate that closed: after a wait the service may accept requests again. */
	reopen(): void;
}

/** Limits of the requests of one run. */
export interface RunLimits extends Pick<RequestEnv, 'msSinceModelCall'> {
	/** Most requests under way at once; without it the gate finds the number (`gate.ts`). */
	bound?: number;
	/**
	 * Milliseconds left until the run must have ended; without it there is no end. A request fails at
	 * once if its next wait would take longer.
	 */
	leftMs?(): number;
	/** Cuts off requests and waits; without it, a cancel of the execution does. */
	signal?: AbortSignal;
	/** Least milliseconds between two requests that begin and do more than read. */
	intervalMs?: number;
	/** Aborts when no more requests may begin; without it, `signal` ends them. */
	ended?: AbortSignal;
}

/** The only door to the service. `access` is the result of `readAccess`: the credential is read once. */
export function connect(
	context: RequestContext,
	access: Access,
	clock: Clock,
	{ bound, leftMs = () => Infinity, intervalMs, msSinceModelCall, ...limits }: RunLimits = {},
): Connection {
	const { signal = context.getExecutionCancelSignal?.(), ended = signal } = limits;
	const run: RequestEnv = {
		node: context.getNode(),
		clock,
		logger: context.logger,
		signal,
		ended,
		leftMs,
		msSinceModelCall,
	};
	const gate = new Gate(bound, clock, ended, intervalMs);
	// Refusals of another host must not slow down requests to the service, and the reverse.
	const fileGate = new Gate(bound ?? defaultBound, clock, ended);
	const interval = async () => {
		if (intervalMs === undefined) return;
		const slot = await gate.enter(0);
		if (slot !== undefined) gate.leave(slot);
	};
	const reopen = () => [gate, fileGate].forEach((one) => (one.closed = undefined));
	return { api, interval, reopen };

	function api(subject: Subject, settings: RequestOptions = {}, claimOfPost?: Claim): Api {
		const { tries = defaultTries, withinMs } = settings;
		const timeoutMs = Math.min(settings.timeoutMs ?? defaultTimeout, maxTimerMs);
		const fail = (detail: string, method: Method = 'GET', more: Partial<Failure> = {}): never => {
			throw asNodeError(run.node, unreadable(detail, more), subject, method !== 'GET', method);
		};
		/** A request with its tries: `attempts` decides when and how often, `request` makes one. */
		const requestWithTries = async (ask: ServiceRequest) => {
			const { method } = ask;
			const claim = method === 'POST' ? claimOfPost : undefined;
			const limitMs = requestLimitMs(run, method, withinMs);
			const policy = { method, path: ask.path, tries, subject, withinMs: limitMs, claim };
			const answer = await attempts(run, gate, policy, async (end) => {
				// 0 would mean no limit to the HTTP client.
				const tryMs = Math.max(1, Math.ceil(Math.min(timeoutMs, end.leftMs())));
				return await request(context, access, ask, { timeoutMs: tryMs, signal }, clock.now);
			});
			return answer === 'done' ? { value: {}, data: {} } : answer;
		};
		const requestRecord = async (ask: ServiceRequest, given?: IDataObject) => {
			// A body that has no JSON was certainly not sent.
			const body = given && JSON.stringify(given);
			const { value } = await requestWithTries({ ...ask, body });
			return Array.isArray(value) ? fail(`"data.${ask.key}" is a list`, ask.method) : value;
		};
		const withUserQuery = (query?: IDataObject) => ({ ...query, ...settings.query });
		const readRecord = (path: string, key?: string, query?: IDataObject) => {
			return { method: 'GET' as const, path, key, query: withUserQuery(query) };
		};
		const readerOf = ({ path, key, ignoresUserQuery }: List) => ({
			fetch: async (query: IDataObject) => {
				const ask = { method: 'GET' as const, path, key, query };
				return await requestWithTries(ignoresUserQuery ? ask : readRecord(path, key, query));
			},
			fail: (detail: string, isOtherPage?: true) => fail(detail, 'GET', { isOtherPage }),
		});

		return {
			names: access.names,
			withUserQuery,
			within: (ms) => api(subject, { ...settings, withinMs: ms }, claimOfPost),
			about: (nameInErrors) => api({ ...subject, nameInErrors }, settings, claimOfPost),
			get: async (path, key, query) => await requestRecord(readRecord(path, key, query)),
			getRecord: async (path, key, record) =>
				await requestRecord({ ...readRecord(path, key), record }),
			getList: async (path, key, query) => {
				const { value } = await requestWithTries(readRecord(path, key, query));
				return Array.isArray(value) ? value : fail(`"data.${key}" is not a list`);
			},
			post: async (path, body, key) => await requestRecord({ method: 'POST', path, key }, body),
			put: async (path, body, key, record) =>
				await requestRecord({ method: 'PUT', path, key, record }, body),
			delete: async (path) => {
				await requestWithTries({ method: 'DELETE', path });
			},
			pages: async (list, wanted, keep) => {
				// A page that waits at the gate would still be read after another page has failed.
				const sideBySide = async <T>(count: number, work: (index: number) => Promise<T>) =>
					await inParallel(count, { bound: () => gate.bound }, work);
				const pause = async () => await clock.sleep(1);
				const reader = { ...readerOf(list), sideBySide, pause, isNoPage };
				return await readList(reader, list, wanted, keep);
			},
			page: async (list, page) => await readOnePage(readerOf(list), list, page),
			download: async (url, name, store) => {
				const address = fileAddress(url, access);
				if (address === undefined) return fail('the recording has no web address');
				const host = hostOf(address, access);
				const which = host === undefined ? gate : fileGate;
				const limit = { withinMs: withinMs ?? Infinity, host };
				const policy = { method: 'GET' as const, path: address.host, tries, subject, ...limit };
				const got = await attempts(run, which, policy, async (end) => {
					const file = { address, name, timeoutMs, signal: end.signal, store };
					return await download(context, access, file, clock.now);
				});
				return (got as { file: IBinaryData }).file;
			},
			forThisItem: (error) => asErrorOf(run.node, error, subject),
		};
	}
}
