import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { loadOutputSchema, resolveOutputSchemaPath } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { outputOf } from '../../../../nodes/VoiceSms/operations/builderHint';
import { events } from '../../../../nodes/VoiceSms/trigger/events';
import { runAt } from '../../../harness/n8n/engine';
import { needed, runnable } from '../../../harness/n8n/parameters';
import { Poller } from '../../../harness/n8n/poller';
import { withSimulator } from '../../../harness/service/service';

const nodeDir = join(__dirname, '../../../../dist/nodes/VoiceSms');

const simulator = withSimulator({
	seed: { contacts: 20, conversations: 5, messages: 20, calls: 20 },
});

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
	description?: string;
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

/** The operations that have a preview: `test/source/places.test.ts` says which one lacks it. */
const previewed = runnable.filter(
	([, { resource, value }]) => previewOf(resource, value) !== undefined,
);

describe.each(previewed)('the preview of %s', (name, { resource, value: operation }) => {
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

/** Names of fields, those of an object as `data.approved`; the fields of `customFields` are the company's own. */
function namesIn({ properties = {} }: Schema): string[] {
	return Object.entries(properties).flatMap(([name, field]) => {
		if (field.properties === undefined) return [name];
		return namesIn(field).map((inner) => `${name}.${inner}`);
	});
}

it.each(previewed)(
	'the output of %s that a builder reads names all of its preview, in its order',
	(_name, operation) => {
		const output = outputOf(operation);
		const preview = namesIn(previewOf(operation.resource, operation.value) as Schema);
		const places = preview.map((name) => output.indexOf(name));
		expect(places).not.toContain(-1);
		if (operation.output !== undefined && operation.row === undefined) {
			expect(output.slice(0, preview.length).sort()).toEqual([...preview].sort());
		}
		expect(new Set(output).size).toBe(output.length);
	},
);

describe('the preview of the trigger', () => {
	const schema = loadOutputSchema({
		nodeDir,
		version: 1,
		versionFallback: true,
	}) as unknown as Schema;

	it('names each field of an event, with the events that have it', () => {
		const wanted = [...new Set(events.flatMap(({ output }) => output))].map((name) => {
			const having = events.filter(({ output }) => output.includes(name));
			return [name, having.map((event) => event.name).join(', ')];
		});
		const said = new Map(
			Object.entries(schema.properties ?? {}).map(([name, field]) => [name, field.description]),
		);
		const wrong = wanted.filter(([name, having]) => said.get(name) !== having);
		expect(
			wrong.map(([name, having]) => `output.json: describe the field ${name} as "${having}"`),
		).toStrictEqual([]);
		expect(said.size).toBe(wanted.length);
	});

	it.each(events.map(({ value, output }) => [value, output]))(
		'an item of %s has the fields that a builder reads',
		async (event, output) => {
			const poller = new Poller(simulator, { event });
			const sample = poller.poll({ mode: 'manual' }).catch((error: Error) => {
				throw new Error(
					`${error.message}: make a record for ${event} in the simulator, at the top of this file`,
				);
			});
			const [{ json }] = await sample;
			expect(Object.keys(json).sort()).toEqual([...output].sort());
			const types = shown(schema);
			const given = Object.entries(typesOf(json)).filter(([, type]) => type !== 'null');
			expect(given.map(([name]) => [name, types[name]])).toEqual(given);
		},
	);
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
	const ofOperations = previewed.map(
		([, { resource, value }]) => `v1.0.0/${resource}/${value}.json`,
	);
	expect(files).toStrictEqual([...ofOperations, 'v1.0.0/output.json'].sort());
});
