import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { formOf, table, type Placed } from '../../source/fields';
import { isObject } from '../../../nodes/VoiceSms/util/values';
import { locator } from './engine';

/** Parameters with a value at this path of the form. */
export function withValue(
	parameters: IDataObject,
	{ path, field }: Placed,
	value: unknown,
): IDataObject {
	const given = field.type === 'resourceLocator' ? locator(value as string, modeOf(field)) : value;
	const [last, ...outer] = path.split('.').reverse();
	const [first, ...others] = outer.reverse();
	if (first === undefined) return { ...parameters, [last]: given as IDataObject };
	// In a collection; a row of a fixed collection stands in a list where it is one of several.
	const row = { [last]: given as IDataObject };
	const held = path.includes('.parameter.') ? [{ name: 'a', value: 'b', ...row }] : row;
	const inner = others.reduceRight<unknown>((inside, name) => ({ [name]: inside }), held);
	return { ...parameters, [first]: merged(parameters[first], inner) };
}

function merged(one: unknown, other: unknown): IDataObject {
	const values = Object.entries(other as IDataObject).map(([name, value]) => {
		const before = Object(one)[name] as unknown;
		const isBoth = isObject(before) && isObject(value);
		return [name, isBoth ? merged(before, value) : value];
	});
	return { ...Object(one), ...Object.fromEntries(values) } as IDataObject;
}

const modeOf = ({ modes = [] }: INodeProperties) => modes.at(-1)?.name ?? 'id';

/** What a field is read with, where it is not always read. */
export function readWith(path: string): IDataObject {
	if (/^(start|end)Date$/.test(path)) {
		return { dateRange: 'custom', startDate: '2026-01-01', endDate: '2026-01-31' };
	}
	if (path === 'email') return { matchBy: 'email' };
	if (path.endsWith('binaryPropertyName')) {
		return { options: { waitForEnd: true, downloadRecording: true } };
	}
	if (/(answerLabel|emptyText|sendLabel)$/.test(path)) return { responseType: 'freeText' };
	return path.endsWith('defaultCountry') ? { phone: '555 010 0042' } : {};
}

/** Operations in which people may choose an ID instead of a phone number: *Default Country* is read with a number alone. */
export const readsById = table
	.filter(([, operation]) =>
		formOf(operation, false).some(({ modes = [] }) => {
			const names = modes.map(({ name }) => name);
			return names.includes('id') && names.includes('phone');
		}),
	)
	.map(([name]) => name);
