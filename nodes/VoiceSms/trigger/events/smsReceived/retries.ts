import { isGone } from '../../../api/errors/nodeError';
import type { Poll } from '../../event';
import type { ListPart } from '../../news/complete';

/** A conversation whose messages could not be read. Every poll retries it. */
export interface Retry {
	id: string;
	/** All of its messages up to this time were given out, or are older than the baseline. */
	until: number;
	/** Whether it could not be read at the baseline: then none of its messages is remembered. */
	fromStart: boolean;
	/** Polls in a row in which the service answered that there is no conversation of this ID. */
	polls: number;
}

/** Most conversations to retry: 10 kB of the state. When more fail, the service does. */
export const mostRetries = 100;
/** After so many polls the whole list tells whether a conversation was deleted. */
const pollsUntilDoubt = 10;

type Saved = [id: string, until: number, fromStart: boolean, polls: number];

/** The form that n8n keeps. */
export function saveRetries(retries: Retry[]): Saved[] {
	return retries.map(({ id, until, fromStart, polls }) => [id, until, fromStart, polls]);
}

/** The conversations as they were saved; entries that cannot be read are left out. */
export function readRetries(saved: unknown): Retry[] {
	const entries: unknown[] = Array.isArray(saved) ? saved : [];
	return entries.flatMap((entry) => {
		const [id, until, fromStart, polls] = Array.isArray(entry) ? (entry as unknown[]) : [];
		if (typeof id !== 'string' || typeof until !== 'number' || typeof polls !== 'number') return [];
		return [{ id, until, fromStart: fromStart === true, polls }];
	});
}

/** Whether the conversation may have been deleted, so that the whole list must be read. */
export const mayBeDeleted = ({ polls }: Retry) => polls >= pollsUntilDoubt;

/** The conversations that the list still holds; all of them if only a part of the list was read. */
export function forgetDeleted({ warn }: Poll, retries: Retry[], { whole, records }: ListPart) {
	if (!whole) return retries;
	const listed = new Set(records.map(({ id }) => id));
	return retries.flatMap((retry) => {
		if (listed.has(retry.id)) return [{ ...retry, polls: 0 }];
		warn(`The SMS conversation "${retry.id}" is no longer in the list and is not tried again`);
		return [];
	});
}

/** The conversation after another poll in which it could not be read. */
export function afterFailure(retry: Retry, error: Error): Retry {
	return { ...retry, polls: isGone(error) ? retry.polls + 1 : 0 };
}
