import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filtered } from '../api/lists';
import type { List } from '../api/types';
import { callDirectionFilter, companyNumberFilter } from '../fields/call';
import { sourceFilter, tagFilter } from '../fields/contact';
import { defaultCountry } from '../fields/options';
import { asPhone } from '../fields/phone';
import { plainNumber } from '../fields/plainNumber';
import { inE164 } from '../fields/storedPhone';
import type { Refuse } from '../fields/values';
import { phoneDigits } from '../util/phoneDigits';

/** One way to narrow an event down: its field, and what it means. */
export interface Filter {
	/** A field whose value is text; empty, it lets everything pass. */
	field: INodeProperties;
	/** What goes with it in the Options collection. */
	options?: INodeProperties[];
	/**
	 * What a text means; without it, the text itself.
	 *
	 * @param country of a phone number without a country code, in two letters; '' for none
	 * @throws what `refuse` throws, for a text that means nothing
	 */
	read?(written: string, country: string, refuse: Refuse): string;
	/** Whether a record passes, `wanted` being what the text means, and `written` the text. */
	matches(record: IDataObject, wanted: string, written: string): boolean;
	/** Parameter of the list by which the service filters, where it does. */
	query?: string;
}

/** The filters of an event with what the user wants of each. */
export class ChosenFilters {
	private readonly chosen: Array<{ filter: Filter; wanted: string; written: string }>;

	/**
	 * @param values by the names of the filters' fields, as they are meant
	 * @param texts the same as they were entered
	 */
	constructor(filters: Filter[], values: Record<string, string>, texts = values) {
		this.chosen = filters
			.map((filter) => {
				const { name } = filter.field;
				return { filter, wanted: values[name] ?? '', written: texts[name] ?? '' };
			})
			.filter(({ wanted }) => wanted !== '');
	}

	/** Whether a record passes all of them. */
	pass(record: IDataObject): boolean {
		return this.chosen.every(({ filter, wanted, written }) =>
			filter.matches(record, wanted, written),
		);
	}

	/** The list with those that the service applies; the same list when it applies none. */
	narrow(list: List): List {
		const query = this.chosen.flatMap(({ filter: { query: name }, wanted }) =>
			name ? [[name, wanted]] : [],
		);
		return filtered(list, Object.fromEntries(query));
	}
}

/**
 * What 0.1.0, which knew no country and went by the digits alone, found a number by: a + or 00 before
 * its country code, whatever else stands there, or a country code with nothing before it. "(555)" is
 * an area code, and no area code is 1.
 */
const hasCode = /\+|^[^\d(]*00/;
const mayHaveCode = /\+|^[^\d(]*(00|\(1\)|[1-9])/;

/** Calls and SMS conversations of one number of the company, however it is written. */
export const companyNumber: Filter = {
	field: companyNumberFilter,
	options: [defaultCountry],
	read: (written, country, refuse) => {
		const number = inE164(written, country);
		if (number !== undefined) return number;
		const text = plainNumber(written);
		const worked = (country === '' ? mayHaveCode : hasCode).test(text);
		const digits = worked ? inE164(`+${phoneDigits(text)}`, country) : undefined;
		return digits ?? asPhone(written, country, refuse);
	},
	// The digits as they stand are what a workflow of 0.1.0 means that lacks the +, also when a country
	// is chosen later, in which they mean another number.
	matches: ({ fromNumber, toNumber, companyPhone }, wanted, written) => {
		const own = [phoneDigits(wanted), phoneDigits(plainNumber(written))];
		return [fromNumber, toNumber, companyPhone].some((number) => {
			const digits = number === undefined ? '' : phoneDigits(String(number));
			return digits !== '' && own.includes(digits);
		});
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

/** However it is written: whether the service tells "VIP" from "vip" is not shown. */
export const tag: Filter = {
	field: tagFilter,
	query: 'tags',
	matches: ({ tags }, wanted) =>
		Array.isArray(tags) && tags.some((one) => plain(String(one)) === plain(wanted)),
};

const plain = (text: string) => text.trim().toLowerCase();
