import { NodeOperationError, type INode } from 'n8n-workflow';

import { emptyBlanks } from '../../../nodes/VoiceSms/layers/emptyBlanks';
import type { Item } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, notStarted } from '../../../nodes/VoiceSms/layers/outcome';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { itemsWith, toldOf } from '../../harness/n8n/records';
import { fake } from '../../harness/n8n/fake';

const error = new NodeOperationError({ name: 'Voice and SMS' } as INode, 'Wrong');
const name = '$json.name';
const run = toldOf(fake<Operation>({ sends: { columns: { body: 'body' } } }));

const linesOf = (items: Item[]) => emptyBlanks.lines?.(items, run);
const withBlanks = (empty: string[]): Partial<Item> => ({ notes: { emptyIn: empty } });

test.each<[string, Outcome, boolean]>([
	['that was sent, and a later step failed', { is: 'acceptedThenFailed', error, result: {} }, true],
	['that is asked, and has no answer yet', { is: 'begun', result: {} }, true],
	['that was not started', notStarted, false],
])('an item %s: counts? %s', (_what, outcome, counts) => {
	expect(linesOf(itemsWith([outcome], withBlanks([name])))).toHaveLength(counts ? 1 : 0);
});
