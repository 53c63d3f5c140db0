import { isObject } from '../../util/isObject';
import type { Candidate } from './candidate';
import { byTime } from './candidate';

/** How much of a list was read. */
interface Extent {
	whole: boolean;
	oldest?: number;
}

/** Most records remembered of a list. Each takes 16 characters of the state, 40 kB in all. */
export const mostRemembered = 2_500;

/** The records of a list that were given out, at most `mostRemembered`, by their keys. */
export class Memory {
	/** Length of the list when it was last read; undefined when its growth says nothing. */
	total?: number;

	private constructor(
		private readonly seen: Map<string, number>,
		/**
		 * Everything given out from this time on is remembered; older records are never new. Records
		 * without a time are older than all others.
		 */
		public floor: number,
		/** Newest time of the service that was seen, in milliseconds. */
		public newest: number,
		private readonly room: number,
	) {}

	/** The present as the baseline: everything read counts as given out. */
	static of(candidates: Candidate[], { whole, oldest }: Extent, room = mostRemembered): Memory {
		// More records of the last millisecond read may stand on the next page.
		const floor = whole ? 0 : (oldest ?? 0) + 1;
		const memory = new Memory(new Map(), floor, floor, room);
		memory.add(candidates);
		return memory;
	}

	/** The memory as it was saved; undefined when it cannot be read. */
	static read(saved: unknown, room = mostRemembered): Memory | undefined {
		if (!isObject(saved)) return undefined;
		const { newest, floor, seen, total } = saved;
		if (typeof newest !== 'number' || typeof floor !== 'number' || typeof seen !== 'string') {
			return undefined;
		}
		const memory = new Memory(unpack(seen), floor, newest, room);
		if (typeof total === 'number') memory.total = total;
		return memory;
	}

	/** Whether a record is remembered. */
	remembers({ key }: Candidate): boolean {
		return this.seen.has(key);
	}

	/**
	 * Whether a record was given out, or may have been.
	 *
	 * @param until for records that are looked for again: all others up to this time were given out
	 */
	knows(candidate: Candidate, until = Infinity): boolean {
		const { time = noTime } = candidate;
		return (time < this.floor && time <= until) || this.remembers(candidate);
	}

	/**
	 * The records that are not known, each once, oldest first. Records with the same time come in the
	 * opposite order of the list, because lists are usually newest-first.
	 *
	 * @param candidates in any order, any of them more than once
	 */
	newOf<T>(candidates: Array<Candidate<T>>, until?: number): Array<Candidate<T>> {
		const unknown = new Map(
			candidates.filter((one) => !this.knows(one, until)).map((one) => [one.key, one]),
		);
		return [...unknown.values()].reverse().sort(byTime);
	}

	/** Counts records as given out. */
	add(candidates: Candidate[]) {
		for (const { key, time = noTime } of candidates) {
			this.seen.set(key, time);
			this.newest = Math.max(this.newest, time);
		}
	}

	/**
	 * Keeps the newest records, as many as there is room for. The floor rises above the first record
	 * that is dropped. All records of its millisecond go too, as one that came later could not be told
	 * from those dropped.
	 */
	trim() {
		const all = [...this.seen].map(([key, time]) => ({ key, time }));
		const newestFirst = all.sort(byTime).reverse();
		const dropped = newestFirst[this.room];
		if (dropped === undefined) return;
		this.floor = Math.max(this.floor, dropped.time + 1);
		for (const { key, time } of newestFirst) {
			if (time < this.floor) this.seen.delete(key);
		}
	}

	/** The form that n8n keeps: keys and times are packed. */
	save() {
		this.trim();
		const { newest, floor, total } = this;
		const seen = pack([...this.seen]);
		return { newest, floor, seen, ...(total === undefined ? {} : { total }) };
	}
}

const keyBytes = 6;
const timeBytes = 6;
/** The time of a record without one. No other record has it: see `parseTime`. */
const noTime = 0;

/** One text of fixed width per entry. */
export function pack(entries: Array<[key: string, time: number]>): string {
	const width = keyBytes + timeBytes;
	const bytes = Buffer.alloc(entries.length * width);
	entries.forEach(([key, time], index) => {
		bytes.write(key, index * width, keyBytes, 'base64');
		bytes.writeUIntBE(time, index * width + keyBytes, timeBytes);
	});
	return bytes.toString('base64');
}

/** Times by key. */
export function unpack(text: string): Map<string, number> {
	const bytes = Buffer.from(text, 'base64');
	const entries = new Map<string, number>();
	for (let at = 0; at + keyBytes + timeBytes <= bytes.length; at += keyBytes + timeBytes) {
		const key = bytes.toString('base64', at, at + keyBytes);
		entries.set(key, bytes.readUIntBE(at + keyBytes, timeBytes));
	}
	return entries;
}
