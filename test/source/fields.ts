import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { countryOptions } from '../../nodes/VoiceSms/fields/phone/country';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { filledByModel, filledByPerson } from '../../nodes/VoiceSms/fields/read/filledBy';
import { isRequiredVariant } from '../docs/fieldTable';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';

export const nameOf = ({ resource, value }: Operation) => `${resource}.${value}`;
export const table = operationsWithOptions.map(
	(operation) => [nameOf(operation), operation] as const,
);

/** A field with the collection it stands in, if any. */
export interface Placed {
	path: string;
	field: INodeProperties;
	/** Name and value of a row: filled in by hand, row for row. */
	inRows: boolean;
}

export function isField(entry: object): entry is INodeProperties {
	return 'type' in entry;
}

/** Every field below these, at any depth; collections themselves are left out. */
export function flat(fields: readonly INodeProperties[], prefix = '', inRows = false): Placed[] {
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

/** What a menu offers, also one that is loaded when it is opened: the countries. */
export function choices({ type, options = [], typeOptions }: INodeProperties) {
	if (typeOptions?.loadOptionsMethod !== undefined) return countryOptions;
	return (['options', 'multiOptions'].includes(type) ? options : []) as INodePropertyOptions[];
}

/** An operation's fields as people have them, or as the node has them as a tool; collections as well. */
export function formOf({ fields }: Operation, asTool: boolean): INodeProperties[] {
	const { fieldsOf } = asTool ? filledByModel : filledByPerson;
	const form = fieldsOf(fields);
	return form
		.filter((field) => !isRequiredVariant(field, form))
		.map((field) => {
			if (field.type !== 'collection') return field;
			return { ...field, options: fieldsOf((field.options ?? []).filter(isField)) };
		});
}

/** Every operation in both forms, with a name that says which. */
export const forms = operationsWithOptions.flatMap((operation) =>
	[false, true].map((asTool) => {
		const name = `${nameOf(operation)}${asTool ? ' as a tool' : ''}`;
		return [name, operation, asTool] as const;
	}),
);

export const { description } = new VoiceSms();
export const [resourceMenu] = description.properties;
export const operationMenus = description.properties.filter(({ name }) => name === 'operation');

/** Every field of every operation, and the menus. */
export const everyField = [
	...[resourceMenu, ...operationMenus].map(
		(field) => [field.name, { path: field.name, field, inRows: false }] as const,
	),
	...operationsWithOptions.flatMap((operation) =>
		flat(operation.fields).map(
			(placed) => [`${nameOf(operation)} ${placed.path}`, placed] as const,
		),
	),
] as ReadonlyArray<readonly [string, Placed]>;
