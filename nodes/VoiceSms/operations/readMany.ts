import type { IDataObject } from 'n8n-workflow';

import type { Keep } from '../api/pages';
import type { Span } from '../api/span';
import { isWithin } from '../api/span';
import type { List } from '../api/types';
import { contains } from '../util/contains';
import type { Surroundings } from './operation';

export interface ListInput {
	/** Number of records, Infinity for all. */
	wanted: number;
	/** Text that was searched for. */
	search?: string;
	/** Only records of a span of time. */
	span?: Span;
	keep: Keep;
}

/** The records of a paged list, and a hint where the list may not be what the user expects. */
export async function readMany(
	{ api, hint }: Surroundings,
	list: List,
	{ wanted, search, span, keep }: ListInput,
): Promise<IDataObject[]> {
	const sought = search ?? '';
	let found = sought === '';
	const undated = new Set<unknown>();
	const keepOne = (record: IDataObject) => {
		found ||= contains(record, sought);
		if (span === undefined || isWithin(record, span)) return keep(record);
		if (Number.isNaN(span.timeOf(record))) undated.add(record.id ?? record);
		return undefined;
	};
	const { records, missing, unaccounted } = await api.pages(list, wanted, keepOne, span);
	if (!found && records.length > 0) {
		hint(
			`No record contains "${sought}": the service may use another name than "${api.names.search}" for the search. Its name can be set in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (undated.size > 0) {
		hint(`${undated.size} records have no time that can be read, and are left out.`);
	}
	if (missing > 0) {
		hint(`The list kept changing while it was read: ${missing} records may be missing.`);
	}
	if (unaccounted > 0) hint(`The service counts ${unaccounted} records more than it gives.`);
	return records;
}
