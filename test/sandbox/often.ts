import { waitFor } from '../../sandbox/progress';
import type { WorkflowFile } from '../../sandbox/workflows';
import type { Simulator } from '../simulator';

export const triggerType = 'n8n-nodes-voice-sms.voiceSmsTrigger';

const everySeconds = 5;
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

/**
 * Waits until no poll is under way and none begins soon: the moment to stop n8n. It stops the triggers
 * first, but not in one step with a poll that ends: it keeps the state and starts the execution apart
 * from each other. Stopping then is a matter of n8n, not of this node.
 */
export async function betweenPolls({ requests }: Simulator) {
	await waitFor('a moment between two polls', 60, async () => {
		const second = (Date.now() / 1000) % everySeconds;
		// On a busy machine, a poll may take longer than two seconds.
		const isQuiet = Date.now() - (requests.at(-1)?.at ?? 0) > 1000;
		return second > 2 && second < 3 && isQuiet ? true : undefined;
	});
}
