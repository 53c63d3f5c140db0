import type { KeptPage } from '../../../../nodes/VoiceSms/api/list/pass';
import { UniqueRecords, Pass, whatIsShort } from '../../../../nodes/VoiceSms/api/list/pass';

/** A page on which the service counts so many records, and gives these. */
const page = (total: number, ids: string[] = [], number = 1): KeptPage => ({
	records: ids.map((id) => ({ id, kept: { id } })),
	pagination: { total, page: number, limit: 10, totalPages: 1 },
});

/** A pass over pages with these totals, those of one list read side by side. */
function pass(first: number, then: number[][] = [], ids: string[] = []): Pass {
	const made = new Pass(page(first, ids));
	for (const totals of then) made.add(totals.map((total) => page(total)));
	return made;
}

describe('a pass over a list', () => {
	it.each<[string, number, number[][], number, number]>([
		['that stands still', 6, [[6], [6, 6]], 0, 0],
		['out of which one goes', 6, [[5], [5]], 1, 0],
		['out of which one goes, and another', 6, [[5], [4]], 2, 0],
		['that one comes into', 6, [[7], [7]], 0, 1],
		['that two come into before one goes', 6, [[8], [7]], 1, 2],
		['out of which one goes before one comes', 6, [[5], [6]], 1, 1],
		// Which of the two was answered first is not known: it is reckoned as bad as it can be.
		['with one gone or come between pages side by side', 6, [[6, 5]], 3, 1],
		['with one come among three side by side', 6, [[7, 7, 8]], 3, 2],
		['with one gone among three side by side, at the end', 6, [[6], [6, 5, 6]], 4, 1],
	])('%s: what may have slipped past, and came in', (_name, first, then, slipped, cameIn) => {
		const { slipped: past, cameIn: fresh } = pass(first, then);
		expect([past, fresh]).toEqual([slipped, cameIn]);
	});

	it.each([
		['more than were counted', 1, 0],
		['as many as were counted', 2, 0],
		['fewer than were counted', 5, 3],
	])('that finds %s lacks the rest', (_name, total, shortfall) => {
		expect(pass(total, [], ['a', 'b']).shortfall).toBe(shortfall);
	});

	it('takes a record of a later page for the same, and one without an id for its own', () => {
		const made = pass(9, [], ['a', 'b']);
		const nameless = (x: number) => ({ id: undefined, kept: { x } });
		made.add([page(9, ['b', 'c'], 2), { ...page(9, [], 3), records: [1, 2].map(nameless) }]);
		made.add([{ ...page(9, [], 4), records: [3].map(nameless) }]);
		expect([...made.found.wanted.values()]).toStrictEqual([
			{ id: 'a' },
			{ id: 'b' },
			{ id: 'c' },
			{ x: 1 },
			{ x: 2 },
			{ x: 3 },
		]);
	});

	it('lacks nothing of what it found, wanted or not', () => {
		const made = new Pass({
			...page(3, ['a']),
			records: [
				{ id: 'a', kept: { id: 'a' } },
				{ id: 'b', kept: undefined },
			],
		});
		expect(made.shortfall).toBe(1);
		expect(made.isWhole).toBe(false);
		made.add([{ ...page(3, [], 2), records: [{ id: 'c', kept: undefined }] }]);
		expect(made.shortfall).toBe(0);
		expect(made.isWhole).toBe(true);
		expect([...made.found.wanted.keys()]).toStrictEqual(['a']);
	});

	it('knows what came in since the last page of the pass before', () => {
		const before = pass(6, [[8]]);
		expect([9, 8, 7].map((total) => pass(total).cameInSince(before))).toEqual([1, 0, 0]);
	});
});

describe('what was found', () => {
	it('is counted once, as it was read last', () => {
		const found = new UniqueRecords();
		found.set('a', { id: 'a' });
		found.set('b', undefined);
		found.set('a', undefined);
		found.set('b', { id: 'b' });
		expect([...found.wanted.keys()]).toStrictEqual(['b']);
		expect(found.size).toBe(2);
	});

	it('in a later pass counts more', () => {
		const [earlier, later] = [new UniqueRecords(), new UniqueRecords()];
		earlier.set('a', { id: 'a' });
		earlier.set('b', undefined);
		later.set('a', undefined);
		later.set('b', { id: 'b' });
		later.set('c', undefined);
		earlier.add(later);
		expect([...earlier.wanted.values()]).toStrictEqual([{ id: 'b' }]);
		expect(earlier.size).toBe(3);
	});
});

describe('what is short after three passes', () => {
	const two = ['a', 'b'];

	it.each<[string, Pass[], number, object]>([
		[
			'is no loss when nothing moved and the count is always as much too high',
			[pass(5, [], two), pass(5, [], two), pass(5, [], two)],
			2,
			{ missing: 3 },
		],
		[
			'is no loss when every record that was ever there was seen',
			[pass(3, [[2]], two), pass(3, [[2]], two), pass(3, [[2]], two)],
			5,
			{ missing: 0, moved: true },
		],
		[
			'is no more than the least that a pass missed',
			[pass(9, [[6]], two), pass(9, [[8]], two), pass(9, [[7]], two)],
			2,
			{ missing: 1, moved: true },
		],
		[
			'is what a pass did not find, in which nothing slipped past',
			[pass(9, [[6]], two), pass(4, [], two), pass(9, [[5]], two)],
			2,
			{ missing: 2, moved: true },
		],
		[
			'is a loss when one pass lacks more than another',
			[pass(5, [], two), pass(6, [], two), pass(5, [], two)],
			2,
			{ missing: 3, moved: true },
		],
		[
			'is no more than came and was never seen',
			[pass(6, [[3]], two), pass(6, [[3]], two), pass(6, [[3]], two)],
			// 6 at first, and 3 came before each of the others.
			11,
			{ missing: 1, moved: true },
		],
		[
			'counts what came in while the list was read',
			[pass(6, [[3], [4]], two), pass(6, [[3], [4]], two), pass(6, [[3], [4]], two)],
			// 6 at first, one in each pass, and 2 before each of the others.
			10,
			{ missing: 3, moved: true },
		],
	])('%s', (_name, passes, seen, short) => {
		expect(whatIsShort(passes, seen)).toEqual(short);
	});
});
