import { itemPathOf, knownAt } from '../../../../nodes/VoiceSms/fields/read/itemPath';

test.each<[string, Array<string | number>]>([
	['={{ $json.to }}', ['to']],
	['={{$json.to}}', ['to']],
	['={{\n\t$json.to\n}}', ['to']],
	['={{ $json["to"] }}', ['to']],
	["={{ $json['to'] }}", ['to']],
	['={{ $json["Phone Number"] }}', ['Phone Number']],
	['={{ $json["Téléphone n° 1 (\'privé\')"] }}', ["Téléphone n° 1 ('privé')"]],
	['={{ $json[""] }}', ['']],
	['={{ $json[0] }}', [0]],
	['={{ $json.a.b[0] }}', ['a', 'b', 0]],
	['={{ $json.a["b c"][10].$d._e }}', ['a', 'b c', 10, '$d', '_e']],
])('%s is a path into the item', (expression, path) => {
	expect(itemPathOf(expression)).toEqual(path);
});

test.each([
	'{{ $json.to }}',
	'$json.to',
	'=$json.to',
	'={{ $json }}',
	'=Hello {{ $json.name }}',
	'= {{ $json.to }}',
	'={{ $json.to }} ',
	'={{ $json.to }}{{ $json.to }}',
	'={{ $json.to.trim() }}',
	'={{ $json.to + 1 }}',
	'={{ $json?.to }}',
	'={{ $json.a?.b }}',
	'={{ $json .to }}',
	'={{ $json.to // a }}',
	'={{ $json["a\\n"] }}',
	'={{ $json["a"b"] }}',
	'={{ $json["a}}"] }}',
	'={{ $json[`to`] }}',
	'={{ $json[$json.a] }}',
	'={{ $json[-1] }}',
	'={{ $json[01] }}',
	'={{ $json[1.5] }}',
	'={{ $json[1e3] }}',
	'={{ $json.1a }}',
	'={{ $json.é }}',
	'={{ $input.item.json.to }}',
	'={{ $("Items").item.json.to }}',
	'={{ $now }}',
	'={{ $jsonx.to }}',
	'={{ $json.a; $json.b }}',
])('%s is more than a path, or another one', (expression) => {
	expect(itemPathOf(expression)).toBeUndefined();
});

test.each([
	'constructor',
	'constructorName',
	'__proto__',
	'prototype',
	'mainModule',
	'toString',
	'hasOwnProperty',
	'valueOf',
])('n8n keeps the name "%s" for itself, wherever it stands', (name) => {
	expect(itemPathOf(`={{ $json.${name} }}`)).toBeUndefined();
	expect(itemPathOf(`={{ $json.a.${name} }}`)).toBeUndefined();
});

test('n8n refuses ".constructor" even within a text', () => {
	expect(itemPathOf('={{ $json["a. constructor"] }}')).toBeUndefined();
});

const json = {
	text: 'a',
	empty: '',
	number: -1.5,
	none: NaN,
	yes: true,
	no: false,
	nothing: null,
	missing: undefined,
	list: ['x', { deep: 7 }],
	object: { 0: 'zero', inner: { text: 'b' } },
	date: new Date(0),
	dated: Object.assign(new Date(0), { year: 1970 }),
	regex: /a/,
	saved: { toJSON: () => 'other', text: 'c' },
	get computed() {
		return 'd';
	},
	derived: Object.create({ text: 'e' }) as object,
	bare: Object.assign(Object.create(null) as object, { text: 'f' }),
	named: Object.assign(['x'], { text: 'g' }),
	subclass: new (class extends Array<string> {})('h', 'i'),
	instance: new (class {
		text = 'j';
	})(),
	half: 'a\ud83d',
	whole: '😀',
};

test.each<[string, unknown]>([
	['text', 'a'],
	['empty', ''],
	['number', -1.5],
	['none', NaN],
	['yes', true],
	['no', false],
	['list[0]', 'x'],
	['list[1].deep', 7],
	['object[0]', 'zero'],
	['object.inner.text', 'b'],
	['bare.text', 'f'],
	['whole', '😀'],
	['nothing', null],
	['missing', undefined],
	['unknown', undefined],
	['list[2]', undefined],
	['unknown.deep', undefined],
	['nothing.deep', undefined],
	['text.deep', undefined],
])('$json.%s is read from the item', (path, value) => {
	expect(knownAt(json, pathOf(path))).toEqual({ value });
});

test.each([
	'list',
	'object',
	'list["0"]',
	'list.length',
	'text.length',
	'text[0]',
	'date',
	'dated.year',
	'regex',
	'saved.text',
	'computed',
	'derived.text',
	'named.text',
	'subclass[0]',
	'instance.text',
	'half',
])('$json.%s is left to n8n', (path) => {
	expect(knownAt(json, pathOf(path))).toBeUndefined();
});

function pathOf(path: string) {
	const steps = itemPathOf(`={{ $json.${path} }}`);
	if (steps === undefined) throw new Error(`${path} is no path`);
	return steps;
}
