import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { isReview } from '../../util/execution';
import { isObject } from '../../util/isObject';
import {
	type Blank,
	type EmptyBlank,
	type UnknownField,
	allBlanksOf,
	blanksOf,
	emptyIn,
	isOneExpression,
	objectSign,
	unknownFieldIn,
	lostIn,
	withoutObjects,
} from './blanks';
import { failedWordIn } from './failedWords';
import { type Read, confirmed, fillOf, hasExpression } from './fill';
import { jsonTextsOf, withJsonTexts } from './jsonText';
import { type FilledBy, filledByModel, filledByPerson } from './filledBy';
import { type NotFilledIn, notFilledIn } from './notFilledIn';
import { type FieldProblem, lostDigits, ofPeople } from './values';

/** Who filled in the fields, and the credential that counts for them. */
export interface FilledIn {
	/** The credential's country for phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** The credential's tags of contacts that get no message, as entered; '' for none. */
	skipTag: string;
	/** Whether a model filled in the fields; it must give every argument a value. */
	asTool: boolean;
}

interface SavedParameter {
	/** Blanks of its texts, also within collections and locators. */
	blanks: Blank[];
	empty?: NotFilledIn;
	/** Its JSON texts with blanks inside quotes. */
	json: ReturnType<typeof jsonTextsOf>;
}

/**
 * The parameters of a run, read item by item. n8n needs half a millisecond for an expression, so it is called
 * as seldom as possible:
 *
 * - A parameter without expressions is read once.
 * - A text with no expressions except paths into the item is filled in here. n8n is asked too for the first
 *   values of each type (text, number, boolean), and always after it gave another value.
 */
export class Parameters {
	private readonly saved: IDataObject;
	private readonly items: INodeExecutionData[];
	private readonly reads = new Map<string, Read>();
	private readonly blanks = new Map<string, Blank[]>();
	private readonly unknown = new Map<string, { field?: UnknownField }>();
	/** The value that was read last, of each parameter. */
	private readonly last = new Map<string, { index: number; value: unknown }>();
	/** The text of a parameter before it is read, by its name. */
	private readonly seen = new Map<string, SavedParameter>();
	/** Blanks of the items that held an object, in the parameters that were read. */
	private readonly objects = new Map<number, EmptyBlank[]>();

	readonly fields: INodeProperties[];
	readonly filledBy: FilledBy;

	/** @param fields the fields of the operation, in all variants */
	constructor(
		private readonly context: IExecuteFunctions,
		fields: INodeProperties[],
		readonly filledIn: FilledIn,
	) {
		this.filledBy = filledIn.asTool ? filledByModel : filledByPerson;
		this.fields = this.filledBy.fieldsOf(fields);
		this.saved = context.getNode().parameters as IDataObject;
		this.items = context.getInputData();
	}

	/**
	 * @param fallback for a parameter that the workflow does not hold
	 * @throws NodeOperationError naming the field and the item, when it is not filled in yet, when an expression
	 * fails, or when a text holds a number that has lost digits
	 */
	read(name: string, index: number, fallback: unknown): unknown {
		const { blanks, empty } = this.seen.get(name) ?? this.look(name);
		if (empty !== undefined) throw this.errorOf(index, empty.label, empty.problem);
		const value = this.readOne(name, index, fallback);
		this.last.set(name, { index, value });
		const lost = lostIn(this.items[index]?.json, blanks);
		if (lost === undefined) return value;
		const { displayName = name } = this.fields.find((one) => one.name === name) ?? {};
		throw this.errorOf(index, displayName, lostDigits(lost));
	}

	private look(name: string): SavedParameter {
		const saved = this.saved[name];
		const fields = this.fields.filter((one) => one.name === name);
		const inner = fields.flatMap(({ options = [] }) => options as INodeProperties[]);
		const jsonFields = inner.filter(({ type }) => type === 'json').map((field) => field.name);
		const seen = {
			blanks: allBlanksOf(saved),
			empty: notFilledIn(fields, saved),
			json: jsonTextsOf(saved, jsonFields),
		};
		this.seen.set(name, seen);
		return seen;
	}

	private errorOf(itemIndex: number, label: string, problem: FieldProblem) {
		return this.filledBy.errorOf(this.context.getNode(), itemIndex, label, problem);
	}

	private readOne(name: string, index: number, fallback: unknown): unknown {
		try {
			const read = this.reads.get(name) ?? this.readOf(name, index, fallback);
			this.reads.set(name, read);
			const { json } = this.seen.get(name) ?? this.look(name);
			return withJsonTexts(read(index), json, (text) =>
				this.context.evaluateExpression(text, index),
			);
		} catch (error) {
			throw this.failed(name, index, error);
		}
	}

	/** Blanks of a text that stay empty, such as `$json.name`, and blanks of other parameters that hold an object. */
	emptyBlanks(name: string, index: number): EmptyBlank[] {
		const blanks = this.blanks.get(name) ?? blanksOf(this.saved[name]);
		this.blanks.set(name, blanks);
		const ask = (expression: string) => this.context.evaluateExpression(expression, index);
		const empty = emptyIn(this.items[index].json, blanks, ask);
		const objects = this.objects.get(index) ?? [];
		return [...empty.map((shown) => ({ field: name, shown })), ...objects];
	}

	/** As `unknownFieldIn`, of a text. */
	unknownField(name: string): UnknownField | undefined {
		const known = this.unknown.get(name) ?? {
			field: unknownFieldIn(this.rows(), blanksOf(this.saved[name])),
		};
		this.unknown.set(name, known);
		return known.field;
	}

	private rows = () => this.items.map(({ json }) => (isObject(json) ? json : {}));

	/**
	 * In a text that is one expression: a word that says that an expression failed, such as
	 * "Invalid DateTime in $json.text". Words of a model are meant.
	 */
	failedWord(name: string, index: number): string | undefined {
		const saved = this.saved[name];
		if (this.filledIn.asTool || typeof saved !== 'string' || !saved.startsWith('='))
			return undefined;
		const last = this.last.get(name);
		if (!isOneExpression(saved) || last?.index !== index) return undefined;
		const word = typeof last.value === 'string' ? failedWordIn(last.value) : undefined;
		return word && `${word} in ${saved.slice(3, -2).trim()}`;
	}

	/** Whether a switch is on; false where it cannot be read. */
	isOn(path: string, index: number): boolean {
		return String(this.valueOf(path, index)).trim().toLowerCase() === 'true';
	}

	/** The value as n8n reads it; undefined where it cannot be read. */
	valueOf(path: string, index: number): unknown {
		return this.asked(path, index, false)?.value;
	}

	/** The value that n8n reads; undefined where an expression fails. */
	private asked(path: string, index: number, fallback?: unknown): { value: unknown } | undefined {
		try {
			return { value: this.askN8n(path, index, fallback) };
		} catch {
			return undefined;
		}
	}

	/** The value that n8n reads, without objects in texts. */
	private askN8n(name: string, index: number, fallback: unknown): unknown {
		const saved = this.saved[name] ?? fallback;
		const value = this.context.getNodeParameter(name, index, fallback);
		const found: EmptyBlank[] = [];
		// In the question of a human review, the arguments of the tool stand in place of an object.
		const isQuestion = name === 'message' && isReview(this.context);
		const filled = withoutObjects(name, saved, value, {
			json: this.items[index]?.json ?? {},
			found,
			instead: isQuestion ? objectSign : '',
			ask: (text) => this.context.evaluateExpression(text, index),
		});
		if (found.length === 0 || isQuestion) return filled;
		this.objects.set(index, [...(this.objects.get(index) ?? []), ...found]);
		return filled;
	}

	/** n8n names the collection of a failing expression at most, so its fields are read one by one. */
	private failed(name: string, itemIndex: number, error: unknown) {
		const { message, description } = error as Error & { description?: string | null };
		const field = this.fields.find((one) => one.name === name);
		const given = Object.keys(Object(this.saved[name]) as object);
		const inner = (field?.options ?? []).find((one) => {
			return given.includes(one.name) && this.asked(`${name}.${one.name}`, itemIndex) === undefined;
		});
		const { displayName = name } = { ...field, ...inner };
		return this.errorOf(itemIndex, displayName, [
			`cannot be read: ${message}`,
			description ?? 'Check its expression.',
			ofPeople,
		]);
	}

	private readOf(name: string, first: number, fallback: unknown): Read {
		const byN8n: Read = (index) => this.askN8n(name, index, fallback);
		const saved = this.saved[name] ?? fallback;
		if (hasExpression(saved)) {
			const fill = fillOf(saved);
			return fill === undefined ? byN8n : confirmed(byN8n, fill, this.items);
		}
		const value = byN8n(first);
		return () => value;
	}
}
