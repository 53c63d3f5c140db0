import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { calls } from '../../../api/endpoints';
import { parseTime } from '../../../api/list/readNewest';
import { isOver } from '../../../fields/forms/call';
import { simplifyCall } from '../../../fields/forms/simplify';
import type { EmittedEvent } from '../../event';
import { type Filter, companyNumber, direction } from '../../filters';
import { type Emit, type ListEvent, listEvent } from '../../listEvent';
import { type Candidate, dayMs } from '../../memory';
import {
	defaultPolls,
	readRecordings,
	recordingFields,
	recordingPolls,
	recordingWanted,
} from './recordings';

const outcomeField: INodeProperties = {
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: [
		{
			name: 'Ended',
			value: 'ENDED',
			description: 'Normally, even if nobody talked',
		},
		{ name: 'Error', value: 'ERROR', description: 'The call failed' },
	],
	default: 'ENDED',
	description: 'Only calls that ended this way',
};

/** A call under way passes too: it may end this way. */
export const outcome: Filter = {
	field: outcomeField,
	matches: (call, wanted) => !isOver(call) || call.status === wanted,
};

/** A call is remembered as under way, as over, or with the number of polls that it has waited since. */
const [underWay, over] = ['open', 'over'];
const waitedPolls = (polls: number) => `w${polls.toString(36).padStart(3, '0')}`;

/**
 * The events of calls that are over. A call waits a number of polls, a day at most, for its recording or its
 * figures; the others do not wait for it.
 *
 * @param pollsFor how many polls a call waits that is the event only if nothing more comes, such as its figures
 */
const emitEnded =
	(pollsFor: (call: IDataObject) => number): Emit =>
	async (poll, over, memory) => {
		const wanted = recordingWanted(poll);
		const calls = over.map((one) => {
			const [first, ...polls] = memory?.versionOf(one) ?? '';
			return { one, call: one.record, waited: first === 'w' ? parseInt(polls.join(''), 36) : 0 };
		});
		const recordedOf = wanted && (await readRecordings(poll, wanted.field, calls));
		const items: EmittedEvent[] = [];
		const waiting: Array<Candidate<IDataObject>> = [];
		for (const each of calls) {
			const { one, call, waited } = each;
			const time = parseTime(call.endTimestamp) ?? one.time;
			const json = poll.simple ? simplifyCall(call) : call;
			const recorded = recordedOf?.get(each);
			const polls = wanted ? wanted.polls - 1 : pollsFor(call);
			// Counting polls is not enough, as n8n may forget the state of a poll without events.
			const isRecent = poll.now() - (time ?? poll.now()) < dayMs;
			const isLeft = wanted !== undefined && recorded === undefined;
			if (recorded !== undefined && !(recorded instanceof Error)) {
				items.push({ time, ...recorded, json: { ...json, ...recorded.json } });
			} else if (isLeft || (memory !== undefined && isRecent && waited < polls)) {
				waiting.push({ ...one, version: waitedPolls(waited + (isLeft ? 0 : 1)) });
			} else {
				const note = recorded && { recordingAttached: false, recordingNote: recorded.message };
				items.push({ time, json: { ...json, ...note } });
			}
		}
		return { items, waiting };
	};

const ended: ListEvent = {
	value: 'callEnded',
	name: 'Call Ended',
	description: 'A call has ended, also with an error',
	output: simplifyCall.fields,
	forBuilder:
		'The customer is fromNumber of an INBOUND call, toNumber of an OUTBOUND call. With downloadRecording: true, also recordingAttached, recordingUrl, recordingNote, and the file (wav) in the binary field "data". For a file name use id, which is unique, with an absolute path: n8n does not know ~.',
	nameInErrors: 'calls',
	filters: [companyNumber, direction, outcome],
	fields: recordingFields,
	options: [recordingPolls],

	list: calls,
	timeField: 'createdAt',
	versionOf: (call) => (isOver(call) ? over : underWay),
	isPending: (version) => version !== over,
	baselineMs: dayMs,
	isEvent: isOver,
	happenedAt: ({ endTimestamp }) => parseTime(endTimestamp),
	simplify: simplifyCall,
	emit: emitEnded(() => 0),
};

/** New calls that are over, and calls under way as soon as they are. */
export const callEnded = listEvent(ended);

/**
 * Milliseconds that a call lasted: as the service says, otherwise from its start to its end; undefined
 * if the service gives neither.
 */
function lastedMs({ durationMs, startTimestamp, endTimestamp }: IDataObject) {
	const given = /\d/.test(String(durationMs ?? '')) ? Number(durationMs) : NaN;
	if (given >= 0) return given;
	const [start, end] = [parseTime(startTimestamp), parseTime(endTimestamp)];
	return start === undefined || end === undefined ? undefined : end - start;
}

/**
 * Call Ended, for missed calls alone. There is nothing to hear in a recording. The interface has no field for who
 * spoke: a call that failed counts, and a call that lasted no time at all, or that the service shows no time of.
 */
export const callMissed = listEvent({
	...ended,
	value: 'callMissed',
	name: 'Call Missed',
	description: 'A call came in, and probably nobody spoke',
	forBuilder: 'To text back: to is fromNumber, from is toNumber.',
	filters: [companyNumber, outcome],
	/** A call under way may still end so. */
	only(call) {
		if (call.direction !== 'INBOUND') return false;
		return !isOver(call) || call.status === 'ERROR' || (lastedMs(call) ?? 0) <= 0;
	},
	/**
	 * The service may give the figures of a talk later than the status. Where it says 0 and shows an end after the
	 * start, one poll.
	 */
	emit: emitEnded((call) => {
		if (call.status === 'ERROR') return 0;
		const lasted = lastedMs(call);
		if (lasted === undefined) return defaultPolls;
		return lasted === 0 && (lastedMs({ ...call, durationMs: undefined }) ?? 0) > 0 ? 1 : 0;
	}),
	fields: [],
	options: [],
});
