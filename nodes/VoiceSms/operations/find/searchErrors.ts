import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { SearchKey } from '../../fields/read/recordKey';
import { shownKey } from '../../fields/read/recordKey';
import { cut } from '../../util/fitted';
import { counted } from '../../util/inWords';

/** How errors name records. */
export interface Named {
	/** "contact" */
	one: string;
	/** "Ada Smith (+15550100042, ID contact_1)" */
	named(record: IDataObject): string;
	/** What to do without a match, a sentence. */
	ifNone: string;
	/** What to do with several matches, a sentence. */
	ifSeveral: string;
	/** Set if the operation writes: errors then say that nothing was written. */
	writes?: true;
}

/** Most records in an error, and most characters of a name, so that the IDs have room. */
const mostNamed = 5;
const longestName = 30;

/** The error of a search without a match. */
export class NoRecord extends UserError {}

export function noneHas({ one, ifNone }: Named, key: SearchKey): NoRecord {
	return new NoRecord(`No ${one} has the ${shownKey(key)}`, { description: ifNone });
}

export function severalHave(kind: Named, key: SearchKey, found: IDataObject[]): UserError {
	return new UserError(`${found.length} ${kind.one}s have the ${shownKey(key)}`, {
		description: `${namesOf(kind, found)}.${nothingWritten(kind)} ${kind.ifSeveral}`,
	});
}

export function mayHave(kind: Named, key: SearchKey, found: IDataObject[]): UserError {
	return new UserError(`It is unclear whether a ${kind.one} has the ${shownKey(key)}`, {
		description: `The same number is stored without a country code: ${namesOf(kind, found)}.${nothingWritten(kind)} Choose the 'Default Country' in the credential or the options, or correct the number at the service.`,
	});
}

/** For a search that is out of date. */
export function doesNotHave(kind: Named, key: SearchKey, found: IDataObject): UserError {
	return new UserError(`The ${kind.one} that the search found no longer has the ${shownKey(key)}`, {
		description: `${kind.named(found)}.${nothingWritten(kind)} The search of the service is not up to date yet. Run the item again later.`,
	});
}

export function keptChanging({ one, writes }: Named, missing: number): UserError {
	const again = writes
		? 'Nothing was written, so it is safe to run the item again.'
		: 'Run the item again later.';
	return new UserError(`The list of ${one}s kept changing during the search`, {
		description: `The node could not read ${counted(missing, one)}, and the right ${one} may be among them. ${again}`,
	});
}

/** Someone's name in an error, '' for none. */
export function shownName(name: string): string {
	return cut(name.trim(), longestName) || 'Without a name';
}

function nothingWritten({ writes }: Named): string {
	return writes ? ' Nothing was written.' : '';
}

/** "Ada Smith (+15550100042, ID contact_1), Bo Jones (ID contact_2) and 3 more" */
function namesOf({ named }: Named, found: IDataObject[]): string {
	const names = found.slice(0, mostNamed).map(named);
	const more = found.length - names.length;
	return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
