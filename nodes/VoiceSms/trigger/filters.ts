import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type List, filtered } from '../api/endpoints';
import { callDirectionFilter, companyNumberFilter } from '../fields/forms/call';
import { sourceFilter, tagFilter } from '../fields/forms/contact';
import { asTag, hasTag } from '../fields/read/tags';
import { defaultCountry } from '../fields/forms/formFields';
import type { Collection, CountryOfNode } from '../fields/read/collection';
import { isSameNumber } from '../fields/phone/storedPhone';

/** One way to narrow an event down: its field, and the records that pass. */
export interface Filter {
	/** A field with a text, unless `entered` reads it; when it is empty, every record passes. */
	field: INodeProperties;
	/** Fields that belong to it in the Options collection. */
	options?: INodeProperties[];
	/** Whether it is for the messages of SMS Received, not for their conversations. */
	ofMessage?: boolean;
	/** The user's entry, '' for nothing; left out, the text or the choice of `field`. */
	entered?(values: Collection): string;
	/**
	 * The text that records are compared with; left out, it is the user's entry.
	 *
	 * @param values the Filters collection
	 * @param node its country counts for a phone number without a country code
	 * @throws NodeOperationError naming the field, for an invalid text
	 */
	read?(values: Collection, node: CountryOfNode): string;
	/** `wanted`: what `read` gave. */
	matches(record: IDataObject, wanted: string): boolean;
	/** Columns that the filter adds to the output of a record that passes. */
	adds?(record: IDataObject, wanted: string): IDataObject;
	/** The parameter of the list, where the service can apply this filter itself. */
	query?: string;
}

/** The filters of an event that the user has set, with their values. */
export class ChosenFilters {
	private readonly chosen: Array<{ filter: Filter; wanted: string }>;

	/**
	 * @param values the texts that records are compared with, by the names of the filters' fields
	 * @param only what else a record of the event's list must pass: see `Event`
	 */
	constructor(
		filters: Filter[],
		values: Record<string, string>,
		private readonly only: (record: IDataObject) => boolean = () => true,
	) {
		this.chosen = filters
			.map((filter) => ({ filter, wanted: values[filter.field.name] ?? '' }))
			.filter(({ wanted }) => wanted !== '');
	}

	/** Whether a record of the event's list passes its filters, or a message of SMS Received the filters for messages. */
	pass(record: IDataObject, { ofMessage = false } = {}): boolean {
		const own = this.chosen.filter(({ filter }) => (filter.ofMessage ?? false) === ofMessage);
		if (!ofMessage && !this.only(record)) return false;
		return own.every(({ filter, wanted }) => filter.matches(record, wanted));
	}

	/** The columns that the filters add to the output of a message that passes them. */
	addedTo(message: IDataObject): IDataObject {
		const added = this.chosen.map(({ filter, wanted }) => filter.adds?.(message, wanted));
		return Object.assign({}, ...added) as IDataObject;
	}

	/** The list with the filters that the service can apply; the same list without any. */
	narrow(list: List): List {
		const known = this.chosen.filter(({ filter }) => filter.query !== undefined);
		const query = known.map(({ filter, wanted }) => [filter.query, wanted]);
		return filtered(list, Object.fromEntries(query));
	}
}

/** Calls and SMS conversations of one number of the company, however it is written: compared as in Get Many. */
export const companyNumber: Filter = {
	field: companyNumberFilter,
	options: [defaultCountry],
	read: (values, node) => values.phone(companyNumberFilter.name, node) ?? '',
	matches: ({ fromNumber, toNumber, companyPhone }, wanted) => {
		const numbers = [fromNumber, toNumber, companyPhone].map((one) => String(one ?? ''));
		// As in Get Many: a number without a country code may be the same.
		return numbers.some((number) => isSameNumber(number, wanted, '') !== false);
	},
};

export const direction: Filter = {
	field: callDirectionFilter,
	matches: (call, wanted) => call.direction === wanted,
};

export const source: Filter = {
	field: sourceFilter,
	query: 'source',
	matches: (contact, wanted) => contact.source === wanted,
};

export const tag: Filter = {
	field: tagFilter,
	entered: (values) => values.read(tagFilter.name, asTag) ?? '',
	query: 'tags',
	matches: (contact, wanted) => hasTag(contact, wanted) === true,
};
