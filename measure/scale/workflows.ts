import { randomUUID } from 'node:crypto';

import type { WorkflowFile } from '../../sandbox/workflows';
import { inARow, n8nNode, sendSms, smsNode, webhook } from '../../test/queue/workflows';

export const shapes = ['single', 'batch'] as const;
export type Shape = (typeof shapes)[number];

export const messagesIn: Record<Shape, number> = { single: 1, batch: 100 };

/** The workflow to measure: a webhook that is answered at once, and the node, each message with a key. */
export function workflowOf(shape: Shape): WorkflowFile {
	const id = `scale-${shape}`;
	const parameters = { fieldToSplitOut: 'body.people', options: {} };
	const split = n8nNode('People', 'splitOut', { parameters });
	const json = shape === 'single' ? '$json.body' : '$json';
	// Each text is different, so that a message that is sent twice is noticed.
	const text = `={{ ${json}.key }}`;
	const send = smsNode('Send', { ...sendSms(text, { onceKey: text }), to: `={{ ${json}.to }}` });
	return inARow(id, [webhook(id, 'onReceived'), ...(shape === 'single' ? [send] : [split, send])]);
}

/** The receivers of one execution. */
export function peopleOf(shape: Shape) {
	return Array.from({ length: messagesIn[shape] }, (_, index) => ({
		key: `order-${randomUUID()}-shipped`,
		to: `+1555020${String(index).padStart(4, '0')}`,
	}));
}
