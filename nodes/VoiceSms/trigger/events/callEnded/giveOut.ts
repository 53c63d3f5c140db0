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
	const recordedOf = await readRecordings(poll, wanted, usable);
	for (const ended of usable) {
		const { entry, call } = ended;
		const recorded = recordedOf.get(ended);
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

/** The events of calls with their recordings, or why one has none; it lacks calls that there was no time for. */
async function readRecordings(
	poll: Poll,
	{ field }: RecordingWanted,
	over: Ended[],
): Promise<Map<Ended, Item | Error>> {
	const recorded = new Map<Ended, Item | Error>();
	const located = new Map<Ended, IDataObject>();
	// Calls that have waited most come last, so that they do not use up the others' time again.
	const byWaited = (one: Ended, other: Ended) => one.entry.waited - other.entry.waited;
	const inTurn = [...over].sort(byWaited);
	await withinBudget(poll, inTurn, poll.bound, async (ended) => {
		const recording = await readLocated(poll, ended.call);
		if (recording instanceof Error) recorded.set(ended, recording);
		else located.set(ended, recording);
	});
	// Nothing below fails the poll, so no file is fetched in vain.
	const toFetch = [...located].sort(([one], [other]) => byWaited(one, other));
	const bound = Math.min(filesAtOnce, poll.bound);
	await withinBudget(poll, toFetch, bound, async ([ended, recording]) => {
		recorded.set(ended, await fetchFile(poll, ended, field, recording));
	});
	return recorded;
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
	try {
		const file = await fetchRecording(poll, String(call.id), recording, withinMs);
		return {
			json: { ...json, recordingAttached: true, recordingUrl: recording.recordingUrl },
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
