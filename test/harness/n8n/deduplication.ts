import { createHash } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
} from 'n8n-workflow';

import type { Simulator, SimulatorOptions } from '../../simulator';
import { empty, withSimulator } from '../service/service';
import type { ServiceTime } from '../time/serviceTime';

export type Statement = 'find' | 'insert' | 'update' | 'delete';
/** What n8n keeps in a row's `value`. */
interface Row {
	mode: string;
	data: string[];
}

/** Asks the database for a statement. */
export type Ask = <T>(call: Statement, row: string, statement: () => T) => Promise<T>;

type Store = Pick<
	IDataDeduplicator,
	'checkProcessedAndRecord' | 'clearAllProcessedItems' | 'getProcessedDataCount'
>;

/** What n8n says of a row of another mode (n8n, deduplication-helper, `validateMode`). */
const otherMode =
	'Deduplication data was originally saved with an incompatible setting of the ‘Keep Items Where’ parameter. Try ’Clean Database’ operation to reset.';

/**
 * n8n's deduplication store over some rows, with the same statements in the same order (n8n,
 * deduplication-helper): a row is read, its mode is compared, then it is written whole; a second INSERT
 * fails.
 *
 * @param comparesModes false: an n8n that would write into rows of any mode
 */
export function storeOver(rows: Map<string, Row>, ask: Ask, comparesModes = () => true): Store {
	const find = async (name: string) =>
		await ask('find', name, () => {
			const found = rows.get(name);
			return found === undefined ? undefined : { mode: found.mode, data: [...found.data] };
		});
	return {
		async checkProcessedAndRecord(
			items: DeduplicationItemTypes[],
			scope: DeduplicationScope,
			data: ICheckProcessedContextData,
			{ mode, maxEntries }: ICheckProcessedOptions,
		) {
			const name = nameOf(scope, data);
			const found = await find(name);
			if (found !== undefined && found.mode !== mode && comparesModes()) {
				throw new Error(otherMode);
			}
			const hashes = items.map(hash);
			if (found === undefined) {
				await ask('insert', name, () => {
					if (rows.has(name)) throw new Error('UNIQUE constraint failed: processed_data');
					rows.set(name, { mode, data: hashes });
				});
				return { new: items, processed: [] };
			}
			const known = new Set(found.data);
			const fresh = items.filter((item) => !known.has(hash(item)));
			found.data.push(...fresh.map(hash));
			if (maxEntries) found.data.splice(0, found.data.length - maxEntries);
			await ask('update', name, () => {
				if (rows.has(name)) rows.set(name, found);
			});
			return { new: fresh, processed: items.filter((item) => known.has(hash(item))) };
		},
		async clearAllProcessedItems(scope, data) {
			const name = nameOf(scope, data);
			await ask('delete', name, () => void rows.delete(name));
		},
		async getProcessedDataCount(scope, data, { mode }) {
			const found = await find(nameOf(scope, data));
			return mode === 'entries' ? (found?.data.length ?? 0) : 0;
		},
	};
}

function nameOf(scope: DeduplicationScope, data: ICheckProcessedContextData): string {
	return `${data.workflow.id} ${scope === 'node' ? `n:${data.node?.id}` : ''}`;
}

function hash(item: DeduplicationItemTypes): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

/** The row of a key and the phone that it is for (E.164), of the node that `runNode` runs. */
export function rowOf(to: string, key: string): string {
	const name = createHash('sha256')
		.update(JSON.stringify([to, key]))
		.digest('base64url');
	return `workflow-1 n:node-1:key:${name}`;
}

const stateOf: Record<number, string | undefined> = { 1: 'taken', 2: 'sent', 3: 'in doubt' };

/** What n8n keeps in its table `processed_data`, with the faults of a test. */
export interface DeduplicationTable {
	/** How many entries each row of a key has, by workflow and context. */
	readonly keys: ReadonlyMap<string, number>;
	/** What the rows say of their keys: 'taken', 'sent' or 'in doubt', by the number of their entries. */
	readonly states: string[];
	/** Statements that the database was asked for, but for those of a trial that is made once a process. */
	readonly statements: Statement[];
	/**
	 * Called before each statement and after it was carried out; what it throws is the failure, and
	 * the statement goes on when its promise is kept.
	 */
	fault?: (call: Statement, when: 'before' | 'after', row: string) => void | Promise<void>;
	/** Whether n8n compares modes; it does. */
	comparesModes: boolean;
	/** Begins an execution that is killed when it has taken its key: it sends nothing, and never ends. */
	killed(begin: () => Promise<unknown>): Promise<void>;
	/** Deletes the key of a phone, as whoever has it does. */
	forget(to: string, key: string): void;
	reset(): void;
}

/**
 * n8n keeps deduplication keys in its database; engine tests keep them in memory, behind the same
 * interface of n8n-core. Between two statements others have their turn. The sandbox tests use the
 * database.
 *
 * @returns the table, as new before each test of the file; n8n-core takes one store a process only
 */
export function withStore(): DeduplicationTable {
	const rows = new Map<string, Row>();
	const statements: Statement[] = [];
	const table: DeduplicationTable = {
		statements,
		comparesModes: true,
		get keys() {
			return new Map([...rows].map(([name, { data }]) => [name, data.length]));
		},
		get states() {
			return [...rows.values()].map(({ data }) => stateOf[data.length] ?? 'unknown');
		},
		killed: async (begin) =>
			await new Promise<void>((isTaken) => {
				table.fault = async (call, when) => {
					if (call !== 'insert' || when !== 'after') return;
					delete table.fault;
					isTaken();
					await new Promise<never>(() => {});
				};
				void begin();
			}),
		forget: (to, key) => void rows.delete(rowOf(to, key)),
		reset() {
			rows.clear();
			statements.length = 0;
			table.comparesModes = true;
			delete table.fault;
		},
	};
	const ask: Ask = async (call, row, statement) => {
		const isTrial = row.includes(':try:');
		if (!isTrial) statements.push(call);
		await new Promise((resolve) => setImmediate(resolve));
		if (!isTrial) await table.fault?.(call, 'before', row);
		const answer = statement();
		if (!isTrial) await table.fault?.(call, 'after', row);
		// The answer takes its way, too.
		await new Promise((resolve) => setImmediate(resolve));
		return answer;
	};
	const store = storeOver(rows, ask, () => table.comparesModes);
	beforeAll(async () => await DataDeduplicationService.init(store as IDataDeduplicator));
	beforeEach(() => table.reset());
	return table;
}

/** For the tests of a file a simulator and n8n's store in memory, both as new before each of them. */
export function withSimulatorAndStore(...given: Parameters<typeof withSimulator>): {
	simulator: Simulator;
	table: DeduplicationTable;
} {
	return { simulator: withSimulator(...given), table: withStore() };
}

/**
 * `withSimulatorAndStore` for an empty service on virtual time.
 *
 * @param carriedOut called when it has carried something out, before its answer leaves
 */
export function withTimedStore(
	{ clock, watch }: ServiceTime,
	carriedOut?: (operationId: string) => void,
) {
	const reshape: SimulatorOptions['reshape'] = (outcome, operationId) => {
		carriedOut?.(operationId);
		return outcome;
	};
	return withSimulatorAndStore({ seed: empty, clock, reshape }, watch);
}
