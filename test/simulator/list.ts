/**
 * The order in which every list is given out. Records without a time are the oldest; under
 * `undated-first`, which is newest-first otherwise, they are the newest. `last-added-first` is the
 * order of their beginning, whatever their time has become since. Under `by-status` those of a status
 * stand together, newest-first.
 */
export type ListOrder =
	| 'newest-first'
	| 'undated-first'
	| 'oldest-first'
	| 'last-added-first'
	| 'by-status'
	| 'shuffled';

const statusOf = (item: { status?: string }) => item.status ?? '';

/** FNV-1a: an order that has nothing to do with time, yet is the same in every run. */
function scatter(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash >>> 0;
}

/**
 * Records by id that also knows their order. Sorting and filtering happen once per change, so that
 * a client that reads 1,000 pages of 100,000 records pays for the pages only.
 */
export class List<T extends { id: string; status?: string }> extends Map<string, T> {
	private readonly sorted = new Map<string, T[]>();

	constructor(
		private readonly order: ListOrder,
		private readonly time: (item: T) => string | null,
	) {
		super();
	}

	override set(id: string, item: T): this {
		this.sorted.clear();
		return super.set(id, item);
	}

	override delete(id: string): boolean {
		this.sorted.clear();
		return super.delete(id);
	}

	override clear(): void {
		this.sorted.clear();
		super.clear();
	}

	/** Every record in the list's order; records of the same time in the order they came. */
	all(): readonly T[] {
		return this.cached('', () => {
			const undated = this.order === 'undated-first' ? '~' : '';
			const key = (item: T) => {
				if (this.order === 'shuffled') return scatter(item.id);
				return this.order === 'last-added-first' ? 0 : (this.time(item) ?? undated);
			};
			const keyed = [...this.values()].map((item) => ({ item, at: key(item) }));
			keyed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
			const items = keyed.map(({ item }) => item);
			if (['oldest-first', 'shuffled'].includes(this.order)) return items;
			items.reverse();
			if (this.order !== 'by-status') return items;
			return items.sort((a, b) => statusOf(a).localeCompare(statusOf(b)));
		});
	}

	/** The records that `keep` accepts, in order. `name` stands for the filter and its values. */
	where(name: string, keep: (item: T) => boolean): readonly T[] {
		return this.cached(`where ${name}`, () => this.all().filter(keep));
	}

	private cached(name: string, make: () => T[]): readonly T[] {
		let items = this.sorted.get(name);
		if (!items) {
			items = make();
			this.sorted.set(name, items);
		}
		return items;
	}
}
