import type { IDataObject } from 'n8n-workflow';

import type { Keep } from '../api/pages';
import type { List } from '../api/types';
import { contains } from '../util/contains';
import { Listed, mostForModel } from './listed';
import type { Surroundings } from './operation';
import type { Span } from './span';
import { isWithin } from './span';

export interface ListInput {
	/** Number of records, Infinity for all. */
	wanted: number;
	/** Text that was searched for. */
	search?: string;
	/** All that was looked for, as in `Listed`. */
	sought: string;
	/** Only records of a span of time. */
	span?: Span;
	/** Whether `keep` leaves out records. */
	isFilter?: boolean;
	keep: Keep;
}

const whyMissing =
	'the list kept changing while it was read, or the service counts records that it does not give';

/**
 * The records of a paged list, for a model no more than it can take, and a hint where the list may not
 * be what the user expects.
 */
export async function readMany(
	{ api, asTool, hint }: Surroundings,
	list: List,
	{ wanted, search = '', sought, span, isFilter = false, keep }: ListInput,
): Promise<Listed> {
	const most = asTool ? Math.min(wanted, mostForModel) : wanted;
	let found = search === '';
	const undated = new Set<unknown>();
	const keepOne = (record: IDataObject) => {
		found ||= contains(record, search);
		if (span === undefined || isWithin(record, span)) return keep(record);
		if (Number.isNaN(span.timeOf(record))) undated.add(record.id ?? record);
		return undefined;
	};
	const { records, missing, more } = await api.pages(list, most, keepOne);
	if (!found && records.length > 0) {
		// Another name is nothing that a model can choose.
		hint(
			asTool
				? `None of them contains "${search}": the service may not have searched at all.`
				: `No record contains "${search}": the service may use another name than "${api.names.search}" for the search. Its name can be set in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (undated.size > 0) {
		hint(`${undated.size} records have no time that can be read, and are left out.`);
	}
	if (missing > 0) hint(`${missing} records may be missing: ${whyMissing}.`);
	const isCounted = span === undefined && !isFilter;
	return new Listed(records, {
		sought,
		wanted,
		...(more === undefined ? {} : { more: isCounted ? more : {} }),
	});
}
