import { DataDeduplicationService } from 'n8n-core';

import { storeOver } from '../../../harness/n8n/deduplication';
import { runAt } from '../../../harness/n8n/engine';
import { keyedSend } from '../../../harness/n8n/keyedSend';
import { otherProcess } from '../../../harness/jest/otherProcess';
import { untyped } from '../../../harness/n8n/fake';
import { withSimulator } from '../../../harness/service/service';

const simulator = withSimulator();

test('the first executions of a process, side by side, all send', async () => {
	let statements = 0;
	const store = storeOver(new Map(), async (_call, _row, statement) => {
		// Each execution is another number of turns ahead of the others.
		for (let turns = statements++ % 7; turns >= 0; turns--) {
			await new Promise((resolve) => setImmediate(resolve));
		}
		return statement();
	});
	await DataDeduplicationService.init(untyped(store));
	const code = await otherProcess();
	const runs = Array.from({ length: 20 }, async (_, index) => {
		return await runAt(simulator, keyedSend(), {
			items: [{ to: `+1555020${1000 + index}`, key: `order-${index}` }],
			code,
		});
	});
	const errors = (await Promise.all(runs)).map(({ error }) => error?.description);
	expect(errors.filter((error) => error !== undefined)).toStrictEqual([]);
	expect(simulator.ledger).toHaveLength(20);
});
