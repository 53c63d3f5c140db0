import { leave, listen } from '../api/http/deadline';
import type { SharedQueue } from '../util/inTurn';
import { inTurn } from '../util/inTurn';
import type { Job } from './jobs';

/**
 * Does the work on an item after all other work of this process that may touch the same record, also of
 * other executions.
 *
 * @param records the account's records of one kind, and the kind of name (`namedBy`) of this one
 * @param ended aborts when no new work may begin: waiting work is left, and gives undefined
 */
export async function inSharedTurn<T>(
	records: SharedQueue,
	job: Job,
	ended: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const lanes = job.lanes.map((lane) => `${records.name} ${lane}`);
	let leaveQueue = () => {};
	const left = new Promise<undefined>((resolve) => (leaveQueue = () => resolve(undefined)));
	listen(ended, leaveQueue);
	const turn = inTurn([records, ...lanes], async () => {
		leave(ended, leaveQueue);
		return ended.aborted ? undefined : await work();
	});
	return await Promise.race([turn, left]);
}
