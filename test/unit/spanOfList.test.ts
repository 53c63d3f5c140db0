import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { PageReader } from '../../nodes/VoiceSms/api/pages';
import { readList } from '../../nodes/VoiceSms/api/pages';
import type { Span } from '../../nodes/VoiceSms/api/span';
import { isWithin, timestampOf } from '../../nodes/VoiceSms/api/span';
import type { List } from '../../nodes/VoiceSms/api/types';

const list: List = { path: '/api/calls', key: 'calls' };
const minute = 60_000;
const start = Date.parse('2026-01-01T00:00:00Z');
/** A moment, in minutes. */
const at = (minutes: number) => new Date(start + minutes * minute).toISOString();
const since = (minutes: number, until = Infinity): Span => ({
	from: start + minutes * minute,
	until: start + until * minute,
	timeOf: (record) => timestampOf(record.at),
});

interface Service {
	records: IDataObject[];
	limit: number;
	/** Numbers of the pages that were asked for. */
	asked: number[];
	/** How many pages were asked for side by side, each time. */
	sideBySide: number[];
	/** Called before each answer, with the number of the request. */
	before?(request: number, service: Service): void;
}

function service(records: IDataObject[], limit: number, before?: Service['before']): Service {
	return { records, limit, asked: [], sideBySide: [], before };
}

function readerOf(of: Service): PageReader {
	return {
		async fetch(query) {
			const page = Number(query.page ?? 1);
			of.asked.push(page);
			of.before?.(of.asked.length, of);
			const { limit, records } = of;
			const total = records.length;
			const pagination = { total, page, limit, totalPages: Math.ceil(total / limit) };
			const value = records.slice((page - 1) * limit, page * limit);
			return { value, data: { calls: value, pagination } as IDataObject };
		},
		fail(detail) {
			throw new Error(detail);
		},
		async sideBySide(count, work) {
			of.sideBySide.push(count);
			return await Promise.all(
				Array.from({ length: count }, async (_, index) => await work(index)),
			);
		},
	};
}

async function read(from: Service, span: Span, wanted = Infinity) {
	const keep = (record: IDataObject) => (isWithin(record, span) ? record : undefined);
	return await readList(readerOf(from), list, wanted, keep, span);
}

/** 200 records on ten pages, one every five minutes, the newest first: from minute 995 to minute 0. */
const newestFirst = Array.from({ length: 200 }, (_, index): IDataObject => {
	return { id: `id_${index}`, at: at(995 - 5 * index), status: index % 3 ? 'ENDED' : 'ERROR' };
});
const pages = (from: number, until: number) =>
	Array.from({ length: until - from + 1 }, (_, index) => from + index);

describe('a list that stands newest first', () => {
	it.each<[string, number, number[]]>([
		['newer than every record', 2000, [1, 10]],
		['on page 1', 970, [1, 10]],
		['within ten minutes of the end of page 1', 910, [1, 2, 10]],
		['just not within them', 910.1, [1, 10]],
		['on page 2', 870, [1, 2, 10]],
		['on page 3', 770, [1, 2, 3, 10]],
		['on page 6', 470, [1, 2, 3, 4, 5, 6, 10]],
		['on the last page but one, so that the last is read in its turn', 150, pages(1, 10)],
		['on the last page', 50, pages(1, 10)],
		['older than every record', -1000, pages(1, 10)],
	])('is read as far as a time %s', async (_name, minutes, asked) => {
		const from = service(newestFirst, 20);
		const span = since(minutes);
		const expected = newestFirst.filter((record) => isWithin(record, span));
		expect(await read(from, span)).toStrictEqual({
			records: expected,
			missing: 0,
			unaccounted: 0,
		});
		expect([...from.asked].sort((a, b) => a - b)).toStrictEqual(asked);
	});

	it.each([
		[470, [1, 2, 1, 1]],
		[150, [1, 2, 4, 1, 1]],
		[50, [1, 2, 4, 1, 1]],
	])(
		'is read to minute %i a few pages at a time, as many as are likely',
		async (minutes, sizes) => {
			const from = service(newestFirst, 20);
			await read(from, since(minutes));
			expect(from.sideBySide).toStrictEqual(sizes);
		},
	);

	it.each([
		[10, [1, 10]],
		[9, [1, 2, 10]],
	])('is believed to be that after %i steps down: pages %j', async (steps, asked) => {
		const records = newestFirst.map((record, index) =>
			index < 20 ? { ...record, at: at(995 - 5 * Math.min(index, steps)) } : record,
		);
		const from = service(records, 20);
		const span = since(980);
		expect((await read(from, span)).records).toStrictEqual(records.slice(0, 4));
		expect(from.asked).toStrictEqual(asked);
	});

	it('is read as far as a few at one time reach', async () => {
		const ties = newestFirst.map((record, index) => {
			return { ...record, at: at(995 - 15 * Math.floor(index / 3)) };
		});
		const from = service(ties, 60);
		const span = since(905);
		expect((await read(from, span)).records).toStrictEqual(ties.slice(0, 21));
		expect(from.asked).toStrictEqual([1, 4]);
	});

	it.each([
		[970, [1, 10]],
		[960, [1, 2, 10]],
		[950, [1, 2, 10]],
	])(
		'is read an hour further than minute %i where its records may be so late',
		async (minutes, asked) => {
			const from = service(newestFirst, 20);
			const span = { ...since(minutes), lateMs: 60 * minute };
			const expected = newestFirst.filter((record) => isWithin(record, span));
			expect((await read(from, span)).records).toStrictEqual(expected);
			expect(from.asked).toStrictEqual(asked);
		},
	);

	it('may have a group of its own at its top', async () => {
		const records = newestFirst.map((record, index) => ({
			...record,
			status: index < 25 ? 'A' : 'B',
		}));
		const from = service(records, 20);
		expect((await read(from, since(870))).records).toStrictEqual(records.slice(0, 26));
		expect(from.asked).toStrictEqual([1, 2, 10]);
	});

	it('is read by single pages of a Limit, and no further', async () => {
		const from = service(newestFirst, 20);
		const { records } = await read(from, since(50), 30);
		expect(records).toStrictEqual(newestFirst.slice(0, 30));
		expect(from.asked).toStrictEqual([1, 2]);
	});

	it('ends before the Limit where the time does', async () => {
		const from = service(newestFirst, 20);
		const { records } = await read(from, since(970), 30);
		expect(records).toStrictEqual(newestFirst.slice(0, 6));
		expect(from.asked).toStrictEqual([1, 10]);
	});

	it('is read whole, page beside page, for a span without a begin', async () => {
		const from = service(newestFirst, 20);
		const { records } = await read(from, since(-Infinity, 100));
		expect(records).toStrictEqual(newestFirst.slice(180));
		expect(from.asked).toHaveLength(10);
		expect(from.sideBySide).toStrictEqual([9]);
	});
});

describe('a list in another order', () => {
	const changed = (index: number, more: IDataObject) =>
		newestFirst.map((record, at) => (at === index ? { ...record, ...more } : record));

	it.each<[string, IDataObject[]]>([
		['oldest first', [...newestFirst].reverse()],
		['with the older half first', [...newestFirst.slice(100), ...newestFirst.slice(0, 100)]],
		['all of one time', newestFirst.map((record) => ({ ...record, at: at(500) }))],
		['with too few times to tell', newestFirst.map((r, i) => ({ ...r, at: at(i < 5 ? 900 : 0) }))],
		['without times', newestFirst.map(({ id, status }) => ({ id, status }))],
		['with a time missing', changed(3, { at: undefined })],
		['with a time of null', changed(3, { at: null })],
		['with an empty time', changed(3, { at: '' })],
		['with a time that cannot be read', changed(3, { at: 'soon' })],
		['with a time that is no text', changed(3, { at: 17 })],
		['with a time missing on the last page', changed(190, { at: undefined })],
		['with one newer than the one before', changed(3, { at: at(2000) })],
		['with the first of page 1 older than the next', changed(0, { at: at(0) })],
		['with the newest on the last page', changed(180, { at: at(2000) })],
		['rising on the last page', changed(185, { at: at(2000) })],
		['by status', [...newestFirst].sort((a, b) => (String(a.status) < String(b.status) ? -1 : 1))],
		[
			'by direction',
			newestFirst.map((record, index) => {
				const minutes = 995 - 10 * (index % 100);
				return { ...record, at: at(minutes), direction: index < 100 ? 'INBOUND' : 'OUTBOUND' };
			}),
		],
	])('is read whole: %s', async (_name, records) => {
		for (const minutes of [970, 850, 500]) {
			const from = service(records, 20);
			const span = since(minutes);
			expect(await read(from, span)).toStrictEqual({
				records: records.filter((record) => isWithin(record, span)),
				missing: 0,
				unaccounted: 0,
			});
			expect(from.asked.length).toBeLessThanOrEqual(11);
			expect(new Set(from.asked).size).toBe(10);
		}
	});

	it('is read whole when a page in the middle says so', async () => {
		const records = changed(45, { at: at(2000) });
		const from = service(records, 20);
		const { records: found } = await read(from, since(500));
		expect(found).toStrictEqual(records.filter((record) => isWithin(record, since(500))));
		expect(from.asked).toHaveLength(10);
	});

	it('is read whole where the last page it counts is empty', async () => {
		const from = service(newestFirst, 20);
		const reader = readerOf(from);
		const counting: PageReader = {
			...reader,
			async fetch(query) {
				const { value, data } = await reader.fetch(query);
				const pagination = { ...(data.pagination as IDataObject), totalPages: 11 };
				return { value, data: { ...data, pagination } };
			},
		};
		const span = since(970);
		const keep = (record: IDataObject) => (isWithin(record, span) ? record : undefined);
		const { records } = await readList(counting, list, Infinity, keep, span);
		expect(records).toStrictEqual(newestFirst.slice(0, 6));
		expect(from.asked).toHaveLength(12);
	});
});

describe('a list that moves while it is read for a span of time', () => {
	it.each<[string, (records: IDataObject[]) => IDataObject[]]>([
		['one comes to the front', (records) => [{ id: 'new', at: at(1000) }, ...records]],
		['one comes to the end', (records) => [...records, { id: 'new', at: at(-5) }]],
		['the first one goes', (records) => records.slice(1)],
		['a page goes', (records) => records.slice(20)],
	])('is read whole when %s', async (_name, change) => {
		const from = service(newestFirst, 20, (request, self) => {
			if (request === 2) self.records = change(self.records);
		});
		const span = since(970);
		const { records, missing } = await read(from, span);
		const ids = new Set(records.map(({ id }) => id));
		const stayed = newestFirst.filter((one) => from.records.includes(one) && isWithin(one, span));
		expect(stayed.filter(({ id }) => !ids.has(id))).toStrictEqual([]);
		expect(missing).toBe(0);
		expect(new Set(from.asked).size).toBeGreaterThanOrEqual(10);
	});

	it('is read again when one goes before the last page is looked at, and one comes after', async () => {
		const records = newestFirst.map((record, index) => {
			return index === 20 ? { ...record, at: at(2000) } : record;
		});
		const from = service(records, 20, (request, self) => {
			if (request === 2) self.records = self.records.slice(1);
			if (request === 3) self.records = [...self.records, { id: 'new', at: at(-5) }];
		});
		const found = await read(from, since(970));
		expect(found.records.map(({ id }) => id)).toContain('id_20');
		expect(found.missing).toBe(0);
	});

	const move = fc.record({
		kind: fc.constantFrom<'in' | 'out' | 'none'>('in', 'out', 'none'),
		place: fc.nat(60),
		count: fc.integer({ min: 1, max: 4 }),
	});

	it('is never called whole when a record is missing that was there all the time', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 80 }),
				fc.array(move, { maxLength: 40 }),
				fc.integer({ min: 5, max: 25 }),
				fc.integer({ min: 600, max: 1000 }),
				async (count, moves, limit, minutes) => {
					const there = new Set(newestFirst.slice(0, count));
					let came = 0;
					const from = service([...there], limit, (request, self) => {
						const { kind, place, count: many } = moves[request - 1] ?? { kind: 'none' };
						if (kind === 'in') {
							const fresh = Array.from({ length: many }, () => ({
								id: `new_${++came}`,
								at: at(999),
							}));
							self.records.splice(place, 0, ...fresh);
						} else if (kind === 'out') {
							for (const gone of self.records.splice(place, many)) there.delete(gone);
						}
					});
					const span = since(minutes);
					const { records, missing } = await read(from, span);
					const ids = new Set(records.map(({ id }) => id));
					const lost = [...there].filter((one) => isWithin(one, span) && !ids.has(one.id));
					expect(lost.length).toBeLessThanOrEqual(missing);
				},
			),
			{ numRuns: 500 },
		);
	});
});

describe('any list', () => {
	const minutes = fc.integer({ min: 0, max: 400 });
	const falling = fc
		.array(minutes, { maxLength: 150 })
		.map((times) => times.sort((a, b) => b - a).map(at));
	const oddTime = fc.oneof(
		{ weight: 30, arbitrary: minutes.map(at) },
		{ weight: 1, arbitrary: fc.constantFrom(undefined, null, '', 'soon', 5) },
	);
	const turned = fc
		.tuple(falling, fc.nat(150))
		.map(([times, by]) => [...times.slice(by), ...times.slice(0, by)]);
	const grouped = fc
		.array(falling, { minLength: 1, maxLength: 4 })
		.map((groups) =>
			groups.flatMap((times, status) => times.map((time) => ({ at: time, status }))),
		);
	const records = fc
		.oneof(
			falling,
			falling.map((times) => [...times].reverse()),
			turned,
			fc.array(oddTime, { maxLength: 100 }),
			grouped,
		)
		.map((all) =>
			all.map((one, index): IDataObject => {
				const record = typeof one === 'object' && one !== null ? one : { at: one };
				return { status: 'ENDED', ...record, id: `id_${index}` };
			}),
		);

	it('of any order, page size, span, filter and limit gives what passes of the whole', async () => {
		await fc.assert(
			fc.asyncProperty(
				records,
				fc.integer({ min: 1, max: 40 }),
				fc.oneof(minutes, fc.constant(-Infinity)),
				fc.oneof(minutes, fc.constant(Infinity)),
				fc.integer({ min: 1, max: 4 }),
				fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 40 })),
				async (all, limit, from, until, every, wanted) => {
					const span = since(from, until);
					const passes = (record: IDataObject) =>
						isWithin(record, span) && Number(String(record.id).slice(3)) % every === 0;
					const of = service(all, limit);
					const keep = (record: IDataObject) => (passes(record) ? record : undefined);
					const { more, ...result } = await readList(readerOf(of), list, wanted, keep, span);
					expect(result).toStrictEqual({
						records: all.filter(passes).slice(0, wanted),
						missing: 0,
						unaccounted: 0,
					});
					const isCut = all.filter(passes).length > wanted;
					const maySayMore = isCut || of.asked.length < Math.ceil(all.length / limit);
					if (isCut) expect(more).toStrictEqual({ total: all.length });
					if (!maySayMore) expect(more).toBeUndefined();
					const pagesThere = Math.max(1, Math.ceil(all.length / limit));
					expect(of.asked.length).toBeLessThanOrEqual(pagesThere + 1);
				},
			),
			{ numRuns: 3000 },
		);
	});
});

describe('a Limit of what passes', () => {
	const numbered = Array.from({ length: 95 }, (_, id) => ({ id }));

	it.each<[string, number, number, number]>([
		['every record', 1, 10, 1],
		['every record, one more than a page', 1, 11, 2],
		['every second record', 2, 10, 2],
		['every second record, one more', 2, 11, 3],
		['one of ten', 10, 3, 3],
		['one of ten, more than there are', 10, 50, 10],
		['none but the first', 1000, 1, 1],
		['none but the first, and more are wanted', 1000, 2, 10],
	])('of %s reads no page in vain', async (_name, every, wanted, requests) => {
		const of = service(numbered, 10);
		const passes = ({ id }: IDataObject) => Number(id) % every === 0;
		const keep = (record: IDataObject) => (passes(record) ? record : undefined);
		expect(await readList(readerOf(of), list, wanted, keep)).toStrictEqual({
			records: numbered.filter(passes).slice(0, wanted),
			missing: 0,
			unaccounted: 0,
			...(requests < 10 ? { more: { total: 95 } } : {}),
		});
		expect(of.asked.length).toBe(requests);
	});

	it('counts records that do not pass among those the service promised', async () => {
		const of = service(numbered, 10);
		const result = await readList(readerOf(of), list, Infinity, () => undefined);
		expect(result).toStrictEqual({ records: [], missing: 0, unaccounted: 0 });
		expect(of.asked).toHaveLength(10);
	});
});
