import type { IDataObject } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isAboutOneRecord, toNodeError } from '../../../api/errors/nodeError';
import type { Poll } from '../../event';
import type { Candidate } from '../../news/candidate';
import type { ListPart } from '../../news/complete';
import { withinBudget } from '../../withinBudget';
import type { Messages } from './messages';
import { readMessages } from './messages';
import type { Retry } from './retries';
import { mostRetries } from './retries';

/** A conversation to read. */
export interface Unread {
	conversation: IDataObject;
	/** Set when earlier polls could not read it. */
	retry?: Retry;
}

/** A conversation that could not be read. */
export interface Failed extends Unread {
	error: Error;
}

/**
 * Reads conversations side by side, while there is time. One that cannot be read stops no other; if
 * it could be read so far, n8n's log names it.
 *
 * @param enough whether the newest messages that were read of a conversation are enough
 * @returns `left` = conversations that there was no time for
 * @throws the error of a conversation when it says more of the service: a wrong key, too many
 * requests, the same failure for all, more failures than can be remembered
 */
export async function readConversations(
	poll: Poll,
	unread: Unread[],
	enough: (part: ListPart, inbound: Candidate[], one: Unread) => boolean,
) {
	const read: Array<Unread & Messages> = [];
	const failed: Failed[] = [];
	const left: Unread[] = [];
	const results = await withinBudget(poll, unread, poll.bound, async (one) => {
		const reading = readMessages(poll, one.conversation, (...soFar) => enough(...soFar, one));
		return await messagesOrError(poll, reading);
	});
	unread.forEach((one, index) => {
		const result = results[index];
		if (result === undefined) left.push(one);
		else if (result instanceof Error) failed.push({ ...one, error: result });
		else read.push({ ...one, ...result });
	});

	const newlyFailed = failed.filter(({ retry }) => retry === undefined);
	const general = newlyFailed.find(({ error }) => !isAboutOneRecord(error));
	if (general !== undefined && read.length === 0) throw general.error;
	const retried = unread.filter(({ retry }) => retry !== undefined);
	if (newlyFailed.length > 0 && newlyFailed.length + retried.length > mostRetries) {
		throw newlyFailed[0].error;
	}
	for (const { conversation, error } of newlyFailed) {
		poll.warn(
			`The SMS conversation "${String(conversation.id)}" cannot be read: ${error.message}. Each poll tries again. Other conversations do not wait for it.`,
		);
	}
	return { read, failed, left };
}

/** @throws errors that concern all conversations: a wrong key, too many requests, no time left */
async function messagesOrError(poll: Poll, reading: Promise<Messages>): Promise<Messages | Error> {
	const noAnswer = poll.closing.then(() => {
		throw new NodeOperationError(poll.node, 'The service did not answer in time');
	});
	try {
		return await Promise.race([reading, noAnswer]);
	} catch (error) {
		const { name, httpCode } = error as { name: string; httpCode?: unknown };
		const ofAll = name === 'NodeApiError' && ['401', '429'].includes(String(httpCode));
		if (ofAll || poll.leftMs() === 0) throw toNodeError(poll.node, error);
		return error as Error;
	}
}
