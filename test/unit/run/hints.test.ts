import { NodeOperationError, type INode } from 'n8n-workflow';

import { dryRunLine, Hints, keyLines } from '../../../nodes/VoiceSms/run/hints';
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
	const fine: ItemOutcome = { result: { wouldSend: true }, notSent: 'checked', dryRun: true };
	const skipped: ItemOutcome = { result: { skipped: true }, notSent: 'keyUsed', dryRun: true };
	const wrong: ItemOutcome = { error: new NodeOperationError(node, 'Wrong'), dryRun: true };
	const sent: ItemOutcome = { result: { id: 'message_7' } };

	it.each<[string, Array<ItemOutcome | undefined>, string]>([
		['as many right as wrong rows', [fine, wrong], '1 of 2 items would be sent, 1 would fail.'],
		['right rows alone', [fine, fine], '2 of 2 items would be sent, 0 would fail.'],
		['wrong rows alone', [wrong], '0 of 1 items would be sent, 1 would fail.'],
		[
			'a skipped row',
			[fine, skipped],
			'1 of 2 items would be sent, 0 would fail, 1 would be skipped.',
		],
	])('counts %s', (_what, outcomes, counted) => {
		expect(dryRunLine(outcomes)).toBe(`Dry Run is on: nothing was sent. ${counted}`);
	});

	it('counts only the rows with the option', () => {
		expect(dryRunLine([fine, sent, wrong])).toBe(
			'Dry Run is on for 2 of 3 items: nothing was sent for these. 1 would be sent, 1 would fail.',
		);
	});

	it('is not shown for other runs', () => {
		expect(dryRunLine([sent, undefined])).toBeUndefined();
	});
});

describe('the lines about Send Once Keys', () => {
	const used: ItemOutcome = { result: {}, notSent: 'keyUsed' };
	const same: ItemOutcome = { result: {}, notSent: 'sameKey' };
	const sent: ItemOutcome = { result: { id: 'message_7' } };

	it.each<[string, Array<ItemOutcome | undefined>, RegExp[]]>([
		['nothing skipped', [sent, undefined], []],
		['one of three used before', [used, sent, sent], [/^1 item was skipped, because its Send/]],
		['two of three used before', [used, sent, used], [/^2 items were skipped, because their Send/]],
		['one of an earlier item', [sent, same], [/^1 item was skipped, because an earlier item/]],
		['both', [used, sent, same], [/^1 item was skipped, because its/, /an earlier item/]],
		['all used before', [used, used], [/^Nothing was sent: the Send Once Keys of all 2 items/]],
		['the only one', [used], []],
	])('%s', (_what, outcomes, lines) => {
		const given = keyLines(outcomes);
		expect(given).toStrictEqual(lines.map((line) => expect.stringMatching(line) as string));
	});
});
