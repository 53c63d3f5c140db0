import { createHash } from 'node:crypto';

/** What was given out of a list, bounded in size whatever happens to the list. */
export interface Memory {
	/** Newest time of the service that was seen, in milliseconds. */
	newest: number;
	/** From this time on everything given out is remembered; older records are never new. */
	floor: number;
	/** Keys and times of what was given out, packed. */
	seen: string;
	/** Length of the list when it was last read, where that tells something. */
	total?: number;
}

/** Records remembered of a list. One takes 16 characters of the state: 40 kB for all. */
export const mostRemembered = 2_500;

/** Behind the newest record, so much is looked through for late ones when a list has news. */
export const overlapMs = 10 * 60_000;

const keyBytes = 6;
const timeBytes = 6;
const latestTime = 2 ** (8 * timeBytes) - 1;

/** 48 bits of a hash: among 2,500 remembered, one in 10^11 new records is taken for an old one. */
export function keyOf(...parts: unknown[]): string {
	return createHash('sha1').update(JSON.stringify(parts)).digest('base64').slice(0, 8);
}

/** Milliseconds of a record's time field; 0, the oldest there is, when it cannot be read. */
export function timeOf(value: unknown): number {
	const time = typeof value === 'string' ? Date.parse(value) : NaN;
	return Number.isNaN(time) ? 0 : Math.min(Math.max(0, time), latestTime);
}

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
