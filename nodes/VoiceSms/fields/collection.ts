import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { momentOf, notADate } from './date';
import { asContactPhone, asPhone } from './phone';
import type { Refuse } from './values';
import { asCount, asFlag, asList, asObject, asRows, asText, asWord } from './values';

/** Throws the error of a field, which it names as the editor does. */
export type RefuseField = (label: string, what: string, advice: string) => never;

/** Fields of a collection that the user added. An expression that gives nothing adds nothing. */
export class Collection {
	/** @param fields what the collection offers */
	constructor(
		private readonly values: IDataObject,
		private readonly fields: INodeProperties[],
		private readonly refuseField: RefuseField,
	) {}

	has(name: string): boolean {
		return this.values[name] !== undefined && this.values[name] !== null;
	}

	/** Text as given, '' included, or undefined when the field was not added. */
	text(name: string): string | undefined {
		return this.read(name, asText);
	}

	/**
	 * A contact's phone number (`asContactPhone`), '' for an empty one, or undefined when the field was
	 * not added.
	 *
	 * @param country of a number without a country code, in two letters; '' for none
	 */
	contactPhone(name: string, country: string): string | undefined {
		return this.read(name, (value, refuse) => {
			const isEmpty = asText(value, refuse).trim() === '';
			return isEmpty ? '' : asContactPhone(value, country, refuse);
		});
	}

	/**
	 * A phone number (`asPhone`), '' for an empty one, or undefined when the field was not added.
	 *
	 * @param country as above
	 */
	phone(name: string, country: string): string | undefined {
		return this.read(name, (value, refuse) => {
			return asText(value, refuse).trim() === '' ? '' : asPhone(value, country, refuse);
		});
	}

	/** Milliseconds since 1970 of a date field (`momentOf`); undefined when it is empty. */
	moment(name: string, timeZone: string): number | undefined {
		return this.values[name] === ''
			? undefined
			: this.read(name, (value, refuse) => momentOf(value, timeZone) ?? refuse(...notADate));
	}

	/** One of the menu's own values; undefined when the field was not added. */
	word(name: string): string | undefined {
		const words = wordsOf(this.fields.find((field) => field.name === name));
		return this.read(name, (value, refuse) => asWord(value, words, refuse));
	}

	/** The same where an expression that gives '' stands for no value: '' then. */
	wordOrEmpty(name: string): string | undefined {
		return this.values[name] === '' ? '' : this.word(name);
	}

	count(name: string): number | undefined {
		return this.read(name, asCount);
	}

	/** The same for a field that does harm when it is left out: one that was added must give a number. */
	countWhereAdded(name: string): number | undefined {
		if (!(name in this.values)) return undefined;
		return asCount(this.values[name], (what, advice) => this.refuse(name, what, advice));
	}

	flag(name: string): boolean | undefined {
		return this.read(name, asFlag);
	}

	/** Comma-separated text or a list, as a list without empty entries. */
	list(name: string): string[] | undefined {
		return this.read(name, asList);
	}

	/** JSON object given as text or as an object; {} when the field was added and left empty. */
	object(name: string): IDataObject | undefined {
		return this.read(name, asObject);
	}

	/** Name/value rows of a fixed collection, as one object. */
	rows(name: string): IDataObject {
		return this.read(name, asRows) ?? {};
	}

	/** What a fixed collection in it holds, or a group of one; empty when it was not added. */
	group(name: string): Collection {
		const field = this.fields.find((candidate) => candidate.name === name);
		const { values, options } = (field ?? {}) as Partial<INodeProperties & INodePropertyCollection>;
		const offered = (values ?? options ?? []) as INodeProperties[];
		const held = this.read(name, (value, refuse) => {
			return asObject(Array.isArray(value) ? (value[0] ?? {}) : value, refuse);
		});
		return new Collection(held ?? {}, offered, this.refuseField);
	}

	/** Whether the user added nothing. */
	get isEmpty(): boolean {
		return !Object.keys(this.values).some((name) => this.has(name));
	}

	/** Throws the error of one of its fields. */
	refuse(name: string, what: string, advice: string): never {
		const field = this.fields.find((candidate) => candidate.name === name);
		return this.refuseField(field?.displayName ?? name, what, advice);
	}

	private read<T>(name: string, as: (value: unknown, refuse: Refuse) => T): T | undefined {
		if (!this.has(name)) return undefined;
		return as(this.values[name], (what, advice) => this.refuse(name, what, advice));
	}
}

/** The values that a menu offers. */
export function wordsOf(field: INodeProperties | undefined): string[] {
	return (field?.options ?? []).flatMap((option) => {
		return 'value' in option ? [String(option.value)] : [];
	});
}
