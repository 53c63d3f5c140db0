import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { keepEnd, nobodyAnswered } from '../../answer/openQuestion';
import type { Operation } from '../../operations/operation';
import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/isObject';
import type { ItemOutcome } from '../../layers/layer';
import type { ItemOrError } from '../items';
import { ownFields, stopsRun } from '../outputItems';
import { isQueuedAgain, isTool, queuedCall } from '../../layers/execution';

/**
 * The items; if one run cannot wait for them and `keepGoing` is set, or the node is a tool, each with an error.
 *
 * @param now milliseconds since 1970
 * @throws NodeOperationError before any request, when one run cannot wait for them
 */
export function checkWaiting(
	context: IExecuteFunctions,
	operation: Operation,
	items: ItemOrError[],
	{ now, keepGoing }: { now: number; keepGoing: boolean },
): ItemOrError[] {
	// Nobody is asked. One item that is asked would make the checked ones sleep with it.
	if (items.every(({ onlyChecked }) => onlyChecked === true)) return items;
	const refused = whyNot(context, operation, items, now);
	// An invalid field stops the run, too, and its error comes first.
	if (
		refused === undefined ||
		(!keepGoing && items.some((item) => 'error' in item && stopsRun(item)))
	)
		return items;
	const [message, description] = refused;
	const errorOf = (itemIndex?: number) =>
		new NodeOperationError(context.getNode(), message, { description, itemIndex });
	if (!keepGoing && !isTool(context)) throw errorOf();
	return items.map((item, itemIndex) => {
		return 'error' in item || item.onlyChecked ? item : { error: errorOf(itemIndex) };
	});
}

/** Why one run cannot wait for the items, and the advice; undefined when it can. */
function whyNot(
	context: IExecuteFunctions,
	operation: Operation,
	items: ItemOrError[],
	now: number,
): [message: string, description: string] | undefined {
	if (context.getNode().type.endsWith('HitlTool') && !isShownAsDone(queuedCall(context))) {
		return [
			'The call cannot be shown to a person as it would be done, so nobody was asked',
			'Nothing was done. Call the tool again with its declared arguments only: one object, without "query", "tool" and "__proto__".',
		];
	}
	const oneByOne =
		'Nothing was sent. Put a Loop Over Items node with a Batch Size of 1 before this node, and connect the output of this node back to the loop.';
	const inputs = items.flatMap((item) => ('error' in item ? [] : [item.input]));
	const ends = inputs.flatMap((input) => operation.sleepUntil?.(input, now) ?? []);
	if (ends.length > 0 && items.length > 1) {
		return [
			`${items.length} items cannot wait for their answers together, because n8n waits for one answer at a time`,
			oneByOne,
		];
	}
	// After waking up, n8n returns the input of each queued run as its output, and the input would pass for
	// an answer.
	if (ends.length > 0 && isQueuedAgain(context)) {
		return [
			'Ask one question after the other: this node has another question in this execution, and only one question can wait for its answer',
			isTool(context)
				? 'Nothing was sent for this call. Call this tool again, with one call in each turn.'
				: 'Nothing was sent. Several branches lead to this node: give each branch its own copy of this node.',
		];
	}
	const asked = items.flatMap((item) => ('error' in item || item.onlyChecked ? [] : [item.input]));
	const together = operation.whyNotTogether?.(asked);
	if (together !== undefined) return [together, oneByOne];
	return undefined;
}

/** Arguments that n8n reads in place of others, from objects that a model may add to. */
const stronger = ['query', 'tool', '__proto__'];

/**
 * Whether a human review shows what is done. n8n passes on whatever a model gives. `$tool` and `$fromAI` read
 * `query` first, and the review's own arguments overwrite `tool`, the name of the tool (n8n-workflow,
 * workflow-data-proxy; n8n-nodes-langchain, createEngineRequests). What is done reads `query` first, too, and
 * `tool` names what an MCP server does (processHitlResponses; mcp/shared/runtime). An argument of that name
 * that the tool declares looks the same, so it is refused as well. So are two names that look the same: n8n
 * passes on arguments that the tool does not declare, and does nothing with them.
 */
function isShownAsDone(call: ReturnType<typeof queuedCall>): boolean {
	const reviewed = call?.metadata?.hitl;
	if (call === undefined || reviewed === undefined) return false;
	const { tool, ...shown } = call.input;
	const done = reviewed.originalInput ?? {};
	if (tool !== reviewed.toolName || !isObject(done)) return false;
	return [shown, done].map(Object.keys).every((names) => {
		const isDouble = new Set(names.map(asRead)).size < names.length;
		return !isDouble && !names.some((name) => stronger.includes(name));
	});
}

/** The letters and digits of a name: to a person, "To Number", "to_number" and "“To Number”" are one. */
function asRead(name: string): string {
	return asSeen(name)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{M}\p{N}]|[\u0300-\u036F]/gu, '');
}

/** The outcome of a question that was sent, if the run ends before the answer. */
export function asOpen(outcome: ItemOutcome | undefined): ItemOutcome | undefined {
	if (outcome === undefined || 'error' in outcome || outcome.notSent !== undefined) return outcome;
	return { ...outcome, isOpen: true };
}

/**
 * Until when the execution sleeps after a run; undefined when it goes on.
 *
 * @param now milliseconds since 1970
 */
export function sleepAfter(
	operation: Operation,
	[item]: ItemOrError[],
	[outcome]: Array<ItemOutcome | undefined>,
	now: number,
): Date | undefined {
	if (item === undefined || outcome === undefined || 'error' in item) return undefined;
	if ('error' in outcome || outcome.notSent !== undefined) return undefined;
	return operation.sleepUntil?.(item.input, now);
}

/**
 * Puts the execution to sleep. At the limit, n8n returns the node's input as its output, and a field of it
 * could pass for an answer, so the input is replaced: by a row, or by a message to a model. n8n gave the node
 * a copy of the item (n8n-core, `addPairedItemLineage`).
 *
 * @returns the input, n8n's output until the answer comes
 */
export async function putToSleep(
	context: IExecuteFunctions,
	operation: Operation,
	until: Date,
): Promise<INodeExecutionData[]> {
	const input = context.getInputData();
	const row = { outcome: operation.did, noAnswer: true };
	input[0].json = isTool(context)
		? { ...nobodyAnswered }
		: { ...row, ...ownFields(input[0].json, operation), ...row };
	// The page and n8n count to the same end.
	keepEnd(context.getContext('node'), until);
	await context.putExecutionToWait(until);
	return input;
}
