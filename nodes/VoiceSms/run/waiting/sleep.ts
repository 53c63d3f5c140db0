import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { keepEnd, nobodyAnswered } from '../../answer/openQuestion';
import type { Operation } from '../../operations/operation';
import { asSeen } from '../../util/asSeen';
import { isObject } from '../../util/isObject';
import type { Item } from '../../layers/layer';
import { cannotGoOn, isFirstTry, isOnlyChecked } from '../../layers/outcome';
import { linesOfLeftOut, stopsRun } from '../outputItems';
import { rowOfQuestion } from './link';
import { isQueuedAgain, isTool, queuedCall } from '../../layers/execution';

/**
 * Gives each item an error if one run cannot wait for them, and `keepGoing` is set or the node is a tool.
 *
 * @param now milliseconds since 1970
 * @throws NodeOperationError before any request, when one run cannot wait for them
 */
export function checkWaiting(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	{ now, keepGoing }: { now: number; keepGoing: boolean },
) {
	// Nobody is asked. One item that is asked would make the checked ones sleep with it.
	if (items.every(isOnlyChecked)) return;
	const refused = whyNot(context, operation, items, now);
	// An invalid field stops the run, too, and its error comes first.
	if (refused === undefined || (!keepGoing && items.some(stopsRun))) return;
	const [message, advice] = refused;
	const isFirst = isFirstTry(items);
	const errorOf = (item?: Item) => {
		const description = isFirst ? `Nothing was sent. ${advice}` : advice;
		const itemIndex = item?.index;
		return new NodeOperationError(context.getNode(), message, { description, itemIndex });
	};
	if (!keepGoing && !isTool(context) && isFirst) throw errorOf();
	for (const item of items.filter(waits))
		item.outcome = cannotGoOn(item, { is: 'failed', error: errorOf(item) });
}

/** Whether the answer to the item's question is still to come. */
function waits(item: Item): boolean {
	const { outcome } = item;
	return outcome.is === 'begun' || (outcome.is === 'waiting' && !isOnlyChecked(item));
}

/** Why one run cannot wait for the items, and the advice; undefined when it can. */
function whyNot(
	context: IExecuteFunctions,
	operation: Operation,
	items: Item[],
	now: number,
): [message: string, advice: string] | undefined {
	if (context.getNode().type.endsWith('HitlTool') && !isShownAsDone(queuedCall(context))) {
		return [
			'The call cannot be shown to a person as it would be done, so nobody was asked',
			'Call the tool again with its declared arguments only: one object, without "query", "tool" and "__proto__".',
		];
	}
	const oneByOne =
		'Put a Loop Over Items node with a Batch Size of 1 before this node, and connect the output of this node back to the loop.';
	const inputs = items.flatMap(({ input }) => (input === undefined ? [] : [input]));
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
				? 'Call this tool again, with one call in each turn.'
				: 'Several branches lead to this node: give each branch its own copy of this node.',
		];
	}
	const asked = items.filter(waits).map(({ input }) => input);
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

/**
 * Until when the execution sleeps after a run; undefined when it goes on.
 *
 * @param now milliseconds since 1970
 */
export function sleepAfter(operation: Operation, [item]: Item[], now: number): Date | undefined {
	if (item?.outcome.is !== 'done') return undefined;
	return operation.sleepUntil?.(item.input, now);
}

/**
 * Puts the execution to sleep. At the limit, n8n returns the node's input as its output, and a field of it
 * could pass for an answer, so the input is replaced: by a row, or by a message to a model. n8n gave the node
 * a copy of the item (n8n-core, `addPairedItemLineage`).
 *
 * @returns the input, n8n's output until the answer comes, and a line about its fields that the answer lacks
 */
export async function putToSleep(
	context: IExecuteFunctions,
	operation: Operation,
	item: Item,
	until: Date,
): Promise<{ output: INodeExecutionData[]; leftOut: string[] }> {
	const input = context.getInputData();
	const row = rowOfQuestion(operation, item, { noAnswer: true }, item.json);
	const leftOut = Object.keys(item.json).filter((name) => row[name] !== item.json[name]);
	input[0].json = isTool(context) ? { ...nobodyAnswered } : row;
	// The page and n8n count to the same end.
	keepEnd(context.getContext('node'), until);
	await context.putExecutionToWait(until);
	return { output: input, leftOut: linesOfLeftOut(leftOut) };
}
