import type { IDataObject } from 'n8n-workflow';

import { readWith, readsById, withValue } from '../../../harness/n8n/eachField';
import { runAt } from '../../../harness/n8n/engine';
import { needed } from '../../../harness/n8n/parameters';
import { few, withSimulator } from '../../../harness/service/service';
import { flat, formOf, table } from '../../../source/fields';

const simulator = withSimulator({ seed: few });

/** Fields of text that goes out or is written, of operations that write, as the description has them. */
const rows = table
	.filter(([, { pastTense }]) => pastTense !== undefined)
	.flatMap(([name, operation]) =>
		flat(formOf(operation, false))
			.filter(({ field, inRows }) => field.type === 'string' && !inRows)
			.filter(({ path }) => !path.startsWith('requestOptions'))
			.filter(({ path }) => !(path === 'options.defaultCountry' && readsById.includes(name)))
			.map((placed) => [name, placed.path, placed] as const),
	);

it('every operation that writes has such fields', () => {
	expect(rows.length).toBeGreaterThan(40);
});

const data: IDataObject = {
	note: 'Ada',
	empty: '',
	none: null,
	code: Number('12345678901234567'),
	template: 'Hi {{name}}',
};

/** What is done with each field: told, or refused before any request. */
async function done(name: string, placed: (typeof rows)[number][2], value: string) {
	const [resource, operation] = name.split('.');
	const own = { resource, operation, ...needed[name], ...readWith(placed.path) };
	const { error, hints } = await runAt(simulator, withValue(own, placed, value), { items: [data] });
	const isRefused =
		error !== undefined && simulator.requests.every(({ method }) => method === 'GET');
	return { isRefused, isTold: /with a gap|a word that/.test(hints.join()), error };
}

describe.each([
	['a missing value that is joined', '={{ "x-" + $json.missing }}'],
	['null that is joined', '={{ "x-" + $json.none }}'],
	['an empty value that is joined', '={{ "x-" + $json.empty }}'],
	['a failed date', '={{ "x-" + DateTime.fromISO("x").toFormat("D") }}'],
	['a hole in words', '=x-{{ $json.missing }}'],
	['a part of an empty text', '=Hi {{ $json.empty.split(" ")[0] }}!'],
	['an empty text in other letters', '=Hi {{ $json.empty.trim().toTitleCase() }}!'],
	['a template of the data', '=x-{{ $json.template }}'],
])('%s is told or refused', (_kind, value) => {
	it.each(rows)('in %s, %s', async (name, _path, placed) => {
		const { isRefused, isTold } = await done(name, placed, value);
		expect(isRefused || isTold).toBe(true);
	});
});

describe.each([
	['a number that lost digits, as text', '={{ $json.code.toString() }}'],
	['a number that lost digits, of another reference', '={{ $input.item.json?.code }}'],
	['an expression without braces', 'x $json.note'],
	['code in braces', 'x {{ DateTime.now() }}'],
])('%s is refused', (_kind, value) => {
	it.each(rows)('in %s, %s', async (name, _path, placed) => {
		const { isRefused, error } = await done(name, placed, value);
		expect([isRefused, error?.message]).toStrictEqual([true, expect.any(String)]);
		expect(simulator.requests).toStrictEqual([]);
	});
});
