import { type List, filtered } from '../../api/endpoints';
import type { OperationContext } from '../context';

/** A text that no record has, and that no search takes for a name with a typing error. */
const nobody = 'zqxjkvwqzjxqvk';

const answers = () => new Map<string, Promise<number>>();

/**
 * How many records the service gives for a text that nobody has: 0, or the whole list where it ignores the search.
 * Records that do not contain what was searched for are no proof: a search may know names by their sound, or
 * more fields. Requested once in a run, for each choice of query parameters. Without an answer, the search counts
 * as working.
 *
 * @param list without the search
 */
export async function foundForNobody(
	{ api, shared }: Pick<OperationContext, 'api' | 'shared'>,
	list: List,
): Promise<number> {
	const { search } = api.names;
	const query = { [search]: nobody };
	const sent = list.ignoresUserQuery ? query : api.withUserQuery(query);
	// The user searches for something else, by a query parameter.
	if (sent[search] !== nobody) return 0;
	const known = shared(answers);
	const name = JSON.stringify([list.path, sent]);
	const answer =
		known.get(name) ??
		api.pages(filtered(list, query), 1).then(
			({ records, more }) => more?.total ?? records.length,
			() => 0,
		);
	known.set(name, answer);
	return await answer;
}

/** Advice about a search that the service ignores. */
export function adviceOnName({ names }: OperationContext['api']): string {
	return `The service may use another parameter name than "${names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`;
}
