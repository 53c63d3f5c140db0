import { Agent, request } from 'node:http';
import type { IDataObject } from 'n8n-workflow';

import { pageSize, rawInFlight } from '../plan';
import type { Outcome, Output, PlainContender, Task } from './contender';
import { fromNumber } from './fields';

interface Envelope {
	success: boolean;
	message?: string;
	data: IDataObject;
}

/**
 * The floor: Node's own HTTP client with connections kept alive, as many under way as the node has
 * by default, and nothing of n8n.
 */
export const raw: PlainContender = async (task, items) => {
	const agent = new Agent({ keepAlive: true, maxSockets: rawInFlight });
	try {
		return { outputs: await outputsOf(task, items, agent) };
	} catch (error) {
		return { outputs: [], error: (error as Error).message } satisfies Outcome;
	} finally {
		agent.destroy();
	}
};

async function outputsOf(
	{ does, facts, search }: Task,
	items: IDataObject[],
	agent: Agent,
): Promise<Output[]> {
	const url = (path: string) => `${facts.baseUrl}${path}`;
	if (does === 'list') {
		const page = async (number: number) => {
			const query = new URLSearchParams({ page: String(number), limit: String(pageSize) });
			if (search !== undefined) query.set('search', search);
			return await ask('GET', url(`/api/contacts?${query.toString()}`));
		};
		const first = await page(1);
		const { totalPages } = first.pagination as { totalPages: number };
		const others = await sideBySide(totalPages - 1, async (index) => await page(index + 2));
		return [first, ...others].flatMap(({ clients }) =>
			(clients as IDataObject[]).map((json) => ({ json, item: 0 })),
		);
	}
	return await sideBySide(items.length, async (item) => {
		const { to, body, contactId } = items[item];
		if (does === 'get') {
			const { client } = await ask('GET', url(`/api/contacts/${String(contactId)}`));
			return { json: client as IDataObject, item };
		}
		return { json: await ask('POST', url('/api/sms/send'), { to, from: fromNumber, body }), item };
	});

	async function ask(method: string, address: string, body?: IDataObject): Promise<IDataObject> {
		return await new Promise((resolve, reject) => {
			const headers: Record<string, string> = { 'x-api-key': facts.apiKey };
			if (body !== undefined) headers['content-type'] = 'application/json';
			const asked = request(address, { method, agent, headers }, (response) => {
				const chunks: Buffer[] = [];
				response.on('data', (chunk: Buffer) => chunks.push(chunk));
				response.on('error', reject);
				response.on('end', () => {
					const answer = JSON.parse(Buffer.concat(chunks).toString()) as Envelope;
					if (answer.success) resolve(answer.data);
					else reject(new Error(`HTTP ${response.statusCode}: ${answer.message}`));
				});
			});
			asked.on('error', reject);
			asked.end(body === undefined ? undefined : JSON.stringify(body));
		});
	}
}

async function sideBySide<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
	const results = new Array<T>(count);
	let next = 0;
	const worker = async () => {
		for (let index = next++; index < count; index = next++) results[index] = await work(index);
	};
	await Promise.all(Array.from({ length: rawInFlight }, worker));
	return results;
}
