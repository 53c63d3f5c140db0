import type { IDataObject } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { empty } from '../service/service';
import { polling } from './poller';

/**
 * Calls that are over, so many and so far apart that those before them stand on no page that is
 * read for further news.
 */
export function turnThePage({ store, clock }: Simulator, count = 60, apartMs = 15_000): string[] {
	return Array.from({ length: count }, () => {
		clock.advance(apartMs);
		return store.addCall({ status: 'ENDED' }).id;
	});
}

/** A trigger of Call Ended at a service without records. */
export async function callEnded(parameters: IDataObject = {}) {
	return await polling({ event: 'callEnded', ...parameters }, { seed: empty });
}

/** The same, following so many endless calls which no longer stand on the first page. */
export async function following(count: number, parameters: IDataObject = {}) {
	const { simulator, poller } = await callEnded(parameters);
	const calls = Array.from({ length: count }, () => simulator.store.addCall({ endless: true }).id);
	await poller.poll();
	turnThePage(simulator);
	await poller.poll();
	return { simulator, poller, calls };
}

/** How often this call was asked for. */
export const asked = ({ requests }: Simulator, id: string) =>
	requests.filter(({ path }) => path.endsWith(`/api/calls/${id}`)).length;
