import { NodeOperationError, type INode } from 'n8n-workflow';

import { dryRun } from '../../../nodes/VoiceSms/layers/dryRun';
import type { ItemOutcome, LayerRun } from '../../../nodes/VoiceSms/layers/layer';
import { linesOfUsed } from '../../../nodes/VoiceSms/layers/sendOnce';

const dryRunLines = (outcomes: Array<ItemOutcome | undefined>) =>
	dryRun.begin?.({ operation: {} } as LayerRun).lines?.(outcomes);

describe('the line of a dry run', () => {
	const node = { name: 'Voice and SMS' } as INode;
	const fine: ItemOutcome = { result: { wouldSend: true }, notSent: 'checked', onlyChecked: true };
	const skipped: ItemOutcome = { result: { skipped: true }, notSent: 'skipped', onlyChecked: true };
	const wrong: ItemOutcome = { error: new NodeOperationError(node, 'Wrong'), onlyChecked: true };
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
		expect(dryRunLines(outcomes)).toStrictEqual([`Dry Run is on: nothing was sent. ${counted}`]);
	});

	it('counts only the rows with the option', () => {
		expect(dryRunLines([fine, sent, wrong])).toStrictEqual([
			'Dry Run is on for 2 of 3 items: nothing was sent for these. 1 would be sent, 1 would fail.',
		]);
	});

	it('is not shown for other runs', () => {
		expect(dryRunLines([sent, undefined])).toStrictEqual([]);
	});
});

it.each<[string, [used: number, same: number, items: number], RegExp[]]>([
	['nothing skipped', [0, 0, 2], []],
	['one of three used before', [1, 0, 3], [/^1 item was skipped, because its Send/]],
	['two of three used before', [2, 0, 3], [/^2 items were skipped, because their Send/]],
	['one of an earlier item', [0, 1, 2], [/^1 item was skipped, because an earlier item/]],
	['both', [1, 1, 3], [/^1 item was skipped, because its/, /an earlier item/]],
	['all used before', [2, 0, 2], [/^Nothing was sent: the Send Once Keys of all 2 items/]],
	['the only one', [1, 0, 1], []],
])('the lines about Send Once Keys: %s', (_what, counts, lines) => {
	const given = linesOfUsed(...counts);
	expect(given).toStrictEqual(lines.map((line) => expect.stringMatching(line) as string));
});
