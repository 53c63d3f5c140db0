import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type {
	IDataObject,
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { titleCase } from 'title-case';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { resources } from '../../nodes/VoiceSms/operations/resources';
import { events } from '../../nodes/VoiceSms/trigger/events';
import { readPage } from '../docs/pages';
import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';

const node = new VoiceSms();
const trigger = new VoiceSmsTrigger();
const examples = join(__dirname, '../../examples');

/** Every field at any depth, collections and notices among them. */
function everyField(
	fields: readonly INodeProperties[],
	path: string,
): Array<[string, INodeProperties]> {
	return fields.flatMap((field): Array<[string, INodeProperties]> => {
		const { operation = [], resource = [], event = [] } = field.displayOptions?.show ?? {};
		const own = [path, ...resource, ...operation, ...event, field.name].join('.');
		const below = (field.options ?? []).flatMap((entry) => {
			if ('values' in entry) return everyField((entry as INodePropertyCollection).values, own);
			return 'type' in entry ? everyField([entry as INodeProperties], own) : [];
		});
		return [[own, field], ...below];
	});
}

const all = [
	...everyField(node.description.properties, 'node'),
	...everyField(trigger.description.properties, 'trigger'),
	...everyField(new VoiceSmsApi().properties, 'credential'),
];

const choices = ({ type, options = [] }: INodeProperties) =>
	(type === 'options' ? options : []) as INodePropertyOptions[];

/** The fields that break a rule, with their words. */
const against = (rule: (field: INodeProperties) => unknown[]) =>
	all.flatMap(([path, field]) => rule(field).map((words) => [path, words]));

describe('the words of node, trigger and credential', () => {
	it('are names in Title Case', () => {
		const wrong = against(({ displayName, type }) =>
			type === 'notice' || displayName === titleCase(displayName) ? [] : [displayName],
		);
		expect(wrong).toStrictEqual([]);
	});

	it('are explanations that begin and end as n8n asks for', () => {
		const isRight = (words: string, { type }: INodeProperties) => {
			const text = words.replace(/ href="[^"]*"/g, '');
			// One sentence has no full stop, several have.
			const several = /[.!?:] [A-Z0-9]/.test(text.replace(/: /g, ' '));
			return (
				/^[A-Z0-9]/.test(text) &&
				text === text.trim() &&
				!/ {2}|`|<br>|(?<![/.\w])(id|url|json|api|sms)\b(?![:.=])/.test(text) &&
				!/\b(please|simply|just)\b/i.test(text) &&
				(type === 'notice' || text.endsWith('.') === several)
			);
		};
		const wrong = against((field) => {
			const texts = [
				field.description,
				field.hint,
				...(field.modes ?? []).map(({ hint }) => hint),
				...choices(field).map(({ description }) => description),
				...(field.type === 'notice' ? [field.displayName] : []),
			];
			const isUnsaid = field.type === 'boolean' && !/^Whether /.test(field.description ?? '');
			return [
				...texts.filter((text) => text !== undefined && !isRight(text, field)),
				...(isUnsaid ? [field.description] : []),
			];
		});
		expect(wrong).toStrictEqual([]);
	});

	it('are placeholders that are examples, or say what is added', () => {
		const isRight =
			/^(e\.g\. \S|Add (Field|Filter|Option|Own Texts|Parameter)$|Select an? [A-Z]\w+\.\.\.$)/;
		const wrong = against((field) =>
			[field, ...(field.modes ?? [])]
				.map(({ placeholder }) => placeholder)
				.filter((text) => text !== undefined && !isRight.test(text)),
		);
		expect(wrong).toStrictEqual([]);
	});

	it('are lists of five or more in the order of their names', () => {
		const wrong = against(({ type, options = [] }) => {
			if (!['options', 'collection'].includes(type)) return [];
			const names = options
				// "None" stands first.
				.filter((entry) => !('value' in entry) || entry.value !== '')
				.map((entry) => ('displayName' in entry ? entry.displayName : entry.name))
				// Stands last: `menus.test` looks at that.
				.filter((name) => name !== 'Send Even After STOP');
			const sorted = [...names].sort((a, b) => a.localeCompare(b));
			return names.length < 5 || String(names) === String(sorted) ? [] : [names];
		});
		expect(wrong).toStrictEqual([]);
	});
});

describe('what the form says before it is run', () => {
	const noticesOf = (resource: string, operation: string) =>
		node.description.properties
			.filter(({ type }) => type === 'notice')
			.filter(({ displayOptions: { show = {} } = {} }) => {
				return show.resource?.includes(resource) && show.operation?.includes(operation);
			})
			.map(({ displayName }) => displayName);

	it.each(operationsWithOptions.map((one) => [`${one.resource}.${one.value}`, one] as const))(
		'%s says its warning, if any, and no permission: errors name that',
		(_name, { resource, value, warning }) => {
			expect(noticesOf(resource, value)).toEqual(warning === undefined ? [] : [warning]);
		},
	);

	it('an operation names the permission that docs/interface.md has for its request', () => {
		const titleOf = new Map<string, string>(resources.map(({ name, value }) => [value, name]));
		const rows = [...readPage('docs/interface.md').matchAll(/^\| `[A-Z]+ \/\S+` \|.+$/gm)].map(
			([row]) => row,
		);
		for (const { resource, name, permission } of operationsWithOptions) {
			const own = rows.filter((row) =>
				row.split(/ ?\| ?|[,;] /).includes(`${titleOf.get(resource)}: ${name}`),
			);
			const named = own.flatMap((row) => /\(permission `([^`]+)`\)/.exec(row)?.[1] ?? []);
			expect([resource, name, permission]).toEqual([resource, name, named[0]]);
		}
	});

	it('Delete says, in the menu and in the form, that it cannot be undone', () => {
		const [deleting] = operationsWithOptions.filter(({ value }) => value === 'delete');
		expect(deleting.description).toContain('cannot be undone');
		expect(noticesOf('call', 'delete')).toEqual([
			expect.stringContaining('A deleted call cannot be restored.'),
		]);
	});
});

describe('the credential', () => {
	it.each(['baseUrl', 'apiKey'])('has a hint below %s', (name) => {
		const [field] = new VoiceSmsApi().properties.filter((one) => one.name === name);
		expect(field.hint).toEqual(expect.any(String));
	});
});

describe('the key of Send Once', () => {
	it.each([
		['sms', 'send', 'this message'],
		['call', 'create', 'this call'],
	])('of %s.%s has an example and words of its own', (resource, operation, words) => {
		const own = all.filter(([path]) => path === `node.${resource}.${operation}.options.onceKey`);
		expect(own.map(([, { description }]) => description)).toEqual([expect.stringContaining(words)]);
	});

	const keys = all.filter(([path]) => path.endsWith('.onceKey'));

	it.each(keys)('%s says that it counts for each number', (_path, { description }) => {
		expect(description).toMatch(/each number gets it once/i);
	});

	it('has another example for each operation', () => {
		expect(new Set(keys.map(([, { placeholder }]) => placeholder)).size).toBe(keys.length);
	});
});

describe('the subtitle on the canvas', () => {
	function shown(type: INodeType, parameters: INodeParameters): unknown {
		const placed: INode = {
			id: '1',
			name: 'Node',
			type: 'node',
			typeVersion: 1,
			position: [0, 0],
			parameters,
		};
		const workflow = new Workflow({
			nodes: [placed],
			connections: {},
			active: false,
			nodeTypes: {
				getByName: () => type,
				getByNameAndVersion: () => type,
				getKnownTypes: () => ({}),
			},
		});
		// As the editor does it (getNodeSubtitle).
		const { subtitle } = type.description;
		return workflow.expression.getSimpleParameterValue(placed, subtitle, 'internal', {}, undefined);
	}

	it.each(operationsWithOptions.map((one) => [`${one.resource}.${one.value}`, one] as const))(
		'of %s is its resource and its name in the menus',
		(_name, { resource, value, name }) => {
			const title = resources.find((one) => one.value === resource)?.name;
			expect(shown(node, { resource, operation: value })).toBe(`${title}: ${name}`);
		},
	);

	it.each(events.map((one) => [one.value, one] as const))(
		'of %s is the event in words',
		(value, { name }) => {
			expect(shown(trigger, { event: value })).toBe(name);
		},
	);

	it('is that of the defaults where nothing is chosen yet', () => {
		expect(shown(node, {})).toBe('SMS: Send');
		expect(shown(trigger, {})).toBe('SMS Received');
	});

	it.each([
		[{ resource: 'sms', operation: '__CUSTOM_API_CALL__' }],
		[{ resource: '__CUSTOM_API_CALL__' }],
		[{ resource: 'fax', operation: 'send' }],
		[{ resource: 'sms', operation: '={{ $json.operation }}' }],
	])('is empty for %j, which has no words', (parameters: INodeParameters) => {
		expect(shown(node, parameters)).toBe('');
	});

	it('is empty for an event that there is not', () => {
		expect(shown(trigger, { event: 'faxReceived' })).toBe('');
		expect(shown(trigger, { event: '={{ $json.event }}' })).toBe('');
	});
});

describe('the list of nodes', () => {
	it('offers each event as a sentence', () => {
		const [menu] = trigger.description.properties;
		const sentences = events.map(({ name }) => {
			const words = name.split(' ').map((word) => (word === 'SMS' ? word : word.toLowerCase()));
			return `On ${words.join(' ')}`;
		});
		expect(choices(menu).map(({ action }) => action)).toEqual(sentences);
	});
});

describe('the examples', () => {
	const files = readdirSync(examples).filter((file) => file.endsWith('.json'));
	const nodesOf = (file: string) =>
		(JSON.parse(readFileSync(join(examples, file), 'utf8')) as { nodes: INode[] }).nodes;
	const triggersOf = (file: string) =>
		nodesOf(file).filter(({ type }) => type.endsWith('SmsTrigger'));
	const nodes = files
		.flatMap((file) => nodesOf(file).map((one): [string, INode] => [`${file}: ${one.name}`, one]))
		.filter(([, { type }]) => type === 'n8n-nodes-voice-sms.voiceSms');

	const keyed = files.flatMap((file) => {
		return nodesOf(file).flatMap(({ name, parameters: { options } }): Array<[string, string]> => {
			const { onceKey } = Object(options) as { onceKey?: string };
			return onceKey === undefined ? [] : [[`${file}: ${name}`, onceKey]];
		});
	});

	it.each(keyed)('%s leaves the number out of its Send Once Key, which has one', (_name, key) => {
		expect(key).not.toMatch(/phone|number/i);
	});

	it.each(nodes)('%s chooses records in ways that the form offers', (_name, { parameters }) => {
		const { resource, operation } = parameters;
		const own = operationsWithOptions.find(
			(one) => one.resource === resource && one.value === operation,
		);
		for (const [name, value] of Object.entries(parameters)) {
			const { __rl, mode } = Object(value) as IDataObject;
			if (__rl !== true) continue;
			const modes = own?.fields.find((field) => field.name === name)?.modes ?? [];
			expect(modes.map((one) => one.name)).toContain(mode);
		}
	});

	it('have one polling trigger each: n8n may forget what several gave out', () => {
		expect(files.filter((file) => triggersOf(file).length > 1)).toEqual([]);
	});

	it.each(['02-appointment-reminders', '03-sms-auto-reply', '14-sms-assistant', '18-honour-stop'])(
		'%s takes the meaning of a message from the trigger: the words stand once',
		(file) => {
			const [{ parameters }] = triggersOf(`${file}.json`);
			expect(parameters.filters).toStrictEqual({ words: { values: { list: 'any' } } });
		},
	);
});
