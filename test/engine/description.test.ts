import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { titleCase } from 'title-case';

import { operations } from '../../nodes/VoiceSms/operations';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { run } from '../../nodes/VoiceSms/run/run';
import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { testClock } from '../harness/clock';

const sources = join(__dirname, '../../nodes/VoiceSms');
const { description } = new VoiceSms();
const [resourceMenu] = description.properties;
const operationMenus = description.properties.filter(({ name }) => name === 'operation');

/**
 * The contract: saved workflows hold these names (design, "The wire, exactly"). A name may be added,
 * never changed or taken away.
 */
const contract: Record<string, { menu: string; fields: string[] }> = {
	'call.create': {
		menu: 'Create',
		fields: [
			'fromNumber',
			'toNumber',
			'additionalFields.agentId',
			'additionalFields.metadata',
			'options.maxTries',
			'options.onceKey',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'call.delete': {
		menu: 'Delete',
		fields: ['callId', 'options.maxTries', 'options.requestsAtOnce', 'options.timeout'],
	},
	'call.get': {
		menu: 'Get',
		fields: [
			'callId',
			'simple',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'call.getAll': {
		menu: 'Get Many',
		fields: [
			'returnAll',
			'limit',
			'simple',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'call.getAnalytics': {
		menu: 'Get Analytics',
		fields: [
			'startDate',
			'endDate',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'call.getRecording': {
		menu: 'Get Recording',
		fields: [
			'callId',
			'download',
			'binaryPropertyName',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'call.search': {
		menu: 'Search',
		fields: [
			'query',
			'returnAll',
			'limit',
			'simple',
			'filters.status',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'contact.create': {
		menu: 'Create',
		fields: [
			'firstName',
			'lastName',
			'email',
			'phone',
			'additionalFields.address',
			'additionalFields.city',
			'additionalFields.company_name',
			'additionalFields.country',
			'additionalFields.customFields',
			'additionalFields.notes',
			'additionalFields.source',
			'additionalFields.state',
			'additionalFields.status',
			'additionalFields.tags',
			'additionalFields.zipCode',
			'options.maxTries',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'contact.get': {
		menu: 'Get',
		fields: [
			'contactId',
			'simple',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'contact.getAll': {
		menu: 'Get Many',
		fields: [
			'returnAll',
			'limit',
			'simple',
			'filters.search',
			'filters.source',
			'filters.tags',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'contact.update': {
		menu: 'Update',
		fields: [
			'contactId',
			'updateFields.customFields',
			'updateFields.email',
			'updateFields.firstName',
			'updateFields.lastName',
			'updateFields.notes',
			'updateFields.phone',
			'updateFields.status',
			'updateFields.tags',
			'options.customFieldsMode',
			'options.keepOtherFields',
			'options.maxTries',
			'options.requestsAtOnce',
			'options.tagsMode',
			'options.timeout',
		],
	},
	'sms.getConversations': {
		menu: 'Get Many Conversations',
		fields: [
			'returnAll',
			'limit',
			'filters.search',
			'filters.status',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'sms.getMessages': {
		menu: 'Get Many Messages',
		fields: [
			'conversationId',
			'returnAll',
			'limit',
			'options.maxTries',
			'options.queryParameters',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
	'sms.send': {
		menu: 'Send',
		fields: [
			'from',
			'to',
			'body',
			'options.maxTries',
			'options.onceKey',
			'options.requestsAtOnce',
			'options.timeout',
		],
	},
};

const nameOf = ({ resource, value }: Operation) => `${resource}.${value}`;
const table = operations.map((operation) => [nameOf(operation), operation] as const);

/** A field with the collection it stands in, if any. */
interface Placed {
	path: string;
	field: INodeProperties;
	/** Name and value of a row: filled in by hand, row for row. */
	inRows: boolean;
}

function isField(entry: object): entry is INodeProperties {
	return 'type' in entry;
}

/** Every field below these, at any depth; collections themselves are left out. */
function flat(fields: readonly INodeProperties[], prefix = '', inRows = false): Placed[] {
	return fields.flatMap((field): Placed[] => {
		const path = `${prefix}${field.name}`;
		if (field.type === 'collection') {
			return flat((field.options ?? []).filter(isField), `${path}.`, inRows);
		}
		if (field.type === 'fixedCollection') {
			const groups = (field.options ?? []) as INodePropertyCollection[];
			return groups.flatMap(({ name, values }) => flat(values, `${path}.${name}.`, true));
		}
		return [{ path, field, inRows }];
	});
}

const choices = (field: INodeProperties) =>
	(field.type === 'options' ? (field.options ?? []) : []) as INodePropertyOptions[];

/** Every field of every operation, and the menus. */
const everyField = [
	...[resourceMenu, ...operationMenus].map(
		(field) => [field.name, { path: field.name, field, inRows: false }] as const,
	),
	...operations.flatMap((operation) =>
		flat(operation.fields).map(
			(placed) => [`${nameOf(operation)} ${placed.path}`, placed] as const,
		),
	),
] as ReadonlyArray<readonly [string, Placed]>;

describe('the table of operations', () => {
	it('holds every operation that is on disk', () => {
		const onDisk = readdirSync(join(sources, 'operations'), { withFileTypes: true })
			.filter((entry) => entry.isDirectory())
			.flatMap(({ name: resource }) =>
				readdirSync(join(sources, 'operations', resource)).map(
					(file) => `${resource}.${file.replace(/\.ts$/, '')}`,
				),
			);
		expect(operations.map(nameOf).sort()).toEqual(onDisk.sort());
	});

	it('holds each resource and operation once', () => {
		expect(new Set(operations.map(nameOf)).size).toBe(operations.length);
	});

	it('is the contract, with its names in the menu', () => {
		const menu = Object.fromEntries(operations.map((one) => [nameOf(one), one.name]));
		expect(menu).toEqual(
			Object.fromEntries(Object.entries(contract).map(([name, row]) => [name, row.menu])),
		);
	});

	it.each(table)('%s has the parameters of the contract', (name, { fields }) => {
		const paths = flat(fields).map(({ path }) => path.replace(/\.parameter\.(name|value)$/, ''));
		expect([...new Set(paths)].sort()).toEqual([...contract[name].fields].sort());
	});

	it.each(['callId', 'conversationId', 'contactId', 'from', 'fromNumber'])(
		'%s is a resource locator wherever it occurs',
		(name) => {
			const found = operations.flatMap(({ fields }) =>
				fields.filter((field) => field.name === name),
			);
			expect(found.length).toBeGreaterThan(0);
			for (const field of found) {
				expect(field.type).toBe('resourceLocator');
				expect(field.default).toEqual({ mode: 'list', value: '' });
				expect(field.modes?.map((mode) => [mode.name, mode.displayName])).toEqual([
					['list', 'From List'],
					['id', name.startsWith('from') ? 'By Number' : 'By ID'],
				]);
				const method = field.modes?.[0].typeOptions?.searchListMethod;
				expect(new VoiceSms().methods.listSearch).toHaveProperty(String(method));
			}
		},
	);
});

describe('the menus', () => {
	it('offer every operation under its resource, in the order of their names', () => {
		for (const menu of operationMenus) {
			const [resource] = menu.displayOptions?.show?.resource ?? [];
			const names = choices(menu).map(({ name }) => name);
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
			expect(
				choices(menu)
					.map(({ value }) => value)
					.sort(),
			).toEqual(
				operations
					.filter((operation) => operation.resource === resource)
					.map(({ value }) => value)
					.sort(),
			);
		}
		expect(choices(resourceMenu).map(({ value }) => value)).toEqual(
			operationMenus.map(({ displayOptions }) => displayOptions?.show?.resource?.[0]),
		);
	});

	it('take no expressions', () => {
		for (const menu of [resourceMenu, ...operationMenus]) expect(menu.noDataExpression).toBe(true);
	});

	it.each(table)('%s has words in the case that n8n asks for', (_name, operation) => {
		expect(operation.name).toBe(titleCase(operation.name));
		expect(operation.action).toMatch(/^[A-Z][a-z]*( ([a-z]+|SMS))*$/);
		expect(operation.action).not.toMatch(/\b(a|an|the)\b/i);
		expect(operation.action.toLowerCase()).toContain(operation.resource);
		expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
		expect(operation.description).not.toBe(operation.action);
		if (operation.value === 'getAll') expect(operation.action).toMatch(/^Get many /);
	});

	it('give each action once, as an agent tells its tools apart by it', () => {
		expect(new Set(operations.map(({ action }) => action)).size).toBe(operations.length);
	});
});

describe('every field', () => {
	it.each(everyField)('%s is shown in Title Case', (_name, { field }) => {
		expect(field.displayName).toBe(titleCase(field.displayName));
		for (const { name } of choices(field)) expect(name).toBe(titleCase(name));
	});

	it.each(everyField)('%s has a description that n8n accepts', (_name, { field }) => {
		for (const text of [field.description, ...choices(field).map((choice) => choice.description)]) {
			if (text === undefined) continue;
			expect(text).toMatch(/^[A-Z]/);
			expect(text.endsWith('.')).toBe(/[.!?] [A-Z0-9]/.test(text));
			expect(text).not.toBe(field.displayName);
			expect(text).not.toMatch(/`|<br>/);
		}
		if (field.type === 'boolean') expect(field.description).toMatch(/^Whether /);
	});

	it.each(everyField)('%s has a default of its type', (_name, { field }) => {
		switch (field.type) {
			case 'options':
				expect(choices(field).map(({ value }) => value)).toContain(field.default);
				break;
			case 'json':
				expect(JSON.parse(String(field.default))).toEqual({});
				break;
			case 'dateTime':
			case 'string':
				expect(typeof field.default).toBe('string');
				break;
			case 'resourceLocator':
				expect(field.default).toMatchObject({ mode: field.modes?.[0].name });
				break;
			default:
				expect(typeof field.default).toBe(field.type);
		}
	});

	it.each(everyField)('%s shows an example where text is typed', (_name, { field }) => {
		const examples = [
			...(['string', 'json', 'dateTime'].includes(field.type) ? [field.placeholder] : []),
			...(field.modes ?? [])
				.filter(({ type }) => type === 'string')
				.map(({ placeholder }) => placeholder),
		];
		for (const example of examples) expect(example).toMatch(/^e\.g\. \S/);
	});

	it('is offered in the order of the names, where there are five or more to choose from', () => {
		const lists = operations
			.flatMap(({ fields }) => fields)
			.flatMap((field) => [field, ...(field.options ?? []).filter(isField)])
			.filter(({ type }) => type === 'options' || type === 'collection')
			.map(({ options = [] }) =>
				options.map((entry) => ('displayName' in entry ? entry.displayName : entry.name)),
			)
			.filter((names) => names.length >= 5);
		expect(lists.length).toBeGreaterThan(3);
		for (const names of lists) {
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	it('of a collection is never required', () => {
		for (const [, { path, field }] of everyField) {
			if (path.includes('.')) expect(field.required).toBeUndefined();
		}
	});
});

describe('the fields that n8n prescribes', () => {
	const named = (name: string) =>
		operations.flatMap(({ fields }) => fields.filter((field) => field.name === name));

	it.each([
		[
			'returnAll',
			{
				displayName: 'Return All',
				type: 'boolean',
				default: false,
				description: 'Whether to return all results or only up to a given limit',
			},
		],
		[
			'limit',
			{
				displayName: 'Limit',
				type: 'number',
				default: 50,
				typeOptions: { minValue: 1 },
				description: 'Max number of results to return',
			},
		],
		[
			'simple',
			{
				displayName: 'Simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			},
		],
		[
			'additionalFields',
			{ displayName: 'Additional Fields', placeholder: 'Add Field', default: {} },
		],
		['updateFields', { displayName: 'Update Fields', placeholder: 'Add Field', default: {} }],
		['filters', { displayName: 'Filters', default: {} }],
		['options', { displayName: 'Options', default: {} }],
	])('%s is the same wherever it occurs', (name, expected) => {
		const found = named(name);
		expect(found.length).toBeGreaterThan(0);
		for (const field of found) expect(field).toMatchObject(expected);
	});
});

describe('visibility', () => {
	const shown = (parameters: IDataObject) =>
		description.properties.filter((property) =>
			NodeHelpers.displayParameter(parameters as never, property, null, description),
		);

	it.each(table)('%s shows its own fields and no others', (_name, operation) => {
		const parameters = {
			resource: operation.resource,
			operation: operation.value,
			returnAll: false,
			download: true,
		};
		expect(shown(parameters).map(({ name }) => name)).toEqual([
			'resource',
			'operation',
			...operation.fields.map(({ name }) => name),
		]);
	});

	it.each(['limit', 'binaryPropertyName'])('%s is hidden where it has no effect', (name) => {
		const hiding = operations.filter(({ fields }) => fields.some((field) => field.name === name));
		expect(hiding.length).toBeGreaterThan(0);
		for (const { resource, value } of hiding) {
			const parameters = { resource, operation: value, returnAll: true, download: false };
			expect(shown(parameters).map((field) => field.name)).not.toContain(name);
		}
	});
});

describe('for an AI agent', () => {
	/** n8n's editor offers "Let the model define" for these (editor, fromAIOverride). */
	const modelMayFill = ({ field }: Placed) =>
		field.type !== 'options' && field.noDataExpression !== true;
	const keyOf = ({ field }: Placed) =>
		field.displayName.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 63);

	it.each(table)('%s gives each parameter a key of its own', (_name, { fields }) => {
		const keys = flat(fields).filter(modelMayFill).map(keyOf);
		expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
		for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
	});

	it.each(table)('%s says by the display name alone what is meant', (_name, { fields }) => {
		const vague = ['Value', 'Name', 'ID', 'Text', 'Body', 'Query', 'Number', 'Date', 'Data', 'To'];
		const names = flat(fields)
			.filter(({ inRows }) => !inRows)
			.map(({ field }) => field.displayName);
		expect(names.filter((name) => vague.includes(name))).toEqual([]);
	});

	it('no parameter takes a name that n8n uses for the tool itself', () => {
		const names = description.properties.map(({ name }) => name);
		for (const taken of ['description', 'toolDescription', 'toolName', 'descriptionType']) {
			expect(names).not.toContain(taken);
		}
	});
});

describe('fields and reads', () => {
	/** A value that the field takes; booleans are tried both ways. */
	function filled(field: INodeProperties, flag: boolean): unknown {
		switch (field.type) {
			case 'boolean':
				return flag;
			case 'number':
				return 1;
			case 'json':
				return '{}';
			case 'dateTime':
				return '2026-01-31';
			case 'options':
				return choices(field).at(-1)?.value;
			case 'resourceLocator':
				return { __rl: true, mode: 'id', value: 'x' };
			case 'collection':
				return Object.fromEntries(
					(field.options ?? []).filter(isField).map((inner) => [inner.name, filled(inner, flag)]),
				);
			case 'fixedCollection':
				return Object.fromEntries(
					((field.options ?? []) as INodePropertyCollection[]).map(({ name, values }) => [
						name,
						[Object.fromEntries(values.map((inner) => [inner.name, filled(inner, flag)]))],
					]),
				);
			default:
				return 'x';
		}
	}

	/** The same value, noting what is read of it. */
	function watched(value: unknown, path: string, seen: Set<string>): unknown {
		seen.add(path);
		if (typeof value !== 'object' || value === null || '__rl' in value) return value;
		if (Array.isArray(value)) return value.map((entry) => watched(entry, path, seen));
		return new Proxy(value, {
			get(target, name) {
				if (typeof name !== 'string' || name === '__rl')
					return Reflect.get(target, name) as unknown;
				return watched(Reflect.get(target, name), `${path}.${name}`, seen);
			},
		});
	}

	/** What the shipped `run` reads of an operation all of whose fields are filled. */
	async function readsOf(operation: Operation, flag: boolean): Promise<Set<string>> {
		const values: IDataObject = {
			resource: operation.resource,
			operation: operation.value,
			...Object.fromEntries(
				operation.fields.map((field) => [field.name, filled(field, flag) as IDataObject]),
			),
		};
		const seen = new Set<string>();
		const node = { name: 'Voice and SMS', parameters: values } as unknown as INode;
		const context: Partial<IExecuteFunctions> = {
			getInputData: () => [{ json: {} }],
			getNode: () => node,
			getTimezone: () => 'Europe/Berlin',
			continueOnFail: () => false,
			getExecutionCancelSignal: () => undefined,
			getNodeParameter: ((name: string) =>
				watched(values[name], name, seen)) as IExecuteFunctions['getNodeParameter'],
			getCredentials: async () => {
				throw new Error('All fields are read');
			},
			helpers: {} as IExecuteFunctions['helpers'],
		};
		await expect(run(context as IExecuteFunctions, operations, testClock())).rejects.toThrow(
			'All fields are read',
		);
		return seen;
	}

	/** Fields and the collections around them. */
	function declared(fields: readonly INodeProperties[]): Set<string> {
		const paths = flat(fields).flatMap(({ path }) =>
			path.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.')),
		);
		return new Set(['resource', 'operation', ...paths]);
	}

	it.each(table)('%s reads every field it shows', async (_name, operation) => {
		const seen = new Set([
			...(await readsOf(operation, true)),
			...(await readsOf(operation, false)),
		]);
		expect([...declared(operation.fields)].filter((path) => !seen.has(path))).toEqual([]);
	});

	it.each(table)('%s reads no field that it does not show', async (_name, operation) => {
		const seen = new Set([
			...(await readsOf(operation, true)),
			...(await readsOf(operation, false)),
		]);
		const own = declared(operation.fields);
		expect([...seen].filter((path) => !own.has(path))).toEqual([]);
	});
});

describe('a line knows its place', () => {
	/** A source without its comments. */
	const code = (file: string) =>
		readFileSync(join(sources, file), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
	const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => [file.split(sep).join('/'), code(file)] as const);

	it.each<[string, RegExp, string[]]>([
		[
			'httpRequestWithAuthentication',
			/\.httpRequestWithAuthentication\b/,
			['api/request.ts', 'api/download.ts'],
		],
		['httpRequest without the key', /\.httpRequest\b/, ['api/download.ts']],
		[
			'getNodeParameter',
			/\bgetNodeParameter\b/,
			['fields/reader.ts', 'run/run.ts', 'trigger/poll.ts'],
		],
		['building a NodeApiError', /\bnew NodeApiError\b/, ['api/nodeError.ts']],
		[
			'waiting and the time of day',
			/import[^;]*\bsleep\b[^;]*from 'n8n-workflow'|\bDate\.now\b|\bMath\.random\b|\bsetTimeout\b/,
			['api/clock.ts'],
		],
		['linking items', /\bpairedItem\b/, ['run/outputItems.ts']],
		['continueOnFail', /\bcontinueOnFail\b/, ['run/run.ts']],
		['static data', /\bgetWorkflowStaticData\b/, ['trigger/poll.ts']],
		[
			'HTTP status and headers',
			/\bstatusCode\b|\bheaders\b/,
			[
				'api/request.ts',
				'api/download.ts',
				'api/retry.ts',
				'api/failure.ts',
				'api/nodeError.ts',
				'api/envelope.ts',
			],
		],
		['x-api-key', /x-api-key/, []],
		[
			'paths of the service',
			/['`]\/api\//,
			[
				...files.map(([file]) => file).filter((file) => /^operations\/\w+\//.test(file)),
				'api/lists.ts',
				'listSearch/index.ts',
			],
		],
		[
			'text in the editor',
			/\bdisplayName:\s*['"`]/,
			[
				...files.map(([file]) => file).filter((file) => /^(fields|operations)\//.test(file)),
				'VoiceSms.node.ts',
				'VoiceSmsTrigger.node.ts',
			],
		],
	])('%s', (_name, pattern, allowed) => {
		const found = files.filter(([, text]) => pattern.test(text)).map(([file]) => file);
		expect(found.filter((file) => !allowed.includes(file) && !file.startsWith('trigger/'))).toEqual(
			[],
		);
	});

	it('n8n-workflow is the only package that is imported at run time', () => {
		// n8n's rules for community nodes allow this one of Node's own.
		const allowed = ['n8n-workflow', 'node:crypto'];
		for (const [file, text] of files) {
			const imports = [...text.matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gms)];
			const packages = imports.map(([, from]) => from).filter((from) => !from.startsWith('.'));
			expect([file, packages.filter((name) => !allowed.includes(name))]).toEqual([file, []]);
		}
	});

	it('no file is called by a name that says nothing', () => {
		const vague = /^(helpers?|utils?|common|misc|GenericFunctions|shared)\.ts$/i;
		expect(
			files.filter(([file]) => vague.test(relative('.', file).split('/').pop() ?? '')),
		).toEqual([]);
	});
});
