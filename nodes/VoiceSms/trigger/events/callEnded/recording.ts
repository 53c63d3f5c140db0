import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { isItsOwn, isLost, toNodeError } from '../../../api/nodeError';
import { path } from '../../../api/paths';
import { simplifyCall } from '../../../fields/simplify';
import type { Item, Round } from '../../event';
import { inTime } from '../../inTime';
import type { RecordingWanted } from './fields';
import type { Followed } from './progress';
import type { Ended } from './room';
import { endOf, hasUsableId } from './underWay';

/** Files brought along at once. */
const filesAtOnce = 4;
/**
 * A recording of a call that ended so long ago, by this computer's clock, is not waited for. A last
 * resort: n8n may forget how often was waited, as it need not keep the state of a poll without events.
 */
const longestWaitMs = 24 * 60 * 60_000;

interface Missing {
	missing: string;
}
/** Such a call cannot be asked for in a later poll either. */
const noId: Missing = {
	missing: 'The call has no usable ID, so its recording cannot be asked for',
};
type Address = { url: string } | Missing;
type Recording = { url: string; file: IBinaryData } | Missing;

/**
 * The event of a call that is over, with its recording if that is wanted and there.
 *
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function itemOf(
	round: Round,
	wanted: RecordingWanted | undefined,
	call: IDataObject,
): Promise<Item> {
	if (wanted === undefined) return build(round, call);
	const address = await readAddress(round, call);
	const recording = 'url' in address ? await fetch(round, call, address.url, 0) : address;
	return withRecording(build(round, call), wanted, recording);
}

/**
 * The events of calls that are over. With recordings, a call waits for its own a number of polls and
 * then is given out without; the others do not wait for it.
 *
 * @throws NodeApiError when the service refuses the key or asks for fewer requests
 */
export async function giveOut(
	round: Round,
	wanted: RecordingWanted | undefined,
	over: Ended[],
): Promise<{ items: Item[]; waiting: Followed[] }> {
	if (wanted === undefined)
		return { items: over.map(({ call }) => build(round, call)), waiting: [] };
	const items: Item[] = [];
	const waiting: Followed[] = [];
	for (const { entry, call, recording } of await readRecordings(round, over)) {
		const waited = waitedOf(entry);
		if (!hasUsableId(call)) items.push(withRecording(build(round, call), wanted, noId));
		else if (recording === undefined) waiting.push({ ...entry, waited });
		else if ('missing' in recording && waited + 1 < wanted.polls && !isLongAgo(round, call)) {
			waiting.push({ ...entry, waited: waited + 1 });
		} else items.push(withRecording(build(round, call), wanted, recording));
	}
	return { items, waiting };
}

function isLongAgo({ now }: Round, call: IDataObject): boolean {
	const end = endOf(call);
	return end !== undefined && now() - end >= longestWaitMs;
}

const waitedOf = ({ waited }: Followed) => waited ?? 0;

/** The calls with their recordings, undefined where there was no time to ask for one. */
async function readRecordings(
	round: Round,
	over: Ended[],
): Promise<Array<Ended & { recording?: Recording }>> {
	// Those that have waited most come last: they would hold up the others once more.
	const inTurn = [...over].sort((a, b) => waitedOf(a.entry) - waitedOf(b.entry));
	const addresses = await inTime(round, inTurn, round.bound, async ({ call }) => {
		return await readAddress(round, call);
	});
	const asked = inTurn.map((ended, index) => ({ ...ended, address: addresses[index] }));
	const located = asked.flatMap(({ entry, call, address }) =>
		address !== undefined && 'url' in address ? [{ call, url: address.url, entry }] : [],
	);
	// Nothing from here on fails the poll, so that no file is fetched in vain.
	const bound = Math.min(filesAtOnce, round.bound);
	const files = await inTime(round, located, bound, async ({ call, url, entry }) => {
		return await fetch(round, call, url, waitedOf(entry));
	});
	const fetched = new Map(located.map(({ entry }, index) => [entry, files[index]]));
	return asked.map(({ entry, call, address }) => {
		const missing = address !== undefined && 'missing' in address ? address : undefined;
		return { entry, call, recording: missing ?? fetched.get(entry) };
	});
}

/** Where the recording of a call is, as the service says. */
async function readAddress({ api, node, leftMs }: Round, call: IDataObject): Promise<Address> {
	if (!hasUsableId(call)) return noId;
	try {
		const reference = path`/api/calls/${String(call.id)}/recording`;
		const { recordingUrl } = await api.get(reference, undefined, leftMs() / 4);
		if (typeof recordingUrl === 'string' && recordingUrl !== '') return { url: recordingUrl };
		return { missing: 'The recording has no address' };
	} catch (error) {
		if (isItsOwn(error) || isLost(error)) return { missing: (error as Error).message };
		// A wrong key or too many requests say nothing of the recording: the poll fails.
		throw toNodeError(node, error);
	}
}

/** The file of a recording. It may be on any host: whatever goes wrong there holds up no call. */
async function fetch(
	{ api, store, leftMs }: Round,
	{ id }: IDataObject,
	url: string,
	waited: number,
): Promise<Recording> {
	// Begun before half of the poll's time is over, it ends in time. The first time it gets less, so
	// that the others have their turn.
	const withinMs = leftMs() / (waited === 0 ? 4 : 2);
	try {
		return { url, file: await api.download(url, `${String(id)}.wav`, store, withinMs) };
	} catch (error) {
		return { missing: (error as Error).message };
	}
}

function build({ simple }: Round, call: IDataObject): Item {
	return { json: simple ? simplifyCall(call) : { ...call }, time: endOf(call) };
}

function withRecording(
	{ json, time }: Item,
	{ field }: RecordingWanted,
	recording: Recording,
): Item {
	if ('missing' in recording) {
		const { missing } = recording;
		return { json: { ...json, recordingAttached: false, recordingNote: missing }, time };
	}
	const { url, file } = recording;
	const binary = { [field]: file };
	return { json: { ...json, recordingAttached: true, recordingUrl: url }, time, binary };
}
