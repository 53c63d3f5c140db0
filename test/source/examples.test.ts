import type { IConnections, IDataObject, INode } from 'n8n-workflow';

import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { readExamples } from '../../sandbox/workflows';
import { readPage } from '../docs/pages';

const [mostNodes, mostSigns, mostWords] = [19, 1_300, 240];
/** Each of its nodes is a tool, with an expression for each argument. */
const mayBeLonger = '16-mcp-server';

const examples = readExamples().map((example) => [example.file, example] as const);

/** The signs of code inside `{{ }}`: without the blanks around them, and without texts, which people read or extend. */
function signsIn(value: unknown): number {
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).reduce((sum: number, one) => sum + signsIn(one), 0);
	}
	if (typeof value !== 'string' || !value.startsWith('=')) return 0;
	const found = [...value.matchAll(/\{\{([\s\S]*?)\}\}/g)];
	const text = /'[^'\n]*'|"[^"\n]*"/g;
	return found.reduce((sum, [, code]) => sum + code.trim().replace(text, "''").length, 0);
}

const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';

it.each(examples)('%s can be read: not too many nodes, and little code', (file, { nodes }) => {
	const own = nodes.filter((node) => !isNote(node));
	if (file === mayBeLonger) return;
	expect(own.length).toBeLessThanOrEqual(mostNodes);
	expect(signsIn(own.map(({ parameters }) => parameters))).toBeLessThanOrEqual(mostSigns);
});

it.each(examples)('%s has a short note', (_file, { nodes }) => {
	const words = nodes
		.filter(isNote)
		.flatMap(({ parameters }) => String(parameters.content).split(/\s+/));
	expect(words.length).toBeLessThanOrEqual(mostWords);
});

it('counts the signs of expressions', () => {
	expect(signsIn({ text: '={{ $json.a }} and {{ [$json.b] }}', more: ['plain {{ 1 }}'] })).toBe(16);
});

const lists = examples.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ parameters }) => parameters.mode === 'raw')
		// What an expression makes is no list that people fill in.
		.filter(({ parameters }) => !String(parameters.jsonOutput).startsWith('='))
		.map(({ name, parameters }) => [`${file}: ${name}`, String(parameters.jsonOutput)] as const),
);

it.each(lists)('%s has a line for each row', (_name, text) => {
	const [rows] = Object.values(JSON.parse(text) as Record<string, unknown[]>);
	const lines = text.split('\n').slice(2, -2);
	expect(lines.map((line) => JSON.parse(line.replace(/,$/, '')) as unknown)).toEqual(rows);
});

it.each(examples)('%s leaves the country to the credential', (_file, example) => {
	expect(JSON.stringify(example)).not.toMatch(/defaultCountry|Default Country/);
});

/** The field of the receiver, of a node that reaches a person. */
function receiverOf({ type, parameters }: INode): unknown {
	if (!type.startsWith('n8n-nodes-voice-sms.')) return undefined;
	const { resource, operation } = parameters;
	const own = operationsWithOptions.find((one) => {
		return one.resource === resource && one.value === operation;
	});
	const [field] = Object.values(own?.sends?.columns ?? {});
	return field === undefined ? undefined : parameters[field];
}

/** A number that stands in the node is of the practice: its owner, its manager, its desk. */
const isOfCustomer = (node: INode) => String(receiverOf(node) ?? '').startsWith('=');
const optionsOf = ({ parameters }: INode) => (parameters.options ?? {}) as IDataObject;

/** Nodes that a tag does not cover, and what makes them safe. */
const uncovered: Record<string, (node: INode) => boolean> = {
	// "Your own number", says its note, and which options to add for others.
	'01-send-sms: Send an SMS': () => {
		const [note] = readExamples()[0].nodes;
		return String(note.parameters.content).includes('**Skip Contacts With Tag**');
	},
	// It checks a list, and sends nothing.
	'02-appointment-reminders: Check': (node) => optionsOf(node).dryRun === true,
	// The one confirmation: the contact has just got the tag.
	'18-honour-stop: Answer once': (node) => optionsOf(node).sendToTagged === true,
};

const reaching = examples.flatMap(([file, { nodes }]) => {
	return nodes.filter(isOfCustomer).map((node) => [`${file}: ${node.name}`, node] as const);
});

it.each(reaching)('%s skips contacts with the tag no-sms', (name, node) => {
	if (name in uncovered) expect(uncovered[name](node)).toBe(true);
	else expect(optionsOf(node).skipTag).toBe('no-sms');
});

it('knows every node that a tag does not cover, and calls, tools and questions', () => {
	const names = reaching.map(([name]): string => name);
	expect(Object.keys(uncovered).filter((name) => !names.includes(name))).toStrictEqual([]);
	for (const name of ['09-call-and-wait: Call and wait', '16-mcp-server: send_sms']) {
		expect(names).toContain(name);
	}
});

const toThePractice = examples.flatMap(([file, { nodes }]) => {
	return nodes
		.filter((node) => receiverOf(node) !== undefined && !isOfCustomer(node))
		.map((node) => [`${file}: ${node.name}`, node] as const);
});

it.each(toThePractice)(
	'%s reaches the practice also after STOP from its own phone',
	(_name, node) => {
		expect(optionsOf(node).sendToTagged).toBe(true);
	},
);

/** The names of all nodes that run after these, also in a run that the workflow starts of itself. */
function after(connections: IConnections, nodes: INode[], names: string[]): Set<string> {
	const found = new Set<string>();
	const look = (name: string) => {
		if (found.has(name)) return;
		found.add(name);
		for (const ways of Object.values(connections[name] ?? {})) {
			for (const { node } of ways.flatMap((way) => way ?? [])) look(node);
		}
		const { type } = nodes.find((node) => node.name === name) ?? {};
		if (type !== 'n8n-nodes-base.executeWorkflow') return;
		for (const node of nodes) if (node.type.endsWith('executeWorkflowTrigger')) look(node.name);
	};
	for (const name of names) look(name);
	return found;
}

/** Automatic answers that something else than their key ends. */
const endedOtherwise: Record<string, string> = {
	'14-sms-assistant: Send the answer': 'Fewer than 20 answers',
};

const automatic = examples.flatMap(([file, { nodes, connections }]) => {
	const starts = nodes.filter(({ type }) => type.endsWith('voiceSmsTrigger'));
	const names = after(
		connections,
		nodes,
		starts.map(({ name }) => name),
	);
	return nodes
		.filter((node) => isOfCustomer(node) && names.has(node.name))
		.map((node) => [`${file}: ${node.name}`, node, names] as const);
});

it.each(automatic)('%s ends: two machines cannot answer each other for ever', (name, node, all) => {
	const end = endedOtherwise[name];
	if (end !== undefined) return expect([...all]).toContain(end);
	const key = String(optionsOf(node).onceKey);
	// Once ever, once a day, or once a day for each word of STOP and START.
	const ofDay = key.replace(
		/\$today\.toISODate\(\)|\$\('Read the SMS'\)\.item\.json\.meaning/g,
		'',
	);
	expect(key).not.toBe('undefined');
	expect(ofDay).not.toMatch(/\$|now/);
});

// In a sub-workflow, `$execution.mode` says "production" also when the editor started its parent.
const isDryInTests =
	/^=\{\{ (\$execution\.mode=='test'|\$\('One SMS'\)\.first\(\)\.json\.isTest) \}\}$/;

it.each(automatic)('%s sends nothing in a test run', (_name, node) => {
	expect(optionsOf(node).dryRun).toMatch(isDryInTests);
});

it('the reminders ask every hour from 9 to 18, from Monday to Friday', () => {
	const [, { nodes }] =
		examples.find(([file]) => file === '02-appointment-reminders') ?? examples[0];
	const { rule } = (nodes.find(({ type }) => type.endsWith('scheduleTrigger')) as INode).parameters;
	expect(rule).toStrictEqual({
		interval: [{ field: 'cronExpression', expression: '0 9-18 * * 1-5' }],
	});
});

it('knows the automatic answers', () => {
	expect(automatic.map(([name]) => name)).toStrictEqual([
		'03-sms-auto-reply: Send the answer',
		'04-missed-call-text-back: Text the caller',
		'13-welcome-new-contact: Send the welcome',
		'14-sms-assistant: Send the answer',
		'18-honour-stop: Answer once',
	]);
});

it('the two nodes to copy are those of the assistant, and run each SMS on its own', () => {
	const page = readPage('docs/trigger.md');
	const [, json] = /```json\n([^]*?)\n```/.exec(page) ?? [];
	const { nodes } = JSON.parse(json) as { nodes: INode[] };
	expect(nodes.map(({ type, parameters }) => [type, parameters.mode])).toStrictEqual([
		['n8n-nodes-base.executeWorkflow', 'each'],
		['n8n-nodes-base.executeWorkflowTrigger', undefined],
	]);
	for (const { name } of nodes) expect(page.replace(json, '')).toContain(name);
});

it.each(['docs/trigger.md', 'docs/agents.md', 'docs/from-twilio.md'])(
	'%s says what sees only the first of several SMS',
	(page) => {
		expect(readPage(page)).toContain('#run-each-on-its-own');
		expect(readPage(page)).toContain('`$input.first()`');
	},
);

describe('the requests for an AI that builds workflows', () => {
	const page = readPage('test/builder/requests.md');
	const rows = [...page.matchAll(/^\| (.+?) \| "(.+)" \|$/gm)];

	it('are one sentence for each example, in their order', () => {
		expect(rows.map(([, name]) => name)).toEqual(readExamples().map(({ name }) => name));
		for (const [, , request] of rows) expect(request).toMatch(/^[A-Z].*\.$/);
	});

	it('ask for no text to people with the tag no-sms where the example skips them', () => {
		const unsaid = readExamples().filter((example, at) => {
			const skips = JSON.stringify(example.nodes).includes('"skipTag":"no-sms"');
			const isToCustomers = /^(02|03|08|13)/.test(example.file);
			return isToCustomers && skips && !rows[at][2].includes('no-sms');
		});
		expect(unsaid.map(({ file }) => file)).toEqual([]);
	});
});
