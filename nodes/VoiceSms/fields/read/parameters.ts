import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import type { Access } from '../../api/access';
import { isReview } from '../../util/execution';
import { type Fill, type ItemValues, type Noticed, fillOf } from './fill';
import { type FilledBy, filledByModel, filledByPerson, labelIn } from './filledBy';
import { knownAt } from './itemPath';
import { type NotFilledIn, notFilledIn } from './notFilledIn';
import { type Blank, unknownFieldIn } from './template';
import { type FieldProblem, lostDigits, ofPeople } from './values';

/** The fields of the credential that count for each item. */
export type OfCredential = Pick<Access, 'defaultCountry' | 'skipTag' | 'testNumbers'>;

/** Who filled in the fields, and the credential that counts for them. */
export interface FilledIn extends OfCredential {
	/** Whether a model filled in the fields; it must give every argument a value. */
	asTool: boolean;
}

/** The reading of one parameter for one item. */
export interface FieldReading extends Noticed {
	value: unknown;
	/** The error of a field that it names and no row has. */
	unknown?: FieldProblem;
}

type Fail = ItemValues['fail'];

interface Saved {
	empty?: NotFilledIn;
	unknown?: FieldProblem;
	/** Undefined for a parameter without expressions. */
	fill?: Fill;
	/** Its value, once it is read. */
	constant?: FieldReading;
}

/** Unicode's sign for an object in a text. */
export const objectSign = '\uFFFC';

/**
 * The parameters of a run, read item by item. Each expression is asked for once. n8n needs half a millisecond for
 * one, so it is called as seldom as possible:
 *
 * - A parameter without expressions is read once.
 * - A path into the item is followed here. n8n is asked too for the first value of each kind (text, number,
 *   nothing), and always after it gave another value.
 */
export class Parameters {
	private readonly saved: IDataObject;
	private readonly items: INodeExecutionData[];
	private readonly known = new Map<string, Saved>();
	/** For each path, the kinds of values for which n8n gave what the item holds, or `differs`. */
	private readonly kinds = new Map<string, Set<string>>();

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
	read(name: string, index: number, fallback: unknown): FieldReading {
		const { empty } = this.look(name, fallback);
		if (empty !== undefined) throw this.errorOf(index, empty.label, empty.problem);
		const fail = (field: string, error: unknown) => this.fail(field, index, error);
		const reading = this.fill(name, index, fallback, fail);
		const { lost } = reading;
		if (lost === undefined) return reading;
		throw this.errorOf(index, this.labelOf(lost.field), lostDigits(lost.code));
	}

	/** The reading of a parameter that may be refused, without the values that cannot be read. */
	readAnyway(name: string, index: number): FieldReading {
		return this.fill(name, index, undefined, () => undefined);
	}

	private look(name: string, fallback: unknown): Saved {
		const known = this.known.get(name);
		if (known !== undefined) return known;
		const saved = this.saved[name] ?? fallback;
		const fields = this.fields.filter((one) => one.name === name);
		const inner = fields.flatMap(({ options = [] }) => options as INodeProperties[]);
		// A field of JSON is a text field in its variant for tools.
		const ofNote = [...inner, ...fields].filter(
			({ type }) => type === 'json' || type === 'dateTime',
		);
		const types = Object.fromEntries(ofNote.map((one) => [one.name, one.type]));
		const seen: Saved = {
			empty: notFilledIn(fields, saved),
			unknown: unknownFieldIn(this.items, saved),
			fill: fillOf(saved, { path: name, field: name, types }),
		};
		this.known.set(name, seen);
		return seen;
	}

	private fill(name: string, index: number, fallback: unknown, fail: Fail): FieldReading {
		const saved = this.look(name, fallback);
		if (saved.constant !== undefined) return saved.constant;
		const noticed: Noticed = { gaps: [], doubts: [] };
		if (saved.fill !== undefined) {
			const value = saved.fill(this.valuesOf(name, index, fallback, fail), noticed);
			return { ...noticed, value, unknown: saved.unknown };
		}
		try {
			const value = this.context.getNodeParameter(name, index, fallback);
			return (saved.constant = { ...noticed, value });
		} catch (error) {
			return { ...noticed, value: fail(name, error) };
		}
	}

	private valuesOf(name: string, index: number, fallback: unknown, fail: Fail): ItemValues {
		const { json } = this.items[index] ?? {};
		return {
			evaluate: (text) => this.context.evaluateExpression(text, index),
			whole: (path) => this.context.getNodeParameter(path, index, fallback),
			follow: (blank, byN8n) => this.follow(json, blank, byN8n),
			// In the question of a human review, the arguments of the tool stand in place of an object.
			sign: name === 'message' && isReview(this.context) ? objectSign : '',
			fail,
		};
	}

	private follow(json: unknown, { path, expression }: Blank, byN8n: () => unknown): unknown {
		const known = path && knownAt(json, path);
		const kinds = this.kinds.get(expression) ?? new Set();
		if (known === undefined || kinds.has('differs')) return byN8n();
		const { value } = known;
		const kind = value === null ? 'null' : typeof value;
		if (kinds.has(kind)) return value;
		const given = byN8n();
		this.kinds.set(expression, kinds.add(Object.is(given, value) ? kind : 'differs'));
		return given;
	}

	private errorOf(itemIndex: number, label: string, problem: FieldProblem) {
		return this.filledBy.errorOf(this.context.getNode(), itemIndex, label, problem);
	}

	private fail(field: string, itemIndex: number, error: unknown): never {
		const { message, description } = error as Error & { description?: string | null };
		throw this.errorOf(itemIndex, this.labelOf(field), [
			`cannot be read: ${message}`,
			description ?? 'Check its expression.',
			ofPeople,
		]);
	}

	private labelOf = (name: string) => labelIn(this.fields, name) ?? name;
}
