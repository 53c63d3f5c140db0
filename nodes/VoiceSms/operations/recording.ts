import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api/connect';
import { path } from '../api/paths';
import type { Surroundings } from './operation';
import { WithFile } from './operation';

/**
 * What the service says of the recording of a call.
 *
 * @param withinMs milliseconds that all tries may take together
 */
export async function readRecording(
	api: Api,
	callId: string,
	withinMs?: number,
): Promise<IDataObject> {
	return await api.get(path`/api/calls/${callId}/recording`, undefined, withinMs);
}

/** Whether a recording has an address; it is not ready without one. */
export function hasAddress({ recordingUrl }: IDataObject): boolean {
	return ![undefined, null, ''].includes(recordingUrl as string);
}

/**
 * A record with the file of a recording in the field of that name.
 *
 * @param recording of `readRecording`
 * @param withinMs milliseconds that all tries and the transfer may take together
 */
export async function withFile(
	json: IDataObject,
	field: string,
	{ callId, recordingUrl }: { callId: string; recordingUrl: unknown },
	{ api, store }: Surroundings,
	withinMs?: number,
): Promise<WithFile> {
	const fileName = `${callId.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.wav`;
	const file = await api.download(String(recordingUrl), fileName, store, withinMs);
	return new WithFile(json, { [field]: file });
}
