import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../../nodes/VoiceSms/util/isObject';
import { Client, type ClientOptions, type Sending } from './client';
import { Interface } from './interface';
import { dataOf, type Reply } from './reply';

/** One page of a list, as far as the answer can be read. */
export interface ListReply {
	reply: Reply;
	/** Undefined when the answer has no such list. */
	records: IDataObject[] | undefined;
	/** Records that the service counts; as many as came where it does not say. */
	total: number;
	page: number | undefined;
	limit: number | undefined;
	totalPages: number | undefined;
}

/** Asks the service by the operations of openapi.yaml and compares every answer with it. */
export class Session {
	readonly client: Client;
	readonly interface = new Interface();
	/** What is worth knowing and no guess, such as the page sizes seen. */
	readonly facts = new Map<string, string>();

	constructor(options: ClientOptions) {
		this.client = new Client(options);
	}

	/** @param ids for the `{names}` of its path */
	async ask(
		operationId: string,
		ids: Record<string, string> = {},
		sending: Sending = {},
	): Promise<Reply> {
		const { method, path } = this.interface.places.get(operationId) ?? {};
		if (method === undefined || path === undefined) throw new Error(`No ${operationId}`);
		const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name]));
		const reply = await this.client.send(method, filled, sending);
		this.interface.compare(operationId, reply);
		return reply;
	}

	/** @param key where in `data` the records stand */
	async list(
		operationId: string,
		key: string,
		query: Sending['query'] = {},
		ids: Record<string, string> = {},
	): Promise<ListReply> {
		const reply = await this.ask(operationId, ids, { query });
		const { [key]: value, pagination } = dataOf(reply) ?? {};
		const records = Array.isArray(value) ? value.filter(isObject) : undefined;
		const count = (name: string) => {
			const number = Number((isObject(pagination) ? pagination : {})[name]);
			return Number.isInteger(number) ? number : undefined;
		};
		return {
			reply,
			records,
			total: count('total') ?? records?.length ?? 0,
			page: count('page'),
			limit: count('limit'),
			totalPages: count('totalPages'),
		};
	}
}
