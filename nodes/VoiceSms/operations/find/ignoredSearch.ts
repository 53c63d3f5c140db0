import { type List, filtered } from '../../api/lists';
import type { OperationContext } from '../operation';

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
 * more fields. Asked once in a run. Without an answer, the search counts as working.
 *
 * @param list without the search
 */
export async function foundForNobody(
	{ api, shared }: Pick<OperationContext, 'api' | 'shared'>,
	list: List,
): Promise<ForNobody> {
	const known = shared(answers);
	const search = filtered(list, { [api.names.search]: nobody });
	const answer =
		known.get(list.path) ??
		api.pages({ ...search, ignoresUserQuery: true }, 1).then(
			({ records, more }) => ({ total: more?.total ?? records.length, first: records[0]?.id }),
			() => ({ total: 0 }),
		);
	known.set(list.path, answer);
	return await answer;
}

/** What to do about a search that the service ignores. */
export function adviceOnName({ names }: OperationContext['api']): string {
	return `The service may use another parameter name than "${names.search}" for the search. Set the name in the credential, under 'Service Uses Other Names'.`;
}
