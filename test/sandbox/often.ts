import type { WorkflowFile } from '../../sandbox/workflows';

export const triggerType = 'n8n-nodes-voice-sms.voiceSmsTrigger';

export const everySeconds = 5;
/**
 * n8n refuses a poll time that comes more than once a minute, but one at each of several seconds of
 * the minute is fine.
 */
export const often = {
	item: Array.from({ length: 60 / everySeconds }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * everySeconds} * * * * *`,
	})),
};

/** A workflow whose trigger polls every few seconds. */
export function polledOften<T extends WorkflowFile>(workflow: T): T {
	const nodes = workflow.nodes.map((node) =>
		node.type === triggerType
			? { ...node, parameters: { ...node.parameters, pollTimes: often } }
			: node,
	);
	return { ...workflow, nodes };
}
