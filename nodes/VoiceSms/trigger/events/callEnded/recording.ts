import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';

import { isItsOwn, toNodeError } from '../../../api/nodeError';
import { path } from '../../../api/paths';
import { simplifyCall } from '../../../fields/simplify';
import { inParallel } from '../../../util/inParallel';
import type { Item, Round } from '../../event';
import { byTime } from '../../news/sighting';
import type { Ended, Followed } from './underWay';
import { endOf } from './underWay';

/** The fields of Call Ended that are about recordings. */
export const recordingFields: INodeProperties[] = [
	{
		displayName: 'Download Recording',
		name: 'downloadRecording',
		type: 'boolean',
		default: false,
		description: 'Whether to bring the recording of the call along as a file',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		required: true,
		displayOptions: { show: { downloadRecording: [true] } },
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output field to put the file in',
	},
];

export const recordingPolls: INodeProperties = {
	displayName: 'Wait for Recording',
	name: 'recordingPolls',
	type: 'number',
	typeOptions: { minValue: 1 },
	displayOptions: { show: { '/downloadRecording': [true] } },
	default: 10,
	description:
		'How many polls a call waits for its recording before it is given out without. Other calls do not wait for it.',
};

/** How to bring recordings along. */
export interface RecordingWanted {
	/** Name of the output field for the file. */
	field: string;
	/** Most polls that a call waits. */
	polls: number;
}

/** What the user wants of recordings; undefined when they are not wanted. */
export function recordingWanted({ fields }: Round): RecordingWanted | undefined {
	if (!fields.flag('downloadRecording')) return undefined;
	return {
		field: fields.text('binaryPropertyName'),
		polls: fields.options.count('recordingPolls') ?? 10,
	};
}

/** Files brought along at once. */
const filesAtOnce = 4;
/**
 * Past so much time by this computer's clock no recording is waited for. A last resort: n8n may
 * forget how often was waited, as it need not keep the state of a poll without events.
 */
const longestWaitMs = 24 * 60 * 60_000;

type Recording = { url: string; file: IBinaryData } | { missing: string };

/** The event of a call that is over, with its recording if that is there. */
export async function itemOf(
	round: Round,
	wanted: RecordingWanted | undefined,
	call: IDataObject,
): Promise<Item> {
	return build(round, wanted, call, wanted && (await readRecording(round, call)));
}

/**
 * The events of calls that are over, oldest first. With recordings, a call waits for its own a
 * number of polls and then is given out without; the others do not wait for it.
 */
export async function giveOut(
	round: Round,
	wanted: RecordingWanted | undefined,
	over: Ended[],
): Promise<{ items: Item[]; waiting: Followed[] }> {
	const oldestFirst = over.map((one) => ({ ...one, time: endOf(one.call) })).sort(byTime);
	if (wanted === undefined) {
		return { items: oldestFirst.map(({ call }) => build(round, wanted, call)), waiting: [] };
	}
	const { polls: mostPolls } = wanted;
	const bound = Math.min(filesAtOnce, round.bound);
	let begun = 0;
	const stopped = () => begun > 0 && !round.mayStart();
	const read = await inParallel(oldestFirst.length, { bound, stopped }, async (index) => {
		begun++;
		return await readRecording(round, oldestFirst[index].call);
	});
	const items: Item[] = [];
	const waiting: Followed[] = [];
	oldestFirst.forEach(({ call, polls, time }, index) => {
		const recording = read[index];
		const id = String(call.id);
		if (recording === undefined) waiting.push([id, polls]);
		else if (
			'missing' in recording &&
			polls + 1 < mostPolls &&
			round.now() - (time ?? 0) < longestWaitMs
		) {
			waiting.push([id, polls + 1]);
		} else items.push(build(round, wanted, call, recording));
	});
	return { items, waiting };
}

function build(
	{ simple }: Round,
	wanted: RecordingWanted | undefined,
	call: IDataObject,
	recording?: Recording,
): Item {
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

async function readRecording(round: Round, { id }: IDataObject): Promise<Recording> {
	const { api, node, store } = round;
	const reference = await attempt(
		async () => await api.get(path`/api/calls/${String(id)}/recording`),
	);
	if ('error' in reference) {
		// A wrong key or a service that is down says nothing of the recording: the poll fails.
		if (!isItsOwn(reference.error)) throw toNodeError(node, reference.error);
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
