import type { NodeHint } from 'n8n-workflow';

/**
 * Shown beside n8n's own hint for several items of any `sendAndWait`, "This action will run only once,
 * for the first input item" (n8n-editor-ui, `getNodeHints`), which is untrue of SMS Reply. Without any
 * input n8n throws, as it does for `$input` then.
 */
export const allWaitHint: NodeHint = {
	message:
		"With the Response Type 'SMS Reply', this node asks the person of every input item and waits for all replies together. n8n’s own line, that it runs only once, is not true here.",
	type: 'info',
	location: 'outputPane',
	displayCondition:
		'={{ (() => { try { return $parameter.operation === "sendAndWait" && $parameter.responseType === "smsReply" && $input.all().length > 1 } catch (error) { return false } })() }}',
};
