import type { IDataObject } from 'n8n-workflow';

import { empty } from '../service/service';
import { serviceTime } from '../time/serviceTime';
import { withSimulatorAndStore } from './deduplication';
import { runNode, type NodeRun } from './engine';
import { collections } from './options';
import { good } from './parameters';

export const number = (index: number) => `+1555070${String(index).padStart(4, '0')}`;
export const people = (count: number) =>
	Array.from({ length: count }, (_, i) => ({ to: number(i), n: i }));
export const idOf = (index: number) => `call_${String(index + 1).padStart(6, '0')}`;
export const callOf = (index: number) => `/api/calls/${idOf(index)}`;
export const statuses = (items: Array<{ json: IDataObject }>) =>
	items.map(({ json }) => json.status);

/** Calls that are waited for, on virtual time. */
export function waitingCalls() {
	const { time, clock, watch, arrivals } = serviceTime();
	const { simulator } = withSimulatorAndStore({ seed: empty, clock }, watch);
	/** Makes calls one after the other, so that the n-th item has the n-th ID, and waits. */
	async function callAndWait(own: IDataObject = {}, more: Partial<NodeRun> = {}) {
		const began = time.passed();
		const options = collections({ waitForEnd: true, requestsAtOnce: 1, ...own });
		const fields = { toNumber: '={{ $json.to }}', additionalFields: {} };
		const parameters = { ...good.createCall, ...fields, ...options };
		const given = { items: people(3), credential: simulator, clock: time, ...more };
		const result = await time.run(runNode({ parameters, ...given }));
		return { ...result, took: time.passed() - began };
	}
	const looks = (index: number) => arrivals('GET', new RegExp(`${idOf(index)}$`));
	return { simulator, time, callAndWait, looks };
}
