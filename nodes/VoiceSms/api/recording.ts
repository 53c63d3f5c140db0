import type { IDataObject } from 'n8n-workflow';

import type { Api } from './api';
import { path } from './paths';

/** The name of a recording in errors. */
export function recordingOf(callId: string): string {
	return `recording of call ${callId}`;
}

/** The service's record of a call's recording. */
export async function readRecording(api: Api, callId: string): Promise<IDataObject> {
	return await api.about(recordingOf(callId)).get(path`/api/calls/${callId}/recording`);
}

/** Whether a recording has an address; without an address it is not ready. */
export function hasAddress({ recordingUrl }: IDataObject): boolean {
	return typeof recordingUrl === 'string' && recordingUrl !== '';
}
