import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { resources } from '../../nodes/VoiceSms/operations/resources';
import { events } from '../../nodes/VoiceSms/trigger/events';
import { properties as triggerFields } from '../../nodes/VoiceSms/trigger/properties';
import { root } from '../../sandbox/paths';
import { readExamples, type Example } from '../../sandbox/workflows';
import { figures as benchmark, readmePart } from '../../measure/bench/page';
import { figures as scale } from '../../measure/scale/result';
import { figures as soak } from '../../measure/soak/judge';
import { figures as versions } from '../../measure/versions/table';
import { asSentence, fieldTable, markdownTable, rowsOf, type Row } from './fieldTable';
import { messageTable } from './messageTable';

/** What the pages show of the node itself, by the name that stands in their markers. */
export const parts: ReadonlyMap<string, () => string> = new Map([
	['operations', allOperations],
	['examples', exampleList],
	['gallery', gallery],
	['each SMS on its own', eachSmsOnItsOwn],
	['credential', () => fieldTable(rowsOf(new VoiceSmsApi().properties))],
	['events', eventTable],
	['trigger', triggerTable],
	['messages', messageTable],
	['scale measured', scale.part],
	['soak measured', soak.part],
	['versions', versions.part],
	['benchmark', () => readmePart(benchmark.read())],
	['benchmark figures', benchmark.part],
	...resources.flatMap(
		({ value }): Array<[string, () => string]> => [
			[`operations of ${value}`, () => operationsOf(value)],
			[`options of ${value}`, () => sharedOptions(value)],
		],
	),
	...operationsWithOptions.map((operation): [string, () => string] => [
		`${operation.resource}.${operation.value}`,
		() => fieldsOf(operation),
	]),
]);

/** Two nodes of the assistant, to copy and paste onto n8n's canvas. */
function eachSmsOnItsOwn(): string {
	const names = ['Each SMS on its own', 'One SMS'];
	const { nodes } = readExamples().find(({ file }) => file === '14-sms-assistant') as Example;
	const own = nodes.filter(({ name }) => names.includes(name));
	return `\`\`\`json\n${JSON.stringify({ nodes: own, connections: {} }, null, '\t')}\n\`\`\``;
}

const picturesFolder = 'pictures/examples';

/** Operations with a page of their own, beside the page of their resource. */
const ownPages = new Map([['sms.sendAndWait', { page: 'send-and-wait.md', resource: 'sms.md' }]]);
const ownPageOf = ({ resource, value }: Operation) => ownPages.get(`${resource}.${value}`);

const sorted = [...operationsWithOptions].sort((a, b) => {
	return a.resource.localeCompare(b.resource) || a.name.localeCompare(b.name);
});
const ofResource = (resource: string) => sorted.filter((one) => one.resource === resource);

/** One line an operation, in the words of the menu. */
function allOperations(): string {
	const nameOf = new Map<string, string>(resources.map(({ name, value }) => [value, name]));
	return markdownTable(
		['Resource', 'Operation', 'What it does'],
		sorted.map(({ resource, name, description }) => [
			nameOf.get(resource) ?? '',
			name,
			description,
		]),
	);
}

function operationsOf(resource: string): string {
	return markdownTable(
		['Operation', 'What it does', 'Permission of the key'],
		ofResource(resource).map((operation) => {
			const { name, description, permission } = operation;
			return [
				`[${name}](${ownPageOf(operation)?.page ?? `#${anchorOf(name)}`})`,
				description,
				permission === undefined ? '' : `\`${permission}\``,
			];
		}),
	);
}

/** An operation's own fields; options that others of its resource have as well are only named. */
function fieldsOf(operation: Operation): string {
	const { resource, fields, warning } = operation;
	const shared = sharedOf(resource).map(({ row }) => row.label);
	const isShared = ({ label }: Row) => shared.includes(label);
	const rows = rowsOf(fields);
	const under = (group: string) => {
		const named = rows.filter((row) => isShared(row) && row.label.startsWith(`${group} → `));
		if (named.length === 0) return [];
		const link = `${ownPageOf(operation)?.resource ?? ''}#options`;
		return [`under [${group}](${link}): ${named.map(({ field }) => field.displayName).join(', ')}`];
	};
	const also = groups.flatMap(under).join('; ');
	return [
		...(warning === undefined ? [] : [`> ${warning}\n`]),
		fieldTable(rows.filter((row) => !isShared(row))),
		...(also === '' ? [] : [`\nAlso, ${also}.`]),
	].join('\n');
}

function sharedOptions(resource: string): string {
	const shared = sharedOf(resource);
	const operationsWith = (row: Row) =>
		shared.find((one) => one.row.label === row.label)?.names.join(', ') ?? '';
	return fieldTable(
		shared.map(({ row }) => row),
		{ title: 'Operations', of: operationsWith },
	);
}

/** The collections whose fields several operations share. */
const groups = ['Options', 'Request Options'];

/** The options that several operations of a resource have, with the same words in each. */
function sharedOf(resource: string): Array<{ row: Row; names: string[] }> {
	const found = new Map<string, { row: Row; names: string[] }>();
	const differing = new Set<string>();
	for (const { name, fields } of ofResource(resource)) {
		const options = rowsOf(fields).filter(({ label }) => groups.includes(label.split(' → ')[0]));
		for (const row of options) {
			const known = found.get(row.label);
			if (known === undefined) found.set(row.label, { row, names: [name] });
			else if (fieldTable([known.row]) === fieldTable([row])) known.names.push(name);
			else differing.add(row.label);
		}
	}
	return [...found.values()]
		.filter(({ row, names }) => names.length > 1 && !differing.has(row.label))
		.sort((a, b) => a.row.label.localeCompare(b.row.label));
}

function eventTable(): string {
	return markdownTable(
		['Trigger On', 'Starts when', 'Filters'],
		events.map(({ name, description, filters }) => [
			name,
			asSentence(description),
			filters.map(({ field }) => field.displayName).join(', '),
		]),
	);
}

/** Every field of the trigger, with the events that show it. */
function triggerTable(): string {
	const rows = new Map<string, { row: Row; shown: string[] }>();
	for (const row of rowsOf(triggerFields)) {
		const group = row.label.split(' → ').slice(0, -1);
		const shown = eventsOf(row.field) ?? eventsOf(groupOf(row)) ?? [];
		const key = `${group.join()} ${row.field.name}`;
		const known = rows.get(key);
		if (known === undefined) rows.set(key, { row, shown: [...shown] });
		// Events with other filters have a collection of their own, of the same name.
		else known.shown.push(...shown);
	}
	const all = [...rows.values()];
	const nameOf = (value: string) => events.find((event) => event.value === value)?.name ?? value;
	return fieldTable(
		all.map(({ row }) => row),
		{
			title: 'Shown for',
			of: (row) => {
				const shown = all.find((one) => one.row === row)?.shown ?? [];
				return shown.length === 0 ? 'all' : [...new Set(shown)].map(nameOf).join(', ');
			},
		},
	);
}

/** The collection that a field of the trigger stands in. */
function groupOf({ beside }: Row): INodeProperties | undefined {
	return triggerFields.find(({ options }) => options === beside);
}

function eventsOf(field: INodeProperties | undefined): string[] | undefined {
	const show = field?.displayOptions?.show;
	return (show?.event ?? show?.['/event']) as string[] | undefined;
}

/** The examples by their names. */
function exampleList(): string {
	return readExamples()
		.map(({ name }) => `[${name}](docs/examples.md#${anchorOf(name)})`)
		.join(' · ');
}

/** What people want to do, and the examples that do it, by the numbers of their files. */
const tasks: ReadonlyMap<string, string> = new Map([
	['Send', '01 08 12 17 19 24'],
	['Remind and ask', '02 25 26 21'],
	['Answer', '03 22 04 23 18'],
	['Contacts', '20 05 10 13'],
	['Calls and conversations', '09 06 07 11'],
	['With an AI', '14 15 16'],
]);

/** Each example under its task: what it does, and its file. How it is set up stands in its sticky note. */
function gallery(): string {
	const examples = new Map(readExamples().map((example) => [example.file.slice(0, 2), example]));
	const shown = [...tasks].map(([task, numbers]) => {
		const own = numbers.split(' ').map((number) => {
			const example = examples.get(number);
			if (example === undefined) throw new Error(`No example ${number}`);
			examples.delete(number);
			return entryOf(example);
		});
		return [`## ${task}`, ...own].join('\n\n');
	});
	for (const { file } of examples.values()) throw new Error(`${file} belongs to no task`);
	return shown.join('\n\n');
}

function entryOf(example: Example): string {
	const { file, name } = example;
	const [, does] = noteOf(example).split('\n');
	const path = `${picturesFolder}/${file}`;
	const seen = existsSync(join(root, 'docs', `${path}-light.png`));
	const shown = seen ? ` · [Picture](${path}-light.png) ([dark](${path}-dark.png))` : '';
	return [`### ${name}`, does, `[${file}.json](../examples/${file}.json)${shown}`].join('\n\n');
}

function noteOf({ nodes, file }: Example): string {
	const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote');
	if (note === undefined) throw new Error(`${file} has no sticky note`);
	return String(note.parameters.content);
}

/** The address of a heading within its page, as GitHub makes it. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');
}
