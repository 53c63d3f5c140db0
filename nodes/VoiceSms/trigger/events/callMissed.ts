import type { IDataObject } from 'n8n-workflow';

import { isOver } from '../../fields/forms/call';
import type { Event } from '../event';
import { companyNumber } from '../filters';
import { parseTime } from '../news/memory';
import { callEnded } from './callEnded';
import { defaultPolls, outcome } from './callEnded/fields';
import type { Cursor } from './callEnded/followedCalls';

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
 * Whether an inbound call reached nobody, or is under way and may still end so. The interface has no
 * field for who spoke: a call that failed counts, and a call that lasted no time at all, or that the
 * service shows no time of.
 */
function mayBeMissed(call: IDataObject): boolean {
	if (call.direction !== 'INBOUND') return false;
	return !isOver(call) || call.status === 'ERROR' || (lastedMs(call) ?? 0) <= 0;
}

/**
 * How many polls a call that looks missed waits for the figures of its talk: the service may give them later
 * than the status. Where it says 0 and shows an end after the start, one poll.
 */
function pollsForFigures(call: IDataObject): number {
	if (call.status === 'ERROR') return 0;
	const lasted = lastedMs(call);
	if (lasted === undefined) return defaultPolls;
	return lasted === 0 && (lastedMs({ ...call, durationMs: undefined }) ?? 0) > 0 ? 1 : 0;
}

/** Call Ended, for missed calls alone. There is nothing to hear in a recording. */
export const callMissed: Event<Cursor> = {
	...callEnded,
	value: 'callMissed',
	name: 'Call Missed',
	description: 'An inbound call has failed or lasted 0 seconds, so probably nobody spoke',
	forBuilder: 'To text back: to is fromNumber, from is toNumber.',
	filters: [companyNumber, outcome],
	only: mayBeMissed,
	pollsFor: pollsForFigures,
	fields: [],
	options: [],
};
