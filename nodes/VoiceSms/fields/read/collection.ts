import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { momentOf, notADate } from './date';
import { asPhone } from '../phone/phone';
import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/values';
import { filledByPerson } from './filledBy';
import { asChoice, asChoices, menuValues } from './choices';
import { asFields, asObject, asRows } from './objects';
import { type FieldProblem, type Reading, asCount, asFlag, asText, isNothing } from './values';

/** Country of phone numbers without a country code, in two letters, '' for none; and where it is set, for errors. */
export interface CountryOfNode {
	readonly country: string;
	readonly countrySetIn: string;
}

/** Throws the error of the field with this label. */
export type RefuseField = (label: string, ...why: FieldProblem) => never;

/**
 * The fields of a collection that the user added. A field with an expression that gives null or undefined
 * counts as not added, and so does one that a model left empty.
 */
export class Collection {
	private readonly values: IDataObject;

	/**
	 * @param added all added fields, also fields that a model left empty
	 * @param fields the fields that the collection offers
	 */
	constructor(
		private readonly added: IDataObject,
		private readonly fields: INodeProperties[],
		private readonly refuseField: RefuseField,
		private readonly filledBy = filledByPerson,
	) {
		const given = Object.entries(added).filter(([name, value]) => {
			const field = this.field(name);
			// Models cannot fill in menus: a person chose the empty entry that the menu begins with.
			const isChosen = value === '' && field?.type === 'options' && field.default === '';
			return isChosen || !filledBy.leavesOut(value);
		});
		this.values = Object.fromEntries(given);
	}

	/** The filled-in fields by their labels, such as `Search "Ada", Tag "vip"`; '' for none. */
	inWords(): string {
		return this.fields
			.filter(({ name }) => this.has(name) && String(this.values[name]).trim() !== '')
			.map(({ displayName, name }) => `${displayName} "${String(this.values[name])}"`)
			.join(', ');
	}

	has(name: string): boolean {
		return this.values[name] !== undefined && this.values[name] !== null;
	}

	/** Whether the user added the field, also if it gives nothing. */
	isAdded(name: string): boolean {
		return name in this.added;
	}

	/** Labels of the fields that the user added and that give nothing. */
	addedEmpty(): string[] {
		const empty = this.fields.filter(
			({ name }) => this.isAdded(name) && isNothing(this.added[name]),
		);
		return empty.map(({ displayName }) => displayName);
	}

	/** Text as given, '' included, or undefined when the field was not added. */
	text(name: string): string | undefined {
		return this.read(name, asText);
	}

	/** A field that is dangerous to leave out, as `as` reads it: where it was added, an empty value too. */
	whereAdded<T>(name: string, as: Reading<T>): T | undefined {
		return this.isAdded(name) ? this.as(name, as) : undefined;
	}

	/** As `whereAdded`, of a field that a model may leave empty. */
	whereGiven<T>(name: string, as: Reading<T>): T | undefined {
		return name in this.values ? this.as(name, as) : undefined;
	}

	/**
	 * A phone number as `as` reads it, '' for an empty one, or undefined when the field was not added. The
	 * country of the node counts for a number without a country code.
	 */
	phone(name: string, { country, countrySetIn }: CountryOfNode, as = asPhone): string | undefined {
		return this.read(name, (value, invalid) => {
			return asSeen(asText(value, invalid)) === '' ? '' : as(value, country, invalid, countrySetIn);
		});
	}

	/** Milliseconds since 1970 of a date field (`momentOf`); undefined when it is empty. */
	moment(name: string, timeZone: string): number | undefined {
		if (this.values[name] === '') return undefined;
		return this.read(name, (value, invalid) => momentOf(value, timeZone) ?? invalid(...notADate));
	}

	/** One of the menu's values, or of `offered`; undefined when the field was not added. */
	choice(name: string, offered = menuValues(this.field(name))): string | undefined {
		return this.read(name, (value, invalid) => asChoice(value, offered, invalid));
	}

	/** As `choice`, of a field in which '' means nothing. */
	choiceOrNone(name: string, offered?: string[]): string | undefined {
		return this.values[name] === '' ? undefined : this.choice(name, offered);
	}

	count(name: string): number | undefined {
		return this.read(name, asCount);
	}

	flag(name: string): boolean | undefined {
		return this.read(name, asFlag);
	}

	/** The values chosen in a menu of several (`asChoices`); [] when the field was not added. */
	choices(name: string): string[] {
		const menu = (this.field(name)?.options ?? []) as INodePropertyOptions[];
		return this.read(name, (value, invalid) => asChoices(value, menu, invalid)) ?? [];
	}

	/**
	 * JSON object, given as text or as an object; {} when the field was added and left empty. An object with
	 * only missing values counts as not added: {} would clear the stored values.
	 */
	object(name: string): IDataObject | undefined {
		const object = this.read(name, asObject);
		const isMissing = isNothing(object) && !isNothing(this.values[name]);
		return isMissing && isObject(this.values[name]) ? undefined : object;
	}

	/** Name/value rows of a fixed collection, as one object. */
	rows(name: string): IDataObject {
		const rows = Object.entries(this.read(name, asRows) ?? {});
		return Object.fromEntries(rows.filter(([, value]) => !this.filledBy.leavesOut(value)));
	}

	/** The content of a fixed collection in this collection; empty when it was not added. */
	group(name: string): Collection {
		type Group = { values?: INodeProperties[]; options?: INodeProperties[] };
		const { values, options } = (this.field(name) ?? {}) as Group;
		const offered = values ?? options ?? [];
		const held = this.read(name, (value, invalid) => {
			return asFields(Array.isArray(value) ? (value[0] ?? {}) : value, invalid);
		});
		return new Collection(held ?? {}, offered, this.refuseField, this.filledBy);
	}

	/**
	 * The values of an added fixed collection that has one group. Older versions of n8n save it without the group:
	 * then its fields count, or, without any, the values with which the form begins.
	 */
	valuesIn(name: string): Collection {
		const { options = [], default: begins } = this.field(name) ?? {};
		const [{ name: group = '' } = {}] = options as INodeProperties[];
		const outer = this.group(name);
		if (!this.has(name) || !isNothing(outer.added[group])) return outer.group(group);
		const flat = Object.fromEntries(Object.entries(outer.added).filter(([key]) => key !== group));
		const held = isNothing(flat) ? (begins as IDataObject) : { [group]: flat };
		const whole = new Collection({ [name]: held }, this.fields, this.refuseField, this.filledBy);
		return whole.group(name).group(group);
	}

	/** Throws the error of one of its fields. */
	invalid(name: string, ...why: FieldProblem): never {
		return this.refuseField(this.field(name)?.displayName ?? name, ...why);
	}

	/** A field as `as` reads it; undefined when it was not added. */
	read<T>(name: string, as: Reading<T>): T | undefined {
		if (!this.has(name)) return undefined;
		const value = this.as(name, as);
		// A model may write an empty value as "{}" or "[]".
		return typeof value === 'object' && this.filledBy.leavesOut(value) ? undefined : value;
	}

	private as<T>(name: string, as: Reading<T>): T {
		return as(this.values[name], (...why) => this.invalid(name, ...why));
	}

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((field) => field.name === name);
	}
}
