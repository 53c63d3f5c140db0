import type { IDataObject } from 'n8n-workflow';

import { calls } from '../api/lists';
import type { Sighting } from './fresh';
import { startMemory, takeFresh } from './fresh';
import { keyOf, timeOf } from './memory';
import { fill, isOver, isWanted, longestCallMs, lookUp } from './followed';
import { holdsAllNews, reachesBack, tellOfOlder } from './news';
import { readNewest } from './newest';
import { endOf, giveOut, itemOf } from './recording';
import type { EventWork, Item } from './tools';

/** Records of the newest ones that a sample is looked for in. */
const sampled = 200;

const sightingOf = (call: IDataObject): Sighting<IDataObject> => ({
	time: timeOf(call.createdAt),
	key: keyOf(call.id),
	record: call,
});

/** Call Ended: new calls, and those under way until they are over. */
export const callEnded: EventWork = {
	async poll(tools, progress) {
		const reading = await readNewest(tools, calls, 'createdAt', (soFar) =>
			progress === undefined
				? reachesBack(soFar, 'createdAt', longestCallMs)
				: holdsAllNews(soFar, soFar.records.map(sightingOf), progress.records),
		);
		const { records, reaches, total } = reading;
		const sightings = records.map(sightingOf);
		if (progress === undefined) {
			const memory = startMemory(sightings, reaches === 0 ? 0 : reaches + 1, { total });
			const underWay = records.filter((call) => !isOver(call) && isWanted(tools, call));
			const { followed } = fill(tools, [], underWay.map(sightingOf));
			return { items: [], progress: { records: memory, followed } };
		}
		const known = await lookUp(tools, progress.followed ?? [], records);
		const { fresh } = takeFresh(sightings, progress.records);
		tellOfOlder(tools, calls, reading, progress.records, fresh.length);
		const { followed, over, taken: most } = fill(tools, known, fresh, progress.records.newest);
		const { memory } = takeFresh(sightings, progress.records, { most, total });
		const { items, waiting } = await giveOut(tools, over);
		return { items, progress: { records: memory, followed: [...followed, ...waiting] } };
	},

	async sample(tools): Promise<Item | undefined> {
		const { records } = await tools.api.pages(calls, sampled);
		const ended = records.filter((call) => isOver(call) && isWanted(tools, call));
		const newest = ended.sort((a, b) => endOf(b) - endOf(a))[0];
		return newest && (await itemOf(tools, newest));
	},
};
