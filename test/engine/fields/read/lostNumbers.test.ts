import type { IDataObject } from 'n8n-workflow';

import { readWith, readsById, withValue } from '../../../harness/n8n/eachField';
import { locator, runAt } from '../../../harness/n8n/engine';
import { needed } from '../../../harness/n8n/parameters';
import { few, withSimulator } from '../../../harness/service/service';
import { flat, formOf, table } from '../../../source/fields';

const simulator = withSimulator({ seed: few });

const long = Number('12345678901234567');

/** Fields that a number of any length may stand in, or none. */
const counts = ['number', 'boolean', 'notice', 'hidden'];

const rows = table.flatMap(([name, operation]) =>
	flat(formOf(operation, false))
		.filter(({ field, inRows }) => !counts.includes(field.type) && !inRows)
		// Read with a phone number alone, which these operations need not have.
		.filter(({ path }) => !(path === 'options.defaultCountry' && readsById.includes(name)))
		.map((placed) => [name, placed.path, placed] as const),
);

it('every operation has such fields', () => {
	expect(new Set(rows.map(([name]) => name)).size).toBe(table.length);
	expect(rows.length).toBeGreaterThan(80);
});

describe.each([
	[
		'the number',
		'={{ $json.long }}',
		/more than 15 digits|cannot (be|contain) "?1234|not a date|not a JSON object/,
	],
	[
		'a text around it',
		'=x{{ $json.long }}',
		/has a number of more than 15 digits in "\$json\.long"/,
	],
	[
		'NaN',
		'={{ Number("x") }}',
		/is NaN, which is not a number|cannot (be|contain)|not a date|not a JSON object/,
	],
])('%s is refused before any request', (_kind, value, why) => {
	it.each(rows)('in %s, %s', async (name, _path, placed) => {
		const [resource, operation] = name.split('.');
		const own = { resource, operation, ...needed[name], ...readWith(placed.path) };
		const { error } = await runAt(simulator, withValue(own, placed, value), {
			items: [{ long }],
		});
		expect(error?.message).toMatch(why);
		expect(simulator.requests).toStrictEqual([]);
	});
});

it.each<[string, unknown, string]>([
	['NaN', '={{ ({ a: { b: [1, NaN] } }) }}', 'NaN in "a.b[1]"'],
	['Infinity', '={{ ({ a: 1 / 0 }) }}', 'Infinity in "a"'],
	['-Infinity', '={{ ({ a: -1 / 0 }) }}', '-Infinity in "a"'],
])('%s in an object is refused, which JSON would write as null', async (_name, value, what) => {
	const objects = [
		['contact.create', 'additionalFields', 'customFields'],
		['contact.upsert', 'additionalFields', 'customFields'],
		['contact.update', 'updateFields', 'customFields'],
		['call.create', 'additionalFields', 'metadata'],
	];
	const json = table.flatMap(([name, operation]) =>
		flat(formOf(operation, false))
			.filter(({ field }) => field.type === 'json')
			.map(({ path }) => [name, ...path.split('.')]),
	);
	expect(json.sort()).toStrictEqual([...objects].sort());
	for (const [name, collection, field] of objects) {
		const [resource, operation] = name.split('.');
		const own = { resource, operation, ...needed[name], [collection]: { [field]: value } };
		const { error } = await runAt(simulator, own as IDataObject);
		expect(error?.message).toContain(`has ${what}, which is not a number`);
	}
	expect(simulator.requests).toStrictEqual([]);
});

it('a number of 15 digits, and the same digits as text, are taken', async () => {
	const own = { resource: 'call', operation: 'delete' };
	for (const id of [123456789012345, '12345678901234567', 9007199254740991]) {
		await runAt(simulator, { ...own, callId: locator('={{ $json.id }}') }, { items: [{ id }] });
		expect(simulator.requests.at(-1)?.path).toBe(`/api/v1/api/calls/${id}`);
	}
});
