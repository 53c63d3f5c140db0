/** After an edit and "Retry": the row and the lines of what an earlier try sent are about what went out. Found by a reviewer. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { contextOf, locator, runAt, type NodeRun } from '../../harness/n8n/engine';
import { empty } from '../../harness/service/service';
import { ada, bob, refused, saidOf, send } from '../../harness/random/told';
import { companyNumbers } from '../../simulator';

const { simulator } = withSimulatorAndStore({ seed: empty });

const run = async (parameters: IDataObject, items: IDataObject[], more: Partial<NodeRun> = {}) =>
	await runAt(simulator, parameters, { items, ...more });
const settings = { onError: 'continueRegularOutput' as const };
const wait = { waitForDelivery: { values: { waitInterval: 1, waitLimit: 1 } } };

test('accepted, then failed; Retry after an edit of From Number and text: the row shows what went out', async () => {
	simulator.fail({ method: 'GET' }, { kind: 'status', status: 403 }, Infinity);
	const rows = [{ phone: ada, text: 'Hi' }];
	const first = await run(send(wait), rows);
	const edited = {
		...send(wait),
		...{ from: locator(companyNumbers[1], 'number'), body: '={{ $json.text.repeat(200) }}' },
	};
	const { items } = await run(edited, rows, { settings, contextData: contextOf(first) });
	expect(simulator.ledger.map(({ body }) => body)).toEqual([
		{ to: ada, from: companyNumbers[0], body: 'Hi' },
	]);
	expect(items[0].json).toMatchObject({
		to: ada,
		body: 'Hi',
		from: companyNumbers[0],
		segments: 1,
	});
});

describe('Retry after an edit of the text: the line about empty blanks is about what went out', () => {
	const rows = [
		{ phone: bob, name: 'Bob' },
		{ phone: ada, name: 'Ada' },
	];
	const text = (column: string) => ({
		...send({ requestsAtOnce: 2 }),
		body: `=Hi {{ $json.${column} }}!`,
	});
	const retried = async (before: string, after: string) => {
		simulator.fail({ body: { to: bob } }, refused, 2);
		const first = await run(text(before), rows);
		const second = await run(text(after), rows, { settings, contextData: contextOf(first) });
		const [, sent] = saidOf(second, 2);
		return { body: sent.row?.body, line: second.hints.find((hint) => hint.includes('blank')) };
	};
	test('it went out whole: no line', async () => {
		expect(await retried('name', 'nick')).toEqual({ body: 'Hi Ada!', line: undefined });
	});
	test('it went out with a gap: a line', async () => {
		const { body, line } = await retried('nick', 'name');
		expect(body).toBe('Hi !');
		expect(line).toContain('1 text with an empty blank');
	});
});
