import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { momentOf, notADate } from './date';
import { asContactPhone, asPhone } from '../phone/phone';
import type { Refuse, Why } from './values';
import {
	asCount,
	asFlag,
	asList,
	asObject,
	asRows,
	asText,
	asWord,
	asWords,
	meansNothing,
} from './values';

/** Throws the error of a field, which it names as the editor does. */
export type RefuseField = (label: string, ...why: Why) => never;

/**
 * Fields of a collection that the user added. An expression that gives nothing adds nothing. In tool
 * use neither does one that is empty.
 */
export class Collection {
	private readonly values: IDataObject;
	/** Also those that a model left empty. */
	private readonly added: Set<string>;

	/** @param fields what the collection offers */
	constructor(
		values: IDataObject,
		private readonly fields: INodeProperties[],
		private readonly refuseField: RefuseField,
		private readonly asTool = false,
	) {
		this.added = new Set(Object.keys(values));
		const given = Object.entries(values).filter(([name, value]) => {
			return !this.isLeftOut(value) || this.isChoice(name, value);
		});
		this.values = Object.fromEntries(given);
	}

	/** The fields that hold something, as the editor names them: `Search "Ada", Tag "vip"`; '' for none. */
	inWords(): string {
		return this.fields
			.filter(({ name }) => this.has(name) && String(this.values[name]).trim() !== '')
			.map(({ displayName, name }) => `${displayName} "${String(this.values[name])}"`)
			.join(', ');
	}

	has(name: string): boolean {
		return this.values[name] !== undefined && this.values[name] !== null;
	}

	/** Text as given, '' included, or undefined when the field was not added. */
	text(name: string): string | undefined {
		return this.read(name, asText);
	}

	/** The same for a field that does harm when it is left out: one that was added must hold text. */
	textWhereAdded(name: string, whereEmpty: Why): string | undefined {
		if (!this.added.has(name)) return undefined;
		const text = this.text(name)?.trim() ?? '';
		return text === '' ? this.refuse(name, ...whereEmpty) : text;
	}

	/**
	 * A contact's phone number (`asContactPhone`), '' for an empty one, or undefined when the field was
	 * not added.
	 *
	 * @param country of a number without a country code, in two letters; '' for none
	 */
	contactPhone(name: string, country: string): string | undefined {
		return this.phone(name, country, asContactPhone);
	}

	/** The same of any other phone number (`asPhone`). */
	phone(name: string, country: string, as = asPhone): string | undefined {
		return this.read(name, (value, refuse) => {
			return asText(value, refuse).trim() === '' ? '' : as(value, country, refuse);
		});
	}

	/** Milliseconds since 1970 of a date field (`momentOf`); undefined when it is empty. */
	moment(name: string, timeZone: string): number | undefined {
		return this.values[name] === ''
			? undefined
			: this.read(name, (value, refuse) => momentOf(value, timeZone) ?? refuse(...notADate));
	}

	/** One of the menu's own values, or of the words given; undefined when the field was not added. */
	word(name: string, words = wordsOf(this.field(name))): string | undefined {
		return this.read(name, (value, refuse) => asWord(value, words, refuse));
	}

	/** The same where an expression that gives '' stands for no value: '' then. */
	wordOrEmpty(name: string, words?: string[]): string | undefined {
		return this.values[name] === '' ? '' : this.word(name, words);
	}

	count(name: string): number | undefined {
		return this.read(name, asCount);
	}

	/** The same for a field that does harm when it is left out: one that was added must give a number. */
	countWhereAdded(name: string): number | undefined {
		if (!(name in this.values)) return undefined;
		return asCount(this.values[name], (...why) => this.refuse(name, ...why));
	}

	flag(name: string): boolean | undefined {
		return this.read(name, asFlag);
	}

	/** Comma-separated text or a list, as a list without empty entries. */
	list(name: string): string[] | undefined {
		return this.read(name, asList);
	}

	/** Values of a menu of which several can be chosen (`asWords`); none when the field was not added. */
	words(name: string): string[] {
		const menu = (this.field(name)?.options ?? []) as INodePropertyOptions[];
		return this.read(name, (value, refuse) => asWords(value, menu, refuse)) ?? [];
	}

	/** JSON object given as text or as an object; {} when the field was added and left empty. */
	object(name: string): IDataObject | undefined {
		return this.read(name, asObject);
	}

	/** Name/value rows of a fixed collection, as one object. */
	rows(name: string): IDataObject {
		const rows = Object.entries(this.read(name, asRows) ?? {});
		return Object.fromEntries(rows.filter(([, value]) => !this.isLeftOut(value)));
	}

	/** What a fixed collection in it holds, or a group of one; empty when it was not added. */
	group(name: string): Collection {
		const { values, options } = (this.field(name) ?? {}) as Partial<
			INodeProperties & INodePropertyCollection
		>;
		const offered = (values ?? options ?? []) as INodeProperties[];
		const held = this.read(name, (value, refuse) => {
			return asObject(Array.isArray(value) ? (value[0] ?? {}) : value, refuse);
		});
		return new Collection(held ?? {}, offered, this.refuseField, this.asTool);
	}

	/** Whether the user added nothing. */
	get isEmpty(): boolean {
		return !Object.keys(this.values).some((name) => this.has(name));
	}

	/** Throws the error of one of its fields. */
	refuse(name: string, ...why: Why): never {
		return this.refuseField(this.field(name)?.displayName ?? name, ...why);
	}

	private read<T>(name: string, as: (value: unknown, refuse: Refuse) => T): T | undefined {
		if (!this.has(name)) return undefined;
		const value = as(this.values[name], (...why) => this.refuse(name, ...why));
		// Also what an empty value is written as, such as "{}" or "[]".
		return typeof value === 'object' && this.isLeftOut(value) ? undefined : value;
	}

	private isLeftOut(value: unknown): boolean {
		return this.asTool && meansNothing(value);
	}

	/** Whether it is the empty word of a menu that has one: people choose it, no model fills in menus. */
	private isChoice(name: string, value: unknown): boolean {
		return value === '' && wordsOf(this.field(name)).includes('');
	}

	private field(name: string): INodeProperties | undefined {
		return this.fields.find((field) => field.name === name);
	}
}

/** Of these values those of the fields: a saved workflow keeps what another operation's collection held. */
export function ownOf(fields: INodeProperties[], values: IDataObject): IDataObject {
	const own = fields.filter(({ name }) => name in values);
	return Object.fromEntries(own.map(({ name }) => [name, values[name]]));
}

/** The values that a menu offers. */
export function wordsOf(field: INodeProperties | undefined): string[] {
	return (field?.options ?? []).flatMap((option) => {
		return 'value' in option ? [String(option.value)] : [];
	});
}
