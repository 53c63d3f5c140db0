import type { IDataObject, INodeTypeDescription } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { titleCase } from 'title-case';

import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import type { Placed } from './fields';
import {
	choices,
	description,
	everyField,
	flat,
	formOf,
	forms,
	isField,
	operationMenus,
	resourceMenu,
	table,
} from './fields';
import { untyped } from '../harness/n8n/fake';

describe('the menus', () => {
	it('begin with SMS, and its menu with Send while it is too short to be sorted', () => {
		expect(
			choices(resourceMenu)
				.map(({ name }) => name)
				.slice(0, 3),
		).toEqual([...['SMS', 'Call', 'Contact']]);
		const [sms] = operationMenus.map((menu) => choices(menu).map(({ name }) => name));
		if (sms.length < 5) expect(sms[0]).toBe('Send');
	});

	it('offer every operation under its resource, five or more in the order of their names', () => {
		for (const menu of operationMenus) {
			const [resource] = menu.displayOptions?.show?.resource ?? [];
			const names = choices(menu).map(({ name }) => name);
			const byName = [...names].sort((a, b) => a.localeCompare(b));
			if (names.length >= 5) expect(names).toEqual(byName);
			expect(
				choices(menu)
					.map(({ value }) => value)
					.sort(),
			).toEqual(
				operationsWithOptions
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
		expect(operation.action).toMatch(/^[A-Z][a-z]*(,? ([a-z]+|AI|ID|SMS))*$/);
		expect(operation.action.toLowerCase()).toContain(operation.resource);
		expect(operation.description).toMatch(/^[A-Z].*[^.]$/);
		expect(operation.description).not.toBe(operation.action);
		if (operation.value === 'getAll') expect(operation.action).toMatch(/^Get many /);
	});

	it('give tools short names, as clients cut long ones', () => {
		const { usableAsTool } = description;
		const { defaults } = (usableAsTool as { replacements: Partial<INodeTypeDescription> })
			.replacements;
		// As the editor names a tool (n8n-workflow, makeNodeName).
		const names = operationsWithOptions.map(
			({ action }) => `${action} in ${String(defaults?.name)}`,
		);
		const lengths = names.map(({ length }) => length).sort((a, b) => a - b);
		const tooLong = names.filter(({ length }) => length > 40);
		if (lengths[Math.floor(lengths.length / 2)] > 30)
			tooLong.push(...names.filter(({ length }) => length > 30));
		expect(tooLong.map((name) => `Shorten \`action\` of the tool "${name}"`)).toStrictEqual([]);
	});

	it('give each action once, as an agent tells its tools apart by it', () => {
		expect(new Set(operationsWithOptions.map(({ action }) => action)).size).toBe(
			operationsWithOptions.length,
		);
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
			case 'multiOptions':
				expect(field.default).toStrictEqual([]);
				break;
			case 'dateTime':
			case 'string':
				expect(typeof field.default).toBe('string');
				break;
			case 'resourceLocator':
				expect(field.modes?.map(({ name }) => name)).toContain(Object(field.default).mode);
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
		const lists = operationsWithOptions
			.flatMap(({ fields }) => fields)
			.flatMap((field) => [field, ...(field.options ?? []).filter(isField)])
			.filter(({ type }) => ['options', 'multiOptions', 'collection'].includes(type))
			.map(({ options = [] }) =>
				options.map((entry) => ('displayName' in entry ? entry.displayName : entry.name)),
			)
			.filter((names) => names.length >= 5);
		expect(lists.length).toBeGreaterThan(3);
		for (const names of lists) {
			// What sends although somebody wrote STOP stands last.
			const sorted = names.filter((name) => name !== 'Send Even After STOP');
			expect(sorted).toEqual([...sorted].sort((a, b) => a.localeCompare(b)));
			expect([-1, names.length - 1]).toContain(names.indexOf('Send Even After STOP'));
		}
	});

	it('of a collection is never required', () => {
		for (const [, { path, field }] of everyField) {
			if (path.includes('.')) expect(field.required).toBeUndefined();
		}
	});
});

describe('visibility', () => {
	const toolDescription = { ...description, name: `${description.name}Tool` };
	const shown = (parameters: IDataObject, asTool = false) => {
		const type = asTool ? toolDescription : description;
		return type.properties.filter((property) =>
			NodeHelpers.displayParameter(untyped(parameters), property, null, type),
		);
	};

	it.each(forms)('%s shows its own fields and no others', (_name, operation, asTool) => {
		const parameters = {
			resource: operation.resource,
			operation: operation.value,
			returnAll: false,
			download: true,
			dateRange: 'custom',
			responseType: 'approval',
		};
		expect(shown(parameters, asTool).map(({ name }) => name)).toEqual([
			'resource',
			'operation',
			...(asTool ? ['textForModel', 'toolDescription'] : []),
			...(operation.warning ? ['notice'] : []),
			// It stands in the place of the options of an approval.
			...formOf(operation, asTool)
				.map(({ name }) => name)
				.filter((name) => name !== 'replyOptions'),
		]);
	});

	it.each([
		['approval', ['approvalOptions']],
		['freeText', []],
		['smsReply', ['replyOptions']],
	])('the answer by %s has its own options', (responseType, own) => {
		const parameters = { resource: 'sms', operation: 'sendAndWait', responseType };
		const names = shown(parameters).map(({ name }) => name);
		expect(names.filter((name) => /^(approval|reply)Options$/.test(name))).toStrictEqual(own);
	});

	it.each(['limit', 'binaryPropertyName', 'startDate', 'endDate'])(
		'%s is hidden where it has no effect',
		(name) => {
			const hiding = operationsWithOptions.filter(({ fields }) =>
				fields.some((field) => field.name === name),
			);
			expect(hiding.length).toBeGreaterThan(0);
			for (const { resource, value } of hiding) {
				const parameters = {
					resource,
					operation: value,
					returnAll: true,
					download: false,
					dateRange: 'today',
				};
				expect(shown(parameters).map((field) => field.name)).not.toContain(name);
			}
		},
	);
});

describe('for an AI agent', () => {
	/** n8n's editor offers "Let the model define" for these (editor, fromAIOverride). */
	const modelMayFill = ({ field }: Placed) =>
		field.type !== 'options' && field.noDataExpression !== true;
	const keyOf = ({ field }: Placed) =>
		field.displayName.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 63);

	it.each(table)('%s gives each parameter a key of its own', (_name, operation) => {
		const keys = flat(formOf(operation, true)).filter(modelMayFill).map(keyOf);
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

	/** The arguments that the button of the editor makes; people set options and switches. */
	const argumentsOf = (operation: Operation) => {
		const mayFill = formOf(operation, true).filter(({ name }) => !/options$/i.test(name));
		return flat(mayFill)
			.filter(modelMayFill)
			.filter(({ inRows, field }) => !inRows && field.type !== 'boolean')
			.map(keyOf);
	};

	it.each(table)('%s describes each argument by the name that a model sees', (_name, operation) => {
		const keys = argumentsOf(operation);
		const told: string[] = operation.toolText.match(/\b[\w-]+\b/g) ?? [];
		const unexplained = keys.filter((key) => !told.includes(key));
		expect(unexplained.map((key) => `toolText: explain the argument ${key}`)).toStrictEqual([]);
		const named = told.filter((word) => /^[A-Z][A-Za-z]*_\w+$/.test(word));
		const unknown = named.filter((word) => !keys.includes(word));
		expect(unknown.map((word) => `toolText: no argument is called ${word}`)).toStrictEqual([]);
	});

	it.each(table)('%s describes itself in whole sentences, at most 600 characters', (_name, one) => {
		const { toolText: forModel } = one;
		expect(forModel).toMatch(/^[A-Z].*\.$/);
		expect(forModel).not.toMatch(/ {2}|\{\{|\}\}/);
		expect(forModel.length).toBeLessThanOrEqual(600);
		for (const part of [/^\w+s\b/, /Returns |Gives /]) expect(forModel).toMatch(part);
	});

	it('no parameter takes a name that n8n uses for the tool itself, but the description', () => {
		const names = description.properties.map(({ name }) => name);
		for (const taken of ['description', 'toolName', 'descriptionType']) {
			expect(names).not.toContain(taken);
		}
	});
});
