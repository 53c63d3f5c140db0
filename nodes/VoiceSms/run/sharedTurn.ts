import type { Access } from '../api/http/request';
import type { Operation } from '../operations/operation';
import { inTurn } from '../util/inTurn';
import type { Job } from './jobs';

/**
 * Does the work on an item after all work in this process that may be on the same record, whatever
 * execution it is of. Only for operations with `namedBy`; all others begin at once.
 */
export async function inSharedTurn<T>(
	job: Job,
	operation: Operation,
	{ url, apiKey }: Access,
	work: () => Promise<T>,
): Promise<T> {
	const word = operation.namedBy?.(job.input);
	if (word === undefined) return await work();
	const records = `${operation.resource} ${url} ${apiKey}`;
	const lanes = job.lanes.map((lane) => `${records} ${lane}`);
	return await inTurn([{ name: records, word }, ...lanes], work);
}
