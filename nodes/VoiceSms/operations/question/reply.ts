import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../../api/api';
import type { List } from '../../api/endpoints';
import { whyOf } from '../../api/errors/nodeError';
import { spellingsOf } from '../../fields/phone/phone';
import { optOutWordIn, yesOrNo } from '../../fields/text/answerWords';
import { lookUntil } from '../wait/lookUntil';
import { sentMessage } from '../wait/delivery';
import type { OperationContext } from '../context';
import type { Replying } from './answerBy';
import { type AskedBySms, AskedConversation, saidIn } from './conversation';

const saysTwoThings =
	'Several replies say different things, so it is unclear which one is the answer';
const notWhole = 'Some messages of the conversation could not be read';
const optedOut = 'The person answered with a word that means: no more SMS';

/** A reply, and why it may not be the answer. */
interface Reply {
	reply: IDataObject;
	approved: boolean | null;
	doubt?: string;
	optedOut?: true;
}

/**
 * The customer's answer to the question, as `data`: the first clear yes or no or, of `anyText`, the next message. An
 * opt-out is an answer, too. At the limit, the last unclear reply; without any, the answer to the SMS with
 * `timedOut: true`. `replyNote` tells about doubts.
 *
 * @param sent the service's answer to the SMS
 * @throws NodeApiError when the service refuses the conversation for good; UserError when the answer to the
 * SMS does not name the message and the conversation
 */
export async function replyTo(
	sent: IDataObject,
	how: Replying & Omit<AskedBySms, 'messageId'>,
	context: OperationContext,
): Promise<IDataObject> {
	const { words, to, anyText, intervalMs, limitMs } = how;
	const { messageId, conversation: list } = sentMessage(sent, 'the reply');
	const read = newReader(list, messageId);
	let missed: string | undefined;
	let unclear: Reply | undefined;
	const look = async (): Promise<Reply | undefined> => {
		const { records, missing } = await read(context.api);
		const conversation = new AskedConversation(records, { ...how, messageId });
		const { replies } = conversation;
		missed = conversation.missed ?? (missing > 0 ? notWhole : undefined);
		const stop = replies.find((one) => optOutWordIn(saidIn(one)) !== undefined);
		if (stop !== undefined) {
			return { reply: stop, approved: false, doubt: optedOut, optedOut: true };
		}
		const meant = replies.map((reply): Reply => {
			const doubt = conversation.doubtOf(reply);
			const isClear = doubt === undefined && !conversation.isQuotedIn(reply);
			return { reply, approved: isClear ? yesOrNo(saidIn(reply), words) : null, doubt };
		});
		const next = meant.find((one) => !conversation.isCopy(one.reply));
		if (anyText && next !== undefined) return next;
		const clear = meant.filter(({ approved }) => approved !== null);
		if (new Set(clear.map(({ approved }) => approved)).size === 1) return clear[0];
		const last = meant[meant.length - 1] as Reply | undefined;
		unclear = last && {
			...last,
			approved: null,
			doubt: clear.length > 0 ? saysTwoThings : last.doubt,
		};
		return undefined;
	};
	// At once: an early first look misses less.
	const looking = { intervalMs, limitMs, firstAfterMs: 0, mayBeMissing: () => true };
	const { found, failure } = await lookUntil(looking, context, look);
	const given = found ?? unclear;
	const noted = (replyNote: string | undefined) => (replyNote === undefined ? {} : { replyNote });
	const unread = failure && `The conversation could not be read: ${whyOf(failure)}`;
	if (given === undefined) {
		const otherNumber = spellingsOf(to).find((number) => number !== to);
		const elsewhere =
			otherNumber &&
			`A reply from ${otherNumber}, the other number of this phone, is in another conversation, which was not read`;
		return { ...sent, ...noted(unread ?? missed ?? elsewhere), timedOut: true };
	}
	const { reply, optedOut: isOptOut, approved } = given;
	// At the limit, a clearer reply may have been missed.
	const doubt = given.doubt ?? (found === undefined ? (unread ?? missed) : undefined);
	const data = { approved, text: saidIn(reply), respondedAt: reply.sentAt ?? reply.deliveredAt };
	return { ...sent, ...noted(doubt), data, ...(isOptOut && { optedOut: true }) };
}

/** The messages of a conversation, and most messages that may be missing. */
interface Read {
	records: IDataObject[];
	missing: number;
}

/**
 * Reads a conversation look by look: page 1, and the other pages only if the new messages of page 1 do not explain by
 * how many the conversation has grown. A conversation of 3,000 messages has 60 pages.
 *
 * @param messageId of the question: until its time is known, all pages are read
 */
function newReader(list: List, messageId: string): (api: Api) => Promise<Read> {
	let known: Read | undefined;
	let total = 0;
	return async (api) => {
		const { records, pagination } = await api.page(list, 1);
		const before = new Set(known?.records.map(({ id }) => id));
		const grown = pagination.total - total;
		({ total } = pagination);
		const fresh = records.filter(({ id }) => id === undefined || !before.has(id));
		const isDated = known?.records.some(({ id, sentAt }) => id === messageId && sentAt);
		if (known?.missing === 0 && isDated && fresh.length === grown) {
			const shown = new Map(records.map((one) => [one.id, one]));
			const others = known.records.filter(({ id }) => !shown.has(id));
			known = { records: [...records, ...others], missing: 0 };
		} else if (pagination.totalPages <= 1 && records.length === total && total < pagination.limit) {
			known = { records, missing: 0 };
		} else {
			const { records: all, missing } = await api.pages(list, Infinity);
			known = { records: all, missing };
		}
		return known;
	};
}
