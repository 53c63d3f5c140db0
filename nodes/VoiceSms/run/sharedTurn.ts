import { leave, listen } from '../api/http/deadline';
import type { Access } from '../api/http/request';
import type { Operation } from '../operations/operation';
import { inTurn } from '../util/inTurn';
import type { Job } from './jobs';

/**
 * Does the work on an item after all other work of this process that may touch the same record, also of
 * other executions. Only for operations with `namedBy`; all others start at once.
 *
 * @param ended aborts when no new work may begin: waiting work is left, and gives undefined
 */
export async function inSharedTurn<T>(
	job: Job,
	operation: Operation,
	{ url, apiKey }: Access,
	ended: AbortSignal,
	work: () => Promise<T>,
): Promise<T | undefined> {
	const word = operation.namedBy?.(job.input);
	if (word === undefined) return await work();
	const records = `${operation.resource} ${url} ${apiKey}`;
	const lanes = job.lanes.map((lane) => `${records} ${lane}`);
	let leaveQueue = () => {};
	const left = new Promise<undefined>((resolve) => (leaveQueue = () => resolve(undefined)));
	listen(ended, leaveQueue);
	const turn = inTurn([{ name: records, word }, ...lanes], async () => {
		leave(ended, leaveQueue);
		return ended.aborted ? undefined : await work();
	});
	return await Promise.race([turn, left]);
}
