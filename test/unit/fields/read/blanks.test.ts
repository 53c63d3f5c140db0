import type { IDataObject } from 'n8n-workflow';

import { blanksOf, emptyIn } from '../../../../nodes/VoiceSms/fields/read/blanks';
import { fillOf } from '../../../../nodes/VoiceSms/fields/read/fill';
import { fake, untyped } from '../../../harness/n8n/fake';

const json: IDataObject = {
	name: 'Ada',
	'first name': 'A.',
	time: '9:00',
	number: -1.5,
	zero: -0,
	big: 1e21,
	yes: true,
	no: false,
	none: NaN,
	nothing: null,
	empty: '',
	blank: ' \n',
	list: [],
	names: ['x'],
	...fake<IDataObject>({ oneEmpty: [''], oneNull: [null], oneList: [[]], twoEmpty: ['', ''] }),
	object: {},
	date: untyped(new Date(0)),
	deep: { a: [{ b: 'c' }] },
};

/** What n8n gives is not looked at here. */
const ask = () => 'x';

/** The text and the types of its values. */
function filled(text: string) {
	const types: string[] = [];
	return [fillOf(text)?.(json, types), types.join()];
}

test.each([
	['=Hello {{ $json.name }}', 'Hello Ada', 'string'],
	[
		'=Hello {{ $json.name }}, see you at {{ $json["time"] }}',
		'Hello Ada, see you at 9:00',
		'string,string',
	],
	["={{$json.name}}{{$json['first name']}}", 'AdaA.', 'string,string'],
	['= {{ $json.name }}', ' Ada', 'string'],
	['={{ $json.number }} ', '-1.5 ', 'number'],
	['={{ $json.zero }}|{{ $json.big }}|{{ $json.yes }}', '0|1e+21|true', 'number,number,boolean'],
	['=<{{ $json.no }}|{{ $json.none }}|{{ $json.empty }}>', '<false||>', 'boolean,number,string'],
	['=={{ $json.name }}', '=Ada', 'string'],
	['={ {{ $json.name }}} }}', '{ Ada} }}', 'string'],
	['=\n{{\n$json.deep.a[0].b\n}}\n', '\nc\n', 'string'],
	['=Hello', 'Hello', ''],
	['={{ $json.number }}', -1.5, 'number'],
])('%j gives %j', (text, value, types) => {
	expect(filled(text)).toStrictEqual([value, types]);
});

test.each([
	'=Hello {{ $json.name }}{{ $now }}',
	'=Hello {{ $json.name.trim() }}',
	'=Hello {{ $json.name }}{{ $json.time',
	'=Hello \\{{ $json.name }}',
	'=Hello {{{ $json.name }}}',
	'=Hello {{ }}',
	'=Hello {{ $json["}}"] }}',
])('%s is left to n8n', (text) => {
	expect(fillOf(text)).toBeUndefined();
});

test.each(['nothing', 'unknown', 'list', 'object', 'date', 'name.x'])(
	'a text with $json.%s is noted as one that only n8n reads',
	(path) => {
		expect(filled(`=Hello {{ $json.${path} }}{{ $json.name }}`)[1]).toBe('undefined,string');
	},
);

test.each([
	'nothing',
	'unknown',
	'unknown.deep',
	'nothing.deep',
	'empty',
	'blank',
	'none',
	'list',
	'list[0]',
	'names.x',
	'name.x',
	'number.x',
	'oneEmpty',
	'oneNull',
	'oneList',
])('$json.%s is an empty blank', (path) => {
	expect(emptyIn(json, blanksOf(`=Hello {{ $json.${path} }}`), ask)).toStrictEqual([
		`$json.${path}`,
	]);
});

test.each([
	'name',
	'number',
	'zero',
	'yes',
	'no',
	'names',
	'twoEmpty',
	'object',
	'date',
	'deep',
	'name.length',
	'list.length',
	'date.getTime',
])('$json.%s is no empty blank', (path) => {
	expect(emptyIn(json, blanksOf(`=Hello {{ $json.${path} }}`), ask)).toStrictEqual([]);
});

test.each<[unknown, string[]]>([
	['=Hello {{ $json.x }}', ['$json.x']],
	['={{$json["x"]}} {{ $json.y }}', ['$json["x"]', '$json.y']],
	['={{ $json.x }}{{ $json.x }}', ['$json.x']],
	['={{ $json.x ?? "you" }}: {{ $now }}, {{ $json.y }}', ['$json.y']],
	['={{ $json.x }} \\{{ $json.y }}', ['$json.x']],
	['={{ $json.x }}', []],
	['Hello {{ $json.x }}', []],
	['=Hello {{ $json.x', []],
	['=', []],
	[undefined, []],
	[{ value: '=Hello {{ $json.x }}' }, []],
])('the blanks of %j that stay empty are %j', (text, empty) => {
	expect(emptyIn(json, blanksOf(text), ask)).toStrictEqual(empty);
});
