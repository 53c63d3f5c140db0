import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { empty } from '../service/service';
import { polling, type PollOptions } from './poller';

/**
 * Calls that are over, so many and so far apart that those before them stand on no page that is
 * read for further news.
 */
export const turnThePage = (simulator: Simulator, count = 60, apartMs = 15_000) =>
	addEnded(simulator, count, apartMs);

/** Calls that go on until the test ends them, with IDs from this number on, so many milliseconds apart. */
export function underWay({ store, clock }: Simulator, count: number, from = 0, apartMs = 10) {
	return Array.from({ length: count }, (_, index) => {
		clock.advance(apartMs);
		const number = String(from + index).padStart(8, '0');
		return store.addCall({ id: `${number}-0000-4000-8000-000000000000`, endless: true }).id;
	});
}

/** The calls of a list that end one after the other, so many milliseconds apart. */
export const addEnded = ({ store, clock }: Simulator, count: number, apartMs = 1): string[] =>
	Array.from({ length: count }, () => {
		clock.advance(apartMs);
		return store.addCall({ status: 'ENDED' }).id;
	});

/** A trigger of Call Ended at a service without records. */
export async function callEnded(parameters: IDataObject = {}) {
	return await polling({ event: 'callEnded', ...parameters }, { seed: empty });
}

/** The same, following so many endless calls which no longer stand on the first page. */
export async function following(
	count: number,
	parameters: IDataObject = {},
	options: PollOptions = {},
) {
	const { simulator, poller } = await callEnded(parameters);
	const calls = Array.from({ length: count }, () => simulator.store.addCall({ endless: true }).id);
	await poller.poll(options);
	turnThePage(simulator);
	await poller.poll(options);
	return { simulator, poller, calls };
}

/** How often this call was asked for. */
export const asked = ({ requests }: Simulator, id: string) =>
	requests.filter(({ path }) => path.endsWith(`/api/calls/${id}`)).length;
