import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { columnsOf, operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { Operation } from '../../../nodes/VoiceSms/operations/operation';

const root = join(__dirname, '../../..');
const named = operationsWithOptions
	.filter(({ row }) => row !== undefined)
	.map((operation): [string, Operation] => [`${operation.resource}.${operation.value}`, operation]);

/** The columns of the preview that n8n shows before the first run. */
function preview({ resource, value }: Operation): string[] {
	const file = join(root, `nodes/VoiceSms/__schema__/v1.0.0/${resource}/${value}.json`);
	const { properties } = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
	return Object.keys(properties);
}

test('operations with one row for each item name their columns', () => {
	expect(named.map(([name]) => name).sort()).toStrictEqual(
		['call.create', 'call.get', 'contact.get', 'sms.send', 'sms.sendAndWait'].sort(),
	);
});

test.each(named)('the preview of %s has its columns only, in their order', (_name, operation) => {
	const { first = [], told = [], last = [] } = operation.row ?? {};
	const order = [...first, ...told, ...last];
	const places = preview(operation).map((name) => order.indexOf(name));
	expect(places).not.toContain(-1);
	expect(places).toStrictEqual([...places].sort((one, other) => one - other));
});

test.each(named)('%s names each column once', (_name, operation) => {
	const { first = [], told = [], last = [] } = operation.row ?? {};
	const all = [...first, ...told, ...last];
	expect(new Set(all).size).toBe(all.length);
});

test('the table of docs/sms.md names columns that Send can have', () => {
	const [, table] = readFileSync(join(root, 'docs/sms.md'), 'utf8').split('| `outcome` |');
	const rows = `| \`outcome\` |${table.split('\n\n')[0]}`;
	const names = [...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) => cell.split(', '));
	const send = named.find(([name]) => name === 'sms.send')?.[1] as Operation;
	const columns = [...columnsOf(send)].map((name) => `\`${name}\``);
	expect(names.length).toBeGreaterThan(10);
	expect(names.filter((name) => !columns.includes(name))).toStrictEqual([]);
});
