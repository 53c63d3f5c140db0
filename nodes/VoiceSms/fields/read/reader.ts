import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isPathId } from '../../api/paths';
import { asSeen } from '../../util/asSeen';
import { isReview } from '../../util/execution';
import { isObject } from '../../util/values';
import { type RefuseField, Collection } from './collection';
import { isoOf, notADate } from './date';
import type { Gap } from './fill';
import { type OfCredential, type Parameters, type FieldReading, objectSign } from './parameters';
import { asPhone } from '../phone/phone';
import { asChoice, menuValues } from './choices';
import { labelIn } from './filledBy';
import { asFields } from './objects';
import {
	type Invalid,
	type FieldProblem,
	asCount,
	asFlag,
	asText,
	isNothing,
	locatorContent,
	nothingGiven,
} from './values';

/**
 * The fields of one item or of a trigger, as the user or a model filled them in.
 *
 * @throws NodeOperationError from every read, naming the field and the item
 */
export class FieldReader {
	/** Each is read once, because n8n takes long for an expression. */
	private readonly collections = new Map<string, Collection>();
	private readonly readings = new Map<string, FieldReading>();

	/** @param index of the item; undefined for a trigger */
	constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
		private readonly parameters: Pick<Parameters, 'fields' | 'filledIn' | 'filledBy' | 'read'>,
		private readonly index?: number,
	) {}

	/** Text of a field that must not be empty; a number is given as text. */
	text(name: string): string {
		return asText(this.given(name), this.invalidOf(name));
	}

	/** Text, or '' when the field is empty. */
	optionalText(name: string): string {
		return asText(this.value(name), this.invalidOf(name));
	}

	/** The gaps in all fields that were read. */
	gaps(): Gap[] {
		return [...this.readings.values()].flatMap(({ gaps }) => gaps);
	}

	/** A phone number as `as` reads it; the field must not be empty. */
	phone(name: string, as = asPhone): string {
		return as(this.given(name), this.country, this.invalidOf(name), this.countrySetIn);
	}

	/** Country of phone numbers without a country code, of the options or the credential; '' for none. */
	get country(): string {
		return (this.options.text('defaultCountry') ?? this.parameters.filledIn.defaultCountry).trim();
	}

	/** Where this country is set, for errors. */
	get countrySetIn(): string {
		const isOwn = this.options.has('defaultCountry');
		return isOwn ? 'the options' : 'the credential';
	}

	/** The fields of the credential that count for each item. */
	get ofCredential(): OfCredential {
		return this.parameters.filledIn;
	}

	/** One of the menu's values. */
	choice(name: string): string {
		return asChoice(this.value(name), menuValues(this.field(name)), this.invalidOf(name));
	}

	/** An ID that can stand in a path. */
	id(name: string): string {
		const id = asSeen(this.text(name));
		return isPathId(id) ? id : this.invalid(name, `cannot be "${id}"`, 'Enter the ID of a record.');
	}

	/** The mode of a resource locator (`locatorContent`). */
	mode(name: string): string {
		return this.content(name).mode;
	}

	/** A whole number from 1 up. */
	count(name: string): number {
		return asCount(this.value(name), this.invalidOf(name));
	}

	flag(name: string): boolean {
		return asFlag(this.value(name), this.invalidOf(name));
	}

	/** ISO 8601 form of a date field (`isoOf`), or undefined when it is empty. */
	date(name: string): string | undefined {
		const value = this.value(name);
		if (value === '' || value === null || value === undefined) return undefined;
		return isoOf(value, this.timeZone) ?? this.invalid(name, ...notADate);
	}

	/** The workflow's time zone, such as Europe/Berlin. */
	get timeZone(): string {
		return this.context.getTimezone();
	}

	/** The Options collection; empty for an operation without options. */
	get options(): Collection {
		return this.collection('options');
	}

	/** Whether a model filled in the fields. Then fields that are hidden in tools must not be read. */
	get asTool(): boolean {
		return this.parameters.filledIn.asTool;
	}

	/**
	 * A text between the objects that it holds. The arguments that a person reviews are an object; a text that is
	 * no review has none.
	 */
	textsAround(name: string): string[] {
		const text = this.text(name);
		const texts = text.split(objectSign);
		// n8n copies the whole node to tell its type, so it is called only where it counts.
		return texts.length > 1 && isReview(this.context) ? texts : [text];
	}

	/** How many records of a list are wanted: Infinity for Return All, else Limit. */
	wanted(): number {
		const mayBeAll = this.field('returnAll') !== undefined;
		return mayBeAll && this.flag('returnAll') ? Infinity : this.count('limit');
	}

	/** The added fields of a collection; an expression on the whole collection may give JSON text. */
	collection(name: string): Collection {
		const read = this.collections.get(name) ?? this.readCollection(name);
		this.collections.set(name, read);
		return read;
	}

	/** Whether an expression gives this field of a collection, or the whole collection. */
	isByExpression(name: string, field: string): boolean {
		const saved = this.context.getNode().parameters[name] as unknown;
		return [saved, isObject(saved) ? saved[field] : undefined].some(
			(value) => typeof value === 'string' && value.startsWith('='),
		);
	}

	private readCollection(name: string): Collection {
		const { fields, filledBy } = this.parameters;
		const offered = fields
			.filter((field) => field.name === name)
			.flatMap(({ options = [] }) => options as INodeProperties[]);
		if (offered.length === 0) return new Collection({}, [], this.fail, filledBy);
		const saved = asFields(this.value(name) ?? {}, this.invalidOf(name));
		const visible = filledBy.fieldsOf(offered);
		// A saved workflow also keeps values of another operation's collection.
		const own: IDataObject = {};
		for (const field of visible) {
			const value = saved[field.name];
			// A blank text that an expression gives, such as an empty cell of a sheet, is not given.
			const isBlank = typeof value === 'string' && isNothing(value);
			const isGiven = !isBlank || !this.isByExpression(name, field.name);
			if (field.name in saved) own[field.name] = isGiven ? value : null;
		}
		return new Collection(own, visible, this.fail, filledBy);
	}

	/**
	 * @param name of a field, or of a field in a collection
	 * @throws NodeOperationError naming the field and the item
	 */
	invalid(name: string, ...why: FieldProblem): never {
		return this.fail(labelIn(this.parameters.fields, name) ?? name, ...why);
	}

	private invalidOf(name: string): Invalid {
		return (...why) => this.invalid(name, ...why);
	}

	private readonly fail: RefuseField = (label, ...why) => {
		throw this.parameters.filledBy.errorOf(this.context.getNode(), this.index, label, why);
	};

	/** The value of a field that must not be empty. */
	private given(name: string): unknown {
		const value = this.value(name);
		const isEmpty = asSeen(asText(value, this.invalidOf(name))) === '';
		return isEmpty ? this.invalid(name, ...nothingGiven) : value;
	}

	private value(name: string): unknown {
		const field = this.field(name);
		const { value } = this.content(name, field);
		if (!this.parameters.filledBy.leavesOut(value, field)) return value;
		return field?.type === 'resourceLocator' ? '' : field?.default;
	}

	/** n8n drops a field that it thinks hidden, such as Limit when Return All is "false"; the default counts then. */
	private content(name: string, field = this.field(name)) {
		return locatorContent(this.reading(name, field).value);
	}

	/** The reading of a parameter. Each is read once. */
	reading(name: string, field = this.field(name)): FieldReading {
		// A trigger has no items.
		const reading =
			this.readings.get(name) ?? this.parameters.read(name, this.index ?? 0, field?.default);
		this.readings.set(name, reading);
		return reading;
	}

	private field(name: string): INodeProperties | undefined {
		return this.parameters.fields.find((field) => field.name === name);
	}
}
