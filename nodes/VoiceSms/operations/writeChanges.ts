import type { IDataObject } from 'n8n-workflow';

import { path } from '../api/paths';
import { type Modes, putBody } from './mergeContact';
import type { OperationContext } from './operation';

/**
 * The contact after an update. If the contact has all new values already, there is no request: a PUT would
 * start a trigger on updated contacts.
 *
 * @param current as it was read a moment ago; left out to send only the changes
 * @throws NodeApiError, and UserError as `putBody`
 */
export async function writeChanges(
	{ api }: Pick<OperationContext, 'api'>,
	id: string,
	current: IDataObject | undefined,
	given: IDataObject,
	modes: Modes,
): Promise<IDataObject> {
	const body = putBody(current, given, modes);
	return body === undefined
		? { ...current }
		: await api.put(path`/api/contacts/${id}`, body, 'client');
}
