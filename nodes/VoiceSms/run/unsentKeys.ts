import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeDataOf } from './runtime';

/** What a try of an execution did to take a key; kept while it sent nothing with it. */
export interface Attempt {
	readonly mark: string;
	/** The store was told to write the mark. */
	told: boolean;
	/** The mark stands in the key's row only if that row is ours. */
	sure: boolean;
	/** What is known of the key among those of 0.1.0, `unsure` when our question may stand there. */
	earlier?: 'absent' | 'unsure';
}

/**
 * Keys that an execution took, or may have taken, and sent nothing with: the next try of n8n's Retry
 * On Fail, or another item, has them back. By the node's data in the execution, one object for all
 * tries: "Retry" on a failed execution reads its own, as it may be started twice.
 */
const unsentKeys = new WeakMap<object, Map<string, Attempt>>();

/** The attempts of the execution behind the context, by key. */
export function unsentOf(context: IExecuteFunctions): Map<string, Attempt> {
	const execution = nodeDataOf(context);
	if (execution === undefined) return new Map();
	const unsent = unsentKeys.get(execution) ?? new Map<string, Attempt>();
	unsentKeys.set(execution, unsent);
	return unsent;
}

/** An attempt that has not asked the store yet. */
export const newAttempt = (): Attempt => ({ mark: randomUUID(), told: false, sure: false });
