import { NodeOperationError, type INode } from 'n8n-workflow';

import { dryRun } from '../../../nodes/VoiceSms/layers/dryRun';
import type { Item, Layer, Told } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, type SkippedRow, waiting } from '../../../nodes/VoiceSms/layers/outcome';
import { linesOfUsed } from '../../../nodes/VoiceSms/layers/sendOnce';
import { itemOf, itemsWith } from '../../harness/n8n/records';
import { said } from '../../harness/n8n/messages';

const dry = new Map([[dryRun as Layer, true]]);
const dryRunLines = (items: Item[]) => dryRun.lines?.(items, { operation: {} } as Told);
const checked = (outcomes: Outcome[]) => itemsWith(outcomes, { layers: dry });

describe('the line of a dry run', () => {
	const node = { name: 'Voice and SMS' } as INode;
	const fine: Outcome = { is: 'checked', result: { outcome: 'wouldSend' }, forModel: {} };
	const skipped: Outcome = {
		is: 'skipped',
		why: 'tag',
		by: '',
		result: { outcome: 'skipped' },
		reason: '',
		forModel: {},
	};
	const wrong: Outcome = { is: 'checked', error: new NodeOperationError(node, 'Wrong') };
	const sent: Outcome = { is: 'done', result: { id: 'message_7' } };

	it.each<[string, Outcome[], string]>([
		[
			'as many right as wrong rows',
			[fine, wrong],
			'1 of 2 items would be sent, 1 would fail (row 2).',
		],
		['right rows alone', [fine, fine], '2 of 2 items would be sent, 0 would fail.'],
		['wrong rows alone', [wrong], '0 of 1 items would be sent, 1 would fail (row 1).'],
		[
			'a skipped row',
			[fine, skipped],
			'1 of 2 items would be sent, 0 would fail, 1 would be skipped.',
		],
	])('counts %s', (_what, outcomes, counted) => {
		expect(dryRunLines(checked(outcomes))).toStrictEqual([
			`Dry Run is on: ${said.nothingSentOf}. ${counted}`,
		]);
	});

	it('counts only the rows with the option', () => {
		const items = checked([fine, sent, wrong]);
		items[1].layers = new Map();
		expect(dryRunLines(items)).toStrictEqual([
			`Dry Run is on for 2 of 3 items: ${said.nothingSentOf} for these. 1 would be sent, 1 would fail (row 3).`,
		]);
	});

	it('is not shown for other runs', () => {
		expect(dryRunLines(itemsWith([sent, waiting]))).toStrictEqual([]);
	});
});

describe('the lines about Send Once Keys', () => {
	const row = (index: number, by: string, isDry = false): SkippedRow => ({
		item: { ...itemOf({}, index), layers: isDry ? dry : new Map<Layer, unknown>() },
		by,
	});
	const one = [row(2, 'a')];
	const two = [row(4, 'b'), row(1, 'a')];

	it.each<[string, [used: SkippedRow[], same: SkippedRow[], items: number], string[]]>([
		['nothing skipped', [[], [], 2], []],
		[
			'one of three used before',
			[one, [], 3],
			[`1 item was skipped, because the Send Once Key ${said.keyUsed}: "a" (row 3).`],
		],
		[
			'two of five used before',
			[two, [], 5],
			[`2 items were skipped, because the Send Once Key ${said.keyUsed}: "b", "a" (rows 2, 5).`],
		],
		[
			'one that would be skipped in a dry run',
			[[row(0, 'a', true)], [], 3],
			[`1 item would be skipped, because the Send Once Key ${said.keyUsed}: "a" (row 1).`],
		],
		[
			'rows that were skipped and rows that would be',
			[[row(0, 'a', true), row(1, 'b'), row(2, 'b')], [], 5],
			[
				`2 items were skipped, because the Send Once Key ${said.keyUsed}: "b" (2) (rows 2-3). 1 item would be skipped, because the Send Once Key ${said.keyUsed}: "a" (row 1).`,
			],
		],
		[
			'several of one key and number',
			[[], [row(1, 'a'), row(2, 'b'), row(3, 'a')], 4],
			[
				'3 items were skipped, because an earlier item of the same run has the same Send Once Key and number: "a" (2), "b" (rows 2-4).',
			],
		],
		['both', [one, one, 3], ['1 item was', '1 item was']],
		['all used before', [two, [], 2], [`${said.nothingSent}: the Send Once Keys of all 2 items`]],
		['the only one', [one, [], 1], []],
		[
			'many keys',
			[Array.from({ length: 7 }, (_, index) => row(index, `k${index}`)), [], 9],
			[
				`7 items were skipped, because the Send Once Key ${said.keyUsed}: "k0", "k1", "k2", "k3", "k4" and 2 more (rows 1-7).`,
			],
		],
	])('say of %s', (_what, counts, lines) => {
		const given = linesOfUsed(...counts);
		expect(given.map((line, at) => line.slice(0, lines[at]?.length))).toStrictEqual(lines);
	});
});
