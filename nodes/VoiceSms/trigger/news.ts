import type { IDataObject } from 'n8n-workflow';

import { classify } from '../api/errors/nodeError';
import {
	type NewestPart,
	type WatchedList,
	overlapMs,
	reachesBehind,
	readNewest,
	readWhole,
} from '../api/list/readNewest';
import type { Poll } from './event';
import { type Candidate, type Memory, byTime } from './memory';

/**
 * Whether the top of a sorted list holds all news: nothing is new, or as many records were read that the memory does
 * not hold as the list has grown by, down to a known one that is old enough. Where the news alone explain the growth,
 * that is ten minutes before the newest, as records may come late; otherwise the floor, below which nothing is new.
 */
function holdsAllNews(part: NewestPart, candidates: Candidate[], memory: Memory): boolean {
	const last = candidates[candidates.length - 1];
	if (!memory.knows(last)) return false;
	const news = memory.newOf(candidates);
	const growth = part.total - memory.total;
	if (news.length === 0 && growth === 0) return true;
	const isExplained = growth <= unseenOf(memory, news).length;
	const downTo = isExplained ? Math.max(memory.newest() - overlapMs, memory.floor) : memory.floor;
	// Old records with one time prove no order.
	const isSorted = byTime(candidates[0], last) > 0;
	return isSorted && unseenOf(memory, candidates).length >= growth && reachesBehind(part, downTo);
}

/**
 * The records that the memory does not know, oldest first; undefined where it knows none of the records read, and
 * the credential has changed: these are the records of another company.
 */
export function freshOf<T>(
	{ isSameAccount }: Poll,
	memory: Memory,
	candidates: Array<Candidate<T>>,
): Array<Candidate<T>> | undefined {
	const isKnown = isSameAccount || candidates.some((one) => memory.lastSeen(one) !== undefined);
	return isKnown ? memory.newOf(candidates) : undefined;
}

/**
 * Reads what is new in a list, and tells n8n's log of records that the trigger cannot find.
 *
 * @param isWhole whether the list is read whole, as it is sorted by another time
 * @param isPending whether a record that was seen in this version may become an event: of the pages down to the
 * oldest one of these, each poll reads one in turn
 * @returns undefined if it is another list: see `freshOf`
 */
export async function readNews(
	poll: Poll,
	watched: WatchedList,
	memory: Memory,
	candidateOf: (record: IDataObject) => Candidate<IDataObject>,
	isWhole = false,
	isPending: (version: string) => boolean = () => false,
) {
	const candidatesOf = ({ records }: NewestPart) => records.map(candidateOf);
	const enough = (soFar: NewestPart) => holdsAllNews(soFar, candidatesOf(soFar), memory);
	const part = isWhole ? await readWhole(watched) : await readNewest(watched, enough);
	if (part.read !== undefined) {
		const { pages, size } = part.read;
		const added = unseenOf(memory, memory.newOf(candidatesOf(part))).length;
		const count = memory.countDownTo(isPending);
		const deeper = count === 0 ? 0 : Math.ceil((count + added) / size) - pages;
		if (deeper > 0) await readInTurn(poll, watched, part, pages + 1 + (poll.turn % deeper));
	}
	const fresh = freshOf(poll, memory, candidatesOf(part));
	if (fresh === undefined) return undefined;
	// A list that the service filters becomes longer by old records, too.
	const isFiltered = isWhole && watched.list.query !== undefined;
	const tooOld = isFiltered ? 0 : part.total - memory.total - unseenOf(memory, fresh).length;
	if (tooOld > 0) {
		poll.warn(
			`The trigger cannot tell ${tooOld} of the new ${nameInWarnings(watched)} from old ones: no time, or a very old time`,
		);
	}
	// Once as long as nothing changes.
	if (part.total !== memory.total) warnOfMissing(poll, part, nameInWarnings(watched));
	return { part, fresh };
}

const unseenOf = (memory: Memory, candidates: Candidate[]) =>
	candidates.filter((one) => memory.lastSeen(one) === undefined);

/** Adds a page, if it can be read. */
async function readInTurn(poll: Poll, { api, list }: WatchedList, part: NewestPart, page: number) {
	const read = await api.page(list, page).catch((error: Error) => {
		// A service that asks for fewer requests has answered the first page.
		if (!classify(error).asksForFewer) poll.failed(error);
	});
	part.records.push(...(read?.records ?? []));
}

const nameInWarnings = ({ list }: WatchedList) => (list.key === 'clients' ? 'contacts' : list.key);

export function warnOfMissing({ warn }: Poll, { total, listed }: NewestPart, name: string) {
	if (total > listed) {
		warn(`The list of the service lacks ${total - listed} of the ${name} that it counts`);
	}
}
