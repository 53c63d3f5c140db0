import type { NodeHint } from 'n8n-workflow';

/**
 * Shown beside n8n's own hint for several items of any `sendAndWait`, "This action will run only once,
 * for the first input item" (n8n-editor-ui, `getNodeHints`), which is untrue of SMS Reply. Without any
 * input n8n throws, as it does for `$input` then.
 */
export const allWaitHint: NodeHint = {
	message:
		"With the Response Type 'SMS Reply', this node asks the person in every input item and waits for all replies together. Ignore the line from n8n that this action runs only once.",
	type: 'info',
	location: 'outputPane',
	displayCondition:
		'={{ (() => { try { return $parameter.operation === "sendAndWait" && $parameter.responseType === "smsReply" && $input.all().length > 1 } catch (error) { return false } })() }}',
};
