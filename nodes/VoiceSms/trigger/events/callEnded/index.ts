import type { IDataObject } from 'n8n-workflow';

import { calls } from '../../../api/lists';
import { isOver } from '../../../fields/forms/call';
import type { Event, Round } from '../../event';
import { companyNumber, direction } from '../../filters';
import { holdsAllNews, reachesBack, remarksOn } from '../../news/complete';
import { Memory } from '../../news/memory';
import { readNewest } from '../../news/newest';
import type { Sighting } from '../../news/sighting';
import { byTime, keyOf, timeOf } from '../../news/sighting';
import { outcome, recordingFields, recordingPolls, recordingWanted } from './fields';
import type { Progress } from './progress';
import { readProgress, saveProgress } from './progress';
import { giveOut, itemOf } from './giveOut';
import { sortOut } from './sortOut';
import { endOf, lookUp } from './underWay';

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;
/** Calls under way are looked for so far back to begin with. */
const longestCallMs = 24 * 60 * 60_000;

const sightingOf = (call: IDataObject): Sighting<IDataObject> => ({
	time: timeOf(call.createdAt),
	key: keyOf(call.id),
	record: call,
});

/** New calls that are over, and calls under way as soon as they are. */
export const callEnded: Event<Progress> = {
	value: 'callEnded',
	name: 'Call Ended',
	description: 'A call is over, well or with an error',
	thing: 'calls',
	filters: [companyNumber, direction, outcome],
	fields: recordingFields,
	options: [recordingPolls],
	readProgress,
	saveProgress,

	async start(round) {
		const source = round.ownList(calls, 'createdAt');
		const reading = await readNewest(source, (soFar) =>
			reachesBack(soFar, 'createdAt', longestCallMs),
		);
		// A list that moves while it is read gives a call twice.
		const read = new Map(reading.records.map(sightingOf).map((one) => [one.key, one]));
		const underWay = [...read.values()].filter(({ record }) => isToFollow(round, record));
		const { followed, taken } = sortOut(round, [], underWay.sort(byTime));
		// Calls that there is no room for stay out of the memory: the next polls find them new.
		const left = underWay.slice(taken);
		for (const { key } of left) read.delete(key);
		const records = Memory.of([...read.values()], reading);
		records.trim();
		const lost = left.filter((one) => records.knows(one)).length;
		if (lost > 0) round.warn(`${lost} calls under way are not followed: there are too many`);
		records.total = reading.total - (left.length - lost);
		return { records, followed };
	},

	async poll(round, { records, followed: before }) {
		const wanted = recordingWanted(round);
		const source = round.ownList(calls, 'createdAt');
		const reading = await readNewest(source, (soFar) =>
			holdsAllNews(soFar, soFar.records.map(sightingOf), records),
		);
		const fresh = records.newOf(reading.records.map(sightingOf));
		for (const remark of remarksOn(reading, 'calls', records.total, fresh.length))
			round.warn(remark);
		const known = (await lookUp(round, before, reading.records)).filter(
			({ call }) => call === undefined || round.filters.pass(call),
		);
		const { followed, over, taken } = sortOut(round, known, fresh, wanted !== undefined);
		records.add(fresh.slice(0, taken));
		// Calls that were left are missing from the count, so that the next poll looks for them.
		records.total = reading.total - (fresh.length - taken);
		const { items, waiting } = await giveOut(round, wanted, over);
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

const isToFollow = ({ filters }: Round, call: IDataObject) => !isOver(call) && filters.pass(call);
