import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isObject } from '../util/isObject';

/** The trigger's fields as the user filled them in. True, false and numbers may come as text. */
export class TriggerFields {
	private readOptions?: TriggerCollection;

	constructor(
		private readonly context: IPollFunctions,
		private readonly fields: INodeProperties[],
	) {}

	flag(name: string): boolean {
		const value = this.value(name);
		if (value === true || value === 'true') return true;
		if (value === false || value === 'false') return false;
		return this.refuse(name, 'is neither true nor false', 'Use an expression that gives one.');
	}

	/** Text that must be there. */
	text(name: string): string {
		const value = this.value(name);
		const text = isObject(value) ? '' : String(value ?? '').trim();
		return text === '' ? this.refuse(name, 'is empty', 'Enter a value.') : text;
	}

	/** The Options collection, read once. */
	get options(): TriggerCollection {
		return (this.readOptions ??= this.collection('options'));
	}

	collection(name: string): TriggerCollection {
		const values = this.value(name);
		return new TriggerCollection(isObject(values) ? values : {}, this);
	}

	/** @throws NodeOperationError naming the field */
	refuse(name: string, what: string, description: string): never {
		const all = this.fields.flatMap((field) => [field, ...(field.options ?? [])]);
		const field = all.find((candidate) => candidate.name === name);
		const label = field !== undefined && 'displayName' in field ? field.displayName : name;
		throw new NodeOperationError(this.context.getNode(), `'${label}' ${what}`, { description });
	}

	private value(name: string): unknown {
		return this.context.getNodeParameter(name);
	}
}

/** Fields of a collection that the user added. An expression that gives nothing adds nothing. */
export class TriggerCollection {
	constructor(
		readonly values: IDataObject,
		private readonly fields: TriggerFields,
	) {}

	/** Text without spaces around it, '' when the field was not added. */
	text(name: string): string {
		const value = this.values[name] ?? '';
		if (typeof value !== 'object') return String(value).trim();
		return this.refuse(name, 'is not text', 'Use an expression that gives text.');
	}

	/** A whole number from 1 up; undefined when the field was not added. */
	count(name: string): number | undefined {
		const value = this.values[name];
		if (value === undefined || value === null) return undefined;
		const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
		if (typeof count === 'number' && Number.isInteger(count) && count >= 1) return count;
		return this.refuse(name, 'is not a whole number from 1 up', 'Enter 1 or more.');
	}

	/** @throws NodeOperationError naming the field */
	refuse(name: string, what: string, description: string): never {
		return this.fields.refuse(name, what, description);
	}
}
