import {
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
	updateDisplayOptions,
} from 'n8n-workflow';

import { onlyInTools } from '../fields/forms/formFields';
import type { Operation } from './operation';
import { resourceOf, resources } from './resources';

const chosenOperation = '$parameter["resource"] + "." + $parameter["operation"]';

/**
 * The node's parameters, derived from the table: two menus, in a tool its description, then for each
 * operation its notice and its fields, shown for this operation only.
 *
 * @param evaluates whether n8n evaluates a tool's description. n8n 1 gives a model the expression itself.
 */
export function properties(
	table: readonly Operation[],
	evaluates = NodeHelpers.getToolDescriptionForNode.length > 2,
): INodeProperties[] {
	const menus = resources.map(({ value: resource, defaults }): INodeProperties => {
		const preferred = defaults.operation;
		const options = table
			.filter((operation) => operation.resource === resource)
			.map(({ name, value, action, description }): INodePropertyOptions => {
				return { name, value, action, description };
			})
			.sort((a, b) => a.name.localeCompare(b.name));
		// n8n wants five or more sorted by name. In a shorter menu, the preferred operation comes first.
		if (options.length < 5)
			options.sort((a, b) => +(b.value === preferred) - +(a.value === preferred));
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options,
			default: preferred,
		};
	});
	const fields = table.flatMap((operation) =>
		shownForOperations([operation], [...notice(operation), ...operation.fields.slice(0, -1)]),
	);
	return [
		resourceMenu,
		...menus,
		...(evaluates ? toolDescription(table) : []),
		...fields,
		...lastFields(table),
	];
}

/**
 * The field at the end of each form, Request Options, once for all operations of a resource that share it:
 * every editor loads the description, and these options are long.
 */
function lastFields(table: readonly Operation[]): INodeProperties[] {
	return resources.flatMap(({ value: resource }) => {
		const own = table.filter((operation) => operation.resource === resource);
		const last = new Set(own.flatMap(({ fields }) => fields.slice(-1)));
		return [...last].flatMap((field) => {
			return shownForOperations(
				own.filter(({ fields }) => fields.includes(field)),
				[field],
			);
		});
	});
}

/** The fields, shown for these operations of one resource. */
function shownForOperations(
	operations: readonly Operation[],
	fields: INodeProperties[],
): INodeProperties[] {
	const show = {
		resource: [operations[0].resource],
		operation: operations.map(({ value }) => value),
	};
	return updateDisplayOptions({ show }, fields);
}

/** The text below the node on the canvas: resource and operation, such as "SMS: Send". */
export function subtitle(table: readonly Operation[]): string {
	const words = table.map((operation) => {
		const { resource, value, name } = operation;
		return [`${resource}.${value}`, `${resourceOf(operation).name}: ${name}`];
	});
	return expressionFor(words);
}

/** n8n's expression for the text of the chosen operation. */
function expressionFor(texts: string[][]): string {
	return `={{ (${JSON.stringify(Object.fromEntries(texts))})[${chosenOperation}] ?? "" }}`;
}

/**
 * The description of a tool follows its operation, unless the user writes another one. n8n looks for it
 * under this name (n8n, ai-tools). The texts stand in a field of their own, because the editor shows an
 * expression in full.
 */
function toolDescription(table: readonly Operation[]): INodeProperties[] {
	const texts = table.map(({ resource, value, toolText: forModel }) => [
		`${resource}.${value}`,
		forModel,
	]);
	return [
		{
			displayName: 'Texts for Models',
			name: 'textForModel',
			type: 'hidden',
			displayOptions: onlyInTools,
			default: expressionFor(texts),
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			typeOptions: { rows: 3 },
			displayOptions: onlyInTools,
			default: '={{ $parameter["textForModel"] }}',
			description: 'What the model reads about this tool',
			builderHint: {
				propertyHint:
					'The default names arguments From_Number, To_Number, Message, Limit …. With other fromAi() keys, or where you fix or leave out a field, write your own text, and keep its sentence about an error that says unclear.',
			},
		},
	];
}

function notice({ warning }: Operation): INodeProperties[] {
	if (warning === undefined) return [];
	return [{ displayName: warning, name: 'notice', type: 'notice', default: '' }];
}

const resourceMenu: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources.map(({ name, value, description }) => ({ name, value, description })),
	default: 'sms',
};
