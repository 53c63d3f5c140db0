import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../../api/api';
import type { List } from '../../api/endpoints';

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
export function newReader(list: List, messageId: string): (api: Api) => Promise<Read> {
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
