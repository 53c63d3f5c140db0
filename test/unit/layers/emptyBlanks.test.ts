import { NodeOperationError, type INode } from 'n8n-workflow';

import { emptyBlanks } from '../../../nodes/VoiceSms/layers/emptyBlanks';
import type { Item, LayerRun } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, waiting } from '../../../nodes/VoiceSms/layers/outcome';
import { itemOf, itemsWith } from '../../harness/n8n/records';
import { fake } from '../../harness/n8n/fake';

const error = new NodeOperationError({ name: 'Voice and SMS' } as INode, 'Wrong');
const name = '$json.name';
const run = fake<LayerRun>({ operation: { columns: { body: 'body' } } });

const linesOf = (items: Item[]) => emptyBlanks.lines?.(items, run);
const withBlanks = (empty: string[]): Partial<Item> => ({ facts: { emptyIn: empty } });

test.each<[string, Outcome, boolean]>([
	['that was sent', { is: 'done', result: {} }, true],
	['that was sent, and a later step failed', { is: 'failed', error, accepted: {} }, true],
	['that is asked, and has no answer yet', { is: 'begun', result: {} }, true],
	['that would be sent', { is: 'checked', result: {}, forModel: {} }, true],
	[
		'that was skipped',
		{ is: 'skipped', why: 'tag', by: '', result: {}, reason: '', forModel: {} },
		false,
	],
	['that failed', { is: 'failed', error }, false],
	['that was not started', waiting, false],
])('an item %s: counts? %s', (_what, outcome, counts) => {
	expect(linesOf(itemsWith([outcome], withBlanks([name])))).toHaveLength(counts ? 1 : 0);
});

test('the line has the number of items, and of each blank', () => {
	const settings = [[name, '$json.time'], undefined, [name], undefined];
	const items = settings.map((empty, index) => ({
		...itemOf({}, index),
		outcome: { is: 'done', result: {} } as const,
		...(empty && withBlanks(empty)),
	}));
	expect(linesOf(items)).toStrictEqual([
		"2 texts with an empty blank: $json.name (2), $json.time (rows 1, 3). Check the names and the data. The option 'Refuse Empty Blanks' stops these items.",
	]);
});
