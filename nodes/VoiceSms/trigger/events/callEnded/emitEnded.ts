import type { IDataObject } from 'n8n-workflow';

import { hasAddress, readRecording, recordingOf } from '../../../api/recording';
import { simplifyCall } from '../../../fields/forms/simplify';
import { withinBudget } from '../../budget';
import type { EmittedEvent, Poll } from '../../event';
import type { recordingWanted } from './fields';
import {
	type Ended,
	type Followed,
	answerOrError,
	dayMs,
	endOf,
	hasUsableId,
} from './followedCalls';

/** Files brought along at once. */
const filesAtOnce = 4;

/**
 * The events of calls that are over. With recordings, a call waits for its own a number of polls and
 * then is given out without; the others do not wait for it.
 *
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function emitEnded(
	poll: Poll,
	wanted: ReturnType<typeof recordingWanted>,
	over: Ended[],
): Promise<{ items: EmittedEvent[]; waiting: Followed[] }> {
	const items: EmittedEvent[] = [];
	const waiting: Followed[] = [];
	const recordedOf = wanted && (await readRecordings(poll, wanted.field, over));
	for (const ended of over) {
		const { entry, call } = ended;
		const json = poll.simple ? simplifyCall(call) : call;
		const item = { json, time: endOf(call) };
		const recorded = recordedOf?.get(ended);
		const age = poll.now() - (item.time ?? poll.now());
		// Counting polls is not enough, as n8n may forget the state of a poll without events. A call without
		// a usable ID cannot be asked for in a later poll either.
		const mayWait = age < dayMs && hasUsableId(call);
		if (wanted === undefined) items.push(item);
		else if (recorded === undefined) waiting.push(entry);
		else if (!(recorded instanceof Error)) {
			items.push({ ...item, ...recorded, json: { ...json, ...recorded.json } });
		} else if (entry.waited + 1 < wanted.polls && mayWait) {
			waiting.push({ ...entry, waited: entry.waited + 1 });
		} else {
			const note = { recordingAttached: false, recordingNote: recorded.message };
			items.push({ ...item, json: { ...json, ...note } });
		}
	}
	return { items, waiting };
}

/** What recordings add to the events of calls, or why not; calls that there was no time for are missing. */
async function readRecordings(poll: Poll, field: string, over: Ended[]) {
	const { api, store, leftMs } = poll;
	const noId = new Error('The call has no valid ID, so the node cannot get its recording');
	const recorded = new Map<Ended, Omit<EmittedEvent, 'time'> | Error>();
	over.filter(({ call }) => !hasUsableId(call)).forEach((ended) => recorded.set(ended, noId));
	const located = new Map<Ended, IDataObject>();
	// Calls that have waited most come last, so that they do not use up the others' time again.
	const byWaited = (one: Ended, other: Ended) => one.entry.waited - other.entry.waited;
	const inTurn = over.filter(({ call }) => hasUsableId(call)).sort(byWaited);
	await withinBudget(poll, inTurn, async (ended) => {
		const asked = readRecording(api.within(leftMs() / 4), String(ended.call.id));
		const recording = await answerOrError(poll, asked);
		if (recording instanceof Error) recorded.set(ended, recording);
		else if (hasAddress(recording)) located.set(ended, recording);
		else recorded.set(ended, new Error('The recording has no address'));
	});
	// Nothing below fails the poll, so no file is fetched in vain.
	const toFetch = inTurn.filter((ended) => located.has(ended));
	const bound = Math.min(filesAtOnce, poll.bound);
	await withinBudget({ ...poll, bound }, toFetch, async (ended) => {
		const { recordingUrl } = located.get(ended) ?? {};
		// Downloads begin in the first half of the poll's time. A first try gets a quarter of what is
		// left, so that a slow host leaves time for the other calls.
		const limited = api.within(leftMs() / (ended.entry.waited === 0 ? 4 : 2));
		const id = String(ended.call.id);
		try {
			const file = await limited.about(recordingOf(id)).download(String(recordingUrl), id, store);
			const json = { recordingAttached: true, recordingUrl };
			recorded.set(ended, { json, binary: { [field]: file } });
		} catch (error) {
			// The file may be on any host, so a failure there stops no other call.
			recorded.set(ended, error as Error);
		}
	});
	return recorded;
}
