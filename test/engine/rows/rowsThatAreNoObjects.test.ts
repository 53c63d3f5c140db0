/** Rows of the input that are no objects: of what was sent or found, nothing is lost. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { testClock } from '../../harness/time/clock';
import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { locator, runNode, type NodeRun } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { ada, from, modes, refused, saidOf, send } from '../../harness/random/told';

const { simulator } = withSimulatorAndStore({ seed: empty });

const run = async (parameters: IDataObject, items: unknown[], more: Partial<NodeRun> = {}) =>
	await runNode({
		parameters,
		items: items as IDataObject[],
		credential: simulator,
		clock: testClock(),
		...more,
	});
const toAda = (options: IDataObject = {}) => ({ ...send(options), to: ada, body: 'Hi' });

describe.each(modes)('On Error: %s', (onError) => {
	const settings = { onError };

	describe.each([
		['null', null],
		['undefined', undefined],
		['a text', 'Ada'],
		['a list', ['Ada']],
	])('the second row is %s', (_name, row) => {
		test('Include Input Fields: both were sent, and are told as sent', async () => {
			const result = await run(toAda({ includeInputFields: true }), [{ b: 1 }, row], { settings });
			expect(simulator.ledger).toHaveLength(2);
			expect(result.error?.message).toBeUndefined();
			expect(saidOf(result, 2).map(({ word }) => word)).toEqual(['done', 'done']);
		});
		test('it is refused: the other one is told as sent', async () => {
			simulator.fail({ body: { body: 'Hi ' } }, refused);
			const parameters = { ...toAda({ requestsAtOnce: 1 }), body: '=Hi {{ $json.b }}' };
			const result = await run(parameters, [{ b: 1 }, row], { settings });
			expect(simulator.ledger).toHaveLength(1);
			expect(saidOf(result, 2).map(({ word }) => word)).toEqual(['done', 'not done']);
		});
	});

	test('the first row is null: the second one is sent, or the reason is told in words', async () => {
		const result = await run(toAda(), [null, { b: 1 }], { settings });
		const said = JSON.stringify([result.error?.message, result.errorItems, result.items]);
		expect(said).not.toContain('Cannot read properties');
	});

	test('Get, rows that are IDs as text: what was found is told', async () => {
		const { id } = simulator.store.addContact({ phone: ada, firstName: 'Ada' });
		const parameters = {
			resource: 'contact',
			operation: 'get',
			simple: true,
			contactId: locator('={{ $json }}'),
			...collections({ ifNotFound: 'empty' }),
		};
		const kept = { ...parameters, options: { ifNotFound: 'empty', includeInputFields: true } };
		const result = await run(kept, [id, 'contact_999'], { settings });
		expect(result.error?.message).toBeUndefined();
		expect(result.items[0].json).toMatchObject({ id, firstName: 'Ada' });
	});

	test('a question by link, the row is null: it was sent, and the run waits', async () => {
		const ask = {
			resource: 'sms',
			operation: 'sendAndWait',
			from,
			to: ada,
			message: 'OK?',
			responseType: 'approval',
			...collections({ includeInputFields: true }),
		};
		const result = await run(ask, [null], { settings });
		expect(simulator.ledger).toHaveLength(1);
		expect([result.run.status, result.error?.message]).toEqual(['waiting', undefined]);
		expect(result.items[0].json).toMatchObject({ noAnswer: true, to: ada });
	});

	if (onError === 'continueRegularOutput') {
		test('Get, rows that are IDs as text, one is unknown: what was found is told', async () => {
			const { id } = simulator.store.addContact({ phone: ada, firstName: 'Ada' });
			const parameters = {
				resource: 'contact',
				operation: 'get',
				simple: true,
				contactId: locator('={{ $json }}'),
				...collections({}),
			};
			const result = await run(parameters, [id, 'contact_999'], { settings });
			expect(result.error?.message).toBeUndefined();
			expect(result.items[0].json).toMatchObject({ id, firstName: 'Ada' });
		});
	}
});
