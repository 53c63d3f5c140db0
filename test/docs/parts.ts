import { existsSync } from 'node:fs';
import { join } from 'node:path';
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
	return `\`\`\`json\n${JSON.stringify({ nodes: own, connections: {} })}\n\`\`\``;
}

const picturesFolder = 'pictures/examples';

/** Operations with a page of their own, beside the page of their resource. */
const ownPages: ReadonlySet<string> = new Set(['sms.sendAndWait']);

const sorted = [...operationsWithOptions].sort((a, b) => {
	return a.resource.localeCompare(b.resource) || a.name.localeCompare(b.name);
});
const ofResource = (resource: string) => sorted.filter((one) => one.resource === resource);

/** The operations of each resource, by their names in the menu. */
function allOperations(): string {
	return markdownTable(
		['Resource', 'Operations'],
		resources.map(({ name, value }) => [
			name,
			ofResource(value)
				.map((operation) => operation.name)
				.join(', '),
		]),
	);
}

/** The fields of an operation; those that an operation before it on the pages has in the same words are only named. */
function fieldsOf(operation: Operation): string {
	const { resource, value, fields } = operation;
	const all = [...new Set([...inOrder('sms').slice(0, 1), ...inOrder(resource)])];
	const before = all.slice(0, all.indexOf(operation));
	const same = new Map<string, string[]>();
	const own = rowsOf(fields).filter((row) => {
		const first = before.find((one) => rowsOf(one.fields).some((other) => isSame(other, row)));
		if (first === undefined) return true;
		const page = first.resource === resource && !ownPages.has(`${resource}.${value}`);
		const link = `[${first.name}](${page ? '' : `${first.resource}.md`}#${anchorOf(first.name)})`;
		same.set(link, [...(same.get(link) ?? []), row.field.displayName]);
		return false;
	});
	const also = [...same].map(([link, names]) => `As in ${link}: ${names.join(', ')}.`);
	return [...(own.length === 0 ? [] : [fieldTable(own)]), ...also].join('\n\n');
}

/** The order on the pages: Send stands first. */
function inOrder(resource: string): Operation[] {
	const all = ofResource(resource);
	const isFirst = ({ value }: Operation) => Number(value === 'send');
	return all.sort((a, b) => isFirst(b) - isFirst(a));
}

function isSame(one: Row, other: Row): boolean {
	return one.label === other.label && fieldTable([one]) === fieldTable([other]);
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

/** Every field of the trigger once: the form shows those of the chosen event. */
function triggerTable(): string {
	// Events with other filters have a collection of their own, of the same name.
	const rows = new Map(rowsOf(triggerFields).map((row) => [row.label, row]));
	return fieldTable([...rows.values()].filter(({ field }) => field.name !== 'event'));
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
