import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator';

type Call = 'find' | 'insert' | 'update' | 'delete';

/** What n8n keeps in its table `processed_data`, with the faults of a test. */
export interface DeduplicationTable {
	/** Hashes of each row, by workflow and context, as n8n's database has them. */
	readonly rows: Map<string, string[]>;
	/** The same without the rows beside the keys. */
	readonly keys: ReadonlyMap<string, string[]>;
	/** Statements that the database was asked for. */
	readonly statements: Call[];
	/**
	 * Called before each statement and after it was carried out; what it throws is the failure, and
	 * the statement goes on when its promise is kept.
	 */
	fault?: (call: Call, when: 'before' | 'after') => void | Promise<void>;
	/** The same for rows beside those of the keys, which say what became of them. */
	faultBeside?: (call: Call, when: 'before' | 'after', row: string) => void | Promise<void>;
	/** Takes keys as version 0.1.0 did: all in the node's one row. */
	takeAs010(keys: string[]): Promise<void>;
	reset(): void;
}

const node = { id: 'node-1' };
const workflow = { id: 'workflow-1' };

/**
 * n8n keeps deduplication keys in its database; engine tests keep them in memory, behind the same
 * interface of n8n-core and with the same statements in the same order (n8n,
 * deduplication-helper.ts): a row is read and then written whole, and a second INSERT fails. Between
 * two statements others have their turn. The sandbox tests use the database.
 *
 * @returns the table; n8n-core takes a store once a process only
 */
export async function rememberInMemory(): Promise<DeduplicationTable> {
	const rows = new Map<string, string[]>();
	const statements: Call[] = [];
	const table: DeduplicationTable = {
		rows,
		statements,
		get keys() {
			return new Map([...rows].filter(([name]) => !isBeside(name)));
		},
		async takeAs010(keys) {
			const options = { mode: 'entries' as const, maxEntries: 10_000 };
			await add(keys, 'node', { node, workflow } as ICheckProcessedContextData, options);
			statements.length = 0;
		},
		reset() {
			rows.clear();
			statements.length = 0;
			delete table.fault;
			delete table.faultBeside;
		},
	};

	async function ask<T>(call: Call, row: string, statement: () => T): Promise<T> {
		statements.push(call);
		await new Promise((resolve) => setImmediate(resolve));
		const fault = async (when: 'before' | 'after') => {
			await (isBeside(row) ? table.faultBeside?.(call, when, row) : table.fault?.(call, when));
		};
		await fault('before');
		const answer = statement();
		await fault('after');
		// The answer takes its way, too.
		await new Promise((resolve) => setImmediate(resolve));
		return answer;
	}
	const find = async (name: string) =>
		await ask('find', name, () => {
			const found = rows.get(name);
			return found === undefined ? undefined : [...found];
		});
	const update = async (name: string, hashes: string[]) =>
		await ask('update', name, () => {
			if (rows.has(name)) rows.set(name, hashes);
		});

	async function add(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		data: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	) {
		const name = nameOf(scope, data);
		const found = await find(name);
		const hashes = items.map(hash);
		if (found === undefined) {
			await ask('insert', name, () => {
				if (rows.has(name)) throw new Error('UNIQUE constraint failed: processed_data');
				rows.set(name, hashes);
			});
			return { new: items, processed: [] };
		}
		const known = new Set(found);
		const fresh = items.filter((item) => !known.has(hash(item)));
		found.push(...fresh.map(hash));
		if (maxEntries) found.splice(0, found.length - maxEntries);
		await update(name, found);
		return { new: fresh, processed: items.filter((item) => known.has(hash(item))) };
	}

	const store: Omit<IDataDeduplicator, 'checkProcessedItemsAndRecord'> = {
		checkProcessedAndRecord: add,
		async removeProcessed(items, scope, data) {
			const name = nameOf(scope, data);
			const found = await find(name);
			if (found === undefined) return;
			const removed = new Set(items.map(hash));
			await update(
				name,
				found.filter((one) => !removed.has(one)),
			);
		},
		async clearAllProcessedItems(scope, data) {
			const name = nameOf(scope, data);
			await ask('delete', name, () => rows.delete(name));
		},
		async getProcessedDataCount(scope, data) {
			return (await find(nameOf(scope, data)))?.length ?? 0;
		},
	};
	await DataDeduplicationService.init(store as IDataDeduplicator);
	return table;
}

/** Whether a row says what became of a key, and is not that of the key itself. */
function isBeside(row: string): boolean {
	return /:(at|done):/.test(row);
}

function nameOf(scope: DeduplicationScope, data: ICheckProcessedContextData): string {
	return `${data.workflow.id} ${scope === 'node' ? `n:${data.node?.id}` : ''}`;
}

function hash(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

/**
 * Before the tests of a file a simulator and n8n's store in memory, both as new before each of them.
 *
 * @param take is handed them once they are there
 */
export function withSimulatorAndStore(
	take: (simulator: Simulator, table: DeduplicationTable) => void,
	options: SimulatorOptions = {},
): void {
	let simulator: Simulator;
	let table: DeduplicationTable;
	beforeAll(async () => {
		simulator = await startSimulator(options);
		table = await rememberInMemory();
		take(simulator, table);
	});
	beforeEach(() => {
		simulator.reset();
		table.reset();
	});
	afterAll(async () => await simulator.close());
}
