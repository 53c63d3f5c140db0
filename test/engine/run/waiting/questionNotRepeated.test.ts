/** A tool's question with a limit that is another in each try. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { contextOf, runAt, type NodeRun } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty } from '../../../harness/service/service';
import { ada, from } from '../../../harness/random/told';

const { simulator } = withSimulatorAndStore({ seed: empty });
const run = async (parameters: IDataObject, more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items: [{}], asTool: true, ...more });
const ask = (values: IDataObject): IDataObject => ({
	resource: 'sms',
	operation: 'sendAndWait',
	from,
	to: ada,
	message: 'OK?',
	responseType: 'approval',
	...collections({ limitWaitTime: { values } }),
});
const minutes = (resumeAmount: number) => ask({ resumeAmount, resumeUnit: 'minutes' });
const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

test('is not sent twice by Retry On Fail when its answer was lost', async () => {
	simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true }, 1);
	const limit =
		'={{ "2026-06-01T12:00:30." + String($now.toMillis() % 1000).padStart(3, "0") + "Z" }}';
	await run(ask({ limitType: 'atSpecifiedTime', maxDateAndTime: limit }), { settings });
	expect(simulator.ledger).toHaveLength(1);
});

test('is not sent twice when a model repeats an unclear one with another limit', async () => {
	simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true }, 1);
	const first = await run(minutes(1));
	const { error } = await run(minutes(2), { contextData: contextOf(first) });
	expect(error?.message).toContain('Not repeated');
	expect(simulator.ledger).toHaveLength(1);
});
