import { NodeOperationError, type INode } from 'n8n-workflow';

import { dryRun } from '../../../nodes/VoiceSms/layers/dryRun';
import type { Item, Layer } from '../../../nodes/VoiceSms/layers/layer';
import { type Outcome, notStarted } from '../../../nodes/VoiceSms/layers/outcome';
import { sameNumber } from '../../../nodes/VoiceSms/layers/sameNumber';
import { contactUpdate } from '../../../nodes/VoiceSms/operations/contact/update';
import { sendOnce } from '../../../nodes/VoiceSms/layers/sendOnce';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { itemOf, itemsWith, toldOf } from '../../harness/n8n/records';
import { fake } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const sending = fake<Operation>({ sends: { columns: { to: 'to' } } });
const dry = new Map([[dryRun as Layer, true]]);
const dryRunLines = (items: Item[]) => dryRun.lines?.(items, toldOf(sending));
const checked = (outcomes: Outcome[]) => itemsWith(outcomes, { layers: dry });

describe('the line of a dry run', () => {
	const node = { name: 'Voice and SMS' } as INode;
	const fine: Outcome = { is: 'checked', result: { outcome: 'wouldSend' }, rowForModel: {} };
	const skipped: Outcome = {
		is: 'skipped',
		why: 'tag',
		by: '',
		result: { outcome: 'skipped' },
		reason: '',
		rowForModel: {},
	};
	const wrong: Outcome = { is: 'rejected', error: new NodeOperationError(node, 'Wrong') };
	const sent: Outcome = { is: 'done', result: { id: 'message_7' } };

	it.each<[string, Outcome[], string]>([
		['right rows alone', [fine, fine], '2 of 2 items would be sent, 0 would fail.'],
		['wrong rows alone', [wrong], '0 of 1 items would be sent, 1 would fail (item 1).'],
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
			`Dry Run is on for 2 of 3 items: ${said.nothingSentOf} for these. 1 would be sent, 1 would fail (item 3).`,
		]);
	});

	it('is not shown for other runs', () => {
		expect(dryRunLines(itemsWith([sent, notStarted]))).toStrictEqual([]);
	});
});

describe('the lines about Send Once Keys', () => {
	/** Items by their keys: "a" was used before, "?a" in a dry run, "=a" in this run; '' is sent. */
	const linesOf = (keys: string[]) => {
		const items = keys.map((key, index): Item => {
			const by = key.replace(/^\W/, '');
			const why = key.startsWith('=') ? 'usedInThisRun' : 'usedBefore';
			const outcome: Outcome =
				key === ''
					? notStarted
					: { is: 'skipped', why, by, result: {}, reason: '', rowForModel: {} };
			const layers = key.startsWith('?') ? dry : new Map<Layer, unknown>();
			return { ...itemOf({}, index), outcome, layers };
		});
		return sendOnce.lines?.(items, toldOf({ ...sending, pastTense: 'sent' }));
	};
	const used = (were: string, keys: string) =>
		`${were} skipped, because the Send Once Key ${said.keyUsed}: ${keys}.`;

	it.each<[string, string[], string[]]>([
		[
			'one that would be skipped in a dry run',
			['?a', '', ''],
			[used('1 item would be', '"a" (item 1)')],
		],
		[
			'rows that were skipped and rows that would be',
			['?a', 'b', 'b', '', ''],
			[`${used('2 items were', '"b" (2) (items 2-3)')} ${used('1 item would be', '"a" (item 1)')}`],
		],
		['the only row', ['a'], [used('1 item was', '"a" (item 1)')]],
		['all used before', ['a', 'b'], [`${said.nothingSent}: the Send Once Keys of all 2 items`]],
		['both', ['a', '=a', ''], [used('1 item was', '"a" (item 1)'), '1 item was']],
		[
			'many keys',
			['0', '1', '2', '3', '4', '5', '6', ''],
			[used('7 items were', '"0", "1", "2", "3", "4" and 2 more (items 1-7)')],
		],
	])('say of %s', (_what, keys, lines) => {
		const given = linesOf(keys);
		expect(given?.map((line, at) => line.slice(0, lines[at]?.length))).toStrictEqual(lines);
	});
});

describe('the line about rows that go to one number', () => {
	const operation = fake<Operation>({ sends: { columns: { to: 'to' } } });
	const [ada, bob] = ['+15550100042', '+15550100043'];
	it.each<[string, string[], string[]]>([
		['is not there for different numbers', [ada, bob], []],
		[
			'names the numbers, and how often each comes',
			[ada, bob, bob, bob, ada],
			[`Several rows go to one number: ${bob} (3), ${ada} (2).`],
		],
	])('%s', (_what, numbers, lines) => {
		const items = numbers.map((to, index): Item => {
			return { ...itemOf({}, index), shown: { to }, outcome: { is: 'done', result: {} } };
		});
		const given = sameNumber.lines?.(items, toldOf(operation));
		expect(given?.map((line) => line.replace(/ If you .*$/, ''))).toStrictEqual(lines);
		expect(sameNumber.lines?.(items, { ...toldOf(operation), asTool: true })).toStrictEqual([]);
	});
});

it.each([
	[false, 1],
	[true, 0],
])('the line of an update that changes nothing, to a model (%s): %i', (asTool, lines) => {
	const input = { changes: {} } as never;
	expect(contactUpdate.lines?.([{}], [input], asTool)).toHaveLength(lines);
});
