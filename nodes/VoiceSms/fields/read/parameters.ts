import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	NodeOperationError,
} from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import {
	type EmptyBlank,
	type Fill,
	blanksOf,
	emptyIn,
	fillOf,
	hasExpression,
	withoutObjects,
} from './blanks';
import { type FieldProblem, ofPeople } from './values';

/** Who filled in the fields, and the credential that counts for them. */
export interface FilledIn {
	/** The credential's country for phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** Whether a model filled in the fields; it must give every argument a value. */
	asTool: boolean;
}

type Read = (index: number) => unknown;

/**
 * The parameters of a run, read item by item. n8n needs half a millisecond for an expression, so it is
 * asked as seldom as possible:
 *
 * - A parameter without expressions is read once.
 * - A text whose expressions are only paths into the item is filled in here. n8n is asked too for the first
 *   values of each type (text, number, boolean), and always after it gave another value.
 */
export class Parameters {
	private readonly saved: IDataObject;
	private readonly items: INodeExecutionData[];
	private readonly reads = new Map<string, Read>();
	private readonly blanks = new Map<string, ReturnType<typeof blanksOf>>();
	/** Blanks of the items that held an object, in the parameters that were read. */
	private readonly objects = new Map<number, EmptyBlank[]>();

	readonly fields: INodeProperties[];

	/** @param fields the fields of the operation, in all variants */
	constructor(
		private readonly context: IExecuteFunctions,
		fields: INodeProperties[],
		readonly filledIn: FilledIn,
	) {
		this.fields = fieldsFor(filledIn.asTool, fields);
		this.saved = context.getNode().parameters as IDataObject;
		this.items = context.getInputData();
	}

	/**
	 * @param fallback for a parameter that the workflow does not hold
	 * @throws NodeOperationError naming the field and the item, when an expression fails
	 */
	read(name: string, index: number, fallback: unknown): unknown {
		let read = this.reads.get(name);
		if (read === undefined) this.reads.set(name, (read = this.readOf(name, fallback)));
		try {
			return read(index);
		} catch (error) {
			throw this.failed(name, index, error as Error & { description?: string | null });
		}
	}

	/**
	 * Blanks of a text that the item leaves empty, such as `$json.name`, and blanks of other parameters that
	 * hold an object; undefined for a text without blanks.
	 */
	emptyBlanks(name: string, index: number): EmptyBlank[] | undefined {
		let blanks = this.blanks.get(name);
		if (blanks === undefined) this.blanks.set(name, (blanks = blanksOf(this.saved[name])));
		const objects = this.objects.get(index);
		if (blanks.length === 0) return objects;
		const empty = emptyIn(this.items[index].json, blanks);
		return [...empty.map((shown) => ({ field: name, shown })), ...(objects ?? [])];
	}

	/** Whether a switch is on; false where it cannot be read. */
	isOn(path: string, index: number): boolean {
		return String(this.valueOf(path, index)).trim().toLowerCase() === 'true';
	}

	/** The value as n8n reads it; undefined where it cannot be read. */
	valueOf(path: string, index: number): unknown {
		return this.asked(path, index, false)?.value;
	}

	/** What n8n reads; undefined where an expression fails. */
	private asked(path: string, index: number, fallback?: unknown): { value: unknown } | undefined {
		try {
			return { value: this.askN8n(path, index, fallback) };
		} catch {
			return undefined;
		}
	}

	/** What n8n reads, without objects in texts. */
	private askN8n(name: string, index: number, fallback: unknown): unknown {
		const saved = this.saved[name] ?? fallback;
		const value = this.context.getNodeParameter(name, index, fallback);
		const found: EmptyBlank[] = [];
		const ask = (text: string) => this.context.evaluateExpression(text, index);
		const filled = withoutObjects(name, saved, value, ask, found);
		if (found.length === 0) return filled;
		// The question of a human review: `questionOf` writes the arguments of the tool in place of the object.
		const json: unknown = this.items[index].json;
		if (name === 'message' && isObject(json) && isObject(json.toolParameters)) return value;
		this.objects.set(index, [...(this.objects.get(index) ?? []), ...found]);
		return filled;
	}

	/** n8n names the collection of a failing expression at most, so its fields are read one by one. */
	private failed(
		name: string,
		itemIndex: number,
		{ message, description }: Error & { description?: string | null },
	) {
		const field = this.fields.find((one) => one.name === name);
		const given = Object.keys(Object(this.saved[name]) as object);
		const inner = (field?.options ?? []).find((one) => {
			return given.includes(one.name) && this.asked(`${name}.${one.name}`, itemIndex) === undefined;
		});
		const { displayName = name } = { ...field, ...inner };
		return fieldError(this.context.getNode(), itemIndex, this.filledIn, displayName, [
			`cannot be read: ${message}`,
			description ?? 'Check its expression.',
			ofPeople,
		]);
	}

	private readOf(name: string, fallback: unknown): Read {
		const byN8n: Read = (index) => this.askN8n(name, index, fallback);
		const saved = this.saved[name] ?? fallback;
		if (!hasExpression(saved)) return once(byN8n);
		const fill = fillOf(saved);
		return fill === undefined ? byN8n : confirmed(byN8n, fill, this.items);
	}
}

function once(read: Read): Read {
	let first: { value: unknown } | undefined;
	return (index) => (first ??= { value: read(index) }).value;
}

function confirmed(byN8n: Read, fill: Fill, items: INodeExecutionData[]): Read {
	const confirmedTypes = new Set<string>();
	let differs = false;
	return (index) => {
		if (differs) return byN8n(index);
		const types: string[] = [];
		const value = fill(items[index].json, types);
		if (types.includes('undefined')) return byN8n(index);
		const type = types.join();
		if (confirmedTypes.has(type)) return value;
		const given = byN8n(index);
		differs = JSON.stringify(given) !== JSON.stringify(value);
		confirmedTypes.add(type);
		return given;
	};
}

/** The fields that a model (`asTool`) or a person sees: one variant of each. */
export function fieldsFor(asTool: boolean, fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.filter(({ displayOptions }) => {
		const rule = asTool ? displayOptions?.hide : displayOptions?.show;
		return rule?.['@tool']?.includes(true) !== true;
	});
}

/**
 * The error of a field. It names the field by its label, and the item for people.
 *
 * @param itemIndex undefined in a trigger
 */
export function fieldError(
	node: INode,
	itemIndex: number | undefined,
	{ asTool }: FilledIn,
	label: string,
	[what, advice, forModel = advice]: FieldProblem,
): NodeOperationError {
	if (asTool && typeof forModel === 'object') {
		return new NodeOperationError(node, forModel.instead, { itemIndex });
	}
	const item = itemIndex === undefined || asTool ? '' : ` [item ${itemIndex}]`;
	return new NodeOperationError(node, `'${label}' ${what}${item}`, {
		itemIndex,
		description: asTool ? String(forModel) : advice,
	});
}
