import { serially } from '../util/serially';
import type { Layer } from './layer';
import { notStarted } from './outcome';

/**
 * Work on one record waits for earlier work on it: by `lane` for earlier items of the run, then for other
 * executions in this process. Two kinds of key, such as a phone number and an ID, may mean one record, so work by
 * one kind waits for the other.
 */
export const oneRecordAtATime: Layer = {
	needs: 'keyKind',
	lane: ({ input }, { keyKind }) => ({ name: 'records', kind: keyKind?.(input) }),
	forRun:
		({ operation, lockName, ended }) =>
		async ({ input, operationLanes }, _on, next) => {
			const kind = operation.keyKind?.(input);
			const lanes = operationLanes.map((lane) => `${lockName} ${lane}`);
			const turns = [{ name: lockName, kind }, ...lanes];
			return (await serially(turns, ended, next)) ?? notStarted;
		},
};
