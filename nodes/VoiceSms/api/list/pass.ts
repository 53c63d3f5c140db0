import type { IDataObject } from 'n8n-workflow';

import type { Pagination } from '../types';

/** A page of a list with what is wanted of it. */
export interface KeptPage {
	/** All records of the page; `kept` is undefined for one that is not wanted. */
	records: Array<{ id: unknown; kept: IDataObject | undefined }>;
	pagination: Pagination;
}

/** The records of a list, each once, in the order of their first page. */
export class UniqueRecords {
	/** Those that are wanted, by identifier. */
	readonly wanted = new Map<unknown, IDataObject>();
	/** Identifiers of the others. */
	private readonly others = new Set<unknown>();

	/** What was read last of a record counts. */
	set(id: unknown, kept: IDataObject | undefined) {
		if (kept === undefined) {
			this.others.add(id);
			this.wanted.delete(id);
		} else {
			this.wanted.set(id, kept);
			this.others.delete(id);
		}
	}

	/** Takes up what was found later. */
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
 * What comes in pushes records on to pages that are yet to be read, so a pass in which nothing went
 * out holds every record that was there at its start. What goes out of an earlier page pulls one
 * record over to a page that was read already, where it is missed.
 *
 * Example: pages a b | c d | e f. After page 1, `a` goes out: b c | d e | f. Page 2 is now d e, and
 * `c` is missed; `total` fell from 6 to 5, so one record may have slipped past.
 */
export class Pass {
	readonly found = new UniqueRecords();
	/** Records that the list held when its first page was read, by the service's `total`. */
	readonly total: number;
	/** Records that came in after the first page. */
	cameIn = 0;
	/** Most records that were missed, as others went out after the first page; 0 = none. */
	slipped = 0;
	private lastTotal: number;

	constructor(first: KeptPage) {
		this.total = first.pagination.total;
		this.lastTotal = this.total;
		this.take(first);
	}

	/** Takes up pages that were read side by side, so in no known order. */
	add(pages: KeptPage[]) {
		const totals = pages.map(({ pagination }) => pagination.total);
		const [least, most] = [Math.min(...totals), Math.max(...totals)];
		this.slipped += Math.max(0, this.lastTotal - least);
		// Read out of order, pages miss records at each of their turns, whatever comes in or goes out.
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

	/** Whether it holds all that is wanted of the list as it was at its start. */
	get isWhole(): boolean {
		return this.slipped === 0 && this.shortfall === 0;
	}

	/** Records that the service counted at the start and did not give. */
	get shortfall(): number {
		return Math.max(0, this.total - this.found.size);
	}

	/** How many came in between the end of an earlier pass and the start of this one. */
	cameInSince(earlier: Pass): number {
		return Math.max(0, this.total - earlier.lastTotal);
	}
}

/**
 * How many records may be missing after passes none of which was whole, and whether the list moved.
 *
 * @param seen different records that were found in all passes together
 */
export function whatIsShort(passes: Pass[], seen: number): { missing: number; moved?: true } {
	const [{ shortfall, total }] = passes;
	// Nothing moved, and each time the service counts as many more than it gives: its count is wrong.
	if (passes.every((pass) => pass.slipped === 0 && pass.shortfall === shortfall)) {
		return { missing: shortfall };
	}
	const everThere = passes.reduce(
		(count, pass, index) =>
			count + pass.cameIn + (index === 0 ? 0 : pass.cameInSince(passes[index - 1])),
		total,
	);
	// A record that was there all the time and never seen was missed in every pass.
	const missedInEach = passes.map((pass) => (pass.slipped > 0 ? pass.slipped : pass.shortfall));
	return { missing: Math.min(Math.max(0, everThere - seen), ...missedInEach), moved: true };
}
