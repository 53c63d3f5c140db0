import { createHash } from 'node:crypto';

import { momentOfService } from '../../api/unstated';
import { isObject } from '../../util/isObject';

/** A record of a list that may be new. */
export interface Candidate<T = unknown> {
	/** Milliseconds since 1970 by the service's clock; undefined when the record does not say. */
	time: number | undefined;
	/** The same for the same record, however often it is read: see `dedupeKey`. */
	key: string;
	/** Of a record that may be an event again: another one after each change. See `versionKey`. */
	version?: string;
	record: T;
}

/** Latest time that a memory has room for, some 8,900 years after 1970. */
const latestTime = 2 ** 48 - 1;

/**
 * 48 bits of a hash: among 2,500 remembered, one in 10^11 new records is taken for an old one. The order of the
 * fields of a record does not count.
 */
export function dedupeKey(...parts: unknown[]): string {
	return createHash('sha1').update(JSON.stringify(parts, sorted)).digest('base64').slice(0, 8);
}

// By their names alone: a value may be an object that cannot be turned into a text.
const sorted = (_field: string, value: unknown) =>
	isObject(value)
		? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
		: value;

/** 24 bits of a hash: one in 16 million changes of a record is not noticed. */
export const versionKey = (...parts: unknown[]) => dedupeKey(...parts).slice(0, 4);

/** Milliseconds since 1970 of a record's time field, 1 at least; undefined when it cannot be read. */
export function parseTime(value: unknown): number | undefined {
	const time = typeof value === 'string' ? momentOfService(value) : NaN;
	return Number.isNaN(time) ? undefined : Math.min(Math.max(1, time), latestTime);
}

/** The latest of these times; 0 without any. */
export function newestOf(times: Array<number | undefined>): number {
	return times.reduce<number>((one, other = 0) => Math.max(one, other), 0);
}

type Timed = Pick<Candidate, 'time'>;

/** Comparison that puts the oldest first, and records without a time before all others. */
export function byTime(one: Timed, other: Timed): number {
	return (one.time ?? 0) - (other.time ?? 0);
}

/** Most records remembered of a list. Each takes 16 characters of the state, 20 with a version: 50 kB in all. */
const maxRemembered = 2_500;
/** Milliseconds that a late record may be behind the newest one: an older record is never new. */
export const dayMs = 24 * 60 * 60_000;

interface Seen {
	time: number;
	version: string;
}

/** The records of a list that were emitted, at most `maxRemembered`, by their keys. */
export class Memory {
	/** Length of the list when it was last read; undefined when its growth says nothing. */
	total?: number;

	private constructor(
		private readonly seen: Map<string, Seen>,
		/** All records emitted from this time on are remembered; older records are never new. */
		public floor: number,
		/** Newest time of the service that was seen, in milliseconds. */
		public newest: number,
		/** Whether all records without a time are remembered; if not, the others seem old. */
		public holdsUndated: boolean,
		private readonly room: number,
	) {}

	/** The present as the baseline: all records read count as emitted. */
	static of(
		candidates: Candidate[],
		read: { whole: boolean; oldest?: number },
		room = maxRemembered,
	): Memory {
		// More records of the last millisecond read may be on the next page.
		const floor = read.whole ? 0 : (read.oldest ?? 0) + 1;
		const memory = new Memory(new Map(), floor, floor, read.whole, room);
		memory.add(candidates);
		return memory;
	}

	/** The memory as it was saved; undefined when it cannot be read. */
	static read(saved: unknown, room = maxRemembered): Memory | undefined {
		if (!isObject(saved)) return undefined;
		const { newest, floor, undated, seen, versions, total } = saved;
		if (typeof newest !== 'number' || typeof floor !== 'number') return undefined;
		if (typeof seen !== 'string' || typeof versions !== 'string') return undefined;
		const unpacked = unpack(seen, versions);
		if (unpacked === undefined || typeof undated !== 'boolean') return undefined;
		const memory = new Memory(unpacked, floor, newest, undated, room);
		if (typeof total === 'number') memory.total = total;
		return memory;
	}

	/** The record's time when it was last seen, in this version or another; undefined if it never was. */
	lastSeen({ key }: Candidate): number | undefined {
		return this.seen.get(key)?.time;
	}

	remembers({ key, version = '' }: Candidate): boolean {
		return this.seen.get(key)?.version === version;
	}

	/** Whether a record was emitted, or may have been. */
	knows(candidate: Candidate): boolean {
		const { time } = candidate;
		if (time !== undefined) return time < this.floor || this.remembers(candidate);
		return this.holdsUndated
			? this.remembers(candidate)
			: !this.seen.has(candidate.key) || this.remembers(candidate);
	}

	/** Whether any of the records was seen, in this version or another. */
	recognizes(candidates: Candidate[]): boolean {
		return candidates.some(({ key }) => this.seen.has(key));
	}

	/**
	 * The records that are not known, each once, oldest first. Records with the same time come in the
	 * order in which they came in: from the end of the list, unless it is sorted oldest-first.
	 *
	 * @param candidates in the order of the list, any of them more than once
	 */
	newOf<T>(candidates: Array<Candidate<T>>): Array<Candidate<T>> {
		const unknown = new Map(
			candidates.filter((one) => !this.knows(one)).map((one) => [one.key, one]),
		);
		const isOldestFirst =
			candidates.length > 0 && byTime(candidates[0], candidates[candidates.length - 1]) < 0;
		const inOrder = isOldestFirst ? [...unknown.values()] : [...unknown.values()].reverse();
		return inOrder.sort(byTime);
	}

	/** Counts records as emitted. */
	add(candidates: Candidate[]) {
		for (const { key, time = noTime, version = '' } of candidates) {
			this.seen.set(key, { time, version });
			this.newest = Math.max(this.newest, time);
		}
	}

	/** The newest time up to `until`: a time in the future says nothing of the present. */
	newestUntil(until: number): number {
		const times = [...this.seen.values()].map(({ time }) => (time > until ? noTime : time));
		return times.reduce((one, other) => Math.max(one, other), noTime);
	}

	/** Raises the floor to a day before the newest time up to `until`: what comes back later is not new. */
	follow(until: number) {
		this.floor = Math.max(this.floor, this.newestUntil(until) - dayMs);
	}

	/**
	 * Keeps the newest records, as many as there is room for. The floor rises above the first record
	 * that is dropped. All records of its millisecond go too, as a later record would look
	 * like a dropped one.
	 */
	trim() {
		const all = [...this.seen].map(([key, { time }]) => ({ key, time }));
		const newestFirst = all.sort(byTime).reverse();
		const dropped = newestFirst[this.room];
		if (dropped === undefined) return;
		this.floor = Math.max(this.floor, dropped.time + 1);
		this.holdsUndated = false;
		for (const { key, time } of newestFirst) {
			if (time < this.floor) this.seen.delete(key);
		}
	}

	/** The form that n8n keeps: keys, times and versions are packed. */
	save() {
		this.trim();
		const { newest, floor, total, holdsUndated: undated } = this;
		const packed = pack([...this.seen]);
		return { newest, floor, undated, ...packed, ...(total !== undefined && { total }) };
	}
}

/** The time of a record without one. No other record has it: see `parseTime`. */
const noTime = 0;

/** 8 characters for each key, and 8 for its time: 48 bits in Base64. 4 for its version, if records have some. */
function pack(entries: Array<[key: string, seen: Seen]>) {
	const bytes = Buffer.alloc(6);
	const packed = entries.map(([key, { time }]) => {
		bytes.writeUIntBE(time, 0, 6);
		return key + bytes.toString('base64');
	});
	return { seen: packed.join(''), versions: entries.map(([, { version }]) => version).join('') };
}

/** The records that were seen, by key; undefined when it is not of this form. */
function unpack(seen: string, versions: string): Map<string, Seen> | undefined {
	const entries = [...seen.matchAll(/([\w+/]{8})([\w+/]{8})/gy)];
	const size = versions === '' ? 0 : 4;
	if (entries.length * 16 !== seen.length || entries.length * size !== versions.length) {
		return undefined;
	}
	return new Map(
		entries.map(([, key, time], index) => [
			key,
			{
				time: Buffer.from(time, 'base64').readUIntBE(0, 6),
				version: versions.slice(index * size, (index + 1) * size),
			},
		]),
	);
}
