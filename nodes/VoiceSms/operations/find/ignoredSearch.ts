import { type List, filtered } from '../../api/endpoints';
import type { OperationContext } from '../context';

/** A text that no record has, and that no search takes for a name with a typing error. */
const nobody = 'zqxjkvwqzjxqvk';

/** How many records the service gives for it, and the ID of the first. */
interface ForNobody {
	total: number;
	first?: unknown;
}

const answers = () => new Map<string, Promise<ForNobody>>();

/**
 * What the service gives for a text that nobody has: no record, or the whole list where it ignores the search.
 * Records that do not contain what was searched for are no proof: a search may know names by their sound, or
 * more fields. Requested once in a run, for each choice of query parameters. Without an answer, the search counts
 * as working.
 *
 * @param list without the search
 */
export async function foundForNobody(
	{ api, shared }: Pick<OperationContext, 'api' | 'shared'>,
	list: List,
): Promise<ForNobody> {
	const { search } = api.names;
	const query = { [search]: nobody };
	const sent = list.ignoresUserQuery ? query : api.withUserQuery(query);
	// The user searches for something else, by a query parameter.
	if (sent[search] !== nobody) return { total: 0 };
	const known = shared(answers);
	const name = JSON.stringify([list.path, sent]);
	const answer =
		known.get(name) ??
		api.pages(filtered(list, query), 1).then(
			({ records, more }) => ({ total: more?.total ?? records.length, first: records[0]?.id }),
			() => ({ total: 0 }),
		);
	known.set(name, answer);
	return await answer;
}

/** What to do about a search that the service ignores. */
export function adviceOnName({ names }: OperationContext['api']): string {
	return `The service may use another parameter name than "${names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`;
}
