import { NodeOperationError } from 'n8n-workflow';

import type { Run } from '../http/deadline';
import type { Subject } from '../errors/nodeError';

/** A request that was never made: the run ended before its turn, or its message was sent before. */
export class NotAsked extends NodeOperationError {
	constructor(
		{ node, signal }: Run,
		{ nameInErrors, itemIndex }: Subject,
		readonly why: 'runEnded' | 'sentBefore',
	) {
		const isCanceled = signal?.aborted === true;
		const what = isCanceled ? 'The execution was canceled before' : 'Not sent';
		super(node, `${what}: ${nameInErrors}`, { itemIndex });
	}
}
