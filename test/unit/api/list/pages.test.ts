import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { PageReader } from '../../../../nodes/VoiceSms/api/list/readList';
import { readList } from '../../../../nodes/VoiceSms/api/list/readList';
import type { List } from '../../../../nodes/VoiceSms/api/endpoints';

const numbered = (count: number, from = 1): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ id: `id_${from + index}` }));

/** The error of a page behind the last one, from a service that refuses it. */
const noPage = new Error('There is no such page');

interface Service {
	records: IDataObject[];
	/** Page size when the query names none, and the largest there is. */
	limit: number;
	asked: IDataObject[];
	/** Called before each answer, with the number of the request. */
	before?(request: number, service: Service): void;
	/** Changes an answer's pagination object. */
	pagination?(whole: IDataObject): unknown;
}

/** A list as the interface describes it, in memory. */
function service(records: IDataObject[], more: Partial<Service> = {}): Service {
	return { records, limit: 10, asked: [], ...more };
}

function readerOf(of: Service): PageReader {
	return {
		async fetch(query) {
			of.asked.push(query);
			of.before?.(of.asked.length, of);
			const page = Number(query.page ?? 1);
			const limit = Math.min(Number(query.limit ?? of.limit), of.limit);
			const total = of.records.length;
			const whole = { total, page, limit, totalPages: Math.ceil(total / limit) };
			const pagination = of.pagination ? of.pagination(whole) : whole;
			const value = of.records.slice((page - 1) * limit, page * limit);
			return { value, data: { calls: value, pagination } as IDataObject };
		},
		fail(detail) {
			throw new Error(detail);
		},
		pause: async () => {},
		isNoPage: (error) => error === noPage,
		sideBySide: async (count, work) =>
			await Promise.all(Array.from({ length: count }, async (_, index) => await work(index))),
	};
}

/** One page comes empty, whatever the list holds there. */
function withEmptyPage(reader: PageReader, page: number): PageReader {
	return {
		...reader,
		async fetch(query) {
			const answer = await reader.fetch(query);
			return query.page === page ? { ...answer, value: [] } : answer;
		},
	};
}

/** The pages one after the other, as they are asked for. */
async function oneByOne<T>(count: number, work: (index: number) => Promise<T>) {
	for (let index = 0; index < count; index++) await work(index);
}

const list: List = { path: '/api/calls', key: 'calls' };

describe('readList', () => {
	it.each([
		['none of 200 pages', [], 5, [1, 2, 4, 8, 16, 32, 64, 72]],
		['one on page 10', [95], 1, [1, 2, 4, 8]],
		['one on page 1, and another is wanted', [3, 15], 2, [1]],
		['all of page 1, by chance', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 12, [1]],
	])('reads more and more pages side by side where it keeps %s', async (...row) => {
		const [, kept, wanted, sizes] = row;
		const from = service(numbered(2000));
		const asked: number[] = [];
		const reader = readerOf(from);
		const counting: PageReader = {
			...reader,
			async sideBySide(count, work) {
				asked.push(count);
				return await reader.sideBySide(count, work);
			},
		};
		const wants = new Set(kept.map((index) => from.records[index].id));
		const keep = (record: IDataObject) => (wants.has(record.id) ? record : undefined);
		const { records } = await readList(counting, list, wanted, keep);
		expect(records).toHaveLength(Math.min(kept.length, wanted));
		expect(asked).toEqual(sizes);
	});

	it('takes records without an identifier for different ones', async () => {
		const from = service(Array.from({ length: 12 }, (_, index) => ({ value: index })));
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect(records).toEqual(from.records);
		expect(missing).toBe(0);
	});

	it('is whole although a record comes in with every page', async () => {
		const before = numbered(95);
		const from = service(before, {
			before(request, self) {
				self.records = [{ id: `new_${request}` }, ...self.records];
			},
		});
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect(records).toEqual(expect.arrayContaining(before));
		expect(missing).toBe(0);
		// Side by side twice, then one after the other.
		expect(from.asked.filter(({ page }) => page === undefined)).toHaveLength(3);
	});

	it.each([
		['one answer', 1],
		['all answers', Infinity],
	])('reads as far as total goes when totalPages is too low in %s', async (_name, answers) => {
		let answered = 0;
		const from = service(numbered(250), {
			limit: 100,
			pagination: (whole) => (answered++ < answers ? { ...whole, totalPages: 1 } : whole),
		});
		expect(await readList(readerOf(from), list, Infinity)).toEqual({
			records: numbered(250),
			missing: 0,
		});
		expect(from.asked).toHaveLength(3);
	});

	it('reads on behind an empty last page when total promises more', async () => {
		const from = service(numbered(40), { pagination: (whole) => ({ ...whole, totalPages: 2 }) });
		const { records } = await readList(withEmptyPage(readerOf(from), 2), list, Infinity);
		expect(records).toHaveLength(30);
	});

	it('reads as far as total goes where a page holds a single record', async () => {
		const from = service(numbered(5), {
			limit: 1,
			pagination: (whole) => ({ ...whole, totalPages: 1 }),
		});
		const { records } = await readList(readerOf(from), list, Infinity);
		expect(records).toEqual(numbered(5));
	});

	it('reads a list to its end that doubles while it is read', async () => {
		const from = service(numbered(400), {
			limit: 1,
			before(request, self) {
				if (request === 2) self.records = numbered(800);
			},
		});
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect([records.length, missing]).toEqual([800, 0]);
		expect(from.asked).toHaveLength(801);
	});

	it('tries eight pages at once beyond totalPages when total is far too high', async () => {
		const from = service(numbered(25), {
			pagination: (whole) => ({ ...whole, total: 1e9, totalPages: 3 }),
		});
		const { records, missing, moved } = await readList(readerOf(from), list, Infinity);
		expect([records.length, missing, moved]).toEqual([25, 1e9 - 25, undefined]);
		expect(from.asked).toHaveLength(9 + 9 + 4);
	});

	it('goes by what a page holds when its limit is said to be less', async () => {
		const from = service(numbered(25), { pagination: (whole) => ({ ...whole, limit: 0 }) });
		const { records } = await readList(readerOf(from), list, Infinity);
		expect(records).toEqual(numbered(25));
		expect(from.asked).toHaveLength(3);
	});

	it.each([
		[25, 10, 6],
		[25, 100, 3],
	])('takes %i records at %i a page for %i pages, as others may count', async (...counts) => {
		const [count, limit, totalPages] = counts;
		const from = service(numbered(count), {
			pagination: (whole) => ({ ...whole, limit, totalPages }),
		});
		const { records } = await readList(readerOf(from), list, Infinity);
		expect(records).toHaveLength(count);
		expect(from.asked).toHaveLength(totalPages);
	});

	it.each([
		[3, 10, 1_000_000, 9],
		[25, 10, 7, 7],
		[0, 10, 2, 1],
		[0, 10, 3, 1],
		[1, 10, 3, 3],
		[25, 0, 1e9, 9],
		[25, 10, 1e10, 9],
	])('reads %i records at %i a page, said to fill %i pages, by %i requests', async (...counts) => {
		const [count, limit, totalPages, requests] = counts;
		const from = service(numbered(count), {
			pagination: (whole) => ({ ...whole, limit, totalPages }),
		});
		expect(await readList(readerOf(from), list, Infinity)).toEqual({
			records: numbered(count),
			missing: 0,
		});
		expect(from.asked).toHaveLength(requests);
	});

	it.each([
		[250, 200, 4],
		[200, 200, 3],
		[150, 100, 3],
		[100, 100, 2],
		[99, 99, 1],
		[330, 100, 5],
	])(
		'reads %i records, of which %i are counted, by %i requests',
		async (count, total, requests) => {
			const from = service(numbered(count), {
				limit: 100,
				pagination: (whole) => ({ ...whole, total, totalPages: Math.ceil(total / 100) }),
			});
			const { records, missing } = await readList(readerOf(from), list, Infinity);
			expect([records.length, missing]).toStrictEqual([count, 0]);
			expect(from.asked.length).toBeLessThanOrEqual(requests);
		},
	);

	it.each<[string, (page: number) => IDataObject[]]>([
		[
			'refuses',
			() => {
				throw noPage;
			},
		],
		['repeats its last page for', () => numbered(10, 11)],
		['has nothing on', () => []],
	])('ends where the service %s the page behind the last one', async (_name, pageThree) => {
		const from = service(numbered(20));
		const reader = readerOf(from);
		const fetch: PageReader['fetch'] = async (query) => {
			const answer = await reader.fetch(query);
			return query.page === 3 ? { ...answer, value: pageThree(3) } : answer;
		};
		const { records, missing } = await readList({ ...reader, fetch }, list, Infinity);
		expect([records.length, missing]).toStrictEqual([20, 0]);
		expect(from.asked).toHaveLength(3);
	});

	it('fails with the error of the page behind the last one that cannot be read', async () => {
		const reader = readerOf(service(numbered(20)));
		const fetch: PageReader['fetch'] = async (query) => {
			if (query.page === 3) throw new Error('busy');
			return await reader.fetch(query);
		};
		await expect(readList({ ...reader, fetch }, list, Infinity)).rejects.toThrow('busy');
	});

	it('asks for no page behind the last one where enough were found', async () => {
		const from = service(numbered(20));
		await readList(readerOf(from), list, 20);
		expect(from.asked).toHaveLength(2);
	});

	it.each([25, 99])(
		'goes by a page of %i where the answer repeats a limit of 100',
		async (limit) => {
			const from = service(numbered(250), {
				limit,
				pagination: (whole) => ({ ...whole, limit: 100, totalPages: 3 }),
			});
			const { records, missing } = await readList(readerOf(from), list, Infinity);
			expect([records.length, missing]).toStrictEqual([250, 0]);
		},
	);

	it('reads all of a list whose total counts a page only', async () => {
		const from = service(numbered(200), { pagination: (whole) => ({ ...whole, total: 10 }) });
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect([records.length, missing]).toEqual([200, 0]);
		expect(from.asked).toHaveLength(21);
	});

	it('never calls a list whole that it cut at an empty page, unless total agrees', async () => {
		const from = service(numbered(200), { pagination: (whole) => ({ ...whole, total: 10 }) });
		// The last page of the first eight.
		const { records, missing } = await readList(withEmptyPage(readerOf(from), 9), list, Infinity);
		expect(records.length).toBeLessThan(200);
		expect(missing).toBeGreaterThan(0);
	});

	it.each([
		['on a page that is not full', 29, 100, 1],
		['that fills the page', 29, 30, 2],
		['that fills the second page', 59, 30, 3],
	])(
		'holds a record that came in between the count and the rows, %s',
		async (_name, counted, limit, requests) => {
			let answered = 0;
			const from = service(numbered(counted + 1), {
				limit,
				pagination: (whole) => {
					const totalPages = Math.ceil(counted / limit);
					return answered++ === 0 ? { ...whole, total: counted, totalPages } : whole;
				},
			});
			expect(await readList(readerOf(from), list, Infinity)).toEqual({
				records: numbered(counted + 1),
				missing: 0,
			});
			expect(from.asked).toHaveLength(requests);
		},
	);

	it('says that records may be missing when some go out with every page', async () => {
		const from = service(numbered(95), {
			before(request, self) {
				if (request % 2 === 0) self.records = self.records.slice(1);
			},
		});
		const { missing, moved } = await readList(readerOf(from), list, Infinity);
		expect(missing).toBeGreaterThan(0);
		expect(moved).toBe(true);
	});

	it.each<[string, number[], { missing: number; moved?: true }]>([
		['that stands still', [6, 6, 6], { missing: 0 }],
		['that one comes into', [6, 7, 7], { missing: 0 }],
		['out of which one goes', [6, 5, 5], { missing: 1, moved: true }],
		['out of which one goes, and another', [6, 5, 4], { missing: 2, moved: true }],
		['that two come into before one goes', [6, 8, 7], { missing: 1, moved: true }],
		['out of which one goes before one comes', [6, 5, 6], { missing: 1, moved: true }],
		['that stands still and is counted too high', [8, 8, 8], { missing: 2 }],
		['that moves and is counted too high', [9, 8, 8], { missing: 3, moved: true }],
	])('tells what may be missing of a list %s in each pass', async (_name, totals, short) => {
		const from = service(numbered(6), {
			limit: 2,
			pagination: (whole) => ({ ...whole, total: totals[Number(whole.page) - 1] ?? totals[2] }),
		});
		const { missing, moved } = await readList(readerOf(from), list, Infinity);
		expect({ missing, moved }).toEqual(short);
	});

	it('takes a change among pages side by side for as bad as it can be', async () => {
		const totals = [20, 20, 19, 20];
		const from = service(numbered(20), {
			limit: 5,
			pagination: (whole) => ({ ...whole, total: totals[Number(whole.page) - 1] ?? 20 }),
		});
		const wanted = 19;
		// The last pass reads one page after the other, so a page that tells of a loss lost one record.
		const { missing } = await readList(readerOf(from), list, Infinity);
		expect(missing).toBe(1);
		// The first pass does not know which of the three pages came first.
		expect((await readList(readerOf(from), list, wanted)).missing).toBe(0);
		expect(from.asked.filter(({ page }) => page === undefined)).toHaveLength(4);
	});

	it('goes by the last reading of a record', async () => {
		const states = ['new', 'new', 'old', 'old'];
		const from = service([{ id: 'a' }, { id: 'b' }, { id: 'a' }, { id: 'b' }], {
			limit: 2,
			pagination: (whole) => ({ ...whole, total: 2 }),
		});
		let seen = 0;
		const keep = ({ id }: IDataObject) => {
			const state = states[seen++];
			return (state === 'new') === (id === 'a') ? { id, state } : undefined;
		};
		const { records } = await readList(readerOf(from), list, Infinity, keep);
		expect(records).toEqual([{ id: 'b', state: 'old' }]);
	});

	it('begins four pages in a turn of the event loop', async () => {
		const from = service(numbered(95));
		let begun = 0;
		const turns: number[] = [];
		const pause = async () => {
			turns.push(begun);
			await new Promise((resolve) => setImmediate(resolve));
		};
		const reader = readerOf({ ...from, before: () => void begun++ });
		await readList({ ...reader, pause }, list, Infinity);
		expect(turns).toEqual([5, 9]);
	});

	it('asks no further than a list that grows faster than it can be read', async () => {
		const from = service(numbered(30), {
			before(request, self) {
				self.records = [...numbered(20, request * 1000), ...self.records];
			},
		});
		const { missing } = await readList(readerOf(from), list, Infinity);
		expect(missing).toBeGreaterThan(0);
		expect(from.asked.length).toBeLessThan(1500);
	});

	it('does not end at an empty page in the middle of a list that grew', async () => {
		const before = numbered(30);
		const from = service(before, {
			before(request, self) {
				if (request === 2) self.records = [...numbered(30, 1000), ...before];
			},
		});
		const { records } = await readList(withEmptyPage(readerOf(from), 4), list, Infinity);
		expect(records).toEqual(expect.arrayContaining(before));
	});

	it('says that records are missing which a growing list carried out of reach', async () => {
		const from = service(numbered(300), { limit: 1 });
		const reader = readerOf(from);
		let stretches = 0;
		const growing: PageReader = {
			...reader,
			async sideBySide(count, work) {
				// Between two stretches of pages, never within one, so that no page tells of it.
				if (++stretches <= 5) from.records = [...numbered(300, stretches * 1000), ...from.records];
				return await reader.sideBySide(count, work);
			},
		};
		const { records, missing } = await readList(growing, list, Infinity);
		const ids = new Set(records.map(({ id }) => id));
		const lost = numbered(300).filter(({ id }) => !ids.has(id));
		expect(lost.length).toBeGreaterThan(0);
		expect(missing).toBeGreaterThanOrEqual(lost.length);
	});

	it('understands numbers that are given as text', async () => {
		const from = service(numbered(25), {
			pagination: (whole) =>
				Object.fromEntries(
					Object.entries(whole).map(([name, count]) => [name, ` ${String(count)} `]),
				),
		});
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect([records.length, missing]).toEqual([25, 0]);
	});

	it('counts what an empty first page does not hold', async () => {
		const from = service([], { pagination: (whole) => ({ ...whole, total: 30, totalPages: 3 }) });
		const { records, missing } = await readList(readerOf(from), list, Infinity);
		expect([records.length, missing]).toEqual([0, 30]);
		expect(from.asked).toHaveLength(3);
	});

	it('counts what came in behind an empty page that ended the reading', async () => {
		const before = numbered(10);
		const from = service(before, {
			limit: 5,
			before(request, self) {
				if (request === 2) self.records = [...numbered(20, 1000), ...before];
			},
		});
		const reader = { ...withEmptyPage(readerOf(from), 3), sideBySide: oneByOne };
		const { records, missing } = await readList(reader, list, Infinity);
		const ids = new Set(records.map(({ id }) => id));
		const lost = before.filter(({ id }) => !ids.has(id));
		expect(missing).toBeGreaterThanOrEqual(lost.length);
	});

	it('keeps each page as it arrives', async () => {
		const from = service(numbered(40));
		const steps: string[] = [];
		const reader = { ...readerOf(from), sideBySide: oneByOne };
		await readList(
			{
				...reader,
				fetch: async (query) => {
					steps.push('page');
					return await reader.fetch(query);
				},
			},
			list,
			Infinity,
			(record) => {
				if (steps.at(-1) === 'page') steps.push('keep');
				return record;
			},
		);
		// The last page is full, so another one may follow.
		const each = Array.from({ length: 4 }, () => ['page', 'keep']).flat();
		expect(steps).toEqual([...each, 'page']);
	});

	it('takes an empty page in the middle for what it is', async () => {
		const from = service(numbered(40), {});
		const { records, missing, moved } = await readList(
			withEmptyPage(readerOf(from), 2),
			list,
			Infinity,
		);
		expect([records.length, missing, moved]).toEqual([30, 10, undefined]);
	});
});

describe('a list that moves in any way', () => {
	/** What happens before a request: so many records come in, or go out, at a place. */
	const move = fc.record({
		kind: fc.constantFrom<'in' | 'out' | 'none'>('in', 'out', 'none'),
		place: fc.nat(60),
		count: fc.integer({ min: 1, max: 4 }),
	});

	it('is never called whole when a record is missing that was there all the time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 45 }),
				fc.array(move, { maxLength: 40 }),
				fc.array(fc.nat(20), { minLength: 1, maxLength: 10 }),
				async (count, moves, order) => {
					const there = new Set(numbered(count));
					let came = 0;
					const from = service([...there], {
						limit: 5,
						before(request, self) {
							const { kind, place, count: many } = moves[request - 1] ?? { kind: 'none' };
							if (kind === 'in') {
								const fresh = Array.from({ length: many }, () => ({ id: `new_${++came}` }));
								self.records.splice(place, 0, ...fresh);
							} else if (kind === 'out') {
								// What goes out before the first page was never there.
								for (const gone of self.records.splice(place, many)) there.delete(gone);
							}
						},
					});
					const reader = {
						...readerOf(from),
						// Side by side, the pages of a stretch reach the service in any order.
						async sideBySide<T>(pages: number, work: (index: number) => Promise<T>) {
							const indices = Array.from({ length: pages }, (_, index) => index);
							indices.sort((a, b) => order[a % order.length] - order[b % order.length]);
							for (const index of indices) await work(index);
						},
					};
					const { records, missing, moved } = await readList(reader, list, Infinity);
					const ids = new Set(records.map(({ id }) => id));
					expect(ids.size).toBe(records.length);
					const lost = [...there].filter(({ id }) => !ids.has(id));
					expect(lost.length).toBeLessThanOrEqual(missing);
					expect(moved).toBe(missing > 0 ? true : undefined);
				},
			),
			{ numRuns: Number(process.env.RUNS ?? 250) },
		);
	});
});
