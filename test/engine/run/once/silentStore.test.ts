import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { type DeduplicationTable, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import type { Simulator } from '../../../simulator';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both));

const items: IDataObject[] = [{ to: '+15550209999', key: 'order-1042' }];
const send = async (more: object = {}) =>
	await runNode({
		parameters: keyedSend(),
		items,
		credential: simulator,
		clock: testClock(),
		...more,
	});

test('a cancel ends the wait for a store that does not answer, and nothing is sent', async () => {
	await send({ items: [{ to: '+15550209999', key: 'tried' }] });
	const before = simulator.ledger.length;
	let cancel = () => {};
	table.fault = async (call) => {
		if (call !== 'insert') return;
		cancel();
		await new Promise(() => {});
	};
	const { run } = await send({
		started: (execution: { cancel(): void }) => (cancel = () => execution.cancel()),
	});
	expect(run.status).toBe('canceled');
	expect(simulator.ledger.length).toBe(before);
});
