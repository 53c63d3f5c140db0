import type { IDataObject } from 'n8n-workflow';

import { usualWords } from '../../../../nodes/VoiceSms/fields/text/answerWords';
import { replyTo } from '../../../../nodes/VoiceSms/operations/question/reply';
import type { OperationContext } from '../../../../nodes/VoiceSms/operations/context';
import { testClock, waitOn } from '../../../harness/time/clock';
import { fake } from '../../../harness/n8n/fake';

const sent = { messageId: 'ours', conversationId: 's1' };
const ours = { id: 'ours', direction: 'OUTBOUND', sentAt: '2026-06-01T11:59:00Z' };
const times = { sentAt: '2026-06-01T11:59:30Z', deliveredAt: '2026-06-01T11:59:40Z' };

it.each<[string, IDataObject, string]>([
	['when it was sent', times, times.sentAt],
	['else when it was delivered', { deliveredAt: times.deliveredAt }, times.deliveredAt],
])('the time of a reply is %s', async (_name, time, respondedAt) => {
	const reply = { id: 'a', direction: 'INBOUND', body: 'Yes', ...time };
	expect(await answerTo([[ours], [ours, reply]])).toStrictEqual({
		...sent,
		data: { approved: true, text: 'Yes', respondedAt },
	});
});

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1, 12) + seconds * 1000).toISOString();
const said = (body: unknown, seconds?: number): IDataObject => ({
	id: `${String(body)} at ${String(seconds)}`,
	direction: 'INBOUND',
	body: body as string,
	...(seconds === undefined ? {} : { sentAt: at(seconds) }),
});
const words = { yes: ['yes', 'ok'], no: ['no'] };
/** Looks that find the same. */
const again = (records: IDataObject[]) => Array.from({ length: 99 }, () => records);
const note = expect.stringContaining('Several replies say different things') as string;

it.each<[string, IDataObject[], boolean | null]>([
	['a no and a yes', [said('no', 5), said('yes', 5)], null],
	['a yes and a no', [said('yes', 5), said('no', 5)], null],
	['a yes, a yes and a no', [said('yes', 5), { ...said('yes', 5), id: 2 }, said('no', 5)], null],
	['a yes and a no without a time', [said('yes', 5), said('no')], true],
	['a yes and later a no', [said('no', 6), said('yes', 5)], null],
	['a no and later a yes', [said('no', 5), said('yes', 6)], null],
	['two words for yes', [said('yes', 5), said('ok', 5)], true],
	['a yes and another text', [said('yes', 5), said('wait', 5)], true],
	['a yes and no text', [said('yes', 5), said(undefined, 5)], true],
	['two times yes', [said('yes', 5), { ...said('yes', 5), id: 2 }], true],
	[
		'a yes and a no of the company',
		[said('yes', 5), { ...said('no', 6), direction: 'OUTBOUND' }],
		true,
	],
])('%s: approved is what is clear', async (_what, replies, approved) => {
	const { data, replyNote } = await answerTo([[ours], ...again([ours, ...replies])], words);
	expect([data, replyNote]).toMatchObject([{ approved }, approved === null ? note : undefined]);
});

it.each<[string, boolean | null]>([
	['👎 “No?”', null],
	['“No?” no', null],
	['“OK?” 👍', null],
	['👍 to “OK?”', null],
	['Liked “OK?”', null],
	['“no”', false],
	['OK!', true],
])(
	'a reply that quotes a message of the company is neither yes nor no: %s',
	async (body, approved) => {
		const [asked, before] = ['OK?', 'No?'].map((text, at) => ({
			...ours,
			id: ['ours', 'before'][at],
			body: text,
			sentAt: ['2026-06-01T11:59:00Z', '2026-05-25T11:58:00Z'][at],
		}));
		const { data } = await answerTo(
			[[before, asked], ...again([before, asked, said(body, 5)])],
			words,
		);
		expect(data).toMatchObject({ approved, text: body });
	},
);

it('without words, the next message is the answer', async () => {
	const { data } = await answerTo([[ours], [ours, said('who?', 5), said('yes', 6)]]);
	expect(data).toMatchObject({ approved: null, text: 'who?' });
});

it.each<[string, IDataObject[], Partial<Looked>, string]>([
	['never showed the question', [said('yes', 5)], {}, 'The conversation never showed the question'],
	['is incomplete', [ours], { missing: 1 }, 'Some messages of the conversation could not be read'],
	['is of one of two numbers', [ours], { to: '+5215512345678' }, 'A reply from +525512345678'],
])('a conversation that %s: the note says so', async (_what, records, more, replyNote) => {
	const answer = await answerTo(again(records), words, more);
	expect(answer).toMatchObject({ timedOut: true });
	expect(answer.replyNote).toMatch(new RegExp(`^${replyNote.replaceAll('+', '\\+')}`));
});

interface Looked {
	/** Messages that the service counts and does not give. */
	missing: number;
	to: string;
}

/** The answer to the question from what each look gives. */
async function answerTo(
	looks: IDataObject[][],
	given?: typeof words,
	{ missing = 0, to = '+15550100077' }: Partial<Looked> = {},
) {
	const clock = testClock();
	let now: IDataObject[] = [];
	const context = fake<OperationContext>({
		...clock,
		api: {
			page: async () => {
				now = looks.shift() ?? [];
				const pagination = { total: now.length + missing, page: 1, limit: 50, totalPages: 1 };
				return await Promise.resolve({ records: now, pagination });
			},
			pages: async () => await Promise.resolve({ records: now, missing }),
		},
		wait: waitOn(clock),
		leftMs: () => Infinity,
	});
	const how = {
		intervalMs: 5000,
		limitMs: 60_000,
		from: '+15550100001',
		to,
		words: given ?? usualWords,
		anyText: given === undefined,
	};
	return await replyTo(sent, how, context);
}
