import { DataDeduplicationService } from 'n8n-core';

import { storeOver } from '../../../harness/n8n/deduplication';
import { runAt, type Code } from '../../../harness/n8n/engine';
import { keyedSend, order } from '../../../harness/n8n/keyedSend';
import { otherProcess } from '../../../harness/jest/otherProcess';
import { untyped } from '../../../harness/n8n/fake';
import { withSimulator } from '../../../harness/service/service';

const simulator = withSimulator();
/** A process tries the store once. */
let code: Code;
beforeEach(async () => (code = await otherProcess()));

const send = async () => await runAt(simulator, keyedSend(), { items: [order], code });

/** The store of this process from now on; n8n takes it once. */
async function take(store: object) {
	Object.assign(DataDeduplicationService, { instance: undefined });
	await DataDeduplicationService.init(untyped(store));
}

test('a store that names its rows by something else than the node is refused', async () => {
	await take({
		...storeOver(new Map(), async (_call, _row, statement) => statement()),
		getProcessedDataCount: async () => await Promise.resolve(0),
	});
	const { error } = await send();
	expect(error?.description).toContain('does not work in this version of n8n');
	expect(simulator.requests).toEqual([]);
});

test('two statements that fail while the store is tried do not pass for its words', async () => {
	let tried = 0;
	const store = storeOver(new Map(), async (_call, row, statement) => {
		if (row.includes(':try:') && [4, 5].includes(++tried)) throw new Error('database is locked');
		return statement();
	});
	await take(store);
	await send();
	const { items: again, error } = await send();
	expect(error).toBeUndefined();
	expect(again[0].json).toMatchObject({ outcome: 'skipped' });
});
