import type { IDataObject } from 'n8n-workflow';

import type { Surroundings } from '../../operation';
import type { Words } from './words';

export interface Replying {
	/** Milliseconds between two looks. */
	intervalMs: number;
	/** Undefined when the reply is taken as it is. */
	words?: Words;
}

/** Milliseconds that a reply is waited for where the user sets no limit: the execution is held so long. */
export const defaultReplyLimit = 3_600_000;

export async function replyTo(
	sent: IDataObject,
	_replying: Replying & { limitMs: number },
	_surroundings: Surroundings,
): Promise<IDataObject> {
	return sent;
}
