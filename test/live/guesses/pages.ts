import type { IDataObject } from 'n8n-workflow';

import { contacts } from '../../../nodes/VoiceSms/api/lists';
import { conversationPageSize, pageParameter } from '../../../nodes/VoiceSms/api/unstated';
import { Guess, type Finding } from '../finding';
import { inShort } from '../reply';
import type { ListReply, Session } from '../session';

export interface Paged {
	id: 'contacts' | 'conversations' | 'calls' | 'messages';
	operationId: string;
	key: string;
	/** For the path. */
	ids?: Record<string, string>;
	/** `limit` that the node sends; left out, none. */
	pageSize?: number;
}

export const paged: Record<'contacts' | 'conversations' | 'calls', Paged> = {
	contacts: {
		id: 'contacts',
		operationId: 'listContacts',
		key: 'clients',
		pageSize: contacts.pageSize,
	},
	conversations: {
		id: 'conversations',
		operationId: 'listConversations',
		key: 'conversations',
		pageSize: conversationPageSize,
	},
	calls: { id: 'calls', operationId: 'listCalls', key: 'calls' },
};

export interface Pages {
	findings: Finding[];
	/** Those that the pages held, in the order of the list. */
	records: IDataObject[];
}

/** Sizes that are tried above ours. */
const larger = [100, 250, 500, 1000];

/**
 * Whether pages are given as the node asks for them.
 *
 * @param first the list asked for without any parameter
 */
export async function pages(session: Session, list: Paged, first: ListReply): Promise<Pages> {
	const { id, pageSize } = list;
	const ofPage = new Guess(`${id}.page`, `"${pageParameter}" gives the pages of ${id}`);
	const ofSize = new Guess(`${id}.pageSize`, `A page of ${id} may have ${pageSize}`);
	if (first.records === undefined) {
		const why = inShort(first.reply);
		const sized = pageSize === undefined ? [] : [ofSize.unseen(why)];
		return { findings: [...sized, ofPage.unseen(why)], records: [] };
	}
	session.facts.set(`default page of ${id}`, `${first.limit ?? 'not said'}`);
	const findings: Finding[] = [];
	let top = first;
	if (pageSize !== undefined) {
		const sized = await read(session, list, { page: 1, limit: pageSize });
		findings.push(judgeSize(ofSize, pageSize, first, sized));
		if (sized.records !== undefined) top = sized;
		if (id === 'conversations' && sized.limit === pageSize) await largest(session, list, pageSize);
	}
	const second = await secondPage(session, list, first, top);
	findings.push(judgePage(ofPage, id, top, second));
	const isNext = second?.page === 2 && second.limit === top.limit;
	return { findings, records: [...(top.records ?? []), ...((isNext && second.records) || [])] };
}

async function read(session: Session, list: Paged, query: Record<string, number>) {
	return await session.list(list.operationId, list.key, query, list.ids);
}

function judgeSize(guess: Guess, size: number, first: ListReply, sized: ListReply): Finding {
	const { reply, records, limit, total } = sized;
	if (reply.kind === 'none') return guess.unseen(reply.why);
	if (records === undefined) {
		const works = first.limit ?? first.records?.length ?? 10;
		return guess.fails(
			`limit=${size} is refused: ${inShort(reply)}`,
			`Give what reads this list the option 'Query Parameters' with limit = ${Math.max(1, works)}, the trigger too.`,
		);
	}
	const whole = Math.min(limit ?? size, total);
	if (records.length !== whole) {
		return guess.differs(
			`a page that says ${limit} of ${total} has ${records.length}`,
			'Nothing: the node goes by what it gets, and reads more pages.',
		);
	}
	if (limit !== size) {
		return guess.differs(
			`limit=${size} gives pages of ${limit}`,
			'Nothing: the node goes by the size in the answer, and makes more requests.',
		);
	}
	return guess.holds(`limit=${size} is taken`);
}

/** How many a page may hold at most, as far as a few requests can tell. */
async function largest(session: Session, list: Paged, known: number): Promise<void> {
	let least = known;
	const tell = (text: string) => void session.facts.set(`largest page of ${list.id}`, text);
	for (const limit of larger) {
		const page = await read(session, list, { page: 1, limit });
		if (page.reply.kind === 'none') return tell(`${least} or more`);
		if (page.records === undefined) return tell(`${least} or more, below ${limit}`);
		if (page.limit !== limit) return tell(String(page.limit ?? 'not said'));
		least = limit;
	}
	tell(`${least} or more`);
}

/** Undefined when there is none to ask for. */
async function secondPage(session: Session, list: Paged, first: ListReply, top: ListReply) {
	if (list.pageSize === undefined) {
		return first.total > (first.records?.length ?? 0)
			? await read(session, list, { [pageParameter]: 2 })
			: undefined;
	}
	if (top.total < 2) return undefined;
	const limit = top.total > (top.records?.length ?? 0) ? (top.limit ?? list.pageSize) : 1;
	return await read(session, list, { [pageParameter]: 2, limit });
}

function judgePage(
	guess: Guess,
	id: string,
	first: ListReply,
	second: ListReply | undefined,
): Finding {
	if (second === undefined) return guess.unseen(`there is one page of ${id} only`);
	const { reply, records, page } = second;
	if (reply.kind === 'none') return guess.unseen(reply.why);
	const todo = `The node stops with an error at page 2 instead of giving ${id} twice: ask whoever runs the service. Until then take no more than a page, or larger ones by the option 'Query Parameters' where the service has a limit.`;
	if (records === undefined) return guess.fails(`page 2 is refused: ${inShort(reply)}`, todo);
	if (first.page !== undefined && first.page !== 1) {
		return guess.fails(`page 1 calls itself page ${first.page}`, todo);
	}
	const known = new Set(first.records?.slice(0, records.length).map((record) => record.id));
	const isSame = records.length > 0 && records.every((record) => known.has(record.id));
	if (isSame) return guess.fails('page 2 holds the records of page 1', todo);
	if (page !== 2) return guess.fails(`page 2 calls itself page ${page}`, todo);
	if (records.length === 0) return guess.fails('page 2 is empty', todo);
	return guess.holds('page 2 holds other records than page 1');
}
