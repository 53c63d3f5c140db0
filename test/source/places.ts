import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { resources } from '../../nodes/VoiceSms/operations/resources';
import type { Event } from '../../nodes/VoiceSms/trigger/event';
import { root } from '../../sandbox/paths';
import { nameOf } from './fields';

/** A place where something new must stand, besides its own file and its line in the table. */
interface Place<Thing> {
	/** The file or folder as CONTRIBUTING names it. */
	file: string;
	has(thing: Thing): boolean;
	/** What to write there: the end of a sentence that begins with the file. */
	write(thing: Thing): string;
}

type AnyEvent = Event<unknown>;

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The text of all files of a folder with this ending, at any depth. */
function textsIn(folder: string, ending: string): string {
	return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => read(join(folder, file)))
		.join('\n');
}

const titleOf = ({ resource, name }: Operation) =>
	`${resources.find(({ value }) => value === resource)?.name}: ${name}`;

/** A place that has a row for each operation, by its name: `'sms.send'`. */
const rowIn = (file: string, what: string): Place<Operation> => ({
	file,
	has: (operation) => read(file).includes(`'${nameOf(operation)}'`),
	write: (operation) => `add a row '${nameOf(operation)}': ${what}`,
});

const schemas = 'nodes/VoiceSms/__schema__';
const schemaOf = ({ resource, value }: Operation) => `${schemas}/v1.0.0/${resource}/${value}.json`;
const engineTests = 'test/engine/operations';
const workflows = ['examples', 'test/sandbox/workflows'];

/** Where each operation stands; step 3 to 5 of "Add an operation" in CONTRIBUTING. */
export const placesOfOperation: ReadonlyArray<Place<Operation>> = [
	rowIn('test/source/savedNames.ts', 'its name in the menu and the paths of its fields'),
	rowIn('test/harness/n8n/parameters.ts', 'in `needed`, values for its required fields'),
	rowIn(
		'test/unit/operations/namesInErrors.test.ts',
		'an input, and what `nameInErrors` makes of it',
	),
	rowIn(
		`${engineTests}/endpoints.test.ts`,
		'parameters with which it makes all its requests, in `settings`',
	),
	{
		file: engineTests,
		has: ({ resource, value }) =>
			new RegExp(`resource: '${resource}',\\s*operation: '${value}'|'${resource}\\.${value}'`).test(
				textsIn('test/engine', '.test.ts').replace(read(`${engineTests}/endpoints.test.ts`), ''),
			),
		write: ({ resource, value }) =>
			`write a test in ${engineTests}/${resource} that runs { resource: '${resource}', operation: '${value}' }`,
	},
	{
		file: schemas,
		has: (operation) => existsSync(join(root, schemaOf(operation))),
		write: (operation) =>
			`write ${schemaOf(operation)}: the names and types of its output, with "version": 1`,
	},
	{
		file: 'docs/interface.md',
		has: (operation) => read('docs/interface.md').includes(titleOf(operation)),
		write: (operation) => `name "${titleOf(operation)}" in the rows of the requests that it makes`,
	},
	rowIn('test/sandbox/agents/examples.ts', 'a good call of a model and a wrong one'),
	{
		file: 'docs/agents.md',
		has: (operation) => read('docs/agents.md').includes(`\`${nameOf(operation)}\``),
		write: (operation) =>
			`run "npm run docs:agents": it writes the row of \`${nameOf(operation)}\`, and what a model is offered`,
	},
	{
		file: 'test/sandbox/workflows',
		has: ({ resource, value }) =>
			workflows.some((folder) =>
				new RegExp(`"resource": "${resource}",\\s*"operation": "${value}"`).test(
					textsIn(folder, '.json'),
				),
			),
		write: (operation) =>
			`use "${titleOf(operation)}" in a workflow, here or in examples; write in test/sandbox/everyN8n/resources.ts what it gives there`,
	},
];

/** A place that has a row for each event, by its value. */
const eventIn = (file: string, what: string): Place<AnyEvent> => ({
	file,
	has: ({ value }) => new RegExp(`\\b${value}\\b`).test(read(file)),
	write: ({ value }) => `add ${value}: ${what}`,
});

const toTrigger = 'test/engine/trigger';

/** Where each event stands; step 3 of "Add an event". */
export const placesOfEvent: ReadonlyArray<Place<AnyEvent>> = [
	eventIn(
		'test/source/savedNames.ts',
		'in `savedEvents`, its name in the menu and the fields that not all events have',
	),
	eventIn(
		'test/harness/service/happenings.ts',
		`how it happens in the simulator; in \`fill\` of ${toTrigger}/anotherAccount.test.ts, records of its list from before`,
	),
	eventIn(
		`${toTrigger}/everyEvent.test.ts`,
		'in `news` and the tables below it, how many requests it makes and how its state grows',
	),
	eventIn(
		`${toTrigger}/exactlyOnce.test.ts`,
		'in `worlds`, how its records come, change and go at random, and what is due',
	),
	eventIn(`${toTrigger}/restored.test.ts`, 'a row, how a record with a time is made'),
	eventIn(`${toTrigger}/filters.test.ts`, 'a case for each of its filters, and one without'),
	{
		file: 'nodes/VoiceSms/__schema__/v1.0.0/output.json',
		has: ({ name, output }) => {
			const text = read('nodes/VoiceSms/__schema__/v1.0.0/output.json');
			const { properties } = JSON.parse(text) as {
				properties: Record<string, { description: string }>;
			};
			return output.every((field) => properties[field]?.description.split(', ').includes(name));
		},
		write: ({ name, output }) =>
			`name "${name}" in the description of ${output.join(', ')}; add the fields that are not there`,
	},
	{
		file: 'docs/trigger.md',
		// The first column of both tables names events, perhaps several.
		has: ({ name }) =>
			['Events', 'What a poll costs'].every((heading) =>
				read('docs/trigger.md')
					.split(`\n## ${heading}\n`)[1]
					.split('\n')
					.some((row) => row.split('|')[1]?.trim().split(', ').includes(name)),
			),
		write: ({ name }) =>
			`add "${name}" to the tables "Events" and "What a poll costs": when it starts, its columns, its requests`,
	},
	eventIn('test/sandbox/trigger.test.ts', 'how it happens, for the run in a real n8n'),
	eventIn('test/editor/events.ts', 'the name of its node in the editor'),
];

/** Where each option of operations that send stands; step 3 of "Add an option". Other tests name the other places. */
export const placesOfOption: ReadonlyArray<Place<INodeProperties>> = [
	{
		file: 'test/engine/run',
		has: ({ name }) => new RegExp(`\\b${name}\\b`).test(textsIn('test/engine/run', '.test.ts')),
		write: ({ name }) => `write a test ${name}.test.ts that runs Send with the option ${name}`,
	},
];

/** What is missing, a sentence for each place. */
export function missing<Thing>(places: ReadonlyArray<Place<Thing>>, thing: Thing): string[] {
	return places
		.filter((place) => !place.has(thing))
		.map((place) => `${place.file}: ${place.write(thing)}`);
}
