import { type IDataObject, UserError } from 'n8n-workflow';

import { classify, whyOf } from '../../api/errors/nodeError';
import { isPathId, path } from '../../api/paths';
import { hasAddress, readRecording, recordingOf } from '../../api/recording';
import { isOver } from '../../fields/forms/call';
import type { WaitTimes } from '../../fields/forms/waitOptions';
import { lookUntil } from './lookUntil';
import type { OperationContext } from '../context';
import { type Result, WithFile } from '../result';

/** How the user wants to wait for the end of a call. */
export interface EndWanted {
	waiting: WaitTimes;
	/** The output field for the recording; undefined when it is not wanted. */
	fileField?: string;
}

/** How often to look for the recording of a failed call, which usually has none. */
const enoughForFailed = 2;

/**
 * The call after its end. At the limit, the last known state with `timedOut: true`, and `endNote` if the
 * last look failed. A recording is looked for until the limit too: `recordingAttached` says whether it is
 * attached, and `recordingNote` why not.
 *
 * @param started the call from the service; only its ID is needed
 * @throws NodeApiError when the service refuses the call for good; UserError when the call has no usable ID
 */
export async function callAtEnd(
	started: IDataObject,
	{ waiting, fileField }: EndWanted,
	context: OperationContext,
): Promise<Result> {
	const { api, store } = context;
	const id = String(started.id ?? '');
	if (!isPathId(id)) {
		throw new UserError(
			'The service returned no valid ID for the call, so the node cannot wait for its end',
		);
	}
	if (isOver(started) && fileField === undefined) return started;
	let call = started;
	let isSeen = false;
	let whyNoRecording = 'The call had not ended';
	let timesMissing = 0;

	const callAlone = (): IDataObject => {
		if (fileField === undefined) return call;
		return { ...call, recordingAttached: false, recordingNote: whyNoRecording };
	};
	const look = async (leftMs: () => number): Promise<Result | undefined> => {
		if (!isOver(call)) {
			call = await api.within(leftMs()).getRecord(path`/api/calls/${id}`, 'call', { id });
			isSeen = true;
		}
		if (!isOver(call)) return undefined;
		if (fileField === undefined) return call;
		try {
			const recording = await readRecording(api.within(leftMs()), id);
			if (hasAddress(recording)) {
				const { recordingUrl } = recording;
				const ofFile = api.about(recordingOf(id)).within(leftMs());
				const file = await ofFile.download(String(recordingUrl), id, store);
				const json = { ...call, recordingAttached: true, recordingUrl };
				return new WithFile(json, { [fileField]: file });
			}
			whyNoRecording = 'The recording has no address';
		} catch (error) {
			whyNoRecording = whyOf(error as Error);
			const { isAboutOneRecord, isTemporary } = classify(error);
			if (isTemporary) return undefined;
			// A problem with the recording does not hide the call.
			if (!isAboutOneRecord) return callAlone();
		}
		timesMissing++;
		return call.status === 'ERROR' && timesMissing >= enoughForFailed ? callAlone() : undefined;
	};

	const looking = { ...waiting, mayBeMissing: () => !isSeen };
	const { found, failure } = await lookUntil(looking, context, look);
	if (found !== undefined) return found;
	if (isOver(call)) return callAlone();
	if (failure === undefined) return { ...callAlone(), timedOut: true };
	whyNoRecording = `The call could not be read: ${whyOf(failure)}`;
	return { ...callAlone(), timedOut: true, endNote: whyNoRecording };
}
