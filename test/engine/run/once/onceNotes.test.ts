/**
 * What was sent is noted before its slot is free for the next, and n8n's store answers in turn: a worker
 * that is killed leaves in doubt what is not noted.
 */
import { withSimulatorAndStore, type DeduplicationTable } from '../../../harness/deduplication';
import { runNode } from '../../../harness/engine';
import { keyedSend } from '../../../harness/keyedSend';
import type { Simulator } from '../../../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both), {
	seed: { contacts: 0, conversations: 0, messages: 0, calls: 0 },
});

/** n8n's default, DB_POSTGRESDB_POOL_SIZE. */
const connections = 2;
const statementMs = 1;
/** Requests that a run has under way at most (api/flow/gate.ts). */
const most = 100;

/** A pool whose connections are given out in the order they are asked for. */
function pool() {
	const waiting: Array<() => void> = [];
	let free = connections;
	return async (_call: unknown, when: 'before' | 'after') => {
		if (when === 'after') {
			const next = waiting.shift();
			if (next === undefined) free++;
			else next();
			return;
		}
		if (free > 0) free--;
		else await new Promise<void>((resolve) => waiting.push(resolve));
		await new Promise((resolve) => setTimeout(resolve, statementMs));
	};
}

test('a worker that is killed leaves no more in doubt than was under way', async () => {
	table.fault = pool();
	const noted = () => [...table.keys.values()].filter((state) => state === 2).length;
	let behind = 0;
	const look = setInterval(() => {
		behind = Math.max(behind, simulator.ledger.length - noted());
	}, 20);
	const { items } = await runNode({
		parameters: keyedSend(),
		items: Array.from({ length: 1000 }, (_, index) => ({
			to: `+155504${String(index).padStart(5, '0')}`,
			key: `order-${index}`,
		})),
		credential: simulator,
	}).finally(() => clearInterval(look));
	expect(items).toHaveLength(1000);
	expect(noted()).toBe(1000);
	expect(behind).toBeLessThanOrEqual(most);
}, 60_000);
