import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type Clock, realClock, timeSince } from '../api/clock';
import { type NodeError, asShown, withoutHtml } from '../api/errors/nodeError';
import { readAccess } from '../api/access';
import { EarlierCalls } from '../layers/answers/calls';
import { EarlierTries } from '../layers/answers/tries';
import { isFirstTry, stopsRun } from '../layers/outcome';
import { includeInput } from '../layers/includeInput';
import { columnsOf } from '../layers/index';
import type { Item } from '../layers/layer';
import type { Operation } from '../operations/operation';
import { isLastTry, isTool } from '../util/execution';
import { pausing } from '../util/inParallel';
import { doItems } from './doItems';
import { type Run, checkTogether, findOperation, itemsOf, readItems } from './items';
import { linesOf, linesOfFailed } from './lines';
import { itemsForModel } from './model/answer';
import { credentialForModel } from './model/error';
import { ownFields, rowsOf } from './rows';
import { canceled, firstError } from './runSummary';

/**
 * Runs the node: reads and checks every item before the first request, then does them side by side, each
 * within its layers (`layers/index`). Outputs come in the order of the items, each linked to its own. Items that failed are
 * output where the node goes on, because n8n would return the input in place of an error that is thrown (n8n-core,
 * workflow-execute).
 *
 * @throws NodeApiError or NodeOperationError of the first item that fails, unless the node continues
 * on fail
 */
export async function run(
	context: IExecuteFunctions,
	operations: readonly Operation[],
	clock: Clock = realClock,
): Promise<INodeExecutionData[][]> {
	const operation = findOperation(context, operations);
	const asTool = isTool(context);
	const msSinceModelCall = asTool ? timeSince(clock) : undefined;
	// A call of a model counts alone.
	const runIndex = asTool ? 0 : Number(context.evaluateExpression('{{ $runIndex }}', 0));
	const answers = new (asTool ? EarlierCalls : EarlierTries)(context, operation, runIndex);
	const self: Run = { context, operation, answers, asTool, clock, msSinceModelCall, runIndex };
	const pause = pausing(clock);

	const items = await itemsOf(self, pause);
	const access = await readAccess(context, items.length - 1).catch((error: NodeError) =>
		asTool ? credentialForModel(error) : error,
	);
	const isUsable = !(access instanceof Error);
	// The results of an earlier try can still be reported.
	if (!isUsable && !context.continueOnFail() && isFirstTry(items)) throw asShown(access);
	await readItems(self, items, access, pause);
	const ofRun = isUsable
		? [...checkTogether(self, items), ...(await doItems(self, items, access))]
		: [];
	const lines = [...linesOf(self, items), ...ofRun];
	const ended = asTool ? itemsForModel(items, { operation }, lines) : items;

	const isLast = context.getNode().retryOnFail === true && isLastTry(context);
	if (context.getExecutionCancelSignal()?.aborted === true) throw canceled(self, ended);
	const isFailed = ended.some(stopsRun);
	if (isFailed && !context.continueOnFail()) throw asShown(firstError(ended, self));
	const output = (await asleep(self, ended)) ?? (await rowsOf(self, ended, pausing(clock)));
	if (isLast || !mayRunAgain(context, isFailed, output)) answers.forget();
	const shown = asTool ? lines : [...linesOfFailed(ended, operation), ...lines];
	const hints = shown.map((line) => {
		return { message: withoutHtml(line), location: 'outputPane' } as const;
	});
	if (hints.length > 0) context.addExecutionHints(...hints);
	return [output];
}

/**
 * Whether n8n may run all items again after this output: with Retry On Fail it does if the first item has a
 * field `error`, even the service's own (n8n-core, workflow-execute; undefined, null and false do not
 * count).
 */
function mayRunAgain(
	context: IExecuteFunctions,
	isFailed: boolean,
	[first]: INodeExecutionData[],
): boolean {
	if (context.getNode().retryOnFail !== true) return false;
	const { error = null } = first?.json ?? {};
	return isFailed || (error !== null && error !== false);
}

/**
 * The output of an execution that sleeps now; undefined if it goes on. The output is the input until the
 * answer comes, and n8n gave the node a copy of it (n8n-core, `addPairedItemLineage`).
 */
async function asleep(
	{ context, operation, clock }: Run,
	[item]: Item[],
): Promise<INodeExecutionData[] | undefined> {
	if (operation.sleep === undefined || item?.outcome.is !== 'done') return undefined;
	// Without its input, the item has its answer from an earlier try.
	if (item.input === undefined || item.outcome.isAnswered === true) return undefined;
	const output = context.getInputData();
	const { json, shown } = item;
	const own = ownFields(json, columnsOf(operation));
	const isIncluded = item.layers.has(includeInput);
	const now = () => clock.now();
	const asleep = { n8n: context, now, shown, own, isIncluded };
	const last = await operation.sleep(item.input, asleep);
	if (last === undefined) return undefined;
	output[0].json = last;
	return output;
}
