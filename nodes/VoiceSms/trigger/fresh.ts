import type { Memory } from './memory';
import { mostRemembered, pack, unpack } from './memory';

/** A record of a list, with what tells it from all others and when it happened. */
export interface Sighting<T = unknown> {
	/** Milliseconds since 1970 by the service's clock. */
	time: number;
	/** The same for the same occurrence, however often it is read: see `keyOf`. */
	key: string;
	record: T;
}

interface Limits {
	/** How many of the oldest new ones are taken; the others are new again the next time. */
	most?: number;
	/** Length of the list, when it is known. */
	total?: number;
	/** How many are remembered. */
	room?: number;
}

/**
 * What is new in a list: every record that is not remembered, once, oldest first, and the memory
 * with it. A record older than the memory reaches is never new: it may have been given out before.
 *
 * @param records in any order, any of them more than once
 */
export function takeFresh<T>(
	records: Array<Sighting<T>>,
	memory: Memory,
	{ most = Infinity, total, room = mostRemembered }: Limits = {},
): { fresh: Array<Sighting<T>>; memory: Memory } {
	const seen = unpack(memory.seen);
	const unseen = new Map<string, Sighting<T>>();
	for (const sighting of records) {
		if (sighting.time < memory.floor || seen.has(sighting.key)) continue;
		unseen.set(sighting.key, sighting);
	}
	const all = [...unseen.values()].sort((a, b) => a.time - b.time || (a.key < b.key ? -1 : 1));
	const fresh = all.slice(0, most);
	let { newest } = memory;
	for (const { key, time } of fresh) {
		seen.set(key, time);
		newest = Math.max(newest, time);
	}
	return {
		fresh,
		memory: {
			...remember(seen, memory.floor, room),
			newest,
			// What was left is missing from the count, so that the next poll looks for it.
			...(total === undefined ? {} : { total: total - (all.length - fresh.length) }),
		},
	};
}

/**
 * The present as the baseline: everything read counts as given out.
 *
 * @param floor time from which on everything was read; 0 when the whole list was
 */
export function startMemory(records: Sighting[], floor: number, limits?: Limits): Memory {
	const empty: Memory = { newest: floor, floor, seen: '' };
	return takeFresh(records, empty, limits).memory;
}

/** The newest ones, as many as there is room for. The floor rises above the first that is not. */
function remember(
	seen: Map<string, number>,
	floorBefore: number,
	room: number,
): Pick<Memory, 'floor' | 'seen'> {
	const newestFirst = [...seen].sort(([, a], [, b]) => b - a);
	const dropped = newestFirst[room];
	// Those of the same millisecond go together: what is left of them could not be told from new.
	const floor = dropped === undefined ? floorBefore : Math.max(floorBefore, dropped[1] + 1);
	const kept = newestFirst.slice(0, room).filter(([, time]) => time >= floor);
	return { floor, seen: pack(kept) };
}
