import type { IDataObject, INode } from 'n8n-workflow';

import type { Api } from '../../../../nodes/VoiceSms/api/api';
import type { ListResult } from '../../../../nodes/VoiceSms/api/list/readList';
import type { Pagination } from '../../../../nodes/VoiceSms/api/list/readPage';
import type { ListPart } from '../../../../nodes/VoiceSms/trigger/watchedList';
import { readNewest, readWhole } from '../../../../nodes/VoiceSms/trigger/watchedList';

const node = { name: 'Trigger', type: 'trigger', typeVersion: 1 } as INode;
const iso = (second: number | null) =>
	second === null ? null : new Date(second * 1_000).toISOString();

/** Calls with these times, in this order. */
const callsAt = (seconds: Array<number | null>): IDataObject[] =>
	seconds.map((second, index) => ({ id: `call_${index}`, createdAt: iso(second) }));
/** So many calls, newest-first, the last of them of second 1. */
const falling = (count: number) =>
	callsAt(Array.from({ length: count }, (_, index) => count - index));

interface Service {
	records: IDataObject[];
	/** Numbers of the pages asked for, "whole" for all of the list at once. */
	asked: Array<number | 'whole'>;
	mostAtOnce: number;
	limit: number;
	/** Changes the service before an answer, or its pagination object afterwards. */
	before?(page: number): void;
	pagination?: Partial<Pagination>;
	whole?: Partial<ListResult>;
}

const serviceOf = (records: IDataObject[], more: Partial<Service> = {}): Service => ({
	records,
	asked: [],
	mostAtOnce: 0,
	limit: 2,
	...more,
});

function sourceOf(service: Service, bound = 100) {
	let underWay = 0;
	const api: Pick<Api, 'page' | 'pages'> = {
		async page(_list, page) {
			service.asked.push(page);
			service.mostAtOnce = Math.max(service.mostAtOnce, ++underWay);
			await new Promise(setImmediate);
			underWay--;
			service.before?.(page);
			const { records, limit } = service;
			const total = records.length;
			return {
				records: records.slice((page - 1) * limit, page * limit),
				pagination: {
					total,
					page,
					limit,
					totalPages: Math.ceil(total / limit),
					...service.pagination,
				},
			};
		},
		async pages() {
			service.asked.push('whole');
			return { records: service.records, missing: 0, ...service.whole };
		},
	};
	const list = { path: '/api/calls', key: 'calls' as const };
	return { api: api as Api, list, timeField: 'createdAt', node, bound };
}

const never = () => false;
const counted = (count: number) => (reading: ListPart) => reading.records.length >= count;

describe('the top of a list', () => {
	it('is read until there is enough: one page, then twice as many each time', async () => {
		const service = serviceOf(falling(40));
		const reading = await readNewest(sourceOf(service), counted(13));
		expect(service.asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
		expect(reading).toEqual({
			records: falling(40).slice(0, 16),
			total: 40,
			whole: false,
			oldest: 25_000,
			isShort: false,
		});
	});

	it('is one page when that is enough', async () => {
		const service = serviceOf(falling(40));
		const reading = await readNewest(sourceOf(service), () => true);
		expect([service.asked, reading.records.length]).toEqual([[1], 2]);
	});

	it('is read with no more than 32 pages at once, and no more than Requests at Once', async () => {
		for (const [bound, most] of [
			[100, 32],
			[5, 5],
		]) {
			const service = serviceOf(falling(300));
			await readNewest(sourceOf(service, bound), counted(220));
			expect(service.asked).toHaveLength(128);
			expect(service.mostAtOnce).toBe(most);
		}
	});

	it('is the whole list when it is read to its end', async () => {
		const service = serviceOf(falling(5));
		const reading = await readNewest(sourceOf(service), never);
		expect(service.asked).toEqual([1, 2, 3]);
		expect(reading).toEqual({ records: falling(5), total: 5, whole: true });
	});

	it('is the whole list when that is empty', async () => {
		const service = serviceOf([]);
		const reading = await readNewest(sourceOf(service), never);
		expect(reading).toEqual({ records: [], total: 0, whole: true });
		expect(service.asked).toEqual([1]);
	});

	it('is the whole list also where its records have no IDs', async () => {
		const records = falling(3).map(({ createdAt }) => ({ createdAt }));
		const service = serviceOf(records);
		expect(await readNewest(sourceOf(service), never)).toEqual({ records, total: 3, whole: true });
		expect(service.asked).toEqual([1, 2]);
	});

	it('is read to the end of its total where that is on more pages than it counts', async () => {
		const service = serviceOf(falling(9), { pagination: { totalPages: 2 } });
		const reading = await readNewest(sourceOf(service), never);
		expect(service.asked).toEqual([1, 2, 3, 4, 5]);
		expect(reading).toMatchObject({ records: falling(9), whole: true });
	});

	it('keeps the length that the list had at first, when it grows meanwhile', async () => {
		const service = serviceOf(falling(8));
		service.before = (page) => {
			if (page === 2) service.records = falling(9);
		};
		const reading = await readNewest(sourceOf(service), counted(6));
		expect(reading).toMatchObject({ total: 8, whole: false });
	});
});

describe('the whole list is read', () => {
	it.each<[string, Array<number | null>]>([
		['not sorted newest-first', [1, 700, 2, 1_400, 5]],
		['of records without a time', [5, null, 4, 3, 2]],
	])('as soon as a page is %s', async (_, seconds) => {
		const service = serviceOf(callsAt(seconds));
		const reading = await readNewest(sourceOf(service), () => true);
		expect(service.asked).toEqual([1, 'whole']);
		expect(reading).toMatchObject({ records: service.records, whole: true });
	});

	it('when a later page is not sorted', async () => {
		const service = serviceOf(callsAt([9, 8, 7, 700, 5, 4, 3]));
		await readNewest(sourceOf(service), counted(4));
		expect(service.asked).toEqual([1, 2, 'whole']);
	});

	it('when an empty page stands in the middle', async () => {
		const service = serviceOf(falling(6));
		service.before = (page) => {
			service.limit = page === 2 ? 0 : 2;
		};
		await readNewest(sourceOf(service), counted(5));
		expect(service.asked).toEqual([1, 2, 'whole']);
	});

	it('when the first page is empty and the list is not', async () => {
		const service = serviceOf([], { pagination: { total: 4, totalPages: 2 } });
		await readNewest(sourceOf(service), () => true);
		expect(service.asked).toEqual([1, 'whole']);
	});

	it('when less records came than the list counts', async () => {
		const service = serviceOf(falling(3), { pagination: { total: 4 } });
		await readNewest(sourceOf(service), never);
		expect(service.asked).toEqual([1, 2, 'whole']);
	});

	it('when a record came twice in place of another', async () => {
		const [first, second, third] = falling(3);
		const service = serviceOf([first, second, second, third], { pagination: { total: 4 } });
		await readNewest(sourceOf(service), never);
		expect(service.asked).toEqual([1, 2, 'whole']);
	});

	it('when the list became shorter in three passes', async () => {
		const service = serviceOf(falling(20));
		service.before = (page) => {
			if (page === 2) service.records = service.records.slice(1);
		};
		await readNewest(sourceOf(service), counted(6));
		expect(service.asked).toEqual([1, 2, 1, 2, 1, 2, 'whole']);
	});
});

it('a list that became shorter while it was read is read from its top again', async () => {
	const service = serviceOf(falling(20));
	service.before = (page) => {
		if (page === 2 && service.records.length === 20) service.records = service.records.slice(1);
	};
	const reading = await readNewest(sourceOf(service), counted(4));
	expect(service.asked).toEqual([1, 2, 1, 2]);
	expect(reading).toMatchObject({
		records: falling(19)
			.slice(0, 4)
			.map(() => expect.anything() as unknown),
		total: 19,
	});
});

it('a list that grew and became shorter while it was read is read from its top again', async () => {
	const service = serviceOf(falling(20));
	const late = ['late', 'later'].map((id) => ({ id, createdAt: iso(0) }));
	service.before = (page) => {
		if (page === 2 && !service.asked.includes(3)) service.records = [...falling(20), ...late];
		if (page === 3) service.records = [...falling(20), late[0]];
	};
	await readNewest(sourceOf(service), counted(6));
	expect(service.asked).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
});

describe('a whole list', () => {
	it('is whole when all records came that it counts', async () => {
		const service = serviceOf(falling(3));
		expect(await readWhole(sourceOf(service))).toEqual({
			records: falling(3),
			total: 3,
			missing: 0,
			whole: true,
			oldest: undefined,
		});
	});

	it.each<[string, Array<number | null>, number | undefined]>([
		['the newest record', [2, 5, 3], 5_000],
		['the newest record of those with a time', [null, 5, null], 5_000],
		['nothing, when no record has a time', [null, null], undefined],
	])('that counts more than it gives is known back to %s', async (_, seconds, oldest) => {
		const records = callsAt(seconds);
		const service = serviceOf(records, { whole: { missing: 2 } });
		expect(await readWhole(sourceOf(service))).toEqual({
			records,
			total: records.length + 2,
			missing: 2,
			whole: false,
			oldest,
		});
	});

	it('that moved too much is an error that says how much may be missing', async () => {
		const service = serviceOf(falling(3), { whole: { missing: 2, moved: true } });
		await expect(readWhole(sourceOf(service))).rejects.toMatchObject({
			message: 'The list of calls kept changing while it was read',
			description: expect.stringMatching(/^2 records may be missing/) as unknown,
		});
	});
});
