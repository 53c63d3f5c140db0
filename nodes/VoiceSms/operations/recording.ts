import type { IDataObject } from 'n8n-workflow';

import type { Api } from '../api/connect';
import { path } from '../api/paths';
import type { Surroundings } from './operation';
import { WithFile } from './operation';

/**
 * What the service says of the recording of a call; undefined for an answer without an address, as
 * the recording is not ready then.
 *
 * @param withinMs milliseconds that all tries may take together
 */
export async function readRecording(
	api: Api,
	callId: string,
	withinMs?: number,
): Promise<IDataObject | undefined> {
	const recording = await api.get(path`/api/calls/${callId}/recording`, undefined, withinMs);
	return [undefined, null, ''].includes(recording.recordingUrl as string) ? undefined : recording;
}

/**
 * A record with the file of a recording in the field of that name.
 *
 * @param recording of `readRecording`
 */
export async function withFile(
	json: IDataObject,
	field: string,
	{ callId, recordingUrl }: { callId: string; recordingUrl: unknown },
	{ api, store }: Surroundings,
): Promise<WithFile> {
	const fileName = `${callId.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.wav`;
	return new WithFile(json, { [field]: await api.download(String(recordingUrl), fileName, store) });
}
