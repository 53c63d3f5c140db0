import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { classify } from '../../../api/errors/nodeError';
import { downloadRecordingField, outputFileField } from '../../../fields/forms/call';
import { hasAddress, readRecording, recordingOf } from '../../../api/recording';
import { sharedWork } from '../../budget';
import type { EmittedEvent, Poll } from '../../event';

/** The fields of recordings. */
export const recordingFields: INodeProperties[] = [
	downloadRecordingField,
	{
		...outputFileField,
		required: true,
		displayOptions: { show: { downloadRecording: [true, 'true'] } },
	},
];

/** Polls that a call waits for its recording where the user does not say otherwise, and for its figures. */
export const defaultPolls = 10;

export const recordingPolls: INodeProperties = {
	displayName: 'Wait for Recording',
	name: 'recordingPolls',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/downloadRecording': [true, 'true'] } },
	default: defaultPolls,
	description: 'How many polls to wait for the file. Then the workflow starts without it.',
};

/**
 * The output field for the files of recordings, and the most polls that a call waits; undefined when
 * they are not wanted.
 */
export function recordingWanted({ fields }: Poll) {
	if (!fields.flag('downloadRecording')) return undefined;
	return {
		field: fields.text('binaryPropertyName'),
		polls: fields.options.count('recordingPolls') ?? defaultPolls,
	};
}

/** Most recordings that are read at once. */
const filesAtOnce = 4;

/** The columns that a recording adds to the event of its call, or why it is not available. */
type Recorded = Omit<EmittedEvent, 'time'> | Error;

/** The columns that recordings add to the events of calls, or why not; calls that are left to the next poll are missing. */
export async function readRecordings<Ended extends { call: IDataObject; waited: number }>(
	poll: Poll,
	field: string,
	over: Ended[],
) {
	const { api, store, leftMs } = poll;
	// Calls that have waited most come last, so that they do not use up the others' time again.
	const inTurn = [...over].sort((one, other) => one.waited - other.waited);
	let asksForFewer = false;
	const work = sharedWork({
		...poll,
		bound: Math.min(filesAtOnce, poll.bound),
		mayStart: () => !asksForFewer && poll.mayStart(),
	});
	// Address and file call by call: where requests run out, the calls until then have theirs.
	const read = await work.each(inTurn, async ({ call, waited }) => {
		const id = String(call.id);
		const found = await readRecording(api.within(leftMs() / 4), id);
		if (!hasAddress(found)) return new Error('The recording has no address');
		const { recordingUrl } = found;
		// A first try gets a quarter of the time left, so that a slow host leaves time for the other calls.
		const limited = api.within(leftMs() / (waited === 0 ? 4 : 2));
		try {
			const file = await limited.about(recordingOf(id)).download(String(recordingUrl), id, store);
			return { json: { recordingAttached: true, recordingUrl }, binary: { [field]: file } };
		} catch (error) {
			// A host that asks for fewer requests gets no more in this poll. The next one begins with the calls that
			// were left, as their files may be on another host.
			asksForFewer ||= classify(error).asksForFewer;
			return error as Error;
		}
	});
	work.end();
	return new Map<Ended, Recorded | undefined>(inTurn.map((one, index) => [one, read[index]]));
}
