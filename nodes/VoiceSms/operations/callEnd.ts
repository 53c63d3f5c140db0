import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { mayPass, saidNo } from '../api/nodeError';
import { isPathId, path } from '../api/paths';
import { isOver } from '../fields/call';
import type { Waiting } from '../fields/waiting';
import { lookUntil } from './lookUntil';
import type { Result, Surroundings } from './operation';
import { readRecording, withFile } from './recording';

/** What the user wants of the end of a call. */
export interface EndWanted {
	waiting: Waiting;
	/** Field that takes the recording; undefined when it is not wanted. */
	fileField?: string;
}

/**
 * A call as it is when it is over. At the limit it is the last that is known of it, with
 * `timedOut: true`. A recording is looked for until the limit as well: `recordingAttached` says
 * whether it came along, and `recordingNote` why not.
 *
 * @param begun the call as the service gave it, no more than its ID is needed
 * @throws NodeApiError when the service says for good that it does not give the call; UserError when
 * the call has no usable ID
 */
export async function callAtEnd(
	begun: IDataObject,
	{ waiting, fileField }: EndWanted,
	surroundings: Surroundings,
): Promise<Result> {
	const { api } = surroundings;
	const id = String(begun.id ?? '');
	if (!isPathId(id)) {
		throw new UserError(
			'The service gave no usable ID of the call, so its end cannot be waited for',
		);
	}
	let call = begun;
	let missing = 'The call had not ended';

	const attached = async (field: string, withinMs: number) => {
		const recording = await readRecording(api, id, withinMs);
		missing = 'The recording has no address';
		if (recording === undefined) return undefined;
		const { recordingUrl } = recording;
		const json = { ...call, recordingAttached: true, recordingUrl };
		return await withFile(json, field, { callId: id, recordingUrl }, surroundings);
	};
	const without = () => {
		return fileField === undefined
			? call
			: { ...call, recordingAttached: false, recordingNote: missing };
	};
	const look = async (withinMs: number): Promise<Result | undefined> => {
		if (!isOver(call)) call = await api.get(path`/api/calls/${id}`, 'call', withinMs);
		if (!isOver(call)) return undefined;
		if (fileField === undefined) return call;
		return await attached(fileField, withinMs).catch((error: Error) => {
			missing = error.message;
			// Whatever is wrong with its recording, the call is given.
			return mayPass(error) || saidNo(error) ? undefined : without();
		});
	};

	if (isOver(call) && fileField === undefined) return call;
	const found = await lookUntil(waiting, surroundings, look);
	return found ?? { ...without(), ...(isOver(call) ? {} : { timedOut: true }) };
}
