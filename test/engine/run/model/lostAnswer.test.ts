import { testClock } from '../../../harness/time/clock';
import { type DeduplicationTable, withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import type { Simulator } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';

let simulator: Simulator;
let table: DeduplicationTable;
withSimulatorAndStore((...both) => ([simulator, table] = both));

const send = async () => {
	const { items, error } = await runNode({
		parameters: keyedSend(),
		items: [{ to: '+15550209999', key: 'order-1042' }],
		credential: simulator,
		clock: testClock(),
		asTool: true,
	});
	return error?.message ?? JSON.stringify(items);
};

test('a model is not told that nothing was sent of an SMS whose answer was lost', async () => {
	simulator.fail({}, { kind: 'reset', processed: true });
	const told = await send();
	expect(told).toContain(`It ${said.unclear} SMS to +15550209999 was sent`);
	expect(told).not.toContain(said.nothingSentOf);
	expect(told).not.toMatch(/\bkey\b/);
});

test('a model is told why an SMS was refused, also when its key could not be freed', async () => {
	simulator.fail({}, { kind: 'status', status: 400 });
	table.fault = (call) => {
		if (call === 'delete') throw new Error('the database is down');
	};
	const told = await send();
	expect(told).toContain('SMS to +15550209999 was not sent');
	expect(told).not.toContain('may have been sent');
	expect(told).not.toMatch(/\bkey\b/);
});
