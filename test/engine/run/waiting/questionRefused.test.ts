/** With "Continue" n8n gives the input as the output for whatever is thrown: it must not pass for an answer. */
import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../../harness/time/clock';
import { runAt, runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { question } from '../../../harness/n8n/parameters';

const simulator = withSimulator({ seed: empty });
const parameters = (more: IDataObject = {}): IDataObject => ({
	...question,
	options: { limitWaitTime: { values: { resumeAmount: 1 } } },
	...more,
});
const approvedBefore = { data: { approved: true, respondedAt: '2026-06-01T11:00:00.000Z' } };

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'%s: a question that was refused does not come out as approved',
	async (onError) => {
		simulator.fail({ method: 'POST' }, { kind: 'status', status: 403 });
		const { items, errorItems } = await runAt(simulator, parameters(), {
			items: [approvedBefore],
			settings: { onError },
		});
		expect(simulator.ledger).toStrictEqual([]);
		expect(items.map(({ json }) => json)).not.toContainEqual(approvedBefore);
		const failed = onError === 'continueErrorOutput' ? errorItems : items;
		expect(failed.map(({ json }) => json)).toMatchObject([{ error: expect.anything() as object }]);
	},
);

test.each(['approval', 'smsReply'])(
	'with Continue, several items that cannot wait together (%s) give errors, not themselves',
	async (responseType) => {
		const { items } = await runAt(simulator, parameters({ responseType, options: {} }), {
			items: [{ ...approvedBefore }, { order: 2 }],
			settings: { onError: 'continueRegularOutput' },
		});
		expect(simulator.ledger).toStrictEqual([]);
		expect(items.map(({ json }) => 'error' in json)).toStrictEqual([true, true]);
	},
);

test.each(['approval', 'smsReply'])(
	'of items that cannot wait together (%s), an invalid field is the error',
	async (responseType) => {
		const { error } = await runAt(
			simulator,
			parameters({ to: '={{ $json.to }}', responseType, options: {} }),
			{ items: [{ to: '+15550100077' }, { to: 'nobody' }, { to: '+15550100077' }] },
		);
		expect(simulator.ledger).toStrictEqual([]);
		expect(error?.message).toContain('"nobody"');
	},
);

test('with Continue, a credential that cannot be used gives an error item', async () => {
	const { items } = await runNode({
		parameters: parameters(),
		credential: { baseUrl: 'nowhere', apiKey: 'none' },
		clock: testClock(),
		items: [{ ...approvedBefore }, { order: 2 }],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json }) => 'error' in json)).toStrictEqual([true, true]);
	expect(items.map(({ json }) => json)).not.toContainEqual(approvedBefore);
});
