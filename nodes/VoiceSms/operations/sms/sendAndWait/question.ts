import type { NodeHint } from 'n8n-workflow';

import { isObject } from '../../../util/isObject';

/** Most characters in the SMS of a tool's question; the page shows all of it. */
const longestOfTool = 300;
/** How the message of n8n's human-in-the-loop tool shows an object (n8n, tool-generation/hitl-tools). */
const unreadable = '[object Object]';

/** Characters that JSON does not escape: line ends, and signs that change the direction of writing. */
const misleading = /[\u0085\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/**
 * The message. For a tool that waits for approval, its parameters stand where n8n wrote only "[object Object]",
 * each on one line, so that no text of a model fakes another line or reads as another text.
 */
export function questionOf(message: string, toolParameters: unknown): string {
	if (!isObject(toolParameters)) return message;
	const lines = Object.entries(toolParameters).map(([name, value]) => {
		// A name with a space stays apart from the one with "_".
		const label = /^[\w-]+$/.test(name) ? name.replace(/_/g, ' ') : JSON.stringify(name);
		return `${label}: ${JSON.stringify(value)}`;
	});
	const shown = message.split(unreadable).join(lines.join('\n'));
	return shown.replace(misleading, (sign) => {
		return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
}

/** The text above the link; a tool's question is cut to a length that an SMS takes well. */
export function shortened(question: string, asTool: boolean): string {
	const signs = [...question];
	if (!asTool || signs.length <= longestOfTool) return question;
	return `${signs
		.slice(0, longestOfTool - 1)
		.join('')
		.trimEnd()}…`;
}

/** Whether only this computer can open the address. */
export function isLocal(address: string): boolean {
	const { hostname } = new URL(address);
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

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
