import type { Order } from './order';
import { haveInCommon, joined } from './order';
import type { KeptPage } from './pass';
import type { Span } from './span';

/** Records in any other order stand like that by chance in one of some four million lists (10!). */
const enoughFalls = 10;
/**
 * Milliseconds that are looked through behind a span that does not say how many. A list may go by
 * another time than the span does, and of two records the later one may then stand below the other.
 */
const usualLateMs = 10 * 60_000;

/**
 * Tells when the rest of a list may be left unread, as all of it is older than a span of time. The
 * order of a list is nowhere promised, and only all of it would prove it. So this takes, together: no
 * record read is newer than the one before, many are older, they reach well behind the span, the list
 * stood still meanwhile, and its last page goes on like that and is no group of its own.
 */
export class Descent {
	/** Of what was read; undefined from when the list showed that it has another one. */
	private order?: Order;
	private readonly total: number;
	/** Milliseconds since 1970: what is older lies well behind the span. */
	private readonly reach: number;

	constructor(span: Span | undefined, first: KeptPage) {
		this.total = first.pagination.total;
		this.reach = (span?.from ?? -Infinity) - (span?.lateMs ?? usualLateMs);
		// Nothing is older than a span that has no begin.
		if (this.reach > -Infinity) this.order = first.order;
	}

	/** @param pages those that follow upon the ones read so far */
	add(pages: KeptPage[]) {
		for (const page of pages) this.order = this.joinedWith(page);
	}

	/** Whether by what was read the rest is older than the span. */
	get isBehind(): boolean {
		const { order } = this;
		return order !== undefined && order.falls >= enoughFalls && order.oldest < this.reach;
	}

	/** Whether the list's last page says so, too. When it does not, the list has no order. */
	isConfirmedBy(last: KeptPage): boolean {
		const isConfirmed = this.joinedWith(last) !== undefined && haveInCommon(this.order, last.order);
		if (!isConfirmed) this.order = undefined;
		return isConfirmed;
	}

	/**
	 * How many pages to read next: as many as are likely to reach behind the span, and no more than
	 * were read already; Infinity when the list has no order.
	 *
	 * @param done pages read
	 */
	pagesAhead(done: number): number {
		if (this.order === undefined) return Infinity;
		const { newest, oldest } = this.order;
		const likely = (done * (oldest - this.reach)) / Math.max(1, newest - oldest);
		return Math.max(1, Math.min(done, Math.floor(likely)));
	}

	private joinedWith({ order, pagination }: KeptPage): Order | undefined {
		return pagination.total === this.total ? joined(this.order, order) : undefined;
	}
}
