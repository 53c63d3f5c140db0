import { NodeOperationError, type INode } from 'n8n-workflow';

import { dryRunLine, Hints } from '../../../nodes/VoiceSms/run/hints';
import type { ItemOutcome } from '../../../nodes/VoiceSms/run/outcomes';

it('each line is shown once, in the order in which they came first', () => {
	const hints = new Hints();
	for (const line of ['b', 'a', 'b']) hints.add(line);
	expect(hints.lines()).toStrictEqual(['b', 'a']);
});

it('a counted line says how often it was to be shown', () => {
	const hints = new Hints();
	expect(hints.lines()).toStrictEqual([]);
	for (const kind of ['x', 'y', 'x']) hints.add(kind, (times) => `${kind}: ${times}`);
	expect(hints.lines()).toStrictEqual(['x: 2', 'y: 1']);
});

describe('the line of a dry run', () => {
	const node = { name: 'Voice and SMS' } as INode;
	const fine: ItemOutcome = { result: { wouldSend: true }, notSent: 'checked' };
	const skipped: ItemOutcome = { result: { skipped: true }, notSent: 'keyUsed' };
	const wrong: ItemOutcome = { error: new NodeOperationError(node, 'Wrong'), dryRun: true };
	const sent: ItemOutcome = { result: { id: 'message_7' } };

	it.each<[string, Array<ItemOutcome | undefined>, string]>([
		['as many right as wrong rows', [fine, wrong], '1 of 2 items would be sent, 1 would fail.'],
		['right rows alone', [fine, fine], '2 of 2 items would be sent, 0 would fail.'],
		['wrong rows alone', [wrong], '0 of 1 items would be sent, 1 would fail.'],
		['a skipped row', [fine, skipped], '1 of 2 items would be sent, 0 would fail.'],
	])('counts %s', (_what, outcomes, counted) => {
		expect(dryRunLine(outcomes)).toBe(`Dry Run is on: nothing was sent. ${counted}`);
	});

	it('is not shown for other runs', () => {
		expect(dryRunLine([sent, undefined])).toBeUndefined();
	});
});
