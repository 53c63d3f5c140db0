import type { IDataObject } from 'n8n-workflow';

import { calls } from '../../../api/endpoints';
import { isOver } from '../../../fields/forms/call';
import { simplifyCall } from '../../../fields/forms/simplify';
import type { Event, Poll } from '../../event';
import { companyNumber, direction } from '../../filters';
import { warnAbout, warnOf } from '../../news/log';
import { type Candidate, byTime, dedupeKey, Memory, dayMs, parseTime } from '../../news/memory';
import {
	type ListPart,
	reachesBehindNewest,
	readNewest,
	readNews,
	sampled,
} from '../../news/newest';
import { outcome, recordingFields, recordingPolls, recordingWanted } from './fields';
import { emitEnded } from './emitEnded';
import {
	type Cursor,
	type Ended,
	type LookedUp,
	endOf,
	hasUsableId,
	lookUp,
	maxFollowed,
	newlyFollowed,
	readCursor,
	saveCursor,
} from './followedCalls';

const candidateOf = (call: IDataObject): Candidate<IDataObject> => ({
	time: parseTime(call.createdAt),
	key: dedupeKey(call.id),
	record: call,
});

/** New calls that are over, and calls under way as soon as they are. */
export const callEnded: Event<Cursor> = {
	value: 'callEnded',
	name: 'Call Ended',
	description: 'A call has ended, normally or with an error',
	output: simplifyCall.fields,
	forBuilder:
		'The customer is fromNumber of an INBOUND call, toNumber of an OUTBOUND call. With downloadRecording: true, also recordingAttached, recordingUrl, recordingNote, and the file (wav) in the binary field "data". For a file name use id, which is unique.',
	nameInErrors: 'calls',
	filters: [companyNumber, direction, outcome],
	fields: recordingFields,
	options: [recordingPolls],
	readCursor,
	saveCursor,

	async start(poll) {
		const watched = poll.ownList(calls, 'createdAt');
		const enough = (soFar: ListPart) => reachesBehindNewest(soFar, 'createdAt', dayMs);
		const part = await readNewest(watched, enough);
		// A list that changes while it is read may hold a call twice.
		const read = new Map(part.records.map(candidateOf).map((one) => [one.key, one]));
		const underWay = [...read.values()].filter(
			({ record }) => !isOver(record) && poll.filters.pass(record),
		);
		const { followed, taken } = sortOut(poll, [], underWay.sort(byTime));
		// Calls without room stay out of the memory, so that the next polls find them new.
		const left = underWay.slice(taken);
		for (const { key } of left) read.delete(key);
		const records = Memory.of([...read.values()], part);
		records.trim();
		const lost = left.filter((one) => records.knows(one)).length;
		if (lost > 0)
			poll.warn(`There are too many ongoing calls: the trigger does not follow ${lost} of them`);
		records.total = part.total - (left.length - lost);
		records.follow(beforeAll(poll, left));
		return { records, followed };
	},

	async poll(poll, { records, followed: before }) {
		const wanted = recordingWanted(poll);
		const watched = poll.ownList(calls, 'createdAt');
		const { part, fresh } = await readNews(watched, poll.isSameAccount, records, candidateOf);
		if (fresh === undefined) return undefined;
		warnAbout(poll, part, 'calls', records.total, fresh.length);
		const lookedUp = (await lookUp(poll, before, part.records)).filter(
			({ call }) => call === undefined || poll.filters.pass(call),
		);
		const { followed, over, taken } = sortOut(poll, lookedUp, fresh, wanted !== undefined);
		records.add(fresh.slice(0, taken));
		// Calls that were left are missing from the count, so that the next poll looks for them.
		records.total = part.total - (fresh.length - taken);
		records.follow(beforeAll(poll, fresh.slice(taken)));
		const { items, waiting } = await emitEnded(poll, wanted, over);
		return { items, cursor: { records, followed: [...followed, ...waiting] } };
	},

	async sample(poll) {
		const { api, list } = poll.ownList(calls, 'createdAt');
		const { records } = await api.pages(list, sampled);
		const ended = records.filter((call) => isOver(call) && poll.filters.pass(call));
		const timed = ended.map((call) => ({ call, time: endOf(call) }));
		const newest = timed.sort(byTime).slice(-1);
		const over = newest.map(({ call }) => ({ entry: newlyFollowed(call, poll.now()), call }));
		const wanted = recordingWanted(poll);
		const { items } = await emitEnded(
			{ ...poll, pollsFor: () => 0 },
			wanted && { ...wanted, polls: 1 },
			over,
		);
		return items[0];
	},
};

/** Up to when the floor of the memory may follow: calls that were left are still new in the next poll. */
const beforeAll = ({ now }: Poll, left: Array<Candidate<IDataObject>>) =>
	left.reduce((until, { time = until }) => Math.min(until, time), now());

/**
 * Sorts calls into calls that are over and calls to follow. New calls are taken in order, up to the
 * first one that would have to be followed and finds no room. A call under way without a usable ID
 * cannot be followed; n8n's log names it by its numbers.
 *
 * @param lookedUp followed calls that pass the filters
 * @param fresh new calls, oldest first
 * @param waits whether calls that are over may have to wait for their recordings
 * @returns `taken`: how many new calls were dealt with; the next poll sees the others again
 */
function sortOut(
	poll: Poll,
	lookedUp: LookedUp[],
	fresh: Array<Candidate<IDataObject>>,
	waits = false,
) {
	const sorted = [...lookedUp];
	const nameless: string[] = [];
	let room = maxFollowed - lookedUp.length;
	let taken = 0;
	for (; taken < fresh.length; taken++) {
		const call = fresh[taken].record;
		if (!poll.filters.pass(call)) continue;
		if (!isOver(call) && !hasUsableId(call)) {
			nameless.push(`from ${call.fromNumber} to ${call.toNumber}`);
			continue;
		}
		const needsRoom = waits || !isOver(call) || poll.pollsFor(call) > 0;
		if (needsRoom && room <= 0) break;
		if (needsRoom) room--;
		sorted.push({ entry: newlyFollowed(call, poll.now()), call });
	}
	warnOf(poll, 'Not followed, because the service gives no valid ID', nameless);
	const over = sorted.filter(isEnded);
	const followed = sorted.filter((one) => !isEnded(one)).map(({ entry }) => entry);
	return { followed, over, taken };
}

const isEnded = (one: LookedUp): one is Ended => one.call !== undefined && isOver(one.call);
