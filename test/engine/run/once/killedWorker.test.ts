/**
 * What was sent is noted before its slot is free for the next, and n8n's store answers in turn: a worker
 * that is killed leaves in doubt what is not noted.
 */
import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { untyped } from '../../../harness/n8n/fake';
import { keyedSend, numbered } from '../../../harness/n8n/keyedSend';
import { empty } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';

const { time, clock, watch } = serviceTime();
const { simulator, table } = withSimulatorAndStore({ seed: empty, clock }, watch);

/** n8n's default, DB_POSTGRESDB_POOL_SIZE. */
const connections = 2;
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
		// Goes by only when no request has anything left to do: a store cannot be slower.
		await time.sleep(1);
	};
}

test('a worker that is killed leaves no more in doubt than was under way', async () => {
	const noted = () => table.states.filter((state) => state === 'sent').length;
	let behind = 0;
	const connection = pool();
	table.fault = async (call, when) => {
		await connection(call, when);
		behind = Math.max(behind, simulator.ledger.length - noted());
	};
	const { items } = await time.run(
		runNode({
			parameters: keyedSend(),
			items: untyped(numbered(150)),
			credential: simulator,
			clock: time,
		}),
	);
	expect(items).toHaveLength(150);
	expect(noted()).toBe(150);
	expect(behind).toBeLessThanOrEqual(most);
});
