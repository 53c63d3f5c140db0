import type { IDataObject } from 'n8n-workflow';

import { usualWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';
import { AskedConversation } from '../../../../nodes/VoiceSms/operations/question/conversation';

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

const asked = {
	messageId: 'ours',
	from: '+15550100001',
	to: '+15550200001',
	words: usualWords,
	limitMs: 60_000,
};

/** What each look gives, its ID or its text or nothing, and the last look's doubt. */
function looks(...all: IDataObject[][]) {
	const conversations = all.map((records) => new AskedConversation(records, asked));
	const found = conversations.map(
		({ replies: [reply] }: { replies: Array<IDataObject | undefined> }) =>
			reply && (reply.id ?? reply.body),
	);
	return { found, doubt: conversations.at(-1)?.missed };
}

type Row = [what: string, seen: IDataObject[][], ids: unknown[], doubt?: string];
// Jest takes an argument that a row leaves out for a callback.
const table = (rows: Row[]) =>
	rows.map(([what, seen, ids, doubt]) => [what, { seen, ids, doubt }] as const);

const never = expect.stringContaining('never showed the question') as string;
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
		expect(said).toEqual(doubt);
	});

	test.each(
		table([
			['of the same time as ours is none', [[ours], [ours, inbound('a', 0)]], [nothing, nothing]],
			['without a time is none', [[ours], [ours, inbound('a')]], [nothing, nothing]],
			[
				'with a time that cannot be read is none',
				[[ours, inbound('a', undefined, { sentAt: 'soon' })]],
				[nothing],
			],
			[
				'without a time does not hide one that has a time',
				[[ours, inbound('b'), inbound('a', 5)]],
				['a'],
			],
			[
				'that shows late and is older than ours is none',
				[[ours], [ours, inbound('late', -60)]],
				[nothing, nothing],
			],
			[
				'beside ours without a time waits until ours has one',
				[
					[undated, inbound('a', 5)],
					[ours, inbound('a', 5)],
				],
				[nothing, 'a'],
			],
			[
				'beside ours without a time for good is none',
				[
					[undated, inbound('a', 5)],
					[undated, inbound('a', 5)],
				],
				[nothing, nothing],
				never,
			],
			[
				'without an identifier counts by its time',
				[[ours], [ours, inbound('', 5, { id: undefined, body: 'x' })]],
				[nothing, 'x'],
			],
		]),
	)('a message %s', (_what, { seen, ids, doubt }) => {
		const { found, doubt: said } = looks(...seen);
		expect(found).toStrictEqual(ids);
		expect(said).toEqual(doubt);
	});
});
