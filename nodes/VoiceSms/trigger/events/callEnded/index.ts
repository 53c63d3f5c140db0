import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { calls } from '../../../api/lists';
import type { Event } from '../../event';
import type { Filter } from '../../filters';
import { companyNumber, direction } from '../../filters';
import { holdsAllNews, reachesBack, tooOldToTell } from '../../news/complete';
import { Memory } from '../../news/memory';
import { readNewest } from '../../news/newest';
import type { Sighting } from '../../news/sighting';
import { byTime, keyOf, timeOf } from '../../news/sighting';
import { giveOut, itemOf, recordingFields, recordingPolls, recordingWanted } from './recording';
import type { Followed } from './underWay';
import { endOf, fill, isOver, longestCallMs, lookUp } from './underWay';

/** How far the event has come. */
interface Progress {
	/** Calls that were seen. */
	records: Memory;
	/** Calls to look at again. */
	followed: Followed[];
}

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;

const outcomeField: INodeProperties = {
	displayName: 'Outcome',
	name: 'outcome',
	type: 'options',
	options: [
		{ name: 'Ended', value: 'ENDED' },
		{ name: 'Error', value: 'ERROR' },
	],
	default: 'ENDED',
	description: 'Only calls that ended this way',
};

/** A call under way passes too: it may end this way. */
const outcome: Filter = {
	field: outcomeField,
	matches: (call, wanted) => !isOver(call) || call.status === wanted,
};

const sightingOf = (call: IDataObject): Sighting<IDataObject> => ({
	time: timeOf(call.createdAt),
	key: keyOf(call.id),
	record: call,
});

/** New calls, and those under way until they are over. */
export const callEnded: Event<Progress> = {
	value: 'callEnded',
	name: 'Call Ended',
	description: 'A call is over, well or with an error',
	thing: 'calls',
	filters: [companyNumber, direction, outcome],
	fields: recordingFields,
	options: [recordingPolls],

	readProgress(saved) {
		const records = Memory.read(saved.records);
		const followed = Array.isArray(saved.followed) ? saved.followed : [];
		return records && { records, followed: followed.filter(isFollowed) };
	},
	saveProgress: ({ records, followed }) => ({ records: { ...records.save() }, followed }),

	async start(round) {
		const source = round.ownList(calls, 'createdAt');
		const reading = await readNewest(source, (soFar) =>
			reachesBack(soFar, 'createdAt', longestCallMs),
		);
		const records = Memory.of(reading.records.map(sightingOf), reading);
		records.total = reading.total;
		const underWay = reading.records.filter((call) => !isOver(call) && round.filters.pass(call));
		const { followed } = fill(round, undefined, [], underWay.map(sightingOf));
		return { records, followed };
	},

	async poll(round, { records, followed: before }) {
		const recording = recordingWanted(round);
		const source = round.ownList(calls, 'createdAt');
		const reading = await readNewest(source, (soFar) =>
			holdsAllNews(soFar, soFar.records.map(sightingOf), records),
		);
		const known = await lookUp(round, before, reading.records);
		const fresh = records.newOf(reading.records.map(sightingOf));
		const old = tooOldToTell(reading, records.total, fresh.length);
		if (old > 0)
			round.warn(`${old} calls appeared with a time too long ago to tell them from old ones`);
		const { followed, over, taken } = fill(round, recording, known, fresh, records.newest);
		records.add(fresh.slice(0, taken));
		// What was left is missing from the count, so that the next poll looks for it.
		records.total = reading.total - (fresh.length - taken);
		const { items, waiting } = await giveOut(round, recording, over);
		return { items, progress: { records, followed: [...followed, ...waiting] } };
	},

	async sample(round) {
		const { api, list } = round.ownList(calls, 'createdAt');
		const { records } = await api.pages(list, sampled);
		const ended = records.filter((call) => isOver(call) && round.filters.pass(call));
		const newest = ended
			.map((call) => ({ call, time: endOf(call) }))
			.sort(byTime)
			.pop();
		return newest && (await itemOf(round, recordingWanted(round), newest.call));
	},
};

function isFollowed(entry: unknown): entry is Followed {
	const [id, polls] = Array.isArray(entry) ? (entry as unknown[]) : [];
	return typeof id === 'string' && typeof polls === 'number';
}
