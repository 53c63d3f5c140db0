import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { asNodeError } from '../../../nodes/VoiceSms/api/errors/nodeError';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';
import { callGetRecording } from '../../../nodes/VoiceSms/operations/call/getRecording';
import { contactUpdate } from '../../../nodes/VoiceSms/operations/contact/update';
import { smsSendAndWait } from '../../../nodes/VoiceSms/operations/question';
import { smsSend } from '../../../nodes/VoiceSms/operations/sms/send';
import type { Item, Layer, LineContext } from '../../../nodes/VoiceSms/layers/layer';
import {
	type Outcome,
	failed,
	named,
	notStarted,
	skipped,
} from '../../../nodes/VoiceSms/layers/outcome';
import { sendOnce } from '../../../nodes/VoiceSms/layers/sendOnce';
import { claimName } from '../../../nodes/VoiceSms/layers/sendOnce/keys';
import { canceled, firstError } from '../../../nodes/VoiceSms/run/runSummary';
import { itemOf, toldOf } from '../../harness/n8n/records';
import { fake } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const to = (index: number) => `+1555000${String(index + 1).padStart(4, '0')}`;
const send = smsSend as Operation;
const done: Outcome = { is: 'done', result: { id: 'a' } };
const begun: Outcome = { is: 'begun', result: { id: 'a' } };
const skippedBefore = skipped(itemOf({}), ['usedBefore', 'k', 'Used before'], '');

/** The outcome of an item whose request failed. */
const refusedBy = (index: number, service = 'Number is not reachable') =>
	failed(
		asNodeError(node, { cause: 'status', status: 400, service }, subjectOf(index), false, 'POST'),
	);
const lost = (index: number) =>
	failed(asNodeError(node, { cause: 'lost' }, subjectOf(index), true, 'POST'));
const subjectOf = (itemIndex: number) => ({
	nameInErrors: `SMS to ${to(itemIndex)}`,
	did: 'sent',
	itemIndex,
});
const invalid = (): Outcome => ({
	is: 'invalid',
	error: new NodeOperationError(node, "'To' has no country code", { description: 'Add it.' }),
});
const unread = invalid();
const later = (index: number): Outcome => ({
	is: 'acceptedThenFailed',
	result: {},
	error: asNodeError(node, { cause: 'lost' }, { ...subjectOf(index), isDone: true }, false, 'GET'),
});

type Told = (index: number) => Outcome;
const itemsOf = (outcomes: Array<Outcome | Told>, own: Partial<Item> = {}): Item[] =>
	outcomes.map((outcome, index) => ({
		...itemOf({ to: to(index) }, index),
		shown: { to: to(index) },
		outcome: typeof outcome === 'function' ? outcome(index) : outcome,
		...own,
		notes: index === 0 ? (own.notes ?? {}) : {},
		// As of a row that cannot be read.
		...(outcome === unread && { input: undefined, layers: new Map() }),
	}));
/** Items with a key, and the facts of the key of the first item. */
const keyed = {
	layers: new Map([[sendOnce as Layer, 'k']]),
	notes: { key: { name: claimName(to(0), 'k'), label: 'k', end: 'sent' as const } },
};
const told = (
	outcomes: Array<Outcome | Told>,
	own: Partial<Item> = {},
	operation = send,
	before = 0,
) => {
	const error = firstError(itemsOf(outcomes, own), toldOf(operation, { before }));
	expect(error.context.itemIndex).toBeUndefined();
	return `${error.message}. ${String(error.description)}`;
};
const refused: Told = (index) => refusedBy(index);

describe('the error of a run', () => {
	const look = said.lookItUp;
	const unreachable = `${said.serviceSays} Number is not reachable.`;
	it.each<[string, Array<Outcome | Told>, Partial<Item>, string]>([
		[
			'one item that was refused',
			[refused],
			{},
			`Not sent: SMS to ${to(0)}. ${unreachable} ${said.fixThis}`,
		],
		[
			'one item without an answer',
			[lost],
			{},
			`Perhaps sent: SMS to ${to(0)}. ${said.lost}. ${look}`,
		],
		[
			'a list: who got it, and who is to get it',
			[done, done, refused, done, notStarted],
			{},
			`Not sent: SMS to ${to(2)} (item 3). ${unreachable} 3 of 5 are sent. ${said.againWithout} ${said.left} ${to(2)} (item 3), ${to(4)} (item 5).`,
		],
		[
			'a long list: a run of items by its ends',
			[
				...Array.from({ length: 24 }, () => done),
				refused,
				...Array.from({ length: 375 }, () => notStarted),
			],
			{},
			`Not sent: SMS to ${to(24)} (item 25). ${unreachable} 24 of 400 are sent. ${said.againWithout} ${said.left} items 25-400 (${to(24)} to ${to(399)}).`,
		],
		[
			'a list with a key',
			[done, refused, notStarted],
			keyed,
			`Not sent: SMS to ${to(1)} (item 2). ${unreachable} 1 of 3 is sent. ${said.againWithKey}`,
		],
		[
			'a list whose first item an earlier try sent with another key',
			[done, refused],
			{ ...keyed, notes: { key: { ...keyed.notes.key, name: claimName(to(0), 'other') } } },
			`Not sent: SMS to ${to(1)} (item 2). ${unreachable} 1 of 2 is sent. ${said.againWithout}`,
		],
		[
			'a list whose first item an earlier try sent without a key',
			[done, refused],
			{ ...keyed, notes: {} },
			`Not sent: SMS to ${to(1)} (item 2). ${unreachable} 1 of 2 is sent. ${said.againWithout}`,
		],
		[
			'a list with a key, where two were refused',
			[done, refused, refused],
			keyed,
			`Not sent: SMS to ${to(1)} (item 2). ${unreachable} 1 of 3 is sent. Run it again. ${said.left} items 2-3 (${to(1)} to ${to(2)}).`,
		],
		[
			'a list with a key, where one was lost and one refused',
			[lost, refused],
			keyed,
			`Perhaps sent: SMS to ${to(0)} (item 1). ${said.lost}. ${look} None of 2 is sent. Run it again. ${said.left} ${to(1)} (item 2).`,
		],
		[
			'a list with a key, where an item cannot be read any more',
			[done, unread],
			keyed,
			`'To' has no country code (item 2, ${to(1)}). Add it. 1 of 2 is sent. ${said.againWithKey}`,
		],
		[
			'nobody who surely got it, and one who is to get it',
			[lost, notStarted],
			{},
			`Perhaps sent: SMS to ${to(0)} (item 1). ${said.lost}. ${look} None of 2 is sent. ${said.left} ${to(1)} (item 2).`,
		],
		[
			'the worst state, which comes first',
			[done, refused, lost, lost, done],
			{},
			`Perhaps sent: SMS to ${to(2)} (item 3). ${said.lost}. ${look} Perhaps sent: ${to(3)} (item 4). 2 of 5 are sent. ${said.againWithout} ${said.left} ${to(1)} (item 2).`,
		],
		[
			'a later step',
			[done, later],
			{},
			`Sent${said.butFailed}: SMS to ${to(1)} (item 2). ${said.lost}. 2 of 2 are sent.`,
		],
		[
			'nobody who got it',
			[refused, notStarted],
			{},
			`Not sent: SMS to ${to(0)} (item 1). ${unreachable} None of 2 is sent. ${said.fixThis}`,
		],
		[
			'nobody who got it now, and people who got it before',
			[skippedBefore, refused, skippedBefore],
			{},
			`Not sent: SMS to ${to(1)} (item 2). ${unreachable} None of 3 sent, 2 skipped. ${said.fixThis}`,
		],
		[
			'invalid fields',
			[notStarted, invalid(), invalid()],
			{},
			`${said.nothingSent}. 'To' ${said.noCountryCode} (item 2, ${to(1)}). Add it. Also: ${to(2)} (item 3). ${said.setOnError}`,
		],
	])('of %s', (_what, outcomes, own, text) => {
		expect(told(outcomes, own)).toBe(text);
	});

	it.each<[string, Operation, Array<Outcome | Told>, string | undefined]>([
		['a read can simply run again', callGetRecording as Operation, [done, refused], undefined],
		['an update, too', contactUpdate as Operation, [done, refused], '1 of 2 is updated.'],
		[
			'a question has no one who waits',
			smsSendAndWait as Operation,
			[begun, refused],
			`Asked, but nobody waits: ${to(0)} (item 1). 1 of 2 is sent.`,
		],
	])('%s', (_what, operation, outcomes, sentence) => {
		const text = told(outcomes, {}, operation);
		expect(text).not.toContain(sentence === undefined ? ' of 2 ' : 'undefined');
		expect(text).toContain(sentence ?? unreachable);
	});

	it('of a later run says that the runs before went through, and asks to leave these people out', () => {
		expect(told([done, refused], {}, send, 2)).toContain(
			`Earlier runs of this node went through. 1 of 2 is sent. ${said.againWithout}`,
		);
		for (const one of [refused, later]) {
			expect(told([one], {}, send, 2)).toContain(`went through. ${said.againWithout}`);
		}
	});

	it('that was canceled says the same of all', () => {
		const context = fake<IExecuteFunctions>({
			getNode: () => node,
			getWorkflow: () => ({ name: 'Reminders' }),
			getExecutionId: () => '7',
			logger: { warn: () => {} },
			continueOnFail: () => true,
		});
		const run: LineContext = { context, operation: send, asTool: false, runIndex: 0 };
		const { description } = canceled(run, itemsOf([done, lost, notStarted]));
		expect(description).toBe(
			`Perhaps sent: ${to(1)} (item 2). 1 of 3 is sent. ${said.againWithout} ${said.left} ${to(2)} (item 3).`,
		);
		// Items of earlier runs may have failed where the node goes on.
		expect(canceled({ ...run, runIndex: 2 }, itemsOf([done])).description).not.toContain('through');
	});
});

it('no more than ten groups of people are named', () => {
	const items = itemsOf(Array.from({ length: 99 }, () => done)).filter(
		({ index }) => index % 2 === 0,
	);
	expect(named(items, send)).toMatch(/\(item 19\) and 40 more$/);
});
