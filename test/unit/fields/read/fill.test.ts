import { type Noticed, fillOf } from '../../../../nodes/VoiceSms/fields/read/fill';

const place = { path: 'notes', field: 'notes', types: {} };
const nothing = () => '';

it.each<[string, boolean]>([
	['Last order: {{ $json.a }}', true],
	['{{ $json.a }} EUR', true],
	['Order\n{{ $json.a }}!', true],
	['{{ $json.a }}, Springfield', false],
	['Springfield, {{ $json.a }}', false],
	['Springfield | {{ $json.a }} | 97403', false],
	['Ada\n  {{ $json.a }}\nSpringfield', false],
	['  {{ $json.a }}  ', false],
])('in %j, words lean on the blank: %s', (saved, leans) => {
	const noticed: Noticed = { gaps: [], doubts: [] };
	const item = { evaluate: nothing, whole: nothing, follow: nothing, sign: '', fail: nothing };
	fillOf(`=${saved}`, place)?.(item, noticed);
	expect(noticed.gaps).toStrictEqual([{ field: 'notes', code: '$json.a', leans }]);
});
