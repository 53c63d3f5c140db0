import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { operationsWithOptions } from '../../../../nodes/VoiceSms/layers';
import { runAt } from '../../../harness/n8n/engine';
import { needed } from '../../../harness/n8n/parameters';
import { withSimulator } from '../../../harness/service/service';

const nodeDir = join(__dirname, '../../../../dist/nodes/VoiceSms');

const simulator = withSimulator({
	seed: { contacts: 20, conversations: 5, messages: 20, calls: 20 },
});

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The schema that n8n shows for an operation before it has run. */
const previewOf = (resource: string, operation: string) =>
	loadOutputSchema({ nodeDir, version: 1, resource, operation }) as Schema | undefined;

/** Names and types of what a record holds, as the previews put them. */
function typesOf(record: IDataObject): Record<string, string> {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, typeOf(value)]));
}

function typeOf(value: unknown): string {
	if (Array.isArray(value)) return `array of ${value.map(typeOf)[0] ?? 'string'}`;
	if (Number.isInteger(value)) return 'integer';
	return value === null ? 'null' : typeof value;
}

const shown = ({ properties = {} }: Schema) =>
	Object.fromEntries(
		Object.entries(properties).map(([key, { type, items }]) => {
			return [key, type === 'array' ? `array of ${items?.type}` : type];
		}),
	);

describe.each(
	operationsWithOptions.map(({ resource, value }) => [`${resource}.${value}`, resource, value]),
)('the preview of %s', (name, resource, operation) => {
	it('is where n8n looks for it', () => {
		const path = resolveOutputSchemaPath({ nodeDir, version: 1, resource, operation });
		expect(path).toBe(join(nodeDir, `__schema__/v1.0.0/${resource}/${operation}.json`));
		expect(existsSync(String(path))).toBe(true);
		expect(previewOf(resource, operation)?.type).toBe('object');
	});

	it('has the names and types of what it gives, and no other', async () => {
		// What wakes it up gives it: `test/sandbox/sendAndWait.ts`.
		if (name === 'sms.sendAndWait') return;
		const { error, items } = await runAt(simulator, { resource, operation, ...needed[name] });
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		const given = Object.assign({}, ...items.map(({ json }) => typesOf(json))) as object;
		expect(given).toEqual(shown(previewOf(resource, operation) as Schema));
	});
});

it('the preview of Create or Update is that of a contact that exists, too', async () => {
	const { items } = await runAt(simulator, {
		resource: 'contact',
		operation: 'upsert',
		phone: '+15552000003',
	});
	expect(items[0].json.created).toBe(false);
	expect(typesOf(items[0].json)).toEqual(shown(previewOf('contact', 'upsert') as Schema));
});

it('there is no preview of anything else', () => {
	const files = readdirSync(join(nodeDir, '__schema__'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.sort();
	expect(files).toStrictEqual(
		operationsWithOptions.map(({ resource, value }) => `v1.0.0/${resource}/${value}.json`).sort(),
	);
});
