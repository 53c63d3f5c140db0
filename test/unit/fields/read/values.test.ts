import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';
import { isoOf } from '../../../../nodes/VoiceSms/fields/read/date';
import { asChoice, asChoices } from '../../../../nodes/VoiceSms/fields/read/choices';
import { asObject, asRows } from '../../../../nodes/VoiceSms/fields/read/objects';
import { asCount, asFlag } from '../../../../nodes/VoiceSms/fields/read/values';
import { said } from '../../../harness/n8n/messages';

const refuse = (what: string): never => {
	throw new Error(what);
};

describe('a value in the words of an error', () => {
	it.each([
		['a line of 60 characters is shown whole', 58, ''],
		['a longer one is cut there', 59, '…'],
	])('%s', (_name, length, end) => {
		const text = `"${'x'.repeat(length)}"`.slice(0, end === '' ? 60 : 59);
		for (const as of [asCount, asFlag]) {
			const shown = new RegExp(`(not|but) ${text}${end}$`);
			expect(() => as('x'.repeat(length), refuse)).toThrow(shown);
		}
	});
});

it.each([
	['ended', 'ENDED'],
	['Error', 'ERROR'],
])('"%s" is the word %s of a menu in capitals', (given, word) => {
	expect(asChoice(given, ['ENDED', 'ERROR'], refuse)).toBe(word);
});

it.each(['INBOUND_CALL', 'Call From Outside'])(
	'"%s" is an entry of a menu, by its value or by the name that the menu shows',
	(given) => {
		const menu = [
			{ name: 'Call From Inside', value: 'OUTBOUND_CALL' },
			{ name: 'Call From Outside', value: 'INBOUND_CALL' },
		];
		expect(asChoices([given], menu, refuse)).toStrictEqual(['INBOUND_CALL']);
	},
);

it.each<[string, unknown[]]>([
	['that are no rows', [null, 'x', 7, { name: 'a', value: '1' }]],
	['without a name', [{ value: 'x' }, { name: null, value: 'x' }, { name: 'a', value: '1' }]],
])('rows %s, as an expression may give, are left out', (_name, parameter) => {
	expect(asRows({ parameter }, refuse)).toEqual({ a: '1' });
});

it('a row of its own for the page is refused', () => {
	expect(() => asRows({ parameter: [{ name: ' page ', value: '2' }] }, refuse)).toThrow(
		'cannot contain page',
	);
});

it('a field that a collection does not offer goes by its own name', () => {
	const collection = new Collection({ other: 'x' }, [], (label, what) =>
		refuse(`${label} ${what}`),
	);
	expect(() => collection.flag('other')).toThrow(`other ${said.notABoolean}, not "x"`);
	expect(() => collection.choice('other')).toThrow('other cannot be "x"');
});

describe('a date', () => {
	it.each([
		[1e11 - 1, '5138-11-16T09:46:39.000Z'],
		[1e11, '1973-03-03T09:46:40.000Z'],
		[1e8, '1973-03-03T09:46:40.000Z'],
		[1e8 - 1, undefined],
	])('of the number %i is %s', (number, iso) => {
		expect(isoOf(number, 'UTC')).toBe(iso);
	});

	it.each(['12345678901', '11769850000000', '17698500000001', 'May 2026', 'on 2026-01-31'])(
		'is not "%s"',
		(text) => {
			expect(isoOf(text, 'UTC')).toBeUndefined();
		},
	);
});

test('a JSON field is what is sent: without a field that its expression leaves out, a date as text', () => {
	const given = { plan: undefined, at: new Date(0), count: 1 };
	const refuse = (what: string): never => {
		throw new Error(what);
	};
	expect(asObject(given, refuse)).toStrictEqual({ at: '1970-01-01T00:00:00.000Z', count: 1 });
});
