import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runAt } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';

const { simulator, table } = withSimulatorAndStore();

const items: IDataObject[] = [{ to: '+15550209999', key: 'order-1042' }];
const send = async (more: object = {}) => await runAt(simulator, keyedSend(), { items, ...more });

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
