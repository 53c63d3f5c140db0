import type { IDataObject } from 'n8n-workflow';

import { readExamples } from '../../sandbox/workflows';
import { valueAt } from '../harness/n8n/expression';

/** What the first node of 02 and of 20 makes of the row of a list. */
function read(file: string, row: IDataObject): IDataObject {
	const { nodes } = readExamples().find((example) => example.file.startsWith(file))!;
	const { parameters } = nodes.find(({ parameters: { jsonOutput } }) =>
		String(jsonOutput).includes('vorname'),
	)!;
	return valueAt({}, String(parameters.jsonOutput), [{ json: row }]) as IDataObject;
}

it.each<[IDataObject, string]>([
	[{ Name: 'Theresa Gruber' }, 'Theresa Gruber'],
	[{ Vorname: 'Theresa', Name: 'Gruber' }, 'Theresa Gruber'],
	[{ Name: 'Gruber', Vorname: 'Theresa' }, 'Theresa Gruber'],
	[{ 'First name': 'Theresa', 'Last name': 'Gruber' }, 'Theresa Gruber'],
	[{ Vorname: 'Theresa', Nachname: '' }, 'Theresa'],
	[{ Nachname: 'Gruber' }, 'Gruber'],
])('the name in %j', (row, name) => {
	expect(read('02', { ...row, Handy: '0664 1234567' })).toMatchObject({ name });
	const contact = read('20', { ...row, Handy: '0664 1234567' });
	expect(`${contact['First name']} ${contact['Last name']}`.trim()).toBe(name);
});

it.each<[IDataObject, string]>([
	[{ Telefon: '0316 123', Handy: '0664 1234567' }, '0664 1234567'],
	[{ Telefon: '0316 123', Handy: '' }, '0316 123'],
])('the phone in %j', (row, phone) => {
	expect(read('02', row)).toMatchObject({ phone });
	expect(read('20', row)).toMatchObject({ Phone: phone });
});
