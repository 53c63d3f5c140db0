import { createHash } from 'node:crypto';

import { newestOf, noTime } from '../api/list/readNewest';
import { isObject } from '../util/values';

/** A record of a list that may be new. */
export interface Candidate<T = unknown> {
	/** Milliseconds since 1970 by the service's clock; undefined when the record does not say. */
	time: number | undefined;
	/** The same for the same record, however often it is read. */
	key: string;
	/** For a record that may be an event again: another one after each change. */
	version?: string;
	record: T;
}

type Timed = Pick<Candidate, 'time'>;

/** Milliseconds that a record may come late: see `Memory.follow` and the floors of conversations. */
export const dayMs = 24 * 60 * 60_000;
/** Most records remembered of a list, of 16 or 20 characters each: 50 kB. */
const maxRemembered = 2_500;
/** Eight digits of base 36 have room for times until 2059: a later one is remembered as this. */
const latestTime = 36 ** 8 - 1;

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

/** Comparison that puts the oldest first, and records without a time before all others. */
export const byTime = (one: Timed, other: Timed) => (one.time ?? noTime) - (other.time ?? noTime);

/** The records of a list that were seen: what is not among them and not older than the floor is new. */
export class Memory {
	/** Length of the list when it was last read. */
	total = 0;

	private constructor(
		private readonly seen: Map<string, { time: number; version: string }>,
		/** All records seen from this time on are remembered; older records are never new. */
		public floor: number,
	) {}

	/** The present as the baseline. `oldest` as of `Part`: more records of that millisecond may be on the next page. */
	static of(candidates: Candidate[], oldest: number): Memory {
		const memory = new Memory(new Map(), oldest + 1);
		memory.add(candidates);
		return memory;
	}

	/** The memory as it was saved; undefined when it cannot be read. */
	static read(saved: unknown): Memory | undefined {
		if (!isObject(saved)) return undefined;
		const { floor, seen, width, total } = saved;
		if (typeof floor !== 'number') return undefined;
		if (typeof seen !== 'string' || (width !== 16 && width !== 20)) return undefined;
		const rows = Array.from({ length: Math.ceil(seen.length / width) }, (_, row) =>
			seen.slice(row * width, (row + 1) * width),
		);
		if (rows.some((row) => !/^[\w+/]{8}[0-9a-z]{8}(.{4})?$/.test(row))) return undefined;
		const entries = rows.map((row): [string, { time: number; version: string }] => [
			row.slice(0, 8),
			{ time: parseInt(row.slice(8, 16), 36), version: row.slice(16) },
		]);
		const memory = new Memory(new Map(entries), floor);
		memory.total = Number(total);
		return memory;
	}

	/** The form that n8n keeps: a row of fixed width for each record. */
	save() {
		this.trim();
		const rows = [...this.seen].map(([key, { time, version }]) => {
			return key + time.toString(36).padStart(8, '0') + version;
		});
		const { floor, total } = this;
		return { floor, total, width: rows[0]?.length ?? 16, seen: rows.join('') };
	}

	/** The time of the record when it was last seen, in this version or another; undefined if it never was. */
	lastSeen({ key }: Candidate): number | undefined {
		return this.seen.get(key)?.time;
	}

	holdsOneOf(candidates: Candidate[]): boolean {
		return candidates.some(({ key }) => this.seen.has(key));
	}

	versionOf({ key }: Candidate): string {
		return this.seen.get(key)?.version ?? '';
	}

	/** Whether the record was seen, or is too old to be new. One that was seen is new in each other version. */
	knows({ key, time = noTime, version = '' }: Candidate, floor = this.floor): boolean {
		const seen = this.seen.get(key);
		return seen === undefined ? time < floor : seen.version === version;
	}

	/** How many records are not older than the oldest one that may become an event, and is above the floor. */
	countDownTo(isPending: (version: string) => boolean): number {
		const all = [...this.seen.values()].filter(({ time }) => time >= this.floor);
		const pending = all.filter(({ version }) => isPending(version));
		const oldest = Math.min(...pending.map(({ time }) => time));
		return all.filter(({ time }) => time >= oldest).length;
	}

	/**
	 * The records that are not known, each once, oldest first. Records with the same time come in the
	 * order in which they came in: from the end of the list, unless it is sorted oldest-first.
	 *
	 * @param candidates in the order of the list, any of them more than once
	 */
	newOf<T>(candidates: Array<Candidate<T>>, floor = this.floor): Array<Candidate<T>> {
		const unknown = candidates.filter((one) => !this.knows(one, floor));
		const inOrder = [...new Map(unknown.map((one) => [one.key, one])).values()];
		const isOldestFirst =
			candidates.length > 0 && byTime(candidates[0], candidates[candidates.length - 1]) < 0;
		return (isOldestFirst ? inOrder : inOrder.reverse()).sort(byTime);
	}

	add(candidates: Candidate[]) {
		for (const { key, time = noTime, version = '' } of candidates) {
			this.seen.set(key, { time: Math.min(time, latestTime), version });
		}
	}

	/** The newest time of the service that was seen, as far as it is not after `until`. */
	newest(until = Infinity): number {
		return newestOf([...this.seen.values()].map(({ time }) => (time > until ? noTime : time)));
	}

	/** Raises the floor to a day before the newest time up to `now`: what comes back later is not new. */
	follow(now: number) {
		this.floor = Math.max(this.floor, this.newest(now) - dayMs);
	}

	/**
	 * Keeps the newest records, as many as there is room for. The floor rises above the first one that is dropped,
	 * and all of its millisecond go, as a later record would look like a dropped one.
	 */
	trim() {
		const newestFirst = [...this.seen].map(([key, { time }]) => ({ key, time })).sort(byTime);
		const dropped = newestFirst.reverse()[maxRemembered];
		if (dropped === undefined) return;
		this.floor = Math.max(this.floor, dropped.time + 1);
		for (const { key, time } of newestFirst) if (time < this.floor) this.seen.delete(key);
	}
}
