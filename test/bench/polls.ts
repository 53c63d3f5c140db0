import type { Findings } from './check';
import type { Poller } from './engine';
import { measure, type Measured } from './measure';
import type { Work } from './plan';
import { Service, type ServiceFigures } from './service';

/** What is new after the measured polls, to see that the trigger still finds it. */
const newsAtTheEnd = 5;
/** Polls in which the trigger must have found all news. */
const mostPolls = 20;

/** Measures polls without news of a trigger that has given out as much as it can remember. */
export async function measurePolls(
	{ event, count, remembered = 0 }: Work,
	service: Service,
	poller: Poller,
	profile?: string,
): Promise<Measured & Findings & ServiceFigures & { stateBytes: number }> {
	if (event === undefined) throw new Error('A poll is of an event');
	const find = async (news: number) => {
		await service.addNews(event, news);
		let found = 0;
		for (let poll = 0; poll < mostPolls && found < news; poll++) {
			found += (await poller.poll()).length;
		}
		return found === news;
	};
	await poller.poll();
	const all = await find(remembered);
	const stateBytes = poller.stateBytes();
	const { requests } = await service.figures(0);
	let none = true;
	const began = Date.now();
	const measured = await measure(async () => {
		for (let poll = 0; poll < count; poll++) none &&= (await poller.poll()).length === 0;
	}, profile);
	const figures = await service.figures(began);
	return {
		...measured,
		...figures,
		stateBytes,
		requests: (figures.requests - requests) / count,
		wall: measured.wall / count,
		cpu: measured.cpu / count,
		inOrder: true,
		complete: all && none && (await find(newsAtTheEnd)),
	};
}
