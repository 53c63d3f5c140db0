import type { IDataObject } from 'n8n-workflow';

import { ReplyFinder } from '../../../../nodes/VoiceSms/operations/question/replyFinder';
import { said } from '../../../harness/n8n/messages';

/** A time of the service, in seconds after ours was sent. */
const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1, 12) + seconds * 1000).toISOString();
const ours = { id: 'ours', direction: 'OUTBOUND', sentAt: at(0), body: 'Yes?' };
const undated = { ...ours, sentAt: null };
const inbound = (id: string, seconds?: number, more: IDataObject = {}): IDataObject => ({
	id,
	direction: 'INBOUND',
	body: id,
	...(seconds === undefined ? {} : { sentAt: at(seconds) }),
	...more,
});

/** What each look gives, its ID or nothing; a look that begins with 'part' is not whole. */
function looks(...all: Array<Array<IDataObject | 'part'>>) {
	const conversation = new ReplyFinder('ours', { from: '+15550100001', to: '+15550200001' });
	const found = all.map((look) => {
		const records = look.filter((one) => one !== 'part');
		const [reply] = conversation.repliesIn(records as IDataObject[], look[0] !== 'part');
		if (reply === undefined) return undefined;
		return reply.id ?? reply.body;
	});
	return { found, doubt: conversation.doubt };
}

type Row = [what: string, seen: Array<Array<IDataObject | 'part'>>, ids: unknown[], doubt?: string];
// Jest takes an argument that a row leaves out for a callback.
const table = (rows: Row[]) =>
	rows.map(([what, seen, ids, doubt]) => [what, { seen, ids, doubt }] as const);

const never =
	'The conversation never showed the question, so it is unclear which messages came after the question';
const unclear = `For one message, it ${said.unclear} it was sent after the question`;
const nothing = undefined;

describe('the reply to our message', () => {
	test.each(
		table([
			['is the one after ours', [[ours], [ours, inbound('a', 5)]], [nothing, 'a']],
			['is the one after ours at the first look already', [[inbound('a', 1), ours]], ['a']],
			[
				'is none before ours',
				[
					[inbound('old', -1), ours],
					[ours, inbound('old', -1)],
				],
				[nothing, nothing],
			],
			[
				'is not ours, nor another one of the company',
				[[ours, { ...ours, id: 'more', sentAt: at(9) }]],
				[nothing],
			],
			[
				'is the first of several, in whatever order they stand',
				[[inbound('c', 9), inbound('a', 3), ours, inbound('b', 5)]],
				['a'],
			],
			[
				'is the first one whose direction is not OUTBOUND',
				[[ours, inbound('a', 5, { direction: 'in' })]],
				['a'],
			],
			[
				'goes by when it was sent, not by when it was delivered',
				[[ours, inbound('late', -5, { deliveredAt: at(5) })]],
				[nothing],
			],
			[
				'goes by its delivery where it was never sent',
				[[ours, inbound('a', undefined, { deliveredAt: at(5) })]],
				['a'],
			],
			[
				'is none as long as ours is not shown',
				[[inbound('a', 5)], [inbound('a', 5), ours]],
				[nothing, 'a'],
			],
			[
				'may be there before ours is shown, and an old one too',
				[[inbound('old', -5)], [inbound('old', -5), inbound('a', 5), ours]],
				[nothing, 'a'],
			],
			[
				'is none where ours is never shown',
				[[inbound('a', 5)], [inbound('a', 5), inbound('b', 6)]],
				[nothing, nothing],
				never,
			],
		]),
	)('%s', (_what, { seen, ids, doubt }) => {
		const { found, doubt: said } = looks(...seen);
		expect(found).toStrictEqual(ids);
		expect(said).toBe(doubt);
	});

	test.each(
		table([
			[
				'of the same time as ours, seen at the first look, is not told from an old one',
				[[ours, inbound('a', 0)]],
				[nothing],
				unclear,
			],
			[
				'of the same time as ours, seen later, came later',
				[[ours], [ours, inbound('a', 0)]],
				[nothing, 'a'],
			],
			[
				'without a time, seen at the first look, is not told from an old one',
				[[ours, inbound('a')]],
				[nothing],
				unclear,
			],
			['without a time, seen later, came later', [[ours], [ours, inbound('a')]], [nothing, 'a']],
			[
				'with a time that cannot be read is one without',
				[[ours], [ours, inbound('a', undefined, { sentAt: 'soon' })]],
				[nothing, 'a'],
			],
			[
				'without a time comes after one that has a time',
				[[ours], [ours, inbound('b'), inbound('a', 5)]],
				[nothing, 'a'],
			],
			[
				'that shows late and is older than ours is no reply, but said',
				[[ours], [ours, inbound('late', -60)]],
				[nothing, nothing],
				unclear,
			],
			[
				'beside ours without a time, seen later, came later',
				[[undated], [undated, inbound('a', 5)]],
				[nothing, 'a'],
			],
			[
				'beside ours without a time, seen at once, waits until ours has one',
				[
					[undated, inbound('a', 5)],
					[ours, inbound('a', 5)],
				],
				[nothing, 'a'],
			],
			[
				'beside ours without a time, older than what stood there, is not taken',
				[
					[undated, inbound('old', -60)],
					[undated, inbound('old', -60), inbound('older', -90)],
				],
				[nothing, nothing],
				unclear,
			],
			[
				'beside ours without a time for good is not taken when it was there at once',
				[
					[undated, inbound('a', 5)],
					[undated, inbound('a', 5)],
				],
				[nothing, nothing],
				unclear,
			],
			[
				'is not told by a first look that is not whole',
				[
					['part', ours],
					[ours, inbound('a')],
					[ours, inbound('a'), inbound('b')],
				],
				[nothing, nothing, 'b'],
				unclear,
			],
			['with a time counts in a look that is not whole', [['part', ours, inbound('a', 5)]], ['a']],
			[
				'without an identifier counts by its time',
				[[ours], [ours, inbound('', 5, { id: undefined, body: 'x' })]],
				[nothing, 'x'],
			],
		]),
	)('a message %s', (_what, { seen, ids, doubt }) => {
		const { found, doubt: said } = looks(...seen);
		expect(found).toStrictEqual(ids);
		expect(said).toBe(doubt);
	});
});
