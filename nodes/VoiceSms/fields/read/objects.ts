import { type IDataObject, jsonParse } from 'n8n-workflow';

import { pageParameter } from '../../api/unstated';
import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/values';
import { type Invalid, asText, withoutLost } from './values';

/** The entries of comma-separated text, a list or JSON text of a list, without empty ones. */
export function asList(value: unknown, invalid: Invalid): string[] {
	const list = typeof value === 'string' ? parseJson(value) : value;
	const entries = Array.isArray(list)
		? list.map((entry) => asText(entry, invalid))
		: asText(value, invalid).split(',');
	return entries.map(asSeen).filter((entry) => entry !== '');
}

/**
 * JSON object given as text or as an object, in the form in which it is sent: a field with an expression that gives
 * nothing or without a name is left out, and a date is text. {} for empty text.
 */
export function asObject(value: unknown, invalid: Invalid): IDataObject {
	const parsed = asFields(value, invalid);
	withoutLost(parsed, invalid);
	const named = Object.entries(parsed).filter(([name]) => asSeen(name) !== '');
	return JSON.parse(JSON.stringify(Object.fromEntries(named))) as IDataObject;
}

/** As `asObject`, of fields that are read each by themselves. */
export function asFields(value: unknown, invalid: Invalid): IDataObject {
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	if (isObject(parsed)) return parsed;
	return invalid(
		'is not a JSON object',
		'Enter an object such as {"key": "value"}.',
		'Give an object such as {"key": "value"}.',
	);
}

/** The content of JSON text, {} for empty text; null for other text. */
export function parseJson(text: string): unknown {
	return text.trim() === '' ? {} : jsonParse<unknown>(text, { fallbackValue: null });
}

/** Name/value rows of a fixed collection, as one object: the query parameters of a request. */
export function asRows(group: unknown, invalid: Invalid): IDataObject {
	const rows = isObject(group) ? Object.values(group).flat().filter(isObject) : [];
	const object: IDataObject = {};
	for (const { name: given, value } of rows) {
		const name = asSeen(String(given ?? ''));
		if (name === '') continue;
		// With a page of its own, every request of a list would read the same page.
		if (name === pageParameter) {
			invalid(
				'cannot contain page',
				"Remove this row: the node reads the pages itself. 'Limit' and 'Return All' set the number of records.",
			);
		}
		// NaN would be sent as the text "NaN".
		if (typeof value === 'number') asText(value, invalid);
		object[name] = value;
	}
	return object;
}
