import type { IDataObject } from 'n8n-workflow';

import { runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { needed } from '../../../harness/n8n/parameters';
import { few, withSimulator } from '../../../harness/service/service';
import { flat, formOf, table } from '../../../source/fields';

const simulator = withSimulator({ seed: few });

/** Every JSON field of the form, and the field of the request that it fills. */
const fields = table.flatMap(([name, operation]) =>
	flat(formOf(operation, false))
		.filter(({ field }) => field.type === 'json')
		.map(({ path }) => [name, ...path.split('.')] as const),
);

it('these are all JSON fields', () => {
	expect(fields.map((parts) => parts.join(' ')).sort()).toStrictEqual([
		'call.create additionalFields metadata',
		'contact.create additionalFields customFields',
		'contact.update updateFields customFields',
		'contact.upsert additionalFields customFields',
	]);
});

const item = {
	quote: 'She said "hi"',
	lines: 'one\ntwo\tthree',
	slash: 'C:\\new',
	evil: 'x", "uuid": "u-999',
	count: 5,
	made: JSON.stringify('a "b"'),
	object: { a: 1 },
	list: [1, 2],
	pairs: '"p": 1',
	evilNumber: '5, "uuid": "u-999"',
	evilList: '1], "uuid": "u-999", "x": [2',
	evilEnd: '5}, "uuid": {"a": 1',
	date: '2026-01-31',
};

const rows: Array<[text: string, object: IDataObject]> = [
	['={"note": "{{ $json.quote }}"}', { note: item.quote }],
	['={"note": "{{ $json.lines }}", "id": "{{ $json.count }}"}', { note: item.lines, id: '5' }],
	['={"note": "about {{ $json.slash }}."}', { note: `about ${item.slash}.` }],
	['={"note": "{{ $json.evil }}", "uuid": "u-1"}', { note: item.evil, uuid: 'u-1' }],
	['={"{{ $json.quote }}": {{ $json.count }}}', { [item.quote]: 5 }],
	['={"n": {{ $json.count + 1 }}, "t": "{{ $json.quote.trim() }}"}', { n: 6, t: item.quote }],
	['={"a": "\\"{{ $json.count }}\\" {{ $json.quote }}"}', { a: `"5" ${item.quote}` }],
	['={"note": {{ $json.made }}}', { note: 'a "b"' }],
	['={"note": {{ JSON.stringify($json.quote) }}}', { note: item.quote }],
	['={"note": "{{ JSON.stringify($json.quote).slice(1, -1) }}"}', { note: item.quote }],
	['={"note": "{{ $json.quote.replace(/"/g, \'\\\\"\') }}"}', { note: item.quote }],
	['={{ { note: $json.quote } }}', { note: item.quote }],
	// An expression that changes a value for another reason.
	[
		'={"note": "{{ $json.evil.replace(/ /g, "") }}", "uuid": "u-1"}',
		{ note: 'x","uuid":"u-999', uuid: 'u-1' },
	],
	['={"note": "{{ $json.lines.replace("two", "2") }}"}', { note: 'one\n2\tthree' }],
	// Outside of quotes, a value is one value.
	['={"n": {{ $json.evilNumber }}, "uuid": "u-1"}', { n: item.evilNumber, uuid: 'u-1' }],
	['={"uuid": "u-1", "n": {{ $json.evilNumber }}}', { uuid: 'u-1', n: item.evilNumber }],
	['={"uuid": "u-1", "n": [{{ $json.evilList }}]}', { uuid: 'u-1', n: [item.evilList] }],
	['={"uuid": "u-1", "n": {"m": {{ $json.evilEnd }}}}', { uuid: 'u-1', n: { m: item.evilEnd } }],
	['={"n": [{{ $json.list }}], "m": [{{ $json.count }}, 6]}', { n: [1, 2], m: [5, 6] }],
	['={"day": {{ $json.date }}}', { day: item.date }],
	['={"n": 1, {{ $json.pairs }} }', { n: 1, p: 1 }],
	['={"n": {{ $json.count }}{{ $json.count }}}', { n: 55 }],
	['={"n": -{{ $json.count }}}', { n: -5 }],
	['={"a": "of {{ $json.object }}.", "b": "{{ $json.list }}"}', { a: 'of .', b: '1,2' }],
	[
		'={"o": {{ JSON.stringify($json.object) }}, "t": "{{ $json.quote }}"}',
		{ o: { a: 1 }, t: item.quote },
	],
];

describe.each(fields)('%s %s.%s', (name, collection, field) => {
	const [resource, operation] = name.split('.');
	const parameters = (text: string): IDataObject => ({
		resource,
		operation,
		...needed[name],
		options: { customFieldsMode: 'replace' },
		[collection]: { [field]: text },
	});

	it.each(rows)('%s', async (text, object) => {
		const { error } = await runAt(simulator, parameters(text), { items: [item] });
		expect(error).toBeUndefined();
		const { body } = simulator.requests.findLast(({ method }) => method !== 'GET')!;
		expect((body as IDataObject)[field]).toEqual(object);
	});

	it('a text that is no JSON is refused', async () => {
		const { error } = await runAt(simulator, parameters('={"note": "{{ $json.quote }}"'), {
			items: [item],
		});
		expect(error?.message).toContain(said.notJson);
	});
});
