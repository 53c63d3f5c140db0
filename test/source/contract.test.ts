import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { parameterNames } from '../../nodes/VoiceSms/api/unstated';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { resources } from '../../nodes/VoiceSms/operations/resources';
import { run } from '../../nodes/VoiceSms/run/run';
import { events } from '../../nodes/VoiceSms/trigger/events';
import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { testClock } from '../harness/time/clock';
import { choices, everyField, flat, formOf, forms, isField, nameOf, table } from './fields';
import { contract, savedEvents } from './savedNames';
import { untyped } from '../harness/n8n/fake';

const sources = join(__dirname, '../../nodes/VoiceSms');

describe('the credential', () => {
	const { name, properties } = new VoiceSmsApi();

	it('has the parameters of the contract', () => {
		expect(name).toBe('voiceSmsApi');
		const fields = properties.filter(({ type }) => type !== 'notice');
		expect(fields.map((field) => [field.name, field.default])).toStrictEqual([
			['baseUrl', ''],
			['apiKey', ''],
			['defaultCountry', ''],
			['skipTag', ''],
			['testNumbers', ''],
			['otherNames', false],
			['searchParameter', parameterNames.search],
			['startDateParameter', parameterNames.startDate],
			['endDateParameter', parameterNames.endDate],
		]);
	});
});

describe('the table of operations', () => {
	it('holds every operation that is on disk', () => {
		const onDisk = resources.flatMap(({ value }) =>
			readdirSync(join(sources, 'operations', value)).map(
				(file) => `${value}.${file.replace(/\.ts$/, '')}`,
			),
		);
		const names = operationsWithOptions.map(nameOf);
		const toAdd = onDisk
			.filter((name) => !names.includes(name))
			.map((name) => `operations/index.ts: add a line for ${name.replace('.', '/')}.ts`);
		expect(toAdd).toStrictEqual([]);
		// In a room of its own, `operations/question`.
		expect(names.filter((name) => !onDisk.includes(name))).toStrictEqual(['sms.sendAndWait']);
	});

	it('holds each resource and operation once', () => {
		expect(new Set(operationsWithOptions.map(nameOf)).size).toBe(operationsWithOptions.length);
	});

	it('has every operation of the contract', () => {
		const names = operationsWithOptions.map(nameOf);
		expect(Object.keys(contract).filter((name) => !names.includes(name))).toStrictEqual([]);
	});

	/** Operations of the contract: `test/source/places.test.ts` says which one is not in it. */
	const agreed = table.filter(([name]) => name in contract);

	it.each(agreed)('%s has the name and the parameters of the contract', (key, { name, fields }) => {
		const paths = flat(fields).map(({ path }) => path.replace(/\.parameter\.(name|value)$/, ''));
		const saved = contract[key];
		expect(name).toBe(saved.menu);
		const added = [...new Set(paths)].filter((path) => !saved.fields.includes(path));
		const gone = saved.fields.filter((path) => !paths.includes(path));
		expect([
			...added.map((path) => `test/source/savedNames.ts: add '${path}' to '${key}'`),
			...gone.map((path) => `Workflows hold '${path}' of '${key}': it must stay`),
		]).toStrictEqual([]);
	});

	const byId = ['id', 'By ID'];
	const byNumber = [['number', 'Number']];
	const isOfModels = ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.['@tool']?.includes(true) === true;

	it.each<[string, string[][]]>([
		['callId', [byId]],
		['contactId', [byId, ['phone', 'Phone'], ['email', 'Email']]],
		['conversationId', [byId, ['phone', 'Phone']]],
		['from', byNumber],
		['fromNumber', byNumber],
	])('%s is a resource locator wherever it occurs', (name, modes) => {
		const found = operationsWithOptions.flatMap(({ fields }) =>
			fields.filter((field) => field.name === name),
		);
		expect(found.length).toBeGreaterThan(0);
		for (const field of found) {
			expect(field.type).toBe('resourceLocator');
			expect(field.default).toEqual({ mode: isOfModels(field) ? 'id' : 'list', value: '' });
			expect(field.modes?.map((mode) => [mode.name, mode.displayName])).toEqual([
				['list', 'From List'],
				...modes,
			]);
			const method = field.modes?.[0].typeOptions?.searchListMethod;
			expect(new VoiceSms().methods.listSearch).toHaveProperty(String(method));
		}
	});
});

describe('the fields that n8n prescribes', () => {
	const named = (name: string) =>
		operationsWithOptions.flatMap(({ fields }) => fields.filter((field) => field.name === name));

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
		// In the tab Settings.
		['requestOptions', { displayName: 'Request Options', default: {}, isNodeSetting: true }],
	])('%s is the same wherever it occurs', (name, expected) => {
		const found = named(name);
		expect(found.length).toBeGreaterThan(0);
		for (const field of found) expect(field).toMatchObject(expected);
	});

	it.each(forms)(
		'Simplify of %s is on, unless a model may overwrite the rest',
		(_name, operation, asTool) => {
			const simple = formOf(operation, asTool).filter(({ name }) => name === 'simple');
			const ofOneContact = /^contact\.(get|create|update|upsert)$/;
			const isOverwritten = asTool && ofOneContact.test(nameOf(operation));
			for (const field of simple) expect(field.default).toBe(!isOverwritten);
		},
	);
});

describe('as a tool', () => {
	const hidden = [
		'returnAll',
		'download',
		'binaryPropertyName',
		'options.downloadRecording',
		'options.binaryPropertyName',
		'options.includeInputFields',
		...contract['sms.sendAndWait'].fields.filter((path) => path.startsWith('pageTexts.')),
		...contract['sms.sendAndWait'].fields.filter((path) => path.startsWith('replyOptions.')),
	];

	const added = ['options.allowRepeats'];

	it.each(table)(
		'%s has what it has for people, but for what a model should not have',
		(_name, operation) => {
			const pathsOf = (asTool: boolean, but: string[]) =>
				flat(formOf(operation, asTool))
					.map(({ path }) => path)
					.filter((path) => !but.includes(path));
			// Other operations wait for the service, not for a person.
			const ofReply = operation.value === 'sendAndWait' ? ['options.waitInterval'] : [];
			expect(pathsOf(true, added)).toStrictEqual(pathsOf(false, [...hidden, ...ofReply]));
		},
	);

	// n8n demands of a model an object that is not empty.
	it.each(table)('%s has no JSON field', (_name, operation) => {
		const kinds = flat(formOf(operation, true)).map(({ field }) => field.type);
		expect(kinds).not.toContain('json');
	});

	it.each(forms)('%s has one field of a name', (_name, operation, asTool) => {
		const paths = flat(formOf(operation, asTool)).map(({ path }) => path);
		expect(new Set(paths).size).toBe(paths.length);
	});
});

describe('fields and reads', () => {
	// n8n would convert it after its expressions, and `fields/parameters` does not.
	it.each(everyField)('%s leaves its checks to its read, not to validateType', (_name, placed) => {
		expect(placed.field.validateType).toBeUndefined();
	});

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
				// A range of time must not be empty.
				return field.name === 'startedBefore' ? '2026-02-01' : '2026-01-31';
			case 'options':
				// The first of a menu may show fields that the last one hides.
				return choices(field).at(flag ? 0 : -1)?.value;
			case 'resourceLocator':
				// A number is read with its country.
				return { __rl: true, mode: flag ? 'id' : 'phone', value: '+15550100001' };
			case 'multiOptions':
				return [];
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
				// Text for JSON, as models have it.
				if (['customFields', 'metadata'].includes(field.name)) return '{}';
				if (field.name === 'language') return 'de';
				// A state of calls, which a model gives as text.
				if (field.name === 'status') return 'ENDED';
				if (field.name === 'email') return 'ada@example.com';
				// No word may stand for both.
				return field.name === 'noWords' ? 'no' : '+15550100042';
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
	async function readsOf(
		operation: Operation,
		asTool: boolean,
		flag: boolean,
	): Promise<Set<string>> {
		const fields = formOf(operation, asTool);
		const values: IDataObject = {
			resource: operation.resource,
			operation: operation.value,
			...Object.fromEntries(
				fields.map((field) => [field.name, filled(field, flag) as IDataObject]),
			),
		};
		const seen = new Set<string>();
		const node = {
			name: 'Voice and SMS',
			type: `voiceSms${asTool ? 'Tool' : ''}`,
			parameters: values,
		};
		const context: Partial<IExecuteFunctions> = {
			getInputData: () => [{ json: {} }],
			getNode: () => untyped<INode>(node),
			getWorkflow: () => ({ id: 'workflow-1', active: false }),
			getTimezone: () => 'Europe/Berlin',
			continueOnFail: () => false,
			getContext: () => ({}),
			evaluateExpression: () => 0,
			getParentNodes: () => [],
			getChildNodes: () => [],
			getMode: () => 'manual',
			getExecutionCancelSignal: () => {
				throw new Error('All fields are read');
			},
			getNodeParameter: ((name: string) =>
				watched(values[name], name, seen)) as IExecuteFunctions['getNodeParameter'],
			getCredentials: untyped(async () => ({
				baseUrl: 'https://s.example.com/api/v1',
				apiKey: 'key_1',
			})),
			helpers: {} as IExecuteFunctions['helpers'],
		};
		await expect(
			run(context as IExecuteFunctions, operationsWithOptions, testClock()),
		).rejects.toThrow('All fields are read');
		return seen;
	}

	/** Fields and the collections around them. */
	function declared(fields: readonly INodeProperties[]): Set<string> {
		const paths = flat(fields).flatMap(({ path }) =>
			path.split('.').map((_part, index, parts) => parts.slice(0, index + 1).join('.')),
		);
		return new Set(['resource', 'operation', ...paths]);
	}

	const allReadsOf = async (operation: Operation, asTool: boolean) =>
		new Set([
			...(await readsOf(operation, asTool, true)),
			...(await readsOf(operation, asTool, false)),
		]);

	it.each(forms)('%s reads every field it shows', async (_name, operation, asTool) => {
		const seen = await allReadsOf(operation, asTool);
		const own = declared(formOf(operation, asTool));
		expect([...own].filter((path) => !seen.has(path))).toEqual([]);
	});

	it.each(forms)('%s reads no field that it does not show', async (_name, operation, asTool) => {
		const seen = await allReadsOf(operation, asTool);
		const own = declared(formOf(operation, asTool));
		expect([...seen].filter((path) => !own.has(path))).toEqual([]);
	});
});

describe('the trigger', () => {
	const { properties } = new VoiceSmsTrigger().description;

	it('offers every event of the contract', () => {
		const offered = events.map(({ value }) => value);
		expect(Object.keys(savedEvents).filter((event) => !offered.includes(event))).toStrictEqual([]);
	});

	/** Events of the contract: `test/source/places.test.ts` says which one is not in it. */
	const agreed = events.filter(({ value }) => value in savedEvents);

	it.each(agreed)(
		'$value has the name and the parameters of the contract',
		({ value: event, name }) => {
			expect(name).toBe(savedEvents[event].menu);
			const shown = (field: INodeProperties, root: string) =>
				(field.displayOptions?.show?.[`${root}event`] ?? [event]).includes(event);
			const fields = properties
				.filter((field) => field.type !== 'notice' && shown(field, ''))
				.map((field) => {
					const options = (field.options ?? []).filter(
						(option) => !isField(option) || shown(option, '/'),
					);
					return { ...field, options } as INodeProperties;
				});
			const paths = flat(fields).map(({ path }) => path.replace(/\.parameter\.(name|value)$/, ''));
			const all = [
				'event',
				'requestOptions.maxTries',
				'requestOptions.queryParameters',
				'requestOptions.requestsAtOnce',
				'requestOptions.timeout',
				'simple',
				...savedEvents[event].fields,
			];
			const added = [...new Set(paths)].filter((path) => !all.includes(path));
			const gone = all.filter((path) => !paths.includes(path));
			expect([
				...added.map((path) => `test/source/savedNames.ts: add '${path}' to '${event}'`),
				...gone.map((path) => `Workflows hold '${path}' of '${event}': it must stay`),
			]).toStrictEqual([]);
		},
	);
});
