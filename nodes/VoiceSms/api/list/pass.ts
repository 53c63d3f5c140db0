import type { IDataObject } from 'n8n-workflow';

import type { Pagination } from '../types';

/** A page of a list after `keep`. */
export interface KeptPage {
	/** All records of the page; `kept` is undefined for a record that is not wanted. */
	records: Array<{ id: unknown; kept: IDataObject | undefined }>;
	pagination: Pagination;
}

/** The records of a list, each once, in the order of their first page. */
export class UniqueRecords {
	/** Wanted records, by identifier. */
	readonly wanted = new Map<unknown, IDataObject>();
	/** Identifiers of the other records. */
	private readonly others = new Set<unknown>();

	/** Adds a record; its last reading replaces earlier ones. */
	set(id: unknown, kept: IDataObject | undefined) {
		if (kept === undefined) {
			this.others.add(id);
			this.wanted.delete(id);
		} else {
			this.wanted.set(id, kept);
			this.others.delete(id);
		}
	}

	/** Adds the records of a later pass. */
	add({ wanted, others }: UniqueRecords) {
		for (const id of others) this.set(id, undefined);
		for (const [id, kept] of wanted) this.set(id, kept);
	}

	/** Number of different records, wanted or not. */
	get size(): number {
		return this.wanted.size + this.others.size;
	}
}

/**
 * One reading of a list from its first page to its last, and how the list moved meanwhile.
 *
 * A record that comes in pushes others on to pages that are not read yet. So a pass holds every record
 * of its start, unless a record leaves: then another one moves to a page that was already read, and the
 * pass misses it.
 *
 * Example: pages a b | c d | e f. After page 1, `a` leaves: b c | d e | f. Page 2 is now d e, and
 * `c` is missed; `total` fell from 6 to 5, so one record may have slipped past.
 */
export class Pass {
	readonly found = new UniqueRecords();
	/** The service's `total` when the first page was read. */
	readonly total: number;
	/** Records that came in after the first page. */
	cameIn = 0;
	/** Most records that this pass may have missed, as others left after the first page. */
	slipped = 0;
	private lastTotal: number;

	constructor(first: KeptPage) {
		this.total = first.pagination.total;
		this.lastTotal = this.total;
		this.take(first);
	}

	/** Adds pages that were read side by side, in an unknown order. */
	add(pages: KeptPage[]) {
		const totals = pages.map(({ pagination }) => pagination.total);
		const [least, most] = [Math.min(...totals), Math.max(...totals)];
		this.slipped += Math.max(0, this.lastTotal - least);
		// Out of order, each page may miss records, both when records come in and when they leave.
		this.slipped += (most - least) * pages.length;
		this.cameIn += Math.max(0, most - Math.min(least, this.lastTotal));
		this.lastTotal = most;
		for (const page of pages) this.take(page);
	}

	private take({ records, pagination: { page } }: KeptPage) {
		records.forEach(({ id, kept }, index) => {
			// A record without an identifier cannot be told from others: it counts as its own.
			this.found.set(id ?? `${page}/${index}`, kept);
		});
	}

	/** Whether the pass missed no record of its start. */
	get isWhole(): boolean {
		return this.slipped === 0 && this.shortfall === 0;
	}

	/** Records that the service counted at the start but did not give. */
	get shortfall(): number {
		return Math.max(0, this.total - this.found.size);
	}

	/** Records that came in between the end of an earlier pass and the start of this one. */
	cameInSince(earlier: Pass): number {
		return Math.max(0, this.total - earlier.lastTotal);
	}
}

/**
 * How many records may be missing if no pass was whole, and whether the list moved.
 *
 * @param seen number of different records in all passes together
 */
export function whatIsShort(passes: Pass[], seen: number): { missing: number; moved?: true } {
	const [{ shortfall, total }] = passes;
	// The list stood still, and every pass lacks the same number: the service's count is wrong.
	if (passes.every((pass) => pass.slipped === 0 && pass.shortfall === shortfall)) {
		return { missing: shortfall };
	}
	const everThere = passes.reduce(
		(count, pass, index) =>
			count + pass.cameIn + (index === 0 ? 0 : pass.cameInSince(passes[index - 1])),
		total,
	);
	// A missing record was missed in every pass.
	const missedInEach = passes.map((pass) => (pass.slipped > 0 ? pass.slipped : pass.shortfall));
	return { missing: Math.min(Math.max(0, everThere - seen), ...missedInEach), moved: true };
}
