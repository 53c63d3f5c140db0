import type { IDataObject } from 'n8n-workflow';

import { path } from '../api/paths';
import { momentOfService } from '../api/unstated';
import { type Modes, putBody } from './mergeContact';
import type { OperationContext } from './context';

/** The last write of the run to each contact, with the time of the service. */
const lastWrites = () => new Map<string, IDataObject>();

/**
 * The contact after an update. If the contact has all new values already, there is no request: a PUT would
 * start a trigger on updated contacts. What this run wrote counts more than an older answer.
 *
 * @param read the contact as it was read a moment ago; left out to send only the changes
 * @throws NodeApiError, and UserError as `putBody`
 */
export async function writeChanges(
	{ api, shared }: Pick<OperationContext, 'api' | 'shared'>,
	id: string,
	read: IDataObject | undefined,
	given: IDataObject,
	modes: Modes,
): Promise<IDataObject> {
	const written = shared(lastWrites);
	const last = written.get(id);
	// A service may give the old contact for a while after a write.
	const known = read === undefined || isNewer(read, last) ? {} : last;
	const current = read && { ...read, ...known };
	const body = putBody(current, given, modes);
	if (body === undefined) return { ...current };
	// Of a write that fails nobody knows what it did.
	written.delete(id);
	const answer = await api.put(path`/api/contacts/${id}`, body, 'client', { id });
	written.set(id, { ...known, ...body, updatedAt: answer.updatedAt });
	return answer;
}

function isNewer({ updatedAt }: IDataObject, last: IDataObject = {}): boolean {
	return momentOfService(String(updatedAt)) > momentOfService(String(last.updatedAt));
}
