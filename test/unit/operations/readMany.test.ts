import type { IDataObject } from 'n8n-workflow';

import { calls, contacts } from '../../../nodes/VoiceSms/api/endpoints';
import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';
import type { OperationContext } from '../../../nodes/VoiceSms/operations/context';
import { readerOf } from '../../../nodes/VoiceSms/operations/context';
import { readMany } from '../../../nodes/VoiceSms/operations/readMany';
import { sharedOf } from '../../harness/n8n/sharedOf';
import { fake, untyped } from '../../harness/n8n/fake';
import { said } from '../../harness/n8n/messages';

/** What an operation works with, where the list holds these records. */
function context(
	records: IDataObject[],
	short = { missing: 0 },
	finds: (search: string, record: IDataObject) => boolean = () => true,
) {
	const hints: string[] = [];
	const asked: unknown[] = [];
	const api: Pick<OperationContext['api'], 'names' | 'pages' | 'withUserQuery'> = {
		names: parameterNames,
		withUserQuery: (query = {}) => query,
		pages: async ({ query }, _wanted, keep = (record) => record) => {
			const search = String(query?.search ?? '');
			asked.push(query?.search);
			const found = records.filter((record) => finds(search, record));
			return { records: found.map(keep).filter((kept) => kept !== undefined), ...short };
		},
	};
	const hint = (message: string) => void hints.push(message);
	const given = fake<OperationContext>({ ...readerOf(false), api, hint, shared: sharedOf() });
	return { hints, asked, ...given };
}

it.each([
	['nothing of a whole list', 0, []],
	['the one that may be missing', 1, [expect.stringContaining(`1 record ${said.mayBeMissing}`)]],
	['what may be missing', 3, [expect.stringContaining(`3 records ${said.mayBeMissing}`)]],
])('hints at %s', async (_name, missing, expected) => {
	const { hints, ...around } = context([{ id: 'a' }], { missing });
	const wanted = { wanted: Infinity, sought: '', keep: (record: object) => untyped(record) };
	const { records } = await readMany(around, calls, wanted);
	expect(records).toEqual([{ id: 'a' }]);
	expect(hints).toEqual(expected);
});

describe('a search', () => {
	const people = [
		{ id: 'a', name: 'Ada' },
		{ id: 'b', name: 'Bob' },
	];

	it.each<[string, IDataObject[], string | undefined, string[], boolean]>([
		['that one of several records contains', people, 'bob', ['b'], true],
		['that the only record contains', people.slice(1), 'bob', ['b'], false],
		['that no record contains', people, 'carl', [], true],
		['that the only record does not contain', people.slice(0, 1), 'carl', [], true],
		['that finds nothing', [], 'carl', [], false],
		['for nothing', people, '', ['a', 'b'], false],
		['that was not asked for', people, undefined, ['a', 'b'], false],
	])('%s', async (_name, records, search, found, hinted) => {
		const { hints, ...around } = context(records);
		const keep = ({ id }: IDataObject) => ({ id });
		const input = {
			wanted: Infinity,
			...(search === undefined ? {} : { search: [search] }),
			sought: '',
			keep,
		};
		const read = await readMany(around, calls, input);
		expect(read.records).toEqual(found.map((id) => ({ id })));
		const hint = `only records that contain "${search}"`;
		expect(hints).toEqual(hinted ? [expect.stringContaining(hint)] : []);
	});
});

describe('the line about the name of the search', () => {
	const people = [{ id: 'a', fullName: 'Ada Meyer-O\u2019Brien', phone: '+4915112345678' }];
	const read = async (
		search: string,
		finds?: (search: string, record: IDataObject) => boolean,
		keep = (record: IDataObject): IDataObject => record,
	) => {
		const { hints, asked, ...around } = context(people, undefined, finds);
		const wanted = { wanted: 50, search: [search], sought: '', keep };
		await readMany(around, contacts, wanted);
		return { hints, asked };
	};

	it.each([
		['several words in another order', 'Meyer-OBrien, Ada'],
		['another apostrophe', "O'Brien"],
		['a national number', '+49 151 12345678'],
	])('asks the service no more for %s', async (_name, search) => {
		expect(await read(search)).toStrictEqual({ hints: [], asked: [search] });
	});

	it.each([
		['that the service knows by its sound', 'Maier'],
		['with a typing error', 'Adda'],
		['in another script', 'Ада'],
		['of fields that it does not show', 'Zaphod'],
		['of a number in its national form', '0151 12345678'],
	])('is missing where the search works, for a search %s', async (_name, search) => {
		const { hints, asked } = await read(search, (text) => text === search);
		expect(hints).toStrictEqual([]);
		expect(asked).toHaveLength(2);
	});

	it('is there where the service gives records for a text that nobody has', async () => {
		const { hints, asked } = await read('Zaphod');
		expect(hints).toStrictEqual([expect.stringContaining('another parameter name than "search"')]);
		expect(asked).toHaveLength(3);
	});

	it('is missing where the service cannot be asked again', async () => {
		let tries = 0;
		const { hints } = await read('Zaphod', () => {
			if (++tries > 1) throw new Error('busy');
			return true;
		});
		expect(hints).toStrictEqual([]);
	});
});

it('a search with several spellings finds a record by any spelling', async () => {
	const { hints, ...around } = context([{ id: 'a', phone: '+15550100042' }]);
	const search = ['+15550100042', '(555) 010-0042'];
	await readMany(around, calls, { wanted: Infinity, search, sought: '', keep: (record) => record });
	expect(hints).toEqual([]);
});

it('a record that two spellings find is there once, one without an ID as often as it is found', async () => {
	const around = context([{ id: 'a', phone: '+1' }, { id: 'b', phone: '+12' }, { phone: '+1' }]);
	const search = ['+1', '1'];
	const { records } = await readMany(around, calls, {
		wanted: Infinity,
		search,
		sought: '',
		keep: (record) => record,
	});
	expect(records).toEqual([
		{ id: 'a', phone: '+1' },
		{ id: 'b', phone: '+12' },
		{ phone: '+1' },
		{ phone: '+1' },
	]);
});

it.each([
	['may be more where a spelling was not searched for, because the limit was reached', 1, {}],
	['is no more where all were', 2, undefined],
])('there %s', async (_name, wanted, more) => {
	const around = context([{ id: 'a', phone: '+1' }]);
	const { about } = await readMany(around, calls, {
		wanted,
		search: ['+1', '1'],
		sought: '',
		keep: (record) => record,
	});
	expect(about.more).toEqual(more);
});

it.each([
	['at most 50 records for a model', readerOf(true), Infinity, 50],
	['no more for a model than it wants', readerOf(true), 49, 49],
	['all for people', readerOf(false), Infinity, Infinity],
])('asks for %s', async (_name, reader, wanted, expected) => {
	const asked: number[] = [];
	const around = context([]);
	const pages: OperationContext['api']['pages'] = async (_list, most) => {
		asked.push(most);
		return await Promise.resolve({ records: [], missing: 0 });
	};
	const api = { ...around.api, pages } as OperationContext['api'];
	await readMany({ ...around, ...reader, api }, calls, {
		wanted,
		sought: '',
		keep: (record) => record,
	});
	expect(asked).toStrictEqual([expected]);
});

describe('a span of time', () => {
	const times: IDataObject[] = [
		{ id: 'before', at: 9 },
		{ id: 'begin', at: 10 },
		{ id: 'within', at: 19.5 },
		{ id: 'end', at: 20 },
		{ id: 'none' },
	];
	const timeOf = ({ at }: IDataObject) => at as number | undefined;
	const read = async (records: IDataObject[], from: number, until: number) => {
		const { hints, ...around } = context(records);
		const keep = ({ id }: IDataObject) => ({ id });
		const found = await readMany(around, calls, {
			wanted: Infinity,
			sought: '',
			span: { from, until, timeOf },
			keep,
		});
		return { ids: found.records.map(({ id }) => id), hints };
	};

	it.each([
		['with begin and end', 10, 20, ['begin', 'within']],
		['without an end', 10, Infinity, ['begin', 'within', 'end']],
		['without a begin', -Infinity, 20, ['before', 'begin', 'within']],
		['that is empty', 20, 20, []],
	])('%s has its begin and not its end, and nothing without a time', async (_name, ...row) => {
		const [from, until, ids] = row;
		expect(await read(times, from, until)).toStrictEqual({ ids, hints: [] });
	});

	it('tells how many have a time that cannot be read, each once', async () => {
		const odd = { id: 'odd', at: NaN };
		const { ids, hints } = await read([...times, odd, { at: NaN }, { ...odd }], 10, 20);
		expect(ids).toStrictEqual(['begin', 'within']);
		expect(hints).toStrictEqual(['Left out: 2 records without a readable time.']);
	});
});
