import { classify } from '../../../api/errors/nodeError';
import { hasAddress, readRecording, recordingOf } from '../../../api/recording';
import { simplifyCall } from '../../../fields/forms/simplify';
import { withinBudget } from '../../budget';
import type { EmittedEvent, Poll } from '../../event';
import { dayMs } from '../../news/memory';
import type { recordingWanted } from './fields';
import { type Ended, type Followed, endOf, hasUsableId } from './followedCalls';

/** Most recordings that are read at once. */
const filesAtOnce = 4;

/** The columns that a recording adds to the event of its call, or why it is not available. */
type Recorded = Omit<EmittedEvent, 'time'> | Error;

/**
 * The events of calls that are over. A call waits a number of polls, a day at most, for its recording or its
 * figures; the others do not wait for it.
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
		// a usable ID cannot be requested in a later poll either.
		const mayWait = age < dayMs && hasUsableId(call);
		const polls = wanted === undefined ? poll.pollsFor(call) : wanted.polls - 1;
		const waits = mayWait && entry.waited < polls;
		if (wanted !== undefined && recorded === undefined) waiting.push(entry);
		else if (recorded !== undefined && !(recorded instanceof Error)) {
			items.push({ ...item, ...recorded, json: { ...json, ...recorded.json } });
		} else if (waits) waiting.push({ ...entry, waited: entry.waited + 1 });
		else if (recorded === undefined) items.push(item);
		else {
			const note = { recordingAttached: false, recordingNote: recorded.message };
			items.push({ ...item, json: { ...json, ...note } });
		}
	}
	return { items, waiting };
}

/** The columns that recordings add to the events of calls, or why not; calls that are left to the next poll are missing. */
async function readRecordings(poll: Poll, field: string, over: Ended[]) {
	const { api, store, leftMs } = poll;
	const noId = new Error('The call has no valid ID, so the node cannot get its recording');
	const recorded = new Map<Ended, Recorded>();
	over.filter(({ call }) => !hasUsableId(call)).forEach((ended) => recorded.set(ended, noId));
	// Calls that have waited most come last, so that they do not use up the others' time again.
	const byWaited = (one: Ended, other: Ended) => one.entry.waited - other.entry.waited;
	const inTurn = over.filter(({ call }) => hasUsableId(call)).sort(byWaited);
	const bound = Math.min(filesAtOnce, poll.bound);
	let asksForFewer = false;
	const mayStart = () => !asksForFewer && poll.mayStart();
	// Address and file call by call: where requests run out, the calls until then have theirs.
	const read = await withinBudget({ ...poll, bound, mayStart }, inTurn, async ({ entry, call }) => {
		const id = String(call.id);
		const found = await readRecording(api.within(leftMs() / 4), id);
		if (!hasAddress(found)) return new Error('The recording has no address');
		const { recordingUrl } = found;
		// A first try gets a quarter of the time left, so that a slow host leaves time for the other calls.
		const limited = api.within(leftMs() / (entry.waited === 0 ? 4 : 2));
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
	read.forEach((one: Recorded | undefined, index) => one && recorded.set(inTurn[index], one));
	return recorded;
}
