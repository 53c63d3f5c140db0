import type { IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';

import { isPathId } from '../../api/paths';
import type { RefuseField } from './collection';
import { Collection, ownOf, wordsOf } from './collection';
import { isoOf, notADate } from './date';
import { fieldError } from './fieldError';
import { located } from './located';
import type { Parameters } from './parameters';
import { asContactPhone, asPhone } from '../phone/phone';
import type { Refuse, Why } from './values';
import { asCount, asFlag, asObject, asText, asWord, meansNothing, nothingGiven } from './values';
import type { FilledIn } from './variants';
import { fieldsFor } from './variants';

/**
 * The fields that the user filled in, of one item or of a trigger.
 *
 * @throws NodeOperationError from every read, naming the field, and the item where there is one
 */
export class FieldReader {
	private readOptions?: Collection;
	private readonly fields: INodeProperties[];

	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
		fields: INodeProperties[],
		private readonly filledIn: FilledIn,
		private readonly parameter: (name: string, fallback: unknown) => unknown,
		private readonly index?: number,
	) {
		this.fields = fieldsFor(filledIn.asTool, fields);
	}

	/** @param fields what the operation shows */
	static ofItem(
		context: IExecuteFunctions,
		parameters: Parameters,
		index: number,
		fields: INodeProperties[],
		filledIn: FilledIn,
	): FieldReader {
		return new FieldReader(
			context,
			fields,
			filledIn,
			(name, fallback) => parameters.read(name, index, fallback),
			index,
		);
	}

	/**
	 * @param fields what the trigger shows
	 * @param defaultCountry of the credential: of phone numbers without a country code, '' for none
	 */
	static ofTrigger(
		context: IPollFunctions,
		fields: INodeProperties[],
		defaultCountry: string,
	): FieldReader {
		return new FieldReader(context, fields, { defaultCountry, asTool: false }, (name, fallback) =>
			context.getNodeParameter(name, fallback),
		);
	}

	/** Text that must be there; numbers are taken as text. */
	text(name: string): string {
		return asText(this.given(name), this.refusalOf(name));
	}

	/** Text, or '' when the field is empty. */
	optionalText(name: string): string {
		return asText(this.value(name), this.refusalOf(name));
	}

	/** A phone number that must be there, in E.164 form; `phone.ts` says what is one. */
	phone(name: string): string {
		return asPhone(this.given(name), this.country, this.refusalOf(name));
	}

	/** A contact's phone number (`asContactPhone`), or '' when the field is empty. */
	contactPhone(name: string): string {
		const value = this.value(name);
		const refuse = this.refusalOf(name);
		return asText(value, refuse).trim() === '' ? '' : asContactPhone(value, this.country, refuse);
	}

	/** Country of phone numbers without a country code as it was chosen, '' for none; `phone.ts` reads it. */
	get country(): string {
		return (this.options.text('defaultCountry') ?? this.filledIn.defaultCountry).trim();
	}

	/** One of the menu's own values. */
	word(name: string): string {
		const words = wordsOf(this.field(name));
		return asWord(this.value(name), words, this.refusalOf(name));
	}

	/** Identifier that will stand in a path. */
	id(name: string): string {
		const id = this.text(name).trim();
		return isPathId(id) ? id : this.refuse(name, `cannot be "${id}"`, 'Enter the ID of a record.');
	}

	/** Mode of a resource locator; '' where an expression on the whole field gave the plain value. */
	mode(name: string): string {
		return located(this.parameter(name, this.field(name)?.default)).mode;
	}

	/** A whole number from 1 up. */
	count(name: string): number {
		return asCount(this.value(name), this.refusalOf(name));
	}

	flag(name: string): boolean {
		return asFlag(this.value(name), this.refusalOf(name));
	}

	/** ISO 8601 form of a date field, or undefined when it is empty; `date.ts` says what is a date. */
	date(name: string): string | undefined {
		const value = this.value(name);
		if (value === '' || value === null || value === undefined) return undefined;
		const iso = isoOf(value, this.timeZone);
		return iso ?? this.refuse(name, ...notADate);
	}

	/** The workflow's time zone, such as Europe/Berlin. */
	get timeZone(): string {
		return this.context.getTimezone();
	}

	/** The Options collection, empty where there is none; read once. */
	get options(): Collection {
		return (this.readOptions ??= this.collection('options'));
	}

	/** The Request Options collection, which every operation and event has. */
	get requestOptions(): Collection {
		return this.collection('requestOptions');
	}

	/** Whether a model filled in the fields; those that are hidden from it are not to be read then. */
	get asTool(): boolean {
		return this.filledIn.asTool;
	}

	/** How many records of a list are wanted: Infinity for Return All, else Limit. */
	wanted(): number {
		return !this.asTool && this.flag('returnAll') ? Infinity : this.count('limit');
	}

	/**
	 * A collection: only the fields that it offers, and of these only what the user added. An expression
	 * on the whole of it may give JSON text.
	 */
	collection(name: string): Collection {
		const offering = this.fields.filter((field) => field.name === name);
		const offered = offering.flatMap(({ options = [] }) => options as INodeProperties[]);
		const values =
			offered.length === 0 ? {} : asObject(this.value(name) ?? {}, this.refusalOf(name));
		const shown = fieldsFor(this.asTool, offered);
		return new Collection(ownOf(shown, values), shown, this.fail, this.asTool);
	}

	/** @throws NodeOperationError naming the field and the item */
	refuse(name: string, ...why: Why): never {
		return this.fail(this.field(name)?.displayName ?? name, ...why);
	}

	private refusalOf(name: string): Refuse {
		return (...why) => this.refuse(name, ...why);
	}

	private readonly fail: RefuseField = (label, ...why) => {
		const { context, index: itemIndex, asTool } = this;
		throw fieldError({ node: context.getNode(), itemIndex, asTool }, label, why);
	};

	/** A value that must be there. */
	private given(name: string): unknown {
		const value = this.value(name);
		if (asText(value, this.refusalOf(name)).trim() !== '') return value;
		return this.refuse(name, ...nothingGiven);
	}

	private value(name: string): unknown {
		// n8n drops a field that it takes for hidden, as Limit beside a Return All of "false": then the
		// field's default counts.
		const field = this.field(name);
		const { value } = located(this.parameter(name, field?.default));
		// An MCP server demands a number: a model that has nothing to say of it gives 0.
		const isZero = field?.type === 'number' && String(value) === '0';
		if (!this.asTool || !(isZero || meansNothing(value))) return value;
		return field?.type === 'resourceLocator' ? '' : field?.default;
	}

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((field) => field.name === name);
	}
}
