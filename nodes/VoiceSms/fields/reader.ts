import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError, tryToParseDateTime } from 'n8n-workflow';

import { isPathId } from '../api/paths';
import { isObject } from '../util/isObject';

/**
 * One item's fields. Every read takes the parameter from n8n once, and says in its error which
 * field of which item is wrong.
 */
export class ItemReader {
	private readOptions?: Collection;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly index: number,
		private readonly fields: INodeProperties[],
	) {}

	/** Text that must be there; numbers are taken as text. */
	text(name: string): string {
		const text = this.optionalText(name);
		return text.trim() === '' ? this.refuse(name, 'is empty', 'Enter a value.') : text;
	}

	/** Text, or '' when the field is empty. */
	optionalText(name: string): string {
		return this.asText(this.value(name), name);
	}

	/** A phone number that must be there, without spaces around it. */
	phone(name: string): string {
		return this.text(name).trim();
	}

	/** Identifier that will stand in a path. */
	id(name: string): string {
		const id = this.text(name).trim();
		return isPathId(id) ? id : this.refuse(name, `cannot be "${id}"`, 'Enter the ID of a record.');
	}

	/** A whole number from 1 up. */
	count(name: string): number {
		return this.asCount(this.value(name), name);
	}

	flag(name: string): boolean {
		return this.value(name) === true;
	}

	/** ISO 8601 form of a date field, or undefined when it is empty. */
	date(name: string): string | undefined {
		const value = this.value(name);
		if (value === '' || value === null || value === undefined) return undefined;
		const text = isoOf(value, this.context.getTimezone());
		return text ?? this.refuse(name, 'is no date', 'Enter a date such as 2026-01-31T09:00:00Z.');
	}

	/** The Options collection, which every operation has; read once. */
	get options(): Collection {
		return (this.readOptions ??= this.collection('options'));
	}

	/** How many records of a list are wanted: Infinity for Return All, else Limit. */
	wanted(): number {
		return this.flag('returnAll') ? Infinity : this.count('limit');
	}

	/** A collection: only the fields that the user added. */
	collection(name: string): Collection {
		const values = this.value(name);
		const own: IDataObject = {};
		if (isObject(values)) {
			// Saved workflows keep what another operation's collection of that name held.
			const field = this.fields.find((candidate) => candidate.name === name);
			for (const option of field?.options ?? []) own[option.name] = values[option.name];
		}
		return new Collection(own, name, this);
	}

	/** @throws NodeOperationError naming field and item */
	refuse(name: string, what: string, advice: string): never {
		throw new NodeOperationError(
			this.context.getNode(),
			`'${this.label(name)}' ${what} [item ${this.index}]`,
			{ itemIndex: this.index, description: advice },
		);
	}

	asText(value: unknown, name: string): string {
		if (value === null || value === undefined) return '';
		if (typeof value === 'object') {
			return this.refuse(name, 'is not text', 'Use an expression that gives text or a number.');
		}
		return String(value);
	}

	asCount(value: unknown, name: string): number {
		const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) {
			return this.refuse(name, 'is not a whole number from 1 up', 'Enter 1 or more.');
		}
		return count;
	}

	private value(name: string): unknown {
		const value: unknown = this.context.getNodeParameter(name, this.index);
		// A resource locator; an expression on the whole field may give the plain value.
		return isObject(value) && value.__rl === true ? value.value : value;
	}

	private label(name: string): string {
		const inner = name.split('.').pop();
		const all = this.fields.flatMap((field) => [field, ...(field.options ?? [])]);
		const field = all.find((candidate) => candidate.name === inner);
		return field !== undefined && 'displayName' in field ? field.displayName : name;
	}
}

/** Fields of a collection that the user added. An expression that gives nothing adds nothing. */
export class Collection {
	constructor(
		private readonly values: IDataObject,
		private readonly name: string,
		private readonly item: ItemReader,
	) {}

	has(name: string): boolean {
		return this.values[name] !== undefined && this.values[name] !== null;
	}

	/** Text as given, '' included, or undefined when the field was not added. */
	text(name: string): string | undefined {
		return this.has(name) ? this.item.asText(this.values[name], this.full(name)) : undefined;
	}

	count(name: string): number | undefined {
		return this.has(name) ? this.item.asCount(this.values[name], this.full(name)) : undefined;
	}

	flag(name: string): boolean | undefined {
		return this.has(name) ? this.values[name] === true : undefined;
	}

	/** Comma-separated text or a list, as a list without empty entries. */
	list(name: string): string[] | undefined {
		if (!this.has(name)) return undefined;
		const value = this.values[name];
		const entries = Array.isArray(value)
			? value.map((entry) => this.item.asText(entry, this.full(name)))
			: this.item.asText(value, this.full(name)).split(',');
		return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
	}

	/** JSON object given as text or as an object; {} when the field was added and left empty. */
	object(name: string): IDataObject | undefined {
		if (!this.has(name)) return undefined;
		const value = this.values[name];
		const parsed = typeof value === 'string' ? parseJson(value) : value;
		if (!isObject(parsed)) {
			return this.item.refuse(
				this.full(name),
				'is not a JSON object',
				'Enter an object such as {"key": "value"}.',
			);
		}
		return parsed;
	}

	/** Name/value rows of a fixed collection, as one object. */
	rows(name: string): IDataObject {
		return rowsOf(this.values[name]);
	}

	private full(name: string): string {
		return `${this.name}.${name}`;
	}
}

function parseJson(text: string): unknown {
	if (text.trim() === '') return {};
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** A date alone, or a time with its zone: forms that say all there is to say. */
const fullIso = /^\d{4}-\d{2}-\d{2}($|[T ].*(Z|[+-]\d{2}:?\d{2})$)/;

/**
 * ISO 8601 form of a date: n8n's picker gives text, an expression may give a Luxon DateTime, a Date or
 * milliseconds. A time without a zone is one of the workflow's time zone.
 */
function isoOf(value: unknown, timeZone: string): string | undefined {
	if (typeof value === 'number') return isoOf(new Date(value), timeZone);
	if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
	if (isObject(value) && typeof value.toISO === 'function') {
		return (value as unknown as { toISO(): string | null }).toISO() ?? undefined;
	}
	const text = typeof value === 'string' ? value.trim() : '';
	// n8n's parser takes much for a date, such as the number 5.
	if (!/^\d{4}/.test(text)) return undefined;
	if (fullIso.test(text) && !Number.isNaN(Date.parse(text))) return text;
	try {
		return tryToParseDateTime(text, timeZone).toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/** Name/value rows of a fixed collection of n8n, as one object. */
export function rowsOf(group: unknown): IDataObject {
	const rows = isObject(group) ? Object.values(group).flat().filter(isObject) : [];
	const named = rows.filter(({ name }) => String(name ?? '') !== '');
	return Object.fromEntries(named.map((row) => [String(row.name), row.value]));
}
