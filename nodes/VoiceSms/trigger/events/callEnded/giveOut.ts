import type { IDataObject } from 'n8n-workflow';

import { fetchRecording, hasAddress, readRecording } from '../../../api/recording';
import { simplifyCall } from '../../../fields/forms/simplify';
import { withinBudget } from '../../budget';
import type { Item, Poll } from '../../event';
import type { RecordingWanted } from './fields';
import type { Ended, Followed } from './underWay';
import { answerOrError, endOf, hasUsableId, newlyFollowed } from './underWay';

/** Files brought along at once. */
const filesAtOnce = 4;
/**
 * The recording of a call that ended so long ago, by this computer's clock, is not waited for. Counting
 * polls is not enough, as n8n may forget the state of a poll without events.
 */
const longestWaitMs = 24 * 60 * 60_000;

/**
 * The event of a call that is over, with its recording if that is wanted and there.
 *
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function itemOf(
	poll: Poll,
	wanted: RecordingWanted | undefined,
	call: IDataObject,
): Promise<Item> {
	const entry = newlyFollowed(call, poll.now());
	const { items } = await giveOut(poll, wanted && { ...wanted, polls: 1 }, [{ entry, call }]);
	return items[0];
}

/**
 * The events of calls that are over. With recordings, a call waits for its own a number of polls and
 * then is given out without; the others do not wait for it.
 *
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function giveOut(
	poll: Poll,
	wanted: RecordingWanted | undefined,
	over: Ended[],
): Promise<{ items: Item[]; waiting: Followed[] }> {
	if (wanted === undefined)
		return { items: over.map(({ call }) => itemFrom(poll, call)), waiting: [] };
	// A call without a usable ID cannot be asked for in a later poll either.
	const noId = new Error('The call has no valid ID, so the node cannot get its recording');
	const items = over
		.filter(({ call }) => !hasUsableId(call))
		.map(({ call }) => without(poll, call, noId));
	const waiting: Followed[] = [];
	const usable = over.filter(({ call }) => hasUsableId(call));
	for (const { entry, call, recorded } of await readRecordings(poll, wanted, usable)) {
		if (recorded === undefined) waiting.push(entry);
		else if (!(recorded instanceof Error)) items.push(recorded);
		else if (entry.waited + 1 < wanted.polls && !isLongAgo(poll, call)) {
			waiting.push({ ...entry, waited: entry.waited + 1 });
		} else items.push(without(poll, call, recorded));
	}
	return { items, waiting };
}

function isLongAgo({ now }: Poll, call: IDataObject): boolean {
	const end = endOf(call);
	return end !== undefined && now() - end >= longestWaitMs;
}

/**
 * The events of calls with their recordings, or why one has none; undefined where there was no time to
 * ask for it.
 */
async function readRecordings(
	poll: Poll,
	{ field }: RecordingWanted,
	over: Ended[],
): Promise<Array<Ended & { recorded: Item | Error | undefined }>> {
	// Calls that have waited most come last, so that they do not use up the others' time again.
	const inTurn = [...over].sort((a, b) => a.entry.waited - b.entry.waited);
	const recordings = await withinBudget(poll, inTurn, poll.bound, async ({ call }) => {
		return await readLocated(poll, call);
	});
	const located = inTurn.flatMap((ended, index) => {
		const recording = recordings[index];
		return recording === undefined || recording instanceof Error ? [] : [{ ended, recording }];
	});
	// Nothing below fails the poll, so no file is fetched in vain.
	const bound = Math.min(filesAtOnce, poll.bound);
	const files = await withinBudget(poll, located, bound, async ({ ended, recording }) => {
		return await fetchFile(poll, ended, field, recording);
	});
	const fetched = new Map(located.map(({ ended }, index) => [ended, files[index]]));
	return inTurn.map((ended, index) => {
		const recording = recordings[index];
		const recorded = recording instanceof Error ? recording : fetched.get(ended);
		return { ...ended, recorded };
	});
}

/** The service's answer about a recording that has an address. */
async function readLocated(poll: Poll, { id }: IDataObject): Promise<IDataObject | Error> {
	const { api, leftMs } = poll;
	const asking = async () => await readRecording(api, String(id), leftMs() / 4);
	const recording = await answerOrError(poll, asking);
	if (recording instanceof Error || hasAddress(recording)) return recording;
	return new Error('The recording has no address');
}

/** The event with its file. The file may be on any host, so a failure there stops no other call. */
async function fetchFile(
	poll: Poll,
	{ entry, call }: Ended,
	field: string,
	recording: IDataObject,
): Promise<Item | Error> {
	// Downloads begin in the first half of the poll's time. A first try gets a quarter of what is
	// left, so that a slow host leaves time for the other calls.
	const withinMs = poll.leftMs() / (entry.waited === 0 ? 4 : 2);
	const { json, time } = itemFrom(poll, call);
	const { recordingUrl } = recording;
	try {
		const file = await fetchRecording(poll, String(call.id), recording, withinMs);
		return {
			json: { ...json, recordingAttached: true, recordingUrl },
			binary: { [field]: file },
			time,
		};
	} catch (error) {
		return error as Error;
	}
}

function itemFrom({ simple }: Poll, call: IDataObject): Item {
	return { json: simple ? simplifyCall(call) : { ...call }, time: endOf(call) };
}

function without(poll: Poll, call: IDataObject, { message }: Error): Item {
	const { json, time } = itemFrom(poll, call);
	return { json: { ...json, recordingAttached: false, recordingNote: message }, time };
}
