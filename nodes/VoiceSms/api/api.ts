import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { inParallel } from '../util/inParallel';
import { maxTimerMs } from './clock';
import type { Connection } from './connection';
import type { List, Method } from './endpoints';
import { type Failure, unreadable } from './errors/failure';
import { type Subject, asErrorOf, asNodeError, isNoPage } from './errors/nodeError';
import { type Claim, attempts } from './flow/attempts';
import { defaultTries } from './flow/retry';
import { requestLimitMs } from './http/deadline';
import { type Store, download, fileAddress, hostOf } from './http/download';
import { type AskedRecord, type ServiceRequest, request } from './http/request';
import { type Keep, type ListResult, readList } from './list/readList';
import { type Page, readOnePage } from './list/readPage';
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

/**
 * The service, for requests about one subject: every call gives the documented payload, or throws NodeApiError
 * (`nodeError.ts`) or RequestNotMade.
 */
export class Api {
	/** Names of query parameters that the interface does not show. */
	readonly names: ParameterNames;

	/** @param claim taken before each try of a POST, the one request that must not be made twice */
	constructor(
		private readonly connection: Connection,
		private readonly subject: Subject,
		private readonly settings: RequestOptions = {},
		private readonly claim?: Claim,
	) {
		this.names = connection.access.names;
	}

	/** The parameters of a read with the parameters of the option "Query Parameters", which win. */
	withUserQuery(query?: IDataObject): IDataObject {
		return { ...query, ...this.settings.query };
	}

	/**
	 * The same service for requests with a time limit: all tries of a read, or of a page of a list, end within
	 * `ms` milliseconds, and so does the transfer of a file. A write begins within them.
	 */
	within(ms: number): Api {
		const settings = { ...this.settings, withinMs: ms };
		return new Api(this.connection, this.subject, settings, this.claim);
	}

	/** The same service for requests about another thing, which errors name: "recording of call 42". */
	about(nameInErrors: string): Api {
		const subject = { ...this.subject, nameInErrors };
		return new Api(this.connection, subject, this.settings, this.claim);
	}

	async get(path: string, key?: string, query?: IDataObject): Promise<IDataObject> {
		return await this.requestRecord(this.readRequest(path, key, query));
	}

	/** The record with this ID; an error for an answer that is another record. */
	async getRecord(path: string, key: string, record: AskedRecord): Promise<IDataObject> {
		return await this.requestRecord({ ...this.readRequest(path, key), record });
	}

	async getList(path: string, key: string, query: IDataObject): Promise<IDataObject[]> {
		const { value } = await this.requestWithTries(this.readRequest(path, key, query));
		return Array.isArray(value) ? value : this.fail(`"data.${key}" is not a list`);
	}

	async post(path: string, body: IDataObject, key?: string): Promise<IDataObject> {
		return await this.requestRecord({ method: 'POST', path, key }, body);
	}

	/** With a `record`, as `getRecord`. */
	async put(
		path: string,
		body: IDataObject,
		key?: string,
		record?: AskedRecord,
	): Promise<IDataObject> {
		return await this.requestRecord({ method: 'PUT', path, key, record }, body);
	}

	async delete(path: string): Promise<void> {
		await this.requestWithTries({ method: 'DELETE', path });
	}

	/**
	 * Records of a paged list, each once.
	 *
	 * @param wanted most records that are returned, Infinity for all
	 * @param keep filters and changes records as pages arrive
	 */
	async pages(list: List, wanted: number, keep?: Keep): Promise<ListResult> {
		const { run, gate } = this.connection;
		// A page that waits at the gate would still be read after another page has failed.
		const sideBySide = async <T>(count: number, work: (index: number) => Promise<T>) =>
			await inParallel(count, { bound: () => gate.bound }, work);
		const pause = async () => await run.clock.sleep(1);
		const reader = { ...this.readerOf(list), sideBySide, pause, isNoPage };
		return await readList(reader, list, wanted, keep);
	}

	/** One page of a list, in the service's order. */
	async page(list: List, page: number): Promise<Page> {
		return await readOnePage(this.readerOf(list), list, page);
	}

	/**
	 * A file of any address, in n8n's binary store; the key goes with it only to the service's own origin.
	 *
	 * @param name of the file without its ending, if its host gives none
	 */
	async download(url: string, name: string, store: Store): Promise<IBinaryData> {
		const { context, access, run, gate, fileGate } = this.connection;
		const { tries = defaultTries, withinMs = Infinity } = this.settings;
		const { subject, timeoutMs } = this;
		const address = fileAddress(url, access);
		if (address === undefined) return this.fail('the recording has no web address');
		const host = hostOf(address, access);
		const which = host === undefined ? gate : fileGate;
		const policy = { method: 'GET' as const, path: address.host, tries, subject, withinMs, host };
		const got = await attempts(run, which, policy, async (end) => {
			const file = { address, name, timeoutMs, signal: end.signal, store };
			return await download(context, access, file, run.clock.now);
		});
		return (got as { file: IBinaryData }).file;
	}

	/** The error of a read that several items share, as this item's own error. */
	forThisItem(error: Error): Error {
		return asErrorOf(this.connection.run.node, error, this.subject);
	}

	private get timeoutMs(): number {
		return Math.min(this.settings.timeoutMs ?? defaultTimeout, maxTimerMs);
	}

	/** A request with its tries: `attempts` decides when and how often, `request` makes one. */
	private async requestWithTries(wanted: ServiceRequest) {
		const { context, access, run, gate } = this.connection;
		const { tries = defaultTries, withinMs } = this.settings;
		const { subject, timeoutMs } = this;
		const { method, path } = wanted;
		const claim = method === 'POST' ? this.claim : undefined;
		const limitMs = requestLimitMs(run, method, withinMs);
		const policy = { method, path, tries, subject, withinMs: limitMs, claim };
		const answer = await attempts(run, gate, policy, async (end) => {
			// 0 would mean no limit to the HTTP client.
			const tryMs = Math.max(1, Math.ceil(Math.min(timeoutMs, end.leftMs())));
			const limits = { timeoutMs: tryMs, signal: run.signal };
			return await request(context, access, wanted, limits, run.clock.now);
		});
		return answer === 'done' ? { value: {}, data: {} } : answer;
	}

	private async requestRecord(one: ServiceRequest, given?: IDataObject): Promise<IDataObject> {
		// A body that has no JSON was certainly not sent.
		const body = given && JSON.stringify(given);
		const { value } = await this.requestWithTries({ ...one, body });
		return Array.isArray(value) ? this.fail(`"data.${one.key}" is a list`, one.method) : value;
	}

	private readRequest(path: string, key?: string, query?: IDataObject): ServiceRequest {
		return { method: 'GET', path, key, query: this.withUserQuery(query) };
	}

	private readerOf({ path, key, ignoresUserQuery }: List) {
		return {
			fetch: async (query: IDataObject) =>
				await this.requestWithTries(
					ignoresUserQuery
						? { method: 'GET', path, key, query }
						: this.readRequest(path, key, query),
				),
			fail: (detail: string, isOtherPage?: true) => this.fail(detail, 'GET', { isOtherPage }),
		};
	}

	private fail(detail: string, method: Method = 'GET', more: Partial<Failure> = {}): never {
		const failure = unreadable(detail, more);
		throw asNodeError(this.connection.run.node, failure, this.subject, method !== 'GET', method);
	}
}
