import type { IDataObject } from 'n8n-workflow';

import { classify } from '../../../api/errors/nodeError';
import { pagesOf } from '../../../api/list/readPage';
import type { Poll } from '../../event';
import type { WatchedList } from '../../news/newest';

/** The pages of the list that were read one by one, since a poll. */
export interface PagesInTurn {
	/** The numbers of this poll, and of the last one that ended well. */
	first: number;
	last: number;
	/** All messages up to this time were read. */
	until: number;
	/** How many pages the list had. */
	pages: number;
	/** How many conversations it had. */
	total: number;
}

/**
 * Reads page 1 of the list of conversations, and the next page in turn: in any order of the list, all pages
 * are read within as many polls. After each of the two, it reads on as long as `goesOn`.
 *
 * @returns `isCut`: whether pages after page 1 with news were left, as they could not be read; `pages`, `total`: how
 * many pages and conversations the list has; `isInTurnRead`: whether the page in turn was read
 */
export async function readInTurn(
	poll: Poll,
	{ api, list }: WatchedList,
	goesOn: (page: IDataObject[]) => boolean,
) {
	const first = await api.page(list, 1);
	const { total } = first.pagination;
	const pages = pagesOf(first.pagination, first.records.length);
	const listed = [...first.records];
	let next = 2;
	/** Reads on from the next page; gives whether a page could not be read. */
	const readOn = async (isOn: boolean) => {
		for (; isOn && next <= pages; next++) {
			const page = await api.page(list, next).catch((error: Error) => {
				// A service that asks for fewer requests has answered page 1.
				if (!classify(error).asksForFewer) poll.failed(error);
			});
			if (page === undefined) return true;
			listed.push(...page.records);
			isOn = goesOn(page.records);
		}
		return false;
	};
	const isCut = await readOn(goesOn(first.records));
	const inTurn = 2 + (poll.turn % Math.max(1, pages - 1));
	let isInTurnRead = !isCut;
	if (!isCut && inTurn >= next) {
		next = inTurn;
		isInTurnRead = !(await readOn(true));
	}
	return { listed, isCut, pages, total, isInTurnRead };
}

/**
 * How far the pages in turn are.
 *
 * @param isRead whether this poll has read its page
 * @returns `readUntil`: the whole list was read after all messages up to this time had come
 */
export function afterPoll(
	turn: PagesInTurn,
	now: PagesInTurn,
	isRead: boolean,
): { turn: PagesInTurn; readUntil?: number } {
	// Page 1 and one more are the whole list.
	if (isRead && now.pages <= 2) return { turn: now, readUntil: now.until };
	// Otherwise a poll failed, or n8n was started again or did not keep the state, and a page may be left out.
	const goesOn = isRead && now.pages === turn.pages && now.first === turn.last + 1;
	// Where one was deleted, another moved up, maybe to a page that had been read.
	if (!goesOn || now.total < turn.total) return { turn: now };
	const isAll = now.first - turn.first >= now.pages - 1;
	return isAll
		? { turn: now, readUntil: turn.until }
		: { turn: { ...turn, last: now.first, total: now.total } };
}
