import type { RecordKey } from '../../../../nodes/VoiceSms/fields/read/recordKey';
import { aboutKey, readRecordKey } from '../../../../nodes/VoiceSms/fields/read/recordKey';
import { contactGet } from '../../../../nodes/VoiceSms/operations/contact/get';
import { itemOf } from '../../../harness/n8n/fields';
import { said } from '../../../harness/n8n/messages';

const locator = (value: string, mode = 'id') => ({ __rl: true, mode, value });

/** What a filled in locator chooses, or why it is refused. */
function keyOf(
	given: unknown,
	{ asTool = false, country = '', ways = ['phone', 'email'] as Array<'phone' | 'email'> } = {},
): RecordKey | string {
	const values = { contactId: given, options: { defaultCountry: country } };
	const item = itemOf(contactGet.fields, values, { asTool });
	try {
		return readRecordKey(item, 'contactId', ways);
	} catch (error) {
		return (error as Error).message;
	}
}

const id = (value: string) => ({ by: 'id', value });
const phone = { by: 'phone', value: '+15550100042', country: '' };
const email = (value: string) => ({ by: 'email', value, country: '' });

describe('a person chooses a record', () => {
	it.each<[string, unknown, object]>([
		['from the list', locator('contact_000042', 'list'), id('contact_000042')],
		['by its ID', locator(' contact_000042 '), id('contact_000042')],
		['by an expression that gives the plain ID', 'contact_000042', id('contact_000042')],
		['by an expression that gives a number', 42, id('42')],
		['by its phone number', locator('+15550100042', 'phone'), phone],
		['by its phone number, as people write it', locator('001 555 010-0042', 'phone'), phone],
		['by its email address', locator(' Ada@Example.com ', 'email'), email('Ada@Example.com')],
		// Up to now every mode meant the ID, and a workflow may hold one that the editor never wrote.
		['by a mode that there is not', locator('contact_000042', 'url'), id('contact_000042')],
		['without a mode', { __rl: true, value: 'contact_000042' }, id('contact_000042')],
		['by a number in place of an ID', locator('+15550100042'), phone],
		['by an address in place of an ID', locator('a@b.example'), email('a@b.example')],
		['by an ID that looks like an address', locator('a@b.example', 'list'), id('a@b.example')],
		['by a plain value that is a number', '+15550100042', phone],
	])('%s', (_name, given, key) => {
		expect(keyOf(given)).toStrictEqual(key);
	});

	it('by a phone number of the default country', () => {
		expect(keyOf(locator('(555) 010-0042', 'phone'), { country: 'US' })).toStrictEqual({
			...phone,
			country: 'US',
		});
	});

	it.each<[string, unknown, string]>([
		['an empty ID', locator(''), `'Contact' ${said.empty}`],
		['an empty number', locator(' ', 'phone'), `'Contact' ${said.empty}`],
		['an empty address', locator('', 'email'), `'Contact' ${said.empty}`],
		['an ID that cannot stand in a path', locator('..'), '\'Contact\' cannot be ".."'],
		['no number', locator('Ada', 'phone'), `'Contact' ${said.notAPhone}: "Ada"`],
		[
			'a number without a country',
			locator('555 010 0042', 'phone'),
			`'Contact' ${said.noCountryCode}: "555 010 0042"`,
		],
		['no address', locator('Ada', 'email'), `'Contact' ${said.notAnEmail}: "Ada"`],
		['half an address', locator('ada@', 'email'), `'Contact' ${said.notAnEmail}: "ada@"`],
		[
			'two addresses',
			locator('a@b.example, c@d.example', 'email'),
			`'Contact' ${said.notAnEmail}: "a@b.example, c@d.example"`,
		],
		[
			'a number as an address',
			locator('+15550100042', 'email'),
			`'Contact' ${said.notAnEmail}: "+15550100042"`,
		],
	])('but not by %s', (_name, given, message) => {
		expect(keyOf(given)).toBe(message);
	});
});

describe('a model, which sees one argument whatever the mode is, chooses a record', () => {
	it.each<[string, unknown, object]>([
		['by the ID it was given', locator('contact_000042', 'list'), id('contact_000042')],
		[
			'by an ID where the mode is the phone',
			locator('contact_000042', 'phone'),
			id('contact_000042'),
		],
		[
			'by an ID where the mode is the email',
			locator('contact_000042', 'email'),
			id('contact_000042'),
		],
		['by a name, which no contact has as its ID', locator('Ada'), id('Ada')],
		['by an ID that begins as a number does', locator('+1-main'), id('+1-main')],
		['by a number where the mode is the ID', locator('+1 (555) 010-0042'), phone],
		['by a number where the mode is the list', locator('+15550100042', 'list'), phone],
		['by a number where the mode is the email', locator('+15550100042', 'email'), phone],
		['by a number where the field is plain', '+15550100042', phone],
		[
			'by an address where the mode is the ID',
			locator('ada@example.com'),
			email('ada@example.com'),
		],
		[
			'by an address where the mode is the phone',
			locator('a@b.example', 'phone'),
			email('a@b.example'),
		],
		// Digits alone may be an ID.
		['by digits where the mode is the ID', locator('15550100042'), id('15550100042')],
		['by digits where the mode is the phone', locator('001 5550100042', 'phone'), phone],
	])('%s', (_name, given, key) => {
		expect(keyOf(given, { asTool: true })).toStrictEqual(key);
	});

	it.each<[string, unknown, string]>([
		[
			'too short a number',
			locator('+1555'),
			`'Contact ID' ${said.tooShort} a phone number: "+1555"`,
		],
		['nothing', locator(''), `'Contact ID' ${said.empty}`],
		['digits as an address', locator('42', 'email'), `'Contact ID' ${said.notAnEmail}: "42"`],
	])('but not by %s', (_name, given, message) => {
		expect(keyOf(given, { asTool: true })).toContain(message);
	});
});

describe('a record that is not found by email', () => {
	it.each([false, true])('is sought by its ID (tool: %s)', (asTool) => {
		const given = locator('ada@example.com', 'email');
		expect(keyOf(given, { asTool, ways: ['phone'] })).toStrictEqual(id('ada@example.com'));
	});
});

it.each<[RecordKey, string]>([
	[{ by: 'id', value: 'contact_1' }, 'contact contact_1'],
	[{ ...phone, by: 'phone' }, 'contact with the phone number +15550100042'],
	[
		{ by: 'email', value: 'A@b.example', country: '' },
		'contact with the email address A@b.example',
	],
])('an error about %j says "%s"', (key, words) => {
	expect(aboutKey('contact', key)).toBe(words);
});
