import { NodeOperationError } from 'n8n-workflow';

import { isGone, isItsOwn, toNodeError } from '../../../api/errors/nodeError';
import type { Round } from '../../event';
import type { Reading } from '../../news/complete';
import type { Messages } from './messages';

/** A conversation whose messages could not be read. It is tried again in each poll. */
export interface Failing {
	id: string;
	/** All of its messages up to this time were given out, or are older than the baseline. */
	until: number;
	/** Whether it has failed since the baseline, so that nothing of it is remembered. */
	fromStart: boolean;
	/** Polls in a row in which the service answered that there is no conversation of this ID. */
	polls: number;
}

/** So many are remembered: 10 kB of the state. When more fail, the service does. */
const most = 100;
/** After so many polls the whole list tells whether a conversation was deleted. */
const pollsUntilDoubt = 10;

type Saved = [id: string, until: number, fromStart: boolean, polls: number];

export function saveFailing(failing: Failing[]): Saved[] {
	return failing.map(({ id, until, fromStart, polls }) => [id, until, fromStart, polls]);
}

/** The conversations as they were saved. */
export function readFailing(saved: unknown): Failing[] {
	const entries: unknown[] = Array.isArray(saved) ? saved : [];
	return entries.flatMap((entry) => {
		const [id, until, fromStart, polls] = Array.isArray(entry) ? (entry as unknown[]) : [];
		if (typeof id !== 'string' || typeof until !== 'number' || typeof polls !== 'number') return [];
		return [{ id, until, fromStart: fromStart === true, polls }];
	});
}

/** Whether the whole list must tell if the conversation was deleted. */
export const isDoubtful = ({ polls }: Failing) => polls >= pollsUntilDoubt;

/** The failing conversations that the list still holds. Where not all of it was read, all of them. */
export function forgetDeleted(
	{ warn }: Round,
	failing: Failing[],
	{ whole, records }: Reading,
): Failing[] {
	if (!whole) return failing;
	const listed = new Set(records.map(({ id }) => id));
	return failing.flatMap((one) => {
		if (listed.has(one.id)) return [{ ...one, polls: 0 }];
		warn(`The SMS conversation "${one.id}" is not in the list any more and is not tried again`);
		return [];
	});
}

/** The conversation after another poll in which it could not be read. */
export function afterFailure(failing: Failing, { error }: Failure): Failing {
	return { ...failing, polls: isGone(error) ? failing.polls + 1 : 0 };
}

/** Why a conversation could not be read. */
export interface Failure {
	error: Error;
	/** Whether the same may be true of all conversations. */
	general: boolean;
}

/**
 * Tries to read a conversation.
 *
 * @throws errors that say nothing of this one conversation: a wrong key, too many requests, cancellation
 */
export async function tryToRead(
	round: Round,
	read: () => Promise<Messages>,
): Promise<Messages | Failure> {
	try {
		const late = async () => {
			await round.closing;
			throw new NodeOperationError(round.node, 'The service did not answer in time');
		};
		return await Promise.race([read(), late()]);
	} catch (error) {
		const { name, httpCode } = error as { name: string; httpCode?: unknown };
		const ofAll = name === 'NodeApiError' && ['401', '429'].includes(String(httpCode));
		if (ofAll || round.leftMs() === 0) throw toNodeError(round.node, error);
		return { error: error as Error, general: !isItsOwn(error) };
	}
}

/**
 * Says in n8n's log which conversations have begun to fail.
 *
 * @throws the first error where no conversation could be read for a reason that may be true of all,
 * or where too many fail: then the service does
 */
export function tellFailures(
	{ warn }: Round,
	begun: Array<{ id: string; failure: Failure }>,
	{ answered, known }: { answered: boolean; known: number },
) {
	const general = begun.find(({ failure }) => failure.general);
	if (general !== undefined && !answered) throw general.failure.error;
	if (begun.length > 0 && begun.length + known > most) throw begun[0].failure.error;
	for (const { id, failure } of begun) {
		warn(
			`The SMS conversation "${id}" cannot be read: ${failure.error.message}. It is tried again at each poll; the others do not wait for it.`,
		);
	}
}
