import type { NodeHint } from 'n8n-workflow';

/**
 * Shown beside n8n's own hint for several items of any `sendAndWait`: "This action will run only once, for
 * the first input item" (n8n-editor-ui, `getNodeHints`). For SMS Reply, n8n's hint is untrue. n8n throws
 * for `$input` when there is no input.
 */
export const allWaitHint: NodeHint = {
	message:
		"With the Response Type 'SMS Reply', this node asks the person in every input item and waits for all replies together. Ignore the line from n8n that this action runs only once.",
	type: 'info',
	location: 'outputPane',
	displayCondition:
		'={{ (() => { try { return $parameter.operation === "sendAndWait" && $parameter.responseType === "smsReply" && $input.all().length > 1 } catch (error) { return false } })() }}',
};
