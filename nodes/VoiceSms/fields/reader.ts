import type { IDataObject, IExecuteFunctions, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isPathId } from '../api/paths';
import { Collection, wordsOf } from './collection';
import { isoOf, notADate } from './date';
import { located } from './located';
import type { Parameters } from './parameters';
import { asContactPhone, asPhone } from './phone';
import type { Refuse } from './values';
import { asCount, asFlag, asObject, asText, asWord } from './values';

/** How fields were filled in. */
export interface FilledIn {
	/** Of the credential: country of phone numbers without a country code, '' for none. */
	defaultCountry: string;
	/** By a model, which has to give each of its arguments something. */
	asTool: boolean;
}

/**
 * The fields that the user filled in, of one item or of a trigger.
 *
 * @throws NodeOperationError from every read, naming the field, and the item where there is one
 */
export class FieldReader {
	private readOptions?: Collection;

	private constructor(
		private readonly context: Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>,
		private readonly fields: INodeProperties[],
		readonly filledIn: FilledIn,
		private readonly parameter: (name: string, fallback: unknown) => unknown,
		private readonly index?: number,
	) {}

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
		const words = wordsOf(this.fields.find((field) => field.name === name));
		return asWord(this.value(name), words, this.refusalOf(name));
	}

	/** Identifier that will stand in a path. */
	id(name: string): string {
		const id = this.text(name).trim();
		return isPathId(id) ? id : this.refuse(name, `cannot be "${id}"`, 'Enter the ID of a record.');
	}

	/** Mode of a resource locator; '' where an expression on the whole field gave the plain value. */
	mode(name: string): string {
		return located(this.filled(name)).mode;
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

	/** The Options collection, which every operation has; read once. */
	get options(): Collection {
		return (this.readOptions ??= this.collection('options'));
	}

	/** How many records of a list are wanted: Infinity for Return All, else Limit. */
	wanted(): number {
		return this.flag('returnAll') ? Infinity : this.count('limit');
	}

	/**
	 * A collection: only the fields that it offers, and of these only what the user added. An expression
	 * on the whole of it may give JSON text.
	 */
	collection(name: string): Collection {
		const values = asObject(this.value(name) ?? {}, this.refusalOf(name));
		const offered = this.fields
			.filter((field) => field.name === name)
			.flatMap((field) => (field.options ?? []) as INodeProperties[]);
		const own: IDataObject = {};
		// Saved workflows keep what another operation's collection of that name held.
		for (const { name: field } of offered) if (field in values) own[field] = values[field];
		return new Collection(own, offered, (label, what, advice) => this.fail(label, what, advice));
	}

	/** @throws NodeOperationError naming the field and the item */
	refuse(name: string, what: string, advice: string): never {
		const field = this.fields.find((candidate) => candidate.name === name);
		return this.fail(field?.displayName ?? name, what, advice);
	}

	private refusalOf(name: string): Refuse {
		return (what, advice) => this.refuse(name, what, advice);
	}

	private fail(label: string, what: string, advice: string): never {
		const place = this.index === undefined ? '' : ` [item ${this.index}]`;
		throw new NodeOperationError(this.context.getNode(), `'${label}' ${what}${place}`, {
			itemIndex: this.index,
			description: advice,
		});
	}

	/** A value that must be there. */
	private given(name: string): unknown {
		const value = this.value(name);
		return asText(value, this.refusalOf(name)).trim() === ''
			? this.refuse(
					name,
					'is empty',
					'Enter a value, or check its expression, which gives nothing here.',
				)
			: value;
	}

	private value(name: string): unknown {
		return located(this.filled(name)).value;
	}

	private filled(name: string): unknown {
		// n8n drops a field that it takes for hidden, as Limit beside a Return All of "false": then the
		// field's default counts.
		const field = this.fields.find((candidate) => candidate.name === name);
		return this.parameter(name, field?.default);
	}
}
