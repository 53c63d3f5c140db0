import { judge, textOf, type Judgement } from '../../../../nodes/VoiceSms/fields/read/judge';
import { piecesOf, type Blank } from '../../../../nodes/VoiceSms/fields/read/template';

type Row = [Judgement | undefined, string, unknown, unknown[]?, boolean?];

/** The verdict about what n8n gave for an expression. */
function verdictOf([, expression, result, data = [], isWhole = false]: Row) {
	const [, blank] = piecesOf(`={{ ${expression} }}`) as [string, Blank];
	const sources = () => data as string[];
	return judge({ blank, result, text: textOf(result), isWhole, missing: [], sources });
}

const made = '"Hi " + $json.name';
const whole = true;

// One argument: jest takes an argument that a row lacks for its callback.
test.each<{ row: Row }>(
	(
		[
			// Nothing.
			['gap', '$json.name', undefined],
			['gap', '$json.name', null],
			['gap', '$json.name', ''],
			['gap', '$json.name', ' \u200b'],
			['gap', '$json.name', NaN],
			['gap', '$json.name', Infinity],
			['gap', '$json.list', []],
			['gap', '$json.list', ['']],
			['gap', '$json.person', { first: 'Ada' }],
			['gap', '$json.person', [{ first: 'Ada' }]],
			['gap', '$json.person', { toString: 1 }],
			['gap', '$json.name.trim', () => ''],
			['gap', 'new Date("x")', new Date(NaN)],
			[undefined, '$json.date', new Date(0)],
			[undefined, '$json.dates', [new Date(0)]],
			// The whole value of a field: the field says what nothing means.
			[undefined, '$json.name', '', [], whole],
			[undefined, '$json.name', undefined, [], whole],
			// Meant.
			[undefined, '$json.title ?? ""', ''],
			[undefined, '$json.flag', false],
			[undefined, '$json.count', 0],
			[undefined, '$json.names', ['Ada', 'Bo']],
			[undefined, '$fromAI("name")', 'undefined'],
			[undefined, '$tool.parameters', { a: 1 }],
			['gap', '$fromAI("name")', ''],
			// Words that nobody wrote.
			['gap', made, 'Hi undefined', ['Ada']],
			['gap', made, 'Hi null', [3]],
			['gap', made, 'Hi null', ['null']],
			['gap', made, '$NaN'],
			['gap', made, 'xundefined'],
			['gap', made, 'Hi undefined', [], whole],
			['gap', made, 'Invalid Duration'],
			['gap', '$json.date', 'Invalid DateTime'],
			['gap', '$json.date', 'undefined', ['undefined'], whole],
			['gap', made, '€NaN', ['banana']],
			['gap', '"Hi " + $json.name.toLowerCase()', 'hi undefined', ['Ada']],
			// Words of the data.
			[undefined, '$json.note.toLowerCase()', 'undefined behaviour', ['UNDEFINED behaviour']],
			[undefined, 'JSON.stringify($json)', '{"a":null}', []],
			[undefined, '$json.company', 'Infinity'],
			[undefined, made, 'Hi NaN Bakery', ['NaN Bakery']],
			[undefined, '$json.note', 'The result is undefined'],
			['doubt', '$json.message', 'RangeError: Invalid Date'],
			['doubt', '$json.text', 'Hello undefined', ['Hello undefined'], whole],
			// Templates that n8n did not fill in.
			['gap', '$json.template', 'Hi {{ $json.name }}', ['Hi {{ $json.name }}']],
			['gap', '$json.template', 'Hi {{name}}', ['Hi {{name}}']],
			[undefined, '$json.template', 'Hi {{ }}, {{', ['Hi {{ }}, {{']],
			// Digits.
			['lost', '$json.code', 12345678901234568],
			['lost', '[$json.code]', [12345678901234568]],
			['lost', '"no. " + $json.code', 'no. 12345678901234568', [12345678901234568]],
			['lost', '"no. " + $json.code', 'no. 12345678901234568', [12345678901234568], whole],
			[undefined, '$json.code', '12345678901234568', ['12345678901234568']],
		] as Row[]
	).map((row) => ({ row })),
)('row %#', ({ row }) => {
	expect([row, verdictOf(row)]).toStrictEqual([row, row[0]]);
});

test('a date is its ISO text', () => {
	expect(textOf(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
	expect(textOf([new Date(0), 'x'])).toBe('1970-01-01T00:00:00.000Z,x');
});
