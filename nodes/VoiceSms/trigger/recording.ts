import type { IBinaryData, IDataObject } from 'n8n-workflow';

import { isItsOwn, toNodeError } from '../api/nodeError';
import { path } from '../api/paths';
import { inParallel } from '../util/inParallel';
import { simplifyCall } from '../fields/simplify';
import { timeOf } from './memory';
import type { Followed, Item, Tools } from './tools';

/** Files brought along at once. */
const filesAtOnce = 4;
/**
 * Past so much time by this computer's clock no recording is waited for. A last resort: n8n may
 * forget how often was waited, as it need not keep the state of a poll without events.
 */
const longestWaitMs = 24 * 60 * 60_000;

/** A call that is over, and how many polls it has waited for its recording. */
export interface Ended {
	call: IDataObject;
	polls: number;
}

type Recording = { url: string; file: IBinaryData } | { missing: string };

/** When a call was over, by the service's clock. */
export const endOf = ({ endTimestamp, createdAt }: IDataObject) =>
	timeOf(endTimestamp) || timeOf(createdAt);

/** The event of a call that is over, with its recording if that is there. */
export async function itemOf(tools: Tools, call: IDataObject): Promise<Item> {
	const recording = tools.recording && (await readRecording(tools, call));
	return build(tools, call, recording);
}

/**
 * The events of calls that are over, oldest first. With recordings, a call waits for its own a
 * number of polls and then is given out without; the others do not wait for it.
 */
export async function giveOut(
	tools: Tools,
	over: Ended[],
): Promise<{ items: Item[]; waiting: Followed[] }> {
	const oldestFirst = [...over].sort((a, b) => endOf(a.call) - endOf(b.call));
	if (tools.recording === undefined) {
		return { items: oldestFirst.map(({ call }) => build(tools, call)), waiting: [] };
	}
	const { polls: mostPolls } = tools.recording;
	const bound = Math.min(filesAtOnce, tools.bound);
	let begun = 0;
	const stopped = () => begun > 0 && !tools.mayStart();
	const read = await inParallel(oldestFirst.length, { bound, stopped }, async (index) => {
		begun++;
		return await readRecording(tools, oldestFirst[index].call);
	});
	const items: Item[] = [];
	const waiting: Followed[] = [];
	oldestFirst.forEach(({ call, polls }, index) => {
		const recording = read[index];
		const id = String(call.id);
		if (recording === undefined) waiting.push([id, polls]);
		else if (
			'missing' in recording &&
			polls + 1 < mostPolls &&
			tools.now() - endOf(call) < longestWaitMs
		) {
			waiting.push([id, polls + 1]);
		} else items.push(build(tools, call, recording));
	});
	return { items, waiting };
}

function build({ simple, recording: wanted }: Tools, call: IDataObject, recording?: Recording) {
	const json = simple ? simplifyCall(call) : { ...call };
	const item: Item = { json, time: endOf(call) };
	if (wanted === undefined || recording === undefined) return item;
	json.recordingAttached = 'file' in recording;
	if ('missing' in recording) json.recordingNote = recording.missing;
	else {
		json.recordingUrl = recording.url;
		item.binary = { [wanted.field]: recording.file };
	}
	return item;
}

async function readRecording(tools: Tools, { id }: IDataObject): Promise<Recording> {
	const { api, store } = tools;
	const reference = await attempt(
		async () => await api.get(path`/api/calls/${String(id)}/recording`),
	);
	if ('error' in reference) {
		// A wrong key or a service that is down says nothing of the recording: the poll fails.
		if (!isItsOwn(reference.error)) throw toNodeError(tools.node, reference.error);
		return { missing: messageOf(reference.error) };
	}
	const url = reference.value.recordingUrl;
	if (typeof url !== 'string' || url === '') return { missing: 'The recording has no address' };
	// The file may be on any host: whatever goes wrong there must not hold up the calls.
	const file = await attempt(async () => await api.download(url, `${String(id)}.wav`, store));
	return 'error' in file ? { missing: messageOf(file.error) } : { url, file: file.value };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ value: T } | { error: unknown }> {
	try {
		return { value: await work() };
	} catch (error) {
		return { error };
	}
}

const messageOf = (error: unknown) => (error as Error).message;
