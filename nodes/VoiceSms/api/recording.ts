import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Api } from './connect';
import type { Store } from './http/download';
import { path } from './paths';

/** The service's record of a call's recording. */
export async function readRecording(api: Api, callId: string): Promise<IDataObject> {
	return await api.get(path`/api/calls/${callId}/recording`);
}

/** Whether a recording has an address; without an address it is not ready. */
export function hasAddress({ recordingUrl }: IDataObject): boolean {
	return typeof recordingUrl === 'string' && recordingUrl !== '';
}

/**
 * Downloads the file of a recording into n8n's binary store. If its host gives no file name, the call's ID is
 * the name.
 *
 * @param recording of `readRecording`, with an address
 */
export async function fetchRecording(
	api: Api,
	store: Store,
	callId: string,
	{ recordingUrl }: IDataObject,
): Promise<IBinaryData> {
	return await api.download(String(recordingUrl), callId, store);
}
