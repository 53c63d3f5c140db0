import { NodeOperationError, type INode } from 'n8n-workflow';

import { emptyBlanks } from '../../../nodes/VoiceSms/layers/emptyBlanks';
import type { ItemOutcome, LayerRun } from '../../../nodes/VoiceSms/layers/layer';

const error = new NodeOperationError({ name: 'Voice and SMS' } as INode, 'Wrong');
const name = '$json.name';
const run = { operation: { columns: { body: 'body' } } } as unknown as LayerRun;

/** The lines of a run whose items all leave the blank empty. */
const linesOf = (...outcomes: Array<ItemOutcome | undefined>) =>
	emptyBlanks
		.begin?.(
			run,
			outcomes.map(() => [name]),
		)
		.lines?.(outcomes);

test.each<[string, ItemOutcome | undefined, boolean]>([
	['that was sent', { result: {} }, true],
	['that was sent, and a later step failed', { error, accepted: {} }, true],
	['that is asked, and has no answer yet', { result: {}, isOpen: true }, true],
	['that would be sent', { result: {}, notSent: 'checked', onlyChecked: true }, true],
	['that was skipped', { result: {}, notSent: 'skipped' }, false],
	['that would be skipped', { result: {}, notSent: 'skipped', onlyChecked: true }, false],
	['that failed', { error }, false],
	['that would fail', { error, onlyChecked: true }, false],
	['that was not started', undefined, false],
])('an item %s: counts? %s', (_what, outcome, counts) => {
	expect(linesOf(outcome)).toHaveLength(counts ? 1 : 0);
});

test('the line has the number of items, and of each blank', () => {
	const sent = { result: {} };
	const settings = [[name, '$json.time'], undefined, [name], [], undefined];
	const lines = emptyBlanks.begin?.(run, settings).lines?.(settings.map(() => sent));
	expect(lines).toStrictEqual([
		"2 texts with an empty blank: $json.name (2), $json.time (rows 1, 3). Check the names and the data. The option 'Refuse Empty Blanks' stops these items.",
	]);
});
