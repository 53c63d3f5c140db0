import { isObject } from '../../util/isObject';
import type { Sighting } from './sighting';
import { byTime } from './sighting';

/** A memory as n8n keeps it with the workflow. */
export interface SavedMemory {
	newest: number;
	floor: number;
	/** Keys and times, packed. */
	seen: string;
	total?: number;
	undatedKnown: boolean;
}

/** How much of a list was read. */
interface Extent {
	whole: boolean;
	oldest?: number;
}

/** Records remembered of a list. One takes 16 characters of the state: 40 kB for all. */
export const mostRemembered = 2_500;

/**
 * The records given out of a list, bounded in size whatever happens to the list. Decoded once a poll
 * and saved at its end.
 */
export class Memory {
	/** Length of the list when it was last read, where that tells something. */
	total?: number;

	private constructor(
		private readonly seen: Map<string, number | undefined>,
		/** From this time on everything given out is remembered; older records are never new. */
		public floor: number,
		/** Newest time of the service that was seen, in milliseconds. */
		public newest: number,
		/** Whether all records without a time are remembered; else none of them is new. */
		private undatedKnown: boolean,
		private readonly room: number,
	) {}

	/** The present as the baseline: everything read counts as given out. */
	static of(sightings: Sighting[], { whole, oldest }: Extent, room = mostRemembered): Memory {
		// Of the last millisecond read, a part may stand on the next page.
		const floor = whole ? 0 : (oldest ?? 0) + 1;
		const memory = new Memory(new Map(), floor, floor, whole, room);
		memory.add(sightings);
		return memory;
	}

	/** The memory as it was saved; undefined when that is none. */
	static read(saved: unknown, room = mostRemembered): Memory | undefined {
		if (!isObject(saved)) return undefined;
		const { newest, floor, seen, total, undatedKnown } = saved;
		if (typeof newest !== 'number' || typeof floor !== 'number' || typeof seen !== 'string') {
			return undefined;
		}
		const memory = new Memory(unpack(seen), floor, newest, undatedKnown === true, room);
		if (typeof total === 'number') memory.total = total;
		return memory;
	}

	/** Whether a record is remembered. */
	remembers({ key }: Sighting): boolean {
		return this.seen.has(key);
	}

	/**
	 * Whether a record was given out, or may have been.
	 *
	 * @param until time up to which anything of its kind was given out, where that is known
	 */
	knows(sighting: Sighting, until = Infinity): boolean {
		const { time } = sighting;
		if (this.remembers(sighting)) return true;
		return time === undefined ? !this.undatedKnown : time < this.floor && time <= until;
	}

	/**
	 * The news of a list: every record that is not known, once, oldest first. Of records with the same
	 * time, the last of the list comes first, as lists are newest-first where they have an order.
	 *
	 * @param sightings in any order, any of them more than once
	 */
	newOf<T>(sightings: Array<Sighting<T>>, until?: number): Array<Sighting<T>> {
		const unknown = new Map(
			sightings.filter((one) => !this.knows(one, until)).map((one) => [one.key, one]),
		);
		return [...unknown.values()].reverse().sort(byTime);
	}

	/** Counts records as given out. */
	add(sightings: Sighting[]) {
		for (const { key, time } of sightings) {
			this.seen.set(key, time);
			this.newest = Math.max(this.newest, time ?? this.newest);
		}
	}

	/**
	 * Keeps the newest ones, as many as there is room for. The floor rises above the first that goes,
	 * and all records of its millisecond go with it: any that stayed away could not be told from new ones.
	 */
	trim() {
		const all = [...this.seen].map(([key, time]) => ({ key, time }));
		const newestFirst = all.sort(byTime).reverse();
		const dropped = newestFirst[this.room];
		if (dropped === undefined) return;
		// Records without a time are the last in this order.
		this.undatedKnown = false;
		this.floor = Math.max(this.floor, (dropped.time ?? 0) + 1);
		for (const { key, time } of newestFirst) {
			if (time === undefined || time < this.floor) this.seen.delete(key);
		}
	}

	/** The form that n8n keeps. */
	save(): SavedMemory {
		this.trim();
		const { newest, floor, total, undatedKnown } = this;
		const seen = pack([...this.seen]);
		return { newest, floor, seen, ...(total === undefined ? {} : { total }), undatedKnown };
	}
}

const keyBytes = 6;
const timeBytes = 6;
/** No record has this time: see `timeOf`. */
const noTime = 0;

/** One text of fixed width per entry. */
export function pack(entries: Array<[key: string, time: number | undefined]>): string {
	const width = keyBytes + timeBytes;
	const bytes = Buffer.alloc(entries.length * width);
	entries.forEach(([key, time], index) => {
		bytes.write(key, index * width, keyBytes, 'base64');
		bytes.writeUIntBE(time ?? noTime, index * width + keyBytes, timeBytes);
	});
	return bytes.toString('base64');
}

/** Times by key. */
export function unpack(text: string): Map<string, number | undefined> {
	const bytes = Buffer.from(text, 'base64');
	const entries = new Map<string, number | undefined>();
	for (let at = 0; at + keyBytes + timeBytes <= bytes.length; at += keyBytes + timeBytes) {
		const time = bytes.readUIntBE(at + keyBytes, timeBytes);
		entries.set(bytes.toString('base64', at, at + keyBytes), time === noTime ? undefined : time);
	}
	return entries;
}
