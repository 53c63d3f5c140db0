import type { IExecuteFunctions, NodeHint } from 'n8n-workflow';

import { asSeen } from '../../util/asSeen';
import { isReview, isTool } from '../../util/execution';
import { type AskedCall, isQueuedAgain, queuedCall } from '../../util/unpromised';
import { isObject } from '../../util/values';
import { onePhone } from '../../fields/phone/phone';

/** A question, answered by a page or a reply. */
type AskedItem = Record<'to' | 'from', string> & { by: object };

/** Why one run cannot wait for the answers to these items; undefined when it can. */
export function whyNotTogether(
	inputs: Array<AskedItem | undefined>,
	n8n: IExecuteFunctions,
): [string, string] | undefined {
	const noReview = isReview(n8n) ? whyNoReview(inputs, n8n) : undefined;
	if (noReview !== undefined) return noReview;
	const oneByOne =
		"Put 'Loop Over Items' with a 'Batch Size' of 1 before this node, and connect it back.";
	const sleeps = inputs.some((input) => input !== undefined && 'page' in input.by);
	if (sleeps && inputs.length > 1) {
		return [
			`${inputs.length} items cannot wait together, because n8n waits for one answer at a time`,
			oneByOne,
		];
	}
	// After waking up, n8n returns the input of each queued run as its output, and the input would pass for
	// an answer.
	if (sleeps && isQueuedAgain(n8n)) {
		return [
			'Ask one question after the other: this node has another question in this execution',
			isTool(n8n)
				? 'Call this tool again, with one call in each turn.'
				: 'Several branches lead to this node: give each branch its own copy of this node.',
		];
	}
	const pairs = inputs.flatMap((input) => {
		return input === undefined ? [] : [`${onePhone(input.to)} to ${input.from}`];
	});
	const twice = pairs.find((pair, index) => pairs.indexOf(pair) < index);
	if (twice === undefined) return undefined;
	return [`Replies from ${twice} to several items cannot be told apart`, oneByOne];
}

/** n8n gives a review that is behind another one nothing of the call. */
const reviewOfReview: [string, string] = [
	'A human review cannot stand behind another human review, so nobody was asked',
	'Tell the user: a person has to remove one of the two from this tool.',
];
/** Without the agent in the queue: with the execution order v0, n8n runs it before its tools. */
const oldOrder: [string, string] = [
	'n8n does not tell a human review which call it is about here, so nobody was asked',
	"Tell the user: set 'Execution Order' to v1 in the settings of the workflow.",
];

/** Why a person cannot review the call; undefined when they can. */
function whyNoReview(
	inputs: Array<AskedItem | undefined>,
	n8n: IExecuteFunctions,
): [string, string] | undefined {
	const call = queuedCall(n8n);
	if (call?.review === undefined) return call === undefined ? oldOrder : reviewOfReview;
	if (!isShownAsDone(call)) {
		return [
			'The call cannot be shown to a person as it would be done, so nobody was asked',
			'Call the tool again with its declared arguments only: one object, without "query", "tool" and "__proto__".',
		];
	}
	// n8n takes only an approval for a yes, and has no other field in its form.
	const isOnItsPage = inputs.every((input) => input === undefined || hasButtons(input.by));
	if (isOnItsPage) return undefined;
	return [
		'A human review needs an answer on the page with buttons, so nobody was asked',
		"Tell the user: a person has to set the 'Response Type' of this tool to 'Approval'.",
	];
}

function hasButtons(by: AskedItem['by']): boolean {
	return 'page' in by && isObject(by.page) && by.page.approval !== undefined;
}

/** Arguments that n8n reads in place of others, from objects that a model may add to. */
const stronger = ['query', 'tool', '__proto__'];

/**
 * Whether a human review shows what is done. n8n passes on any argument of a model. `$tool` and `$fromAI` read
 * `query` first, and the review's own arguments overwrite `tool`, the name of the tool (n8n-workflow,
 * workflow-data-proxy; n8n-nodes-langchain, createEngineRequests). The call that is done reads `query` first, too, and
 * `tool` names what an MCP server does (processHitlResponses; mcp/shared/runtime). An argument of that name
 * that the tool declares looks the same, so it is refused as well. So are two names that look the same: n8n
 * passes on arguments that the tool does not declare, and does nothing with them.
 */
function isShownAsDone(call: AskedCall): boolean {
	const reviewed = call.review;
	if (reviewed === undefined) return false;
	const { tool, ...shown } = call.input;
	const done = reviewed.input ?? {};
	if (tool !== reviewed.toolName || !isObject(done)) return false;
	return [shown, done].map(Object.keys).every((names) => {
		const isDouble = new Set(names.map(settingAsRead)).size < names.length;
		return !isDouble && !names.some((name) => stronger.includes(name));
	});
}

/** The letters and digits of a name: to a person, "To Number", "to_number" and "“To Number”" are one. */
function settingAsRead(name: string): string {
	return asSeen(name)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036F]/gu, '');
}

/**
 * Shown beside n8n's own hint for several items of any `sendAndWait`: "This action will run only once, for
 * the first input item" (n8n-editor-ui, `getNodeHints`). For SMS Reply and a dry run, n8n's hint is untrue. n8n throws
 * for `$input` when there is no input.
 */
export const allWaitHint: NodeHint = {
	message:
		"Ignore the line from n8n that this action runs only once: Dry Run checks every item, and 'SMS Reply' asks in every item, until the slowest has answered.",
	type: 'info',
	location: 'outputPane',
	displayCondition:
		'={{ (() => { try { return $parameter.operation === "sendAndWait" && ($parameter.responseType === "smsReply" || $parameter.options.dryRun) && $input.all().length > 1 } catch (error) { return false } })() }}',
};
