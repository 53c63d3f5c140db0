import { createHash } from 'node:crypto';

import { isObject } from '../../util/isObject';

/** A record of a list that may be new. */
export interface Candidate<T = unknown> {
	/** Milliseconds since 1970 by the service's clock; undefined when the record does not say. */
	time: number | undefined;
	/** The same for the same event, however often its record is read: see `dedupeKey`. */
	key: string;
	record: T;
}

/** Latest time that a memory has room for, some 8,900 years after 1970. */
const latestTime = 2 ** 48 - 1;

/** 48 bits of a hash: among 2,500 remembered, one in 10^11 new records is taken for an old one. */
export function dedupeKey(...parts: unknown[]): string {
	return createHash('sha1').update(JSON.stringify(parts)).digest('base64').slice(0, 8);
}

/** Milliseconds since 1970 of a record's time field, 1 at least; undefined when it cannot be read. */
export function parseTime(value: unknown): number | undefined {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? undefined : Math.min(Math.max(1, time), latestTime);
}

type Timed = Pick<Candidate, 'time'>;

/** Comparison that puts the oldest first, and records without a time before all others. */
export function byTime(one: Timed, other: Timed): number {
	return (one.time ?? 0) - (other.time ?? 0);
}

/** Most records remembered of a list. Each takes 16 characters of the state, 40 kB in all. */
const mostRemembered = 2_500;

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
	static of(
		candidates: Candidate[],
		read: { whole: boolean; oldest?: number },
		room = mostRemembered,
	): Memory {
		// More records of the last millisecond read may stand on the next page.
		const floor = read.whole ? 0 : (read.oldest ?? 0) + 1;
		const memory = new Memory(new Map(), floor, floor, room);
		memory.add(candidates);
		return memory;
	}

	/** The memory as it was saved; undefined when it cannot be read. */
	static read(saved: unknown, room = mostRemembered): Memory | undefined {
		if (!isObject(saved)) return undefined;
		const { newest, floor, seen, total } = saved;
		if (typeof newest !== 'number' || typeof floor !== 'number') return undefined;
		if (typeof seen !== 'string') return undefined;
		const memory = new Memory(unpack(seen), floor, newest, room);
		if (typeof total === 'number') memory.total = total;
		return memory;
	}

	remembers({ key }: Candidate): boolean {
		return this.seen.has(key);
	}

	/** Whether a record was given out, or may have been. */
	knows(candidate: Candidate): boolean {
		const { time = noTime } = candidate;
		return time < this.floor || this.remembers(candidate);
	}

	/**
	 * The records that are not known, each once, oldest first. Records with the same time come in the
	 * opposite order of the list, because lists are usually newest-first.
	 *
	 * @param candidates in any order, any of them more than once
	 */
	newOf<T>(candidates: Array<Candidate<T>>): Array<Candidate<T>> {
		const unknown = new Map(
			candidates.filter((one) => !this.knows(one)).map((one) => [one.key, one]),
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
		return { newest, floor, seen: pack([...this.seen]), ...(total !== undefined && { total }) };
	}
}

/** The time of a record without one. No other record has it: see `parseTime`. */
const noTime = 0;

/** 8 characters for each key, and 8 for its time: 48 bits in Base64. */
function pack(entries: Array<[key: string, time: number]>): string {
	const bytes = Buffer.alloc(6);
	const packed = entries.map(([key, time]) => {
		bytes.writeUIntBE(time, 0, 6);
		return key + bytes.toString('base64');
	});
	return packed.join('');
}

/** Times by key. */
function unpack(text: string): Map<string, number> {
	const entries = [...text.matchAll(/([\w+/]{8})([\w+/]{8})/g)];
	return new Map(
		entries.map(([, key, time]) => [key, Buffer.from(time, 'base64').readUIntBE(0, 6)]),
	);
}

interface Log {
	warn(message: string): void;
}

/** Names records in n8n's log, if there are any: "call 1", "calls 1, 2", "calls 1, 2, 3, 4, 5 and 895 more". */
export function warnOf({ warn }: Log, what: string, names: string[], why = '', one = 'call') {
	if (names.length === 0) return;
	const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
	warn(
		`${what}: ${one}${names.length === 1 ? '' : 's'} ${names.slice(0, 5).join(', ')}${more}${why}`,
	);
}

/**
 * Tells n8n's log of records that the trigger could not find.
 *
 * @param nameInErrors the records, in the words of a sentence
 * @param totalBefore length of the list when it was last read
 * @param found how many records were new
 */
export function warnAbout(
	{ warn }: Log,
	{ total, missing = 0 }: { total: number; missing?: number },
	nameInErrors: string,
	totalBefore: number | undefined,
	found: number,
) {
	const tooOld = totalBefore === undefined ? 0 : total - totalBefore - found;
	if (tooOld > 0) {
		warn(
			`The trigger cannot tell ${tooOld} of the new ${nameInErrors} from old ones: no time, or a very old time`,
		);
	}
	// Once as long as nothing changes.
	if (missing > 0 && total !== totalBefore) {
		warn(`The list of the service lacks ${missing} of the ${nameInErrors} that it counts`);
	}
}
