import type { IDataObject } from 'n8n-workflow';

import { calls, contacts } from '../../../nodes/VoiceSms/api/lists';
import { parameterNames } from '../../../nodes/VoiceSms/api/unstated';
import type { OperationContext } from '../../../nodes/VoiceSms/operations/operation';
import { readMany } from '../../../nodes/VoiceSms/operations/readMany';
import { sharedOf } from '../../harness/n8n/sharedOf';
import { fake } from '../../harness/n8n/fake';

/** What an operation works with, where the list holds these records. */
function context(
	records: IDataObject[],
	short = { missing: 0 },
	finds: (search: string, record: IDataObject) => boolean = () => true,
) {
	const hints: string[] = [];
	const asked: unknown[] = [];
	const api: Pick<OperationContext['api'], 'names' | 'pages'> = {
		names: parameterNames,
		pages: async ({ query }, _wanted, keep = (record) => record) => {
			const search = String(query?.search ?? '');
			asked.push(query?.search);
			const found = records.filter((record) => finds(search, record));
			return { records: found.map(keep).filter((kept) => kept !== undefined), ...short };
		},
	};
	const hint = (message: string) => void hints.push(message);
	return { hints, asked, ...fake<OperationContext>({ api, hint, shared: sharedOf() }) };
}

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
		expect(asked).toHaveLength(2);
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

it('a record that two spellings find is there once, one without an ID as often as it is found', async () => {
	const around = context([{ id: 'a', phone: '+1' }, { id: 'b' }, { phone: '+1' }]);
	const search = ['+1', '1'];
	const { records } = await readMany(around, calls, {
		...{ wanted: Infinity, search, sought: '' },
		keep: (record) => record,
	});
	expect(records).toEqual([
		{ id: 'a', phone: '+1' },
		{ id: 'b' },
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
		...{ wanted, search: ['+1', '1'], sought: '' },
		keep: (record) => record,
	});
	expect(about.more).toEqual(more);
});
