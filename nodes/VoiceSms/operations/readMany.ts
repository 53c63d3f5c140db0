import type { IDataObject } from 'n8n-workflow';

import type { List } from '../api/types';
import { contains } from '../util/contains';
import type { Surroundings } from './operation';

export interface ListInput {
	/** Number of records, Infinity for all. */
	wanted: number;
	/** Text that was searched for. */
	search?: string;
	/** What to keep of each record. */
	keep(record: IDataObject): IDataObject;
}

/** The records of a paged list, and a hint where the list may not be what the user expects. */
export async function readMany(
	{ api, hint }: Surroundings,
	list: List,
	{ wanted, search, keep }: ListInput,
): Promise<IDataObject[]> {
	const sought = search ?? '';
	let found = sought === '';
	const { records, missing, unaccounted } = await api.pages(list, wanted, (record) => {
		found ||= contains(record, sought);
		return keep(record);
	});
	if (!found && records.length > 0) {
		hint(
			`No record contains "${sought}": the service may use another name than "${api.names.search}" for the search. Its name can be set in the credential, under 'Service Uses Other Names'.`,
		);
	}
	if (missing > 0) {
		hint(`The list kept changing while it was read: ${missing} records may be missing.`);
	}
	if (unaccounted > 0) hint(`The service counts ${unaccounted} records more than it gives.`);
	return records;
}
