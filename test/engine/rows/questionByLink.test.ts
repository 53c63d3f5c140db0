/** The row of a question by link, at the limit and with the answer. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { runAt } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { ada, from } from '../../harness/random/told';

const { simulator } = withSimulatorAndStore({ seed: empty });

const run = async (parameters: IDataObject, items: IDataObject[]) =>
	await runAt(simulator, parameters, { items });

describe('a question by link to a list with the columns to and status', () => {
	const ask = (options: IDataObject) => ({
		resource: 'sms',
		operation: 'sendAndWait',
		from,
		to: '={{ $json.to }}',
		message: 'OK?',
		responseType: 'approval',
		...collections(options),
	});
	const list = [{ to: ada, status: 'open', order: 1 }];

	test.each([
		['with Include Input Fields', { includeInputFields: true }],
		['without', {}],
	])('%s: the row at the limit says who did not answer', async (_name, options) => {
		const { items } = await run(ask(options), list);
		expect(items[0].json).toMatchObject({ noAnswer: true, order: 1, to: ada, body: 'OK?' });
	});
	test.each([true, false])(
		'the row of the answer, with Include Input Fields %p',
		async (includeInputFields) => {
			const { run: ended } = await run(ask({ includeInputFields }), list);
			const kept = Object.values(ended.data.executionData?.contextData ?? {}).find(
				(data) => 'openQuestion' in data,
			);
			const { row } = JSON.parse(String(kept?.openQuestion)) as { row: IDataObject };
			expect(row).toMatchObject({ outcome: 'sent', to: ada, body: 'OK?' });
			expect(row.order).toBe(includeInputFields ? 1 : undefined);
		},
	);
	test('without Include Input Fields: the row at the limit has no column of the question', async () => {
		const { items } = await run(ask({}), list);
		expect(items[0].json.order).toBe(1);
		expect(items[0].json).not.toHaveProperty('status');
	});
});
